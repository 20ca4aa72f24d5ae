//! The exported functions: counted, logged, subject to the faults of the environment, and safe from panics.

use core::ffi::{c_char, c_void};
use core::fmt::Debug;
use core::sync::atomic::{AtomicU64, Ordering};
use std::panic::{self, AssertUnwindSafe};
use std::thread;

use level_zero_sys::*;

use crate::{call_log, extension, faults, imp, last_error};

/// The return type of a function of the API.
pub trait Answer: Copy + Debug {
    /// The value by which the function reports this failure.
    fn failure(result: ze_result_t) -> Self;

    /// The failure that this value tells, if it does.
    fn error(self) -> Option<ze_result_t>;
}

impl Answer for ze_result_t {
    fn failure(result: ze_result_t) -> Self {
        result
    }

    fn error(self) -> Option<ze_result_t> {
        (self != Self::ZE_RESULT_SUCCESS && self != Self::ZE_RESULT_NOT_READY).then_some(self)
    }
}

impl Answer for ze_context_handle_t {
    fn failure(_: ze_result_t) -> Self {
        Self::NULL
    }

    fn error(self) -> Option<ze_result_t> {
        None
    }
}

impl Answer for ze_device_handle_t {
    fn failure(_: ze_result_t) -> Self {
        Self::NULL
    }

    fn error(self) -> Option<ze_result_t> {
        None
    }
}

impl Answer for u32 {
    fn failure(_: ze_result_t) -> Self {
        Self::MAX
    }

    fn error(self) -> Option<ze_result_t> {
        None
    }
}

/// An exported function.
pub struct Function {
    name: &'static str,
    since: Option<(u16, u16)>,
    calls: AtomicU64,
}

impl Function {
    const fn new(name: &'static str, since: Option<(u16, u16)>) -> Self {
        Self { name, since, calls: AtomicU64::new(0) }
    }

    /// The result that the environment prescribes for this call, in place of its own; `None` without one. Delays the
    /// call if the environment asks for it.
    fn fault(&self) -> Option<ze_result_t> {
        let settings = faults::settings();
        let call = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(delay) = settings.delay_of(self.name) {
            thread::sleep(delay);
        }
        let newer = self.since.is_some_and(|(major, minor)| {
            settings.api_version < ze_api_version_t(ze_make_version(major, minor))
        });
        if (newer && !extension::by_name(self.name)) || settings.refused.contains(self.name) {
            return Some(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
        }
        settings.failure_of(self.name, call)
    }

    /// Makes one call.
    fn call<R: Answer>(
        &self,
        arguments: &[(&'static str, &dyn Debug)],
        implementation: impl FnOnce() -> R,
    ) -> R {
        let unwind_safe = AssertUnwindSafe(|| self.fault().map_or_else(implementation, R::failure));
        let answer = panic::catch_unwind(unwind_safe)
            .unwrap_or_else(|_| R::failure(ze_result_t::ZE_RESULT_ERROR_UNKNOWN));
        if let Some(error) = answer.error() {
            last_error::set(self.name, error);
        }
        call_log::write(self.name, arguments, &answer);
        answer
    }
}

/// Exports one function that calls the one of the same name in [`imp`].
macro_rules! export {
    ($since:expr, $name:ident($($parameter:ident: $type:ty),*) -> $result:ty) => {
        #[doc = concat!("`", stringify!($name), "`\n\n# Safety\nAs in Level Zero.")]
        #[unsafe(no_mangle)]
        #[expect(clippy::allow_attributes, reason = "not every signature has many parameters")]
        #[allow(clippy::too_many_arguments, reason = "signatures of the C API")]
        pub unsafe extern "C" fn $name($($parameter: $type),*) -> $result {
            static FUNCTION: Function = Function::new(stringify!($name), $since);
            FUNCTION.call(&[$((stringify!($parameter), &$parameter)),*], || {
                // SAFETY: the caller keeps the rules of this function, which are those of Level Zero.
                unsafe { imp::$name($($parameter),*) }
            })
        }
    };
}

macro_rules! export_entry_points {
    ($($(#[$meta:meta])* ($major:literal, $minor:literal)
        $name:ident($($parameter:ident: $type:ty),* $(,)?) -> $result:ty;)*) => {
        $(export!(Some(($major, $minor)), $name($($parameter: $type),*) -> $result);)*
    };
}

macro_rules! export_extension_functions {
    ($($(#[$meta:meta])* $pointer:ident =
        $name:ident($($parameter:ident: $type:ty),* $(,)?) -> $result:ty;)*) => {
        $(export!(None, $name($($parameter: $type),*) -> $result);)*
    };
}

for_each_entry_point!(export_entry_points);
for_each_extension_function!(export_extension_functions);
