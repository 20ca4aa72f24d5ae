//! Calls that are to fail, or may, in any family.

use crate::untouched::{UNTOUCHED, UNTOUCHED_POINTER, check_untouched};
use std::collections::BTreeSet;
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, UrResult};
use ur_ipc_fixtures::ladder::{Fixture, Shareable, UrContextTest};
use ur_ipc_fixtures::objects::{Exported, Owned};
pub(crate) use ur_ipc_fixtures::system;
use ur_ipc_fixtures::{At, Called, DevicePtr, Scenario, TestContext, TestResult};

/// What Open is called with; events know no device.
#[derive(Clone, Copy)]
pub(crate) struct Opening {
    pub(crate) context: ContextHandle,
    pub(crate) device: DeviceHandle,
    pub(crate) data: DevicePtr,
    pub(crate) size: usize,
}

/// How to spoil a right call of Open, and the code that it is refused with then.
pub(crate) type Spoiled = (fn(Opening) -> Opening, UrResult);

pub(crate) const NULL_CONTEXT: Spoiled =
    (|right| Opening { context: ContextHandle::NULL, ..right }, UrResult::ERROR_INVALID_NULL_HANDLE);
pub(crate) const NULL_DEVICE: Spoiled =
    (|right| Opening { device: DeviceHandle::NULL, ..right }, UrResult::ERROR_INVALID_NULL_HANDLE);
pub(crate) const NULL_DATA: Spoiled =
    (|right| Opening { data: DevicePtr::NULL, ..right }, UrResult::ERROR_INVALID_NULL_POINTER);

impl Opening {
    /// The right arguments for a handle with these bytes.
    pub(crate) fn of(f: &UrContextTest, bytes: &[u8]) -> Self {
        Self { context: f.context(), device: f.t().device(), data: bytes.into(), size: bytes.len() }
    }

    /// The call, and what it leaves in its out-parameter.
    #[track_caller]
    pub(crate) fn make<F: Shareable>(self, t: &TestContext) -> (Called<'_>, usize) {
        let mut out = UNTOUCHED;
        (F::open_call(t.ur(), self.context, self.device, self.data, self.size, &mut out), out)
    }

    /// The call must fail, and leave its out-parameter alone or clear it.
    #[track_caller]
    pub(crate) fn leaves_output<F: Shareable>(self, t: &TestContext) -> TestResult {
        let (called, out) = self.make::<F>(t);
        called.expect_error()?;
        check_untouched(t, "the place for what Open opens", out)
    }
}

/// Opens a handle in the process that made it. None, and an observation, where that is refused: nobody has to offer it.
#[track_caller]
pub(crate) fn open_here<F: Shareable>(f: &UrContextTest, bytes: &[u8]) -> TestResult<Option<Owned<F::Raw>>> {
    match open_or_refusal::<F>(f, bytes)? {
        Ok((_, opened)) => {
            F::close_call(f.t().ur(), f.context(), opened).ok()?;
            F::open(f.in_context(), bytes).map(Some)
        }
        Err(code) => {
            f.t().observe("Open in the process that made the handle is refused with", code);
            Ok(None)
        }
    }
}

/// Opens bytes that may open something: gives the call and what it opened, or the error.
#[track_caller]
pub(crate) fn open_or_refusal<'f, F: Shareable>(
    f: &'f UrContextTest,
    bytes: &[u8],
) -> TestResult<Result<(Called<'f>, F::Raw), UrResult>> {
    let (called, out) = Opening::of(f, bytes).make::<F>(f.t());
    if called.result.is_success() { Ok(Ok((called, F::raw(out)))) } else { called.expect_error().map(Err) }
}

/// Opens bytes that must be refused, and gives the error. What is opened all the same is closed.
#[track_caller]
pub(crate) fn refused<F: Shareable>(f: &UrContextTest, bytes: &[u8]) -> TestResult<UrResult> {
    let (called, out) = Opening::of(f, bytes).make::<F>(f.t());
    if called.result.is_success() {
        // The failure below is what counts.
        let _ = F::close_call(f.t().ur(), f.context(), F::raw(out));
    }
    called.expect_error()
}

/// Opens bytes that may be a handle for all that anybody can tell, and gives the code. What they open is closed.
#[track_caller]
pub(crate) fn open_and_close<F: Shareable>(f: &UrContextTest, bytes: &[u8]) -> TestResult<UrResult> {
    match open_or_refusal::<F>(f, bytes)? {
        Ok((_, opened)) => F::close_call(f.t().ur(), f.context(), opened).ok().map(|()| UrResult::SUCCESS),
        Err(code) => Ok(code),
    }
}

/// Zeroed, constant and random bytes of the size of a handle.
pub(crate) fn garbage(t: &TestContext, size: usize, randoms: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut rng = t.rng(0);
    let random = (0..randoms).map(move |_| {
        let mut bytes = vec![0; size];
        rng.fill(&mut bytes);
        bytes
    });
    [vec![0; size], vec![0xff; size]].into_iter().chain(random)
}

/// A handle with one bit flipped.
pub(crate) fn flipped(handle: &[u8], bit: usize) -> Vec<u8> {
    let mut bytes = handle.to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    bytes
}

/// Opens a handle with one bit flipped, one after the other, but no more than `most` of them: each is refused, or opens
/// something that can be closed.
#[track_caller]
pub(crate) fn open_flipped<F: Shareable>(f: &UrContextTest, handle: &[u8], most: usize) -> TestResult {
    let mut bits: Vec<usize> = (0..8 * handle.len()).collect();
    f.t().rng(1).shuffle(&mut bits);
    bits.truncate(most);
    let mut opened = 0;
    for &bit in &bits {
        opened += usize::from(open_and_close::<F>(f, &flipped(handle, bit))?.is_success());
    }
    f.t().observe("flipped bits with which a handle opens", format!("{opened} of {}", bits.len()));
    Ok(())
}

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

/// A step of open outcome in a process of its own, which may die of it: how it ends is observed.
#[track_caller]
pub(crate) fn observe_in_peer<F: Fixture>(
    s: &Scenario,
    name: &str,
    body: impl FnOnce(&TestContext, &F) -> TestResult,
) -> TestResult<At<()>> {
    let peer = s.fresh_peer(name)?;
    let outcome = s.try_at(peer, |t| body(t, &F::set_up(t)?))?;
    s.here(|t| {
        t.observe(name, outcome);
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
    let wrong = found.iter().zip(expected).position(|(found, expected)| found != expected);
    t.check_eq(what, wrong, None)
}

/// The code that queries refuse too small a buffer with, where UR names it.
#[track_caller]
pub(crate) fn invalid_size(called: Called<'_>) -> TestResult {
    called.expect(UrResult::ERROR_INVALID_SIZE)
}
