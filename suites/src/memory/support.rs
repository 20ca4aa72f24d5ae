//! What several files of this folder want.

use crate::untouched::{UNTOUCHED, UNTOUCHED_POINTER};
use std::ops::Range;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, UrResult};
use ur_ipc_fixtures::ladder::{CONTENT, Consumer, Family, Fixture, Memory, UrQueueTest};
use ur_ipc_fixtures::objects::Exported;
use ur_ipc_fixtures::{Called, DevicePtr, Pattern, Scenario, TestContext, TestResult};

/// A pattern that differs from the fixtures' own and from those of other numbers.
pub(super) fn pattern(t: &TestContext, number: usize) -> Pattern {
    Pattern(t.seed().wrapping_add(1 + number as u64))
}

/// Writes the bytes `range` of a pattern to their place in the memory at `base`.
#[track_caller]
pub(super) fn fill_in(f: &UrQueueTest, base: DevicePtr, pattern: Pattern, range: Range<usize>) -> TestResult {
    f.write(base.at(range.start), &pattern.bytes(range.start, range.len()))
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

/// Get fails, and leaves both outputs as they were, or clears them.
#[track_caller]
pub(super) fn get_fails(t: &TestContext, context: ContextHandle, mem: DevicePtr) -> TestResult<UrResult> {
    let (mut data, mut size) = (UNTOUCHED_POINTER.raw(), UNTOUCHED);
    let result =
        t.ur().ipc_get_mem_handle_exp(context, mem.raw(), &raw mut data, &raw mut size).expect_error()?;
    untouched(t, "*ppIPCMemHandleData", data.into())?;
    untouched(t, "*pIPCMemHandleDataSizeRet", DevicePtr(size))?;
    Ok(result)
}

/// Fails unless an out-parameter holds after an error what it may: what it held before, or null.
#[track_caller]
pub(super) fn untouched(t: &TestContext, what: &str, found: DevicePtr) -> TestResult {
    t.check(
        found == UNTOUCHED_POINTER || found.is_null(),
        format!(
            "{what} was {UNTOUCHED_POINTER:?} before the failing call and is {found:?} after it: neither kept nor null"
        ),
    )
}

/// Open with the right arguments but, perhaps, the handle's bytes.
pub(super) fn try_open<'f>(f: &'f UrQueueTest, handle: &[u8], mem: &mut usize) -> Called<'f> {
    Memory::open_call(f.t().ur(), f.context(), f.t().device(), handle.into(), handle.len(), mem)
}

/// A step of open outcome in a process of its own, which may die of it: how it ends is observed.
#[track_caller]
pub(super) fn observe_in_peer<F: Fixture>(
    s: &Scenario,
    name: &str,
    body: impl FnOnce(&TestContext, &F) -> TestResult,
) -> TestResult {
    let peer = s.peer(name)?;
    let outcome = s.try_at(peer, |t| body(t, &F::set_up(t)?))?;
    s.here(|t| {
        t.observe(name, outcome);
        Ok(())
    })
    .map(drop)
}

/// Get on a pointer, and Put of what it gives: both are observed.
pub(super) fn observe_get(t: &TestContext, context: ContextHandle, what: &str, at: DevicePtr) -> UrResult {
    let (mut data, mut size) = (null_mut(), 0);
    let got = t.ur().ipc_get_mem_handle_exp(context, at.raw(), &raw mut data, &raw mut size).result;
    t.observe(what, got);
    if got.is_success() {
        t.observe("and Put", t.ur().ipc_put_mem_handle_exp(context, data).result);
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
    let (t, mut mem) = (f.t(), 0);
    let result = try_open(f, handle, &mut mem).result;
    if !result.is_success() {
        t.observe(what, result);
        return result;
    }
    let contents = expected.map_or("opens", |pattern| match f.read(DevicePtr(mem), 256) {
        Ok(bytes) if pattern.holds(0, &bytes) => "opens to the same bytes",
        Ok(_) => "opens to other bytes",
        Err(_) => "opens, but cannot be read",
    });
    let closed = Memory::close_call(t.ur(), f.context(), DevicePtr(mem)).result;
    t.observe(what, format!("{contents}; Close: {closed}"));
    result
}
