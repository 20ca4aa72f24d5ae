//! Mapping where something else was mapped before.

use super::support::{in_case, pattern, verify_object, write_object};
use ur_ipc_fixtures::api::{PhysicalMemHandle, VirtualMemAccessFlags};
use ur_ipc_fixtures::ladder::{OpenedPhysMemFixture, UrIpcOpenedPhysMemTest};
use ur_ipc_fixtures::objects::{
    Mapping, create_shareable_physical, export_physical, map, open_physical, reserve,
};
use ur_ipc_fixtures::{DevicePtr, Pattern, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::map::after_unmap",
        &["physical_memory.map.after_unmap"],
        with!(OpenedPhysMemFixture, after_unmap),
    ),
    Test::new(
        "physical_memory::map::beside_unmapped",
        &["physical_memory.map.after_unmap"],
        with!(OpenedPhysMemFixture, beside_unmapped),
    ),
];

#[track_caller]
fn map_at<'t>(
    t: &'t TestContext<'t>,
    f: &impl UrIpcOpenedPhysMemTest,
    at: DevicePtr,
    size: usize,
    object: PhysicalMemHandle,
) -> TestResult<Mapping<'t>> {
    map(t, f.context(), at, size, object, 0, VirtualMemAccessFlags::READ_WRITE)
}

#[track_caller]
fn shows(
    t: &TestContext<'_>,
    f: &impl UrIpcOpenedPhysMemTest,
    mapping: &Mapping<'_>,
    content: Pattern,
) -> TestResult {
    let (at, size) = mapping.raw();
    Ok(content.verify(0, &f.read(t, at, size)?)?)
}

/// An import, other memory and the source take turns at one address: each shows what it holds itself, takes what is
/// written to it, and keeps that when it is unmapped.
fn after_unmap(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let size = f.size();
    let other = create_shareable_physical(t, f.context(), size)?;
    let import = ("the import", f.opened(), 0);
    let beside = ("other memory", other.raw(), 1);
    let source = ("the source", f.physical(), 0);
    let turns = [import, beside, source, import, beside, import];
    let mut contents = [pattern(t, 0), pattern(t, 1)];
    write_object(t, f, f.physical(), size, contents[0])?;
    write_object(t, f, other.raw(), size, contents[1])?;
    let place = reserve(t, f.context(), size)?;
    let (at, _) = place.raw();
    for (turn, (what, object, memory)) in turns.into_iter().enumerate() {
        let take_turn = |content: &mut Pattern| {
            let mapping = map_at(t, f, at, size, object)?;
            shows(t, f, &mapping, *content)?;
            *content = pattern(t, 2 + turn as u64);
            f.write(t, at, &content.bytes(0, size))?;
            shows(t, f, &mapping, *content)?;
            mapping.release()
        };
        in_case(format!("{what} in turn {turn}"), take_turn(&mut contents[memory]))?;
        for (object, content) in [(f.physical(), contents[0]), (other.raw(), contents[1])] {
            in_case(format!("after turn {turn}"), verify_object(t, f, object, size, content))?;
        }
    }
    place.release()
}

/// What is unmapped leaves its neighbours mapped, and makes room for something else between them. All are mapped whole,
/// as an implementation may not map parts.
fn beside_unmapped(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let granule = f.granule();
    let make = |stream| -> TestResult<_> {
        let object = create_shareable_physical(t, f.context(), granule)?;
        write_object(t, f, object.raw(), granule, pattern(t, stream))?;
        Ok((object, pattern(t, stream)))
    };
    let (left, of_left) = make(0)?;
    let (right, of_right) = make(1)?;
    let (source, of_source) = make(2)?;
    let handle = export_physical(t, f.context(), source.raw())?;
    let import = open_physical(t, f.context(), &handle.bytes())?;
    let place = reserve(t, f.context(), 3 * granule)?;
    let slot = |number: usize| place.raw().0.at(number * granule);
    let before = map_at(t, f, slot(0), granule, left.raw())?;
    let after = map_at(t, f, slot(2), granule, right.raw())?;
    for (object, content) in [(import.raw(), of_source), (left.raw(), of_left), (import.raw(), of_source)] {
        let between = map_at(t, f, slot(1), granule, object)?;
        shows(t, f, &between, content)?;
        between.release()?;
        shows(t, f, &before, of_left)?;
        shows(t, f, &after, of_right)?;
    }
    // The neighbours' places, too, are free for others once they are unmapped, even for something larger.
    before.release()?;
    after.release()?;
    write_object(t, f, f.physical(), f.size(), pattern(t, 3))?;
    let larger = map_at(t, f, slot(0), f.size(), f.opened())?;
    shows(t, f, &larger, pattern(t, 3))?;
    larger.release()?;
    place.release()
}
