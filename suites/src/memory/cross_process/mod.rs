//! Memory between processes.

mod data;
mod death;
mod lifetime;
mod many_and_large;
mod several_processes;
mod transport;

use std::ops::Range;
use ur_ipc_fixtures::ladder::{Fixture, MEM_SIZE, UrQueueTest};
use ur_ipc_fixtures::objects::{DeviceMemory, Exported, Imported};
use ur_ipc_fixtures::{At, DevicePtr, Pattern, Peer, Scenario, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    data::tests(tests);
    transport::tests(tests);
    many_and_large::tests(tests);
    several_processes::tests(tests);
    lifetime::tests(tests);
    death::tests(tests);
}

/// All of an allocation of the usual size.
const WHOLE: Range<usize> = 0..MEM_SIZE;

/// A pattern that differs from the fixture's own and from those of other numbers.
fn pattern(t: &TestContext, number: usize) -> Pattern {
    Pattern(t.seed().wrapping_add(1 + number as u64))
}

/// Writes a part of the memory at `base`, which holds the pattern from there on.
#[track_caller]
fn write(f: &UrQueueTest, base: DevicePtr, pattern: Pattern, part: Range<usize>) -> TestResult {
    f.write(base.at(part.start), &pattern.bytes(part.start, part.len()))
}

/// Checks a part of the memory at `base`, which holds the pattern from there on.
#[track_caller]
fn check(f: &UrQueueTest, base: DevicePtr, pattern: Pattern, part: Range<usize>) -> TestResult {
    pattern.verify(f.t(), part.start, &f.read(base.at(part.start), part.len())?)
}

/// New memory that holds a pattern.
#[track_caller]
fn filled(f: &UrQueueTest, size: usize, pattern: Pattern) -> TestResult<DeviceMemory> {
    let memory = f.in_context().memory(size)?;
    write(f, memory.raw(), pattern, 0..size)?;
    Ok(memory)
}

/// Opens a handle, checks that all of the memory behind it holds a pattern, and closes it.
#[track_caller]
fn opens_to(f: &UrQueueTest, handle: &[u8], pattern: Pattern) -> TestResult {
    let import = f.in_context().open_memory(handle)?;
    check(f, import.raw(), pattern, WHOLE)?;
    import.release()
}

/// A peer that has a context and a queue.
#[track_caller]
fn ready(s: &Scenario, name: &str) -> TestResult<(Peer, At<UrQueueTest>)> {
    let peer = s.peer(name)?;
    let there = s.at(&peer, UrQueueTest::set_up)?;
    Ok((peer, there))
}

/// Gives a handle to a peer, which opens it.
#[track_caller]
fn open_at(
    s: &Scenario,
    peer: &Peer,
    there: &At<UrQueueTest>,
    handle: &At<Exported>,
) -> TestResult<At<Imported>> {
    let bytes = s.give(peer, |_| Ok(handle.bytes()))?;
    s.at(peer, |_| there.in_context().open_memory(&bytes))
}
