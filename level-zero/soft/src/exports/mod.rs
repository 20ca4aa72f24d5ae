//! Exported functions beside the implemented ones: unsupported functions of the API, and those that only a loader
//! exports. With them the library can stand in for `libze_loader.so.1`.

mod loader;
mod tracing;
mod unsupported;

pub use unsupported::*;

use level_zero_sys::ze_result_t;
use std::ffi::c_char;

use crate::call_log;
use crate::dispatch::Answer;

/// Says that this library stands in for hardware, for programs that report what they ran on. No words are needed: the names of
/// the devices say it.
#[unsafe(no_mangle)]
pub extern "C" fn hardware_stand_in() -> *const c_char {
    c"".as_ptr()
}

/// Exports functions that say they are unsupported. They take no parameters: in the C calling convention the
/// callee may ignore those that it gets.
macro_rules! define_unsupported {
    ($($result:ty { $($name:ident)* })*) => {$($(
        #[doc = concat!("`", stringify!($name), "`: unsupported.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> $result {
            $crate::exports::unsupported_call(stringify!($name))
        }
    )*)*};
}
use define_unsupported;

/// Logs the call and answers that the function is unsupported.
fn unsupported_call<R: Answer>(name: &str) -> R {
    let answer = R::failure(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
    call_log::write(name, &[], &answer);
    answer
}
