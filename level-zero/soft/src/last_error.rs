//! The text of the last error of a thread, for `zeDriverGetLastErrorDescription`.

use core::ffi::c_char;
use std::cell::RefCell;
use std::ffi::CString;

use level_zero_sys::ze_result_t;

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Remembers that a function failed.
pub fn set(function: &str, result: ze_result_t) {
    if let Ok(text) = CString::new(format!("{function}: {result:?}")) {
        LAST.set(text);
    }
}

/// The text, valid until the next failure of this thread; empty before the first.
pub fn get() -> *const c_char {
    LAST.with_borrow(|text| text.as_ptr())
}
