//! Mapping imports.

use crate::call_checks::check_equal;
use crate::untouched::UNTOUCHED;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{VirtualMemAccessFlags, VirtualMemInfo};
use ur_ipc_fixtures::hierarchy::{
    UrContextTest, UrIpcOpenedPhysMemTest, UrIpcPhysMemHandleTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{Context, Mapping, PhysicalMemory};
use ur_ipc_fixtures::{At, DevicePtr, Group, InCase, Need, TestContext, TestResult, Tests, case};

const READ_WRITE: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_WRITE;
const READ_ONLY: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_ONLY;
const NONE: VirtualMemAccessFlags = VirtualMemAccessFlags::NONE;
const OFFSET_AND_ACCESS: &str = "physical_memory.map.offset_and_access";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::map");
    // Copies and fills through a mapping of the import and through one of the source change the same bytes.
    group.test("aliases_source").checks("physical_memory.map.aliases_source").on(aliases_source);
    let draft = group.test("exported_while_read_only").checks("physical_memory.map.aliases_source");
    draft.needs(&[Need::ReadOnlyMappings]).on(exported_while_read_only);

    parts(&mut group);
    access(&mut group);
    access_at_offset(&mut group);
    access_of_part(&mut group);
    no_access(&mut group);
    kept(&mut group);
}

fn aliases_source(t: &TestContext, f: &UrIpcOpenedPhysMemTest) -> TestResult {
    let (queue, size) = (f.queue(), f.size());
    let source = f.physical().map(size)?;
    source.write(queue, t.pattern(0))?;
    let import = f.opened().map(size)?;
    t.check(import.at() != source.at(), "two mappings have one address")?;
    import.verify(queue, t.pattern(0))?;
    import.write(queue, t.pattern(1))?;
    source.verify(queue, t.pattern(1))?;
    source.write(queue, t.pattern(2))?;
    import.verify(queue, t.pattern(2))?;

    // A fill changes its range and no byte beside it.
    let (begin, end) = (f.granule() - 333, f.granule() + 555);
    for (filled, seen, byte) in [(&import, &source, 0xc3), (&source, &import, 0x3c)] {
        queue.fill(filled.at().at(begin), byte, end - begin)?;
        let mut expected = t.pattern(2).bytes(0, size);
        expected[begin..end].fill(byte);
        let bytes = f.read(seen.at(), size)?;
        check_equal(t, "first wrong byte after a fill", &bytes, &expected)?;
    }

    // Copies between device memory and the import, in both directions.
    let plain = f.in_context().memory(size)?;
    f.write(plain.raw(), &t.pattern(3).bytes(0, size))?;
    queue.copy(import.at(), plain.raw(), size, &[])?;
    queue.finish()?;
    source.verify(queue, t.pattern(3))?;
    source.write(queue, t.pattern(4))?;
    queue.copy(plain.raw(), import.at(), size, &[])?;
    queue.finish()?;
    t.pattern(4).verify(t, 0, &f.read(plain.raw(), size)?)?;

    // An import in another context shows and changes the bytes of the source's mapping as well.
    source.write(queue, t.pattern(5))?;
    let other = Context::on_device(t)?;
    let queue_there = other.queue()?;
    let opened = other.open_physical(&f.handle())?;
    let there = opened.map(size)?;
    there.verify(&queue_there, t.pattern(5))?;
    there.write(&queue_there, t.pattern(6))?;
    source.verify(queue, t.pattern(6))?;
    there.release()?;
    opened.release()
}

/// The access of an import's mapping is that which is asked for, whatever the source was mapped with at Get.
fn exported_while_read_only(t: &TestContext, f: &UrIpcOpenedPhysMemTest) -> TestResult {
    let size = f.granule();
    let source = f.in_context().shareable_physical(size)?;
    let seen = source.map_part(0, size, READ_ONLY)?;
    let handle = source.export()?;
    let import = f.in_context().open_physical(&handle.bytes())?;
    let mapping = import.map(size)?;
    t.check_eq("access", access_mode(f, &mapping)?, READ_WRITE)?;
    mapping.write(f.queue(), t.pattern(7))?;
    seen.verify(f.queue(), t.pattern(7))?;
    mapping.release()?;
    import.release()?;
    handle.release()?;
    seen.release()?;
    source.release()
}

fn parts(group: &mut Group<'_>) {
    // A mapping of the import from its second granule on shows the source from there on, and so does every part of a
    // larger import.
    group.test("offset").checks(OFFSET_AND_ACCESS).on(|t, f: &UrIpcOpenedPhysMemTest| {
        let (first, second) = (t.pattern(0), t.pattern(1));
        let granule = f.granule();
        let source = f.physical().map(f.size())?;
        source.write(f.queue(), first)?;
        let tail = f.opened().map_part(granule, granule, READ_WRITE)?;
        tail.verify(f.queue(), first)?;
        tail.write(f.queue(), second)?;
        first.verify(t, 0, &f.read(source.at(), granule)?)?;
        second.verify(t, granule, &f.read(source.at().at(granule), granule)?)?;
        t.check_eq("access", access_mode(f, &tail)?, READ_WRITE)?;
        any_part(t, f)
    });

    // Two mappings of one import are the same memory; one goes without the other.
    let draft = group.test("twice").checks(OFFSET_AND_ACCESS).needs(&[Need::TwoMappings]);
    draft.on(|t, f: &UrIpcOpenedPhysMemTest| {
        let queue = f.queue();
        let source = f.physical().map(f.size())?;
        let one = f.opened().map(f.size())?;
        let two = f.opened().map(f.size())?;
        t.check(one.at() != two.at(), "two mappings have one address")?;
        one.write(queue, t.pattern(0))?;
        two.verify(queue, t.pattern(0))?;
        source.verify(queue, t.pattern(0))?;
        two.write(queue, t.pattern(1))?;
        one.verify(queue, t.pattern(1))?;
        one.release()?;
        two.verify(queue, t.pattern(1))?;
        two.write(queue, t.pattern(2))?;
        source.verify(queue, t.pattern(2))
    });
}

fn any_part(t: &TestContext, f: &UrIpcOpenedPhysMemTest) -> TestResult {
    const GRANULES: usize = 4;
    let granule = f.granule();
    let source = f.in_context().shareable_physical(GRANULES * granule)?;
    let handle = source.export()?;
    let import = f.in_context().open_physical(&handle.bytes())?;
    let whole = source.map(GRANULES * granule)?;
    whole.write(f.queue(), t.pattern(2))?;
    for first in 0..GRANULES {
        for granules in 1..=GRANULES - first {
            let part = import.map_part(first * granule, granules * granule, READ_WRITE)?;
            part.verify(f.queue(), t.pattern(2)).in_case(format!("{granules} granules from {first} on"))?;
            part.release()?;
        }
    }
    whole.release()
}

fn access(group: &mut Group<'_>) {
    // A read-only mapping shows the source and says what it is.
    let draft = group.test("read_only").checks(OFFSET_AND_ACCESS).needs(&[Need::ReadOnlyMappings]);
    draft.on(|t, f: &UrIpcOpenedPhysMemTest| {
        let source = f.physical().map(f.size())?;
        source.write(f.queue(), t.pattern(0))?;
        let shown = f.opened().map_part(0, f.size(), READ_ONLY)?;
        shown.verify(f.queue(), t.pattern(0))?;
        t.check_eq("access", access_mode(f, &shown)?, READ_ONLY)?;
        t.check_eq("access of the source", access_mode(f, &source)?, READ_WRITE)?;
        source.write(f.queue(), t.pattern(1))?;
        shown.verify(f.queue(), t.pattern(1))
    });

    // A read-only mapping from the second granule on shows the source from there on. Apart from the one of the whole
    // import, as an implementation may map from the start alone.
    let draft = group.test("read_only_offset").checks(OFFSET_AND_ACCESS).needs(&[Need::ReadOnlyParts]);
    draft.on(|t, f: &UrIpcOpenedPhysMemTest| {
        let source = f.physical().map(f.size())?;
        source.write(f.queue(), t.pattern(1))?;
        let tail = f.opened().map_part(f.granule(), f.granule(), READ_ONLY)?;
        tail.verify(f.queue(), t.pattern(1))?;
        t.check_eq("access of a part", access_mode(f, &tail)?, READ_ONLY)
    });

    // A mapping says its access after a change too, and can be written to again after the change back.
    let draft = group.test("set_access").checks(OFFSET_AND_ACCESS).needs(&[Need::ReadOnlyMappings]);
    draft.on(|t, f: &UrIpcOpenedPhysMemTest| {
        let source = f.physical().map(f.size())?;
        // What was mapped for reading alone before does not matter.
        f.opened().map_part(0, f.size(), READ_ONLY)?.release()?;
        let import = f.opened().map(f.size())?;
        t.check_eq("access", access_mode(f, &import)?, READ_WRITE)?;
        import.write(f.queue(), t.pattern(0))?;
        import.set_access(READ_ONLY)?;
        t.check_eq("access after a change", access_mode(f, &import)?, READ_ONLY)?;
        import.verify(f.queue(), t.pattern(0))?;
        t.check_eq("access of the source", access_mode(f, &source)?, READ_WRITE)?;
        import.set_access(READ_WRITE)?;
        t.check_eq("access after the change back", access_mode(f, &import)?, READ_WRITE)?;
        import.write(f.queue(), t.pattern(1))?;
        source.verify(f.queue(), t.pattern(1))
    });
}

/// A mapping from the second granule on shows the same bytes whatever its access is changed to.
fn access_at_offset(group: &mut Group<'_>) {
    type Object = fn(&UrIpcOpenedPhysMemTest) -> &PhysicalMemory;
    group
        .table([
            case::<Object>("set_access_at_offset", OFFSET_AND_ACCESS, |f| f.opened()),
            case::<Object>("set_access_at_offset_of_source", OFFSET_AND_ACCESS, |f| f.physical()),
        ])
        .needs(&[Need::ReadOnlyMappings])
        .on(|t, f: &UrIpcOpenedPhysMemTest, object| {
            let (granule, queue) = (f.granule(), f.queue());
            f.fill(t.pattern(0))?;
            let tail = object(f).map_part(granule, granule, READ_WRITE)?;
            tail.verify(queue, t.pattern(0))?;
            for access in [READ_ONLY, READ_WRITE] {
                tail.set_access(access)?;
                tail.verify(queue, t.pattern(0)).in_case(format!("after a change to {access:?}"))?;
            }
            tail.write(queue, t.pattern(1))?;
            tail.release()?;
            let whole = f.physical().map(f.size())?;
            t.pattern(0).verify(t, 0, &f.read(whole.at(), granule)?)?;
            t.pattern(1).verify(t, granule, &f.read(whole.at().at(granule), granule)?)
        });
}

/// A change of the access to a part changes that part alone, where the device changes parts.
fn access_of_part(group: &mut Group<'_>) {
    let draft = group.test("set_access_of_part").checks(OFFSET_AND_ACCESS).needs(&[Need::ReadOnlyMappings]);
    draft.on(|t, f: &UrIpcOpenedPhysMemTest| {
        let (granule, queue) = (f.granule(), f.queue());
        f.fill(t.pattern(0))?;
        for object in [f.physical(), f.opened()] {
            let whole = object.map(f.size())?;
            for changed in [0, 1] {
                let at = [whole.at(), whole.at().at(granule)];
                let set =
                    |access| t.ur().virtual_mem_set_access(f.context(), at[changed].raw(), granule, access);
                let called = set(READ_ONLY);
                if !called.result.is_success() {
                    t.observe("a change of the access of a part", called.result);
                    continue;
                }
                let other = 1 - changed;
                let modes = [access_mode_at(f, at[0], granule)?, access_mode_at(f, at[1], granule)?];
                t.check_eq("access of the part that was changed", modes[changed], READ_ONLY)?;
                t.check_eq("access of the part beside", modes[other], READ_WRITE)?;
                let part = t.pattern(1 + changed).bytes(0, granule);
                queue.write(at[other], &part)?;
                t.pattern(1 + changed).verify(t, 0, &queue.read(at[other], granule)?)?;
                t.pattern(0).verify(t, changed * granule, &queue.read(at[changed], granule)?)?;
                set(READ_WRITE).ok()?;
                t.check_eq(
                    "access after the change back",
                    access_mode_at(f, at[changed], granule)?,
                    READ_WRITE,
                )?;
                queue.write(at[other], &t.pattern(0).bytes(other * granule, granule))?;
            }
            whole.verify(queue, t.pattern(0))?;
            whole.release()?;
        }
        Ok(())
    });
}

fn no_access(group: &mut Group<'_>) {
    // An import that is mapped without access, or loses it, shows the source again when it gets its access.
    let draft =
        group.test("no_access").checks("physical_memory.map.no_access").needs(&[Need::NoAccessMappings]);
    draft.on(|t, f: &UrIpcOpenedPhysMemTest| {
        let source = f.physical().map(f.size())?;
        let import = f.opened().map_part(0, f.size(), NONE)?;
        t.observe("the access mode of a mapping without access", format!("{:?}", access_mode(f, &import)?));
        for round in 0..2 {
            let (ours, theirs) = (t.pattern(2 * round), t.pattern(2 * round + 1));
            let mode = access_mode(f, &import)?;
            let says_none = !mode.contains(READ_WRITE) && !mode.contains(READ_ONLY);
            t.check(says_none, format!("a mapping without access says that its access is {mode:?}"))?;
            t.check_eq("access of the source", access_mode(f, &source)?, READ_WRITE)?;
            source.write(f.queue(), ours)?;
            import.set_access(READ_WRITE)?;
            t.check_eq("access after the change", access_mode(f, &import)?, READ_WRITE)?;
            import.verify(f.queue(), ours)?;
            import.write(f.queue(), theirs)?;
            source.verify(f.queue(), theirs)?;
            import.set_access(NONE)?;
        }
        import.release()?;
        source.verify(f.queue(), t.pattern(3))
    });
}

/// A write without the right to write: another process maps an import with such access, and writes through it. Whatever
/// becomes of that process, the source stays as it was.
fn kept(group: &mut Group<'_>) {
    for (name, need, mapped, access) in [
        ("read_only_write", Need::ReadOnlyMappings, READ_ONLY, READ_ONLY),
        ("set_read_only_write", Need::ReadOnlyMappings, READ_WRITE, READ_ONLY),
        ("no_access_write", Need::NoAccessMappings, NONE, NONE),
    ] {
        let draft = group.test(name).checks("physical_memory.map.access_is_kept").needs(&[need]);
        draft.across(move |s, f: &At<UrIpcPhysMemHandleTest>| {
            let (size, handle) = s.tell(|t| {
                f.fill(t.pattern(0))?;
                Ok((f.size(), f.handle()))
            })?;
            let (consumer, there) = s.fresh_peer_with::<UrQueueTest>("consumer")?;
            let wrote = s.try_and_exit(consumer, |t| {
                let import = there.in_context().open_physical(&handle)?;
                let mapping = import.map_part(0, size, mapped)?;
                if mapped != access {
                    mapping.set_access(access)?;
                }
                let written = mapping.write(there.queue(), t.pattern(1));
                Ok(if written.is_ok() { "succeeds" } else { "is refused" }.to_owned())
            })?;
            s.here(|t| {
                t.observe("a write without the right to", wrote);
                f.verify(t.pattern(0))
            })
        });
    }
}

/// `UR_VIRTUAL_MEM_INFO_ACCESS_MODE`.
#[track_caller]
pub(super) fn access_mode(f: &UrContextTest, mapping: &Mapping) -> TestResult<VirtualMemAccessFlags> {
    access_mode_at(f, mapping.at(), mapping.size())
}

#[track_caller]
fn access_mode_at(f: &UrContextTest, at: DevicePtr, size: usize) -> TestResult<VirtualMemAccessFlags> {
    let mut flags = VirtualMemAccessFlags(UNTOUCHED as u32);
    let (value, value_size, name) =
        ((&raw mut flags).cast(), size_of_val(&flags), VirtualMemInfo::ACCESS_MODE);
    f.t().ur().virtual_mem_get_info(f.context(), at.raw(), size, name, value_size, value, null_mut()).ok()?;
    Ok(flags)
}
