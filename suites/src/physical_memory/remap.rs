//! Mapping where something else was mapped before.

use super::map::access_mode;
use ur_ipc_fixtures::api::{PhysicalMemHandle, VirtualMemAccessFlags};
use ur_ipc_fixtures::hierarchy::UrIpcOpenedPhysMemTest;
use ur_ipc_fixtures::objects::Mapping;
use ur_ipc_fixtures::{DevicePtr, InCase, Need, Pattern, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::map");

    // An import, other memory and the source take turns at one address: each shows what it holds itself, takes what is
    // written to it, and keeps that when it is unmapped.
    group.test("after_unmap").checks("physical_memory.map.after_unmap").on(after_unmap);

    // What is unmapped leaves its neighbours mapped, and makes room for something else between them. All are mapped
    // whole, as an implementation may not map parts.
    group.test("beside_unmapped").checks("physical_memory.map.after_unmap").on(beside_unmapped);

    // The access of a mapping is that which Map names, whatever the access to the same addresses was changed to before.
    let draft = group.test("after_unmap_of_read_only").checks("physical_memory.map.after_unmap");
    draft.needs(&[Need::ReadOnlyMappings]).on(after_unmap_of_read_only);
}

#[track_caller]
fn map_at(
    f: &UrIpcOpenedPhysMemTest,
    at: DevicePtr,
    size: usize,
    object: PhysicalMemHandle,
) -> TestResult<Mapping> {
    f.in_context().map(at, size, object, 0, VirtualMemAccessFlags::READ_WRITE)
}

fn after_unmap(t: &TestContext, f: &UrIpcOpenedPhysMemTest) -> TestResult {
    let size = f.size();
    let other = f.in_context().shareable_physical(size)?;
    let import = ("the import", f.opened().raw(), 0);
    let beside = ("other memory", other.raw(), 1);
    let source = ("the source", f.physical().raw(), 0);
    let turns = [import, beside, source, import, beside, import];
    let mut contents = [t.pattern(0), t.pattern(1)];
    f.fill(contents[0])?;
    f.write_physical(other.raw(), size, contents[1])?;
    let place = f.in_context().reserve(size)?;
    for (turn, (what, object, memory)) in turns.into_iter().enumerate() {
        let take_turn = |content: &mut Pattern| {
            let mapping = map_at(f, place.raw().0, size, object)?;
            mapping.verify(f.queue(), *content)?;
            *content = t.pattern(2 + turn);
            mapping.write(f.queue(), *content)?;
            mapping.verify(f.queue(), *content)?;
            mapping.release()
        };
        take_turn(&mut contents[memory]).in_case(format!("{what} in turn {turn}"))?;
        for (object, content) in [(f.physical(), contents[0]), (&other, contents[1])] {
            f.verify_physical(object.raw(), size, content).in_case(format!("after turn {turn}"))?;
        }
    }
    place.release()
}

fn after_unmap_of_read_only(t: &TestContext, f: &UrIpcOpenedPhysMemTest) -> TestResult {
    let (size, place) = (f.size(), f.in_context().reserve(f.size())?);
    for (what, object) in [("the import", f.opened()), ("the source", f.physical())] {
        let before = map_at(f, place.raw().0, size, object.raw())?;
        before.set_access(VirtualMemAccessFlags::READ_ONLY)?;
        // An answer may be kept for the address.
        access_mode(f, &before)?;
        before.release()?;
        let mapping = map_at(f, place.raw().0, size, object.raw())?;
        t.check_eq("access", access_mode(f, &mapping)?, VirtualMemAccessFlags::READ_WRITE).in_case(what)?;
        mapping.write(f.queue(), t.pattern(0))?;
        mapping.verify(f.queue(), t.pattern(0)).in_case(what)?;
        mapping.release()?;
    }
    place.release()
}

fn beside_unmapped(t: &TestContext, f: &UrIpcOpenedPhysMemTest) -> TestResult {
    let (granule, queue) = (f.granule(), f.queue());
    let make = |stream| -> TestResult<_> {
        let object = f.in_context().shareable_physical(granule)?;
        f.write_physical(object.raw(), granule, t.pattern(stream))?;
        Ok((object, t.pattern(stream)))
    };
    let (left, of_left) = make(0)?;
    let (right, of_right) = make(1)?;
    let (source, of_source) = make(2)?;
    let (other, of_other) = make(4)?;
    let handle = source.export()?;
    let import = f.in_context().open_physical(&handle.bytes())?;
    let place = f.in_context().reserve(3 * granule)?;
    let slot = |number: usize| place.raw().0.at(number * granule);
    let before = map_at(f, slot(0), granule, left.raw())?;
    let after = map_at(f, slot(2), granule, right.raw())?;
    for (object, content) in [(&import, of_source), (&other, of_other), (&import, of_source)] {
        let between = map_at(f, slot(1), granule, object.raw())?;
        between.verify(queue, content)?;
        between.release()?;
        before.verify(queue, of_left)?;
        after.verify(queue, of_right)?;
    }
    // The neighbours' places, too, are free for others once they are unmapped, even for something larger.
    before.release()?;
    after.release()?;
    f.fill(t.pattern(3))?;
    let larger = map_at(f, slot(0), f.size(), f.opened().raw())?;
    larger.verify(queue, t.pattern(3))?;
    larger.release()?;
    place.release()
}
