//! Helpers for several files of this folder.

use crate::call_checks::get;
use crate::open_calls::Opening;
use std::ops::Range;
use ur_ipc_fixtures::api::{ContextHandle, UrResult};
use ur_ipc_fixtures::hierarchy::{CONTENT, Consumer, MEM_SIZE, Memory, Shareable, UrQueueTest};
use ur_ipc_fixtures::objects::{DeviceMemory, Exported, Imported};
use ur_ipc_fixtures::{At, DevicePtr, Pattern, Peer, Scenario, TestContext, TestResult};

/// All of an allocation of the usual size.
pub(super) const WHOLE: Range<usize> = 0..MEM_SIZE;

/// Writes the bytes `range` of a pattern to their place in the memory at `base`.
#[track_caller]
pub(super) fn write(f: &UrQueueTest, base: DevicePtr, pattern: Pattern, range: Range<usize>) -> TestResult {
    f.write(base.at(range.start), &pattern.bytes(range.start, range.len()))
}

/// New memory that holds a pattern.
#[track_caller]
pub(super) fn filled(f: &UrQueueTest, size: usize, pattern: Pattern) -> TestResult<DeviceMemory> {
    let memory = f.in_context().memory(size)?;
    write(f, memory.raw(), pattern, 0..size)?;
    Ok(memory)
}

/// Checks that the memory at `base` holds the bytes `range` of a pattern at their place.
#[track_caller]
pub(super) fn check(f: &UrQueueTest, base: DevicePtr, pattern: Pattern, range: Range<usize>) -> TestResult {
    pattern.verify(f.t(), range.start, &f.read(base.at(range.start), range.len())?)
}

/// Opens a handle, checks that the pointer leads to the bytes `range` of a pattern, and closes it.
#[track_caller]
pub(super) fn opens_to(f: &UrQueueTest, handle: &[u8], pattern: Pattern, range: Range<usize>) -> TestResult {
    let opened = f.in_context().open_memory(handle)?;
    pattern.verify(f.t(), range.start, &f.read(opened.raw(), range.len())?)?;
    opened.release()
}

/// The control of negative cases in a consumer: its handle opens, and to the right bytes.
#[track_caller]
pub(super) fn opens_well(c: &Consumer<Memory>) -> TestResult {
    opens_to(c, c.handle(), c.pattern(), 0..CONTENT)
}

/// Gives a handle to a peer, which opens it.
#[track_caller]
pub(super) fn open_at(
    s: &Scenario,
    peer: &Peer,
    there: &At<UrQueueTest>,
    handle: &At<Exported>,
) -> TestResult<At<Imported>> {
    let bytes = s.give(peer, |_| Ok(handle.bytes()))?;
    s.at(peer, |_| there.in_context().open_memory(&bytes))
}

/// Get on a pointer, and Put of what it gives: both are observed.
pub(super) fn observe_get(t: &TestContext, context: ContextHandle, what: &str, at: DevicePtr) -> UrResult {
    let (called, data) = get::<Memory>(t, context, at);
    let got = called.result;
    t.observe(what, got);
    if got.is_success() {
        t.observe("and Put", Memory::put_call(t.ur(), context, data).result);
    }
    got
}

/// Puts a handle where it is open whether that succeeds.
pub(super) fn observe_put(t: &TestContext, what: &str, export: Exported) {
    let context = export.context();
    let data = export.forget();
    t.observe(what, Memory::put_call(t.ur(), context, data.at).result);
}

/// Opens bytes that nobody promises anything about, says what came of it, reads the first bytes where `expected` is
/// given, and closes what was opened.
pub(super) fn observe_open(
    f: &UrQueueTest,
    what: &str,
    handle: &[u8],
    expected: Option<Pattern>,
) -> UrResult {
    let t = f.t();
    let (called, opened) = Opening::of(f, handle).make::<Memory>(t);
    let result = called.result;
    if !result.is_success() {
        t.observe(what, result);
        return result;
    }
    let opened = DevicePtr(opened);
    let contents = expected.map_or("opens", |pattern| match f.read(opened, 256) {
        Ok(bytes) if pattern.holds(0, &bytes) => "opens to the same bytes",
        Ok(_) => "opens to other bytes",
        Err(_) => "opens, but cannot be read",
    });
    let closed = Memory::close_call(t.ur(), f.context(), opened).result;
    t.observe(what, format!("{contents}; Close: {closed}"));
    result
}
