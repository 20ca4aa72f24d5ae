//! Values of outputs that no call has written to.

use ur_ipc_fixtures::{DevicePtr, TestContext, TestResult};

/// An address or a size that no call gives, without a byte that is zero: a part that was cleared shows.
pub(crate) const UNTOUCHED: usize = 0x5a5a_5a5a_5a5a_5a50;
/// A byte of a buffer; neither 0 nor 1.
pub(crate) const UNTOUCHED_BYTE: u8 = 0xa5;
/// A pointer.
pub(crate) const UNTOUCHED_POINTER: DevicePtr = DevicePtr(UNTOUCHED);

/// Fails unless an out-parameter holds after an error what it may: [`UNTOUCHED`], as before, or null.
#[track_caller]
pub(crate) fn check_untouched(t: &TestContext, what: &str, found: usize) -> TestResult {
    t.check(
        found == UNTOUCHED || found == 0,
        format!("{what} held {UNTOUCHED:#x} before the failing call and holds {found:#x} after it"),
    )
}
