//! Mapping imports.

use super::support::{Import, Mapped, SENTINEL, in_case, pattern};
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, QueueFlags, VirtualMemAccessFlags, VirtualMemInfo};
use ur_ipc_fixtures::ladder::{OpenedPhysMemFixture, UrIpcOpenedPhysMemTest};
use ur_ipc_fixtures::objects::{
    allocate, create_context, create_queue, create_shareable_physical, export_physical, fill, open_physical,
    read, set_access, submit_copy, write,
};
use ur_ipc_fixtures::{DevicePtr, Pattern, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::map::aliases_source",
        &["physical_memory.map.aliases_source"],
        with!(OpenedPhysMemFixture, aliases_source),
    ),
    Test::new(
        "physical_memory::map::offset",
        &["physical_memory.map.offset_and_access"],
        with!(OpenedPhysMemFixture, offset),
    ),
    Test::new(
        "physical_memory::map::twice",
        &["physical_memory.map.offset_and_access"],
        with!(OpenedPhysMemFixture, twice),
    ),
    Test::new(
        "physical_memory::map::read_only",
        &["physical_memory.map.offset_and_access"],
        with!(OpenedPhysMemFixture, read_only),
    ),
    Test::new(
        "physical_memory::map::read_only_offset",
        &["physical_memory.map.offset_and_access"],
        with!(OpenedPhysMemFixture, read_only_offset),
    ),
    Test::new(
        "physical_memory::map::set_access",
        &["physical_memory.map.offset_and_access"],
        with!(OpenedPhysMemFixture, access_changes),
    ),
];

const READ_WRITE: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_WRITE;
const READ_ONLY: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_ONLY;

/// Copies and fills through a mapping of the import and through one of the source change the same bytes.
fn aliases_source(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let size = f.size();
    let source = Mapped::new(t, f.context(), f.physical(), size)?;
    source.write(t, f, pattern(t, 0))?;
    let import = Mapped::new(t, f.context(), f.opened(), size)?;
    t.check(import.at() != source.at(), "two mappings have one address")?;
    import.verify(t, f, pattern(t, 0))?;
    import.write(t, f, pattern(t, 1))?;
    source.verify(t, f, pattern(t, 1))?;
    source.write(t, f, pattern(t, 2))?;
    import.verify(t, f, pattern(t, 2))?;

    // A fill changes its range and no byte beside it.
    let (begin, end) = (f.granule() - 333, f.granule() + 555);
    for (filled, seen, byte) in [(&import, &source, 0xc3), (&source, &import, 0x3c)] {
        fill(t, f.queue(), filled.at().at(begin), byte, end - begin)?;
        let mut expected = pattern(t, 2).bytes(0, size);
        expected[begin..end].fill(byte);
        let bytes = f.read(t, seen.at(), size)?;
        let wrong = bytes.iter().zip(&expected).position(|(found, wanted)| found != wanted);
        t.check_eq("first wrong byte after a fill", wrong, None)?;
    }

    // Copies between device memory and the import, in both directions.
    let plain = allocate(t, f.context(), t.env().device(), size)?;
    f.write(t, plain.raw(), &pattern(t, 3).bytes(0, size))?;
    submit_copy(t, f.queue(), import.at(), plain.raw(), size, &[])?;
    t.ur().queue_finish(f.queue()).ok()?;
    source.verify(t, f, pattern(t, 3))?;
    source.write(t, f, pattern(t, 4))?;
    submit_copy(t, f.queue(), plain.raw(), import.at(), size, &[])?;
    t.ur().queue_finish(f.queue()).ok()?;
    pattern(t, 4).verify(0, &f.read(t, plain.raw(), size)?)?;
    in_another_context(t, f, &source)
}

/// An import in another context shows and changes the bytes of the source's mapping as well.
fn in_another_context(
    t: &TestContext<'_>,
    f: &impl UrIpcOpenedPhysMemTest,
    source: &Mapped<'_>,
) -> TestResult {
    let size = f.size();
    source.write(t, f, pattern(t, 5))?;
    let other = create_context(t, &[t.env().device()])?;
    let queue = create_queue(t, other.raw(), QueueFlags::NONE_SET)?;
    let import = Import::open(t, other.raw(), &f.handle(), size)?;
    pattern(t, 5).verify(0, &read(t, queue.raw(), import.mapped().at(), size)?)?;
    write(t, queue.raw(), import.mapped().at(), &pattern(t, 6).bytes(0, size))?;
    source.verify(t, f, pattern(t, 6))?;
    import.close()
}

/// A mapping of the import from its second granule on shows the source from there on.
fn offset(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let (first, second): (Pattern, Pattern) = (pattern(t, 0), pattern(t, 1));
    let granule = f.granule();
    let source = Mapped::new(t, f.context(), f.physical(), f.size())?;
    source.write(t, f, first)?;
    let tail = Mapped::part(t, f.context(), f.opened(), granule, granule, READ_WRITE)?;
    first.verify(granule, &f.read(t, tail.at(), granule)?)?;
    f.write(t, tail.at(), &second.bytes(0, granule))?;
    first.verify(0, &f.read(t, source.at(), granule)?)?;
    second.verify(0, &f.read(t, source.at().at(granule), granule)?)?;
    t.check_eq("access", access_mode(t, f.context(), tail.at(), granule)?, READ_WRITE)?;
    any_part(t, f)
}

/// Every part of a larger import shows the source from its offset on.
fn any_part(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    const GRANULES: usize = 4;
    let granule = f.granule();
    let source = create_shareable_physical(t, f.context(), GRANULES * granule)?;
    let handle = export_physical(t, f.context(), source.raw())?;
    let import = open_physical(t, f.context(), &handle.bytes())?;
    let whole = Mapped::new(t, f.context(), source.raw(), GRANULES * granule)?;
    whole.write(t, f, pattern(t, 2))?;
    for first in 0..GRANULES {
        for granules in 1..=GRANULES - first {
            let (offset, size) = (first * granule, granules * granule);
            let part = Mapped::part(t, f.context(), import.raw(), offset, size, READ_WRITE)?;
            let seen = pattern(t, 2).verify(offset, &f.read(t, part.at(), size)?);
            in_case(format!("{granules} granules from {first} on"), seen.map_err(Into::into))?;
            part.release()?;
        }
    }
    whole.release()
}

/// Two mappings of one import are the same memory; one goes without the other.
fn twice(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let source = Mapped::new(t, f.context(), f.physical(), f.size())?;
    let one = Mapped::new(t, f.context(), f.opened(), f.size())?;
    let two = Mapped::new(t, f.context(), f.opened(), f.size())?;
    t.check(one.at() != two.at(), "two mappings have one address")?;
    one.write(t, f, pattern(t, 0))?;
    two.verify(t, f, pattern(t, 0))?;
    source.verify(t, f, pattern(t, 0))?;
    two.write(t, f, pattern(t, 1))?;
    one.verify(t, f, pattern(t, 1))?;
    one.release()?;
    two.verify(t, f, pattern(t, 1))?;
    two.write(t, f, pattern(t, 2))?;
    source.verify(t, f, pattern(t, 2))
}

/// A read-only mapping shows the source and says what it is.
fn read_only(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let source = Mapped::new(t, f.context(), f.physical(), f.size())?;
    source.write(t, f, pattern(t, 0))?;
    let shown = Mapped::part(t, f.context(), f.opened(), 0, f.size(), READ_ONLY)?;
    shown.verify(t, f, pattern(t, 0))?;
    t.check_eq("access", access_mode(t, f.context(), shown.at(), f.size())?, READ_ONLY)?;
    t.check_eq("access of the source", access_mode(t, f.context(), source.at(), f.size())?, READ_WRITE)?;
    source.write(t, f, pattern(t, 1))?;
    shown.verify(t, f, pattern(t, 1))
}

/// A read-only mapping from the second granule on shows the source from there on. Apart from the one of the whole
/// import, as an implementation may map from the start alone.
fn read_only_offset(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let source = Mapped::new(t, f.context(), f.physical(), f.size())?;
    source.write(t, f, pattern(t, 1))?;
    let granule = f.granule();
    let tail = Mapped::part(t, f.context(), f.opened(), granule, granule, READ_ONLY)?;
    pattern(t, 1).verify(granule, &f.read(t, tail.at(), granule)?)?;
    t.check_eq("access of a part", access_mode(t, f.context(), tail.at(), granule)?, READ_ONLY)
}

/// A mapping says its access after a change too, and can be written to again after the change back.
fn access_changes(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let source = Mapped::new(t, f.context(), f.physical(), f.size())?;
    // Skips where nothing is ever read-only.
    Mapped::part(t, f.context(), f.opened(), 0, f.size(), READ_ONLY)?.release()?;
    let import = Mapped::new(t, f.context(), f.opened(), f.size())?;
    t.check_eq("access", access_mode(t, f.context(), import.at(), f.size())?, READ_WRITE)?;
    import.write(t, f, pattern(t, 0))?;
    set_access(t, import.mapping(), READ_ONLY)?;
    t.check_eq("access after a change", access_mode(t, f.context(), import.at(), f.size())?, READ_ONLY)?;
    import.verify(t, f, pattern(t, 0))?;
    t.check_eq("access of the source", access_mode(t, f.context(), source.at(), f.size())?, READ_WRITE)?;
    set_access(t, import.mapping(), READ_WRITE)?;
    t.check_eq(
        "access after the change back",
        access_mode(t, f.context(), import.at(), f.size())?,
        READ_WRITE,
    )?;
    import.write(t, f, pattern(t, 1))?;
    source.verify(t, f, pattern(t, 1))
}

/// `UR_VIRTUAL_MEM_INFO_ACCESS_MODE`.
fn access_mode(
    t: &TestContext<'_>,
    context: ContextHandle,
    at: DevicePtr,
    size: usize,
) -> TestResult<VirtualMemAccessFlags> {
    let mut flags = VirtualMemAccessFlags(SENTINEL as u32);
    t.ur()
        .virtual_mem_get_info(
            context,
            at.raw(),
            size,
            VirtualMemInfo::ACCESS_MODE,
            size_of_val(&flags),
            (&raw mut flags).cast(),
            null_mut(),
        )
        .ok()?;
    Ok(flags)
}
