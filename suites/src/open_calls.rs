//! Calls of Open in any family: right ones, spoiled ones, and those that may be refused.

use crate::untouched::{UNTOUCHED, check_untouched};
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, UrResult};
use ur_ipc_fixtures::hierarchy::{Shareable, UrContextTest};
use ur_ipc_fixtures::objects::Owned;
use ur_ipc_fixtures::{Called, DevicePtr, TestContext, TestResult};

/// Arguments of an Open; events know no device.
#[derive(Clone, Copy)]
pub(crate) struct Opening {
    pub(crate) context: ContextHandle,
    pub(crate) device: DeviceHandle,
    pub(crate) data: DevicePtr,
    pub(crate) size: usize,
}

/// A function that spoils a valid call of Open, and the code that the spoiled call has to return.
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
