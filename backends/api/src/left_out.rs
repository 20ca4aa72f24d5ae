//! Notes per thread that an implementation leaves an entry point out.

use crate::UrResult;
use std::cell::Cell;

thread_local! {
    /// The entry point that was said last on this thread to be left out.
    static LEFT_OUT: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// The answer of an entry point that the implementation does not have, by UR's name: `UR_RESULT_ERROR_UNSUPPORTED_FEATURE`,
/// with which goes to the suite that nothing was tried. What is tested by the call is skipped, while the same code from an
/// entry point that is there is judged.
///
/// The methods of [`UrIpc`](crate::UrIpc) answer so unless they are implemented. A backend over a library calls this where
/// the library lacks the symbol.
#[must_use]
pub fn left_out(entry_point: &'static str) -> UrResult {
    LEFT_OUT.set(Some(entry_point));
    UrResult::ERROR_UNSUPPORTED_FEATURE
}

/// True if the call of this entry point that has just returned on this thread was answered by [`left_out`]. To be asked
/// once after each call.
#[must_use]
pub fn was_left_out(entry_point: &str, result: UrResult) -> bool {
    // A backend may have called another of its methods on its way, and go on without that.
    LEFT_OUT.take() == Some(entry_point) && result == UrResult::ERROR_UNSUPPORTED_FEATURE
}
