//! Checks of Get, Put and queries in any family, and what is observed of calls that may fail.

use crate::untouched::{UNTOUCHED, UNTOUCHED_POINTER, check_untouched};
use std::collections::BTreeSet;
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, UrResult};
use ur_ipc_fixtures::hierarchy::{Fixture, Shareable};
use ur_ipc_fixtures::objects::Exported;
use ur_ipc_fixtures::{At, Called, DevicePtr, Scenario, TestContext, TestResult};

/// The Get call, and the buffer that it gives.
#[track_caller]
pub(crate) fn get<F: Shareable>(
    t: &TestContext,
    context: ContextHandle,
    object: F::Raw,
) -> (Called<'_>, DevicePtr) {
    let (mut data, mut size) = (null_mut(), 0);
    (F::get_call(t.ur(), context, object, &raw mut data, &raw mut size), data.into())
}

/// A Get, with or without places for the buffer's address and for its size, must fail, and leave them alone or clear
/// them.
#[track_caller]
pub(crate) fn get_leaves_outputs<F: Shareable>(
    t: &TestContext,
    (context, object): (ContextHandle, F::Raw),
    (with_data, with_size): (bool, bool),
) -> TestResult<UrResult> {
    let (mut data, mut size) = (UNTOUCHED_POINTER.raw(), UNTOUCHED);
    let data_out = if with_data { &raw mut data } else { null_mut() };
    let size_out = if with_size { &raw mut size } else { null_mut() };
    let code = F::get_call(t.ur(), context, object, data_out, size_out).expect_error()?;
    check_untouched(t, "the place for the buffer's address", DevicePtr::from(data).0)?;
    check_untouched(t, "the place for the buffer's size", size)?;
    Ok(code)
}

/// A Put without a context must be refused, again and again, and change nothing: the handle is valid, and can be put.
#[track_caller]
pub(crate) fn put_without_context<F: Shareable>(
    t: &TestContext,
    handle: Exported,
    check_valid: impl FnOnce(&Exported) -> TestResult,
) -> TestResult {
    for _ in 0..3 {
        let called = F::put_call(t.ur(), ContextHandle::NULL, handle.raw().at);
        if called.result.is_success() {
            // It was released after all; a second Put would touch what is no longer there.
            handle.forget();
            return called.expect(UrResult::ERROR_INVALID_NULL_HANDLE);
        }
        called.expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
    }
    let valid = check_valid(&handle);
    if valid.is_err() {
        // Released in spite of the error; a second Put would touch what is no longer there.
        handle.forget();
        return valid;
    }
    handle.release()
}

/// A step of open outcome in a process of its own, which may die of it. How it ends is observed. The test goes on after a
/// crash, and fails by it.
#[track_caller]
pub(crate) fn observe_in_peer<F: Fixture>(
    s: &Scenario,
    name: &str,
    body: impl FnOnce(&TestContext, &F) -> TestResult,
) -> TestResult<At<()>> {
    let peer = s.fresh_peer(name)?;
    let end = s.try_at(peer, |t| body(t, &F::set_up(t)?))?;
    s.here(|t| {
        end.observe(t, name);
        Ok(())
    })
}

/// Notes each of several outcomes of the same thing once.
pub(crate) fn observe_all(t: &TestContext, what: &str, seen: BTreeSet<String>) {
    for outcome in seen {
        t.observe(what, outcome);
    }
}

/// A query takes buffers of the size of its answer and larger ones, and refuses those that are smaller.
#[track_caller]
pub(crate) fn check_sizes<'u>(
    t: &TestContext,
    real: usize,
    ask: impl Fn(usize, *mut c_void, *mut usize) -> Called<'u>,
    refused: impl Fn(Called<'u>) -> TestResult,
) -> TestResult {
    let mut buffer = [0u8; 256];
    let place = buffer.as_mut_ptr().cast();
    for larger in [real, real + 1, 2 * real, buffer.len()] {
        ask(larger, place, null_mut()).ok()?;
        let mut size = UNTOUCHED;
        ask(larger, place, &raw mut size).ok()?;
        t.check_eq(
            &format!("the size of the answer, of which there is room for {larger} bytes"),
            size,
            real,
        )?;
    }
    for smaller in [0, 1, real - 1].into_iter().filter(|smaller| *smaller < real) {
        refused(ask(smaller, place, null_mut()))?;
    }
    Ok(())
}

/// Fails unless both are equal; `what` is said of the first byte that is not.
#[track_caller]
pub(crate) fn check_equal(t: &TestContext, what: &str, found: &[u8], expected: &[u8]) -> TestResult {
    // Most are equal, which is known sooner than where they differ.
    let differ = || found.iter().zip(expected).position(|(found, expected)| found != expected);
    let wrong = (found != expected).then(|| differ().unwrap_or(found.len().min(expected.len())));
    t.check_eq(what, wrong, None)
}

/// The code that queries refuse too small a buffer with, where UR names it.
#[track_caller]
pub(crate) fn invalid_size(called: Called<'_>) -> TestResult {
    called.expect(UrResult::ERROR_INVALID_SIZE)
}
