//! Implementations of the entry points: one function per row of `level_zero_sys::for_each_entry_point` and of
//! `level_zero_sys::for_each_extension_function`, with exactly the name and signature of the row.
//!
//! `dispatch` wraps each of them in the exported function. That counts and logs the call, applies the faults of the
//! environment and turns a panic into `ZE_RESULT_ERROR_UNKNOWN`. A row without a function here does not compile.
//! Besides, `command_list` has `synchronize_device(ze_device_handle_t) -> ze_result_t`, which waits for all work on a
//! device.

pub use crate::command_list::*;
pub use crate::context::*;
pub use crate::device::*;
pub use crate::driver::*;
pub use crate::event::*;
pub use crate::extension::*;
pub use crate::memory::*;
pub use crate::physical_memory::*;
pub use crate::sysman::*;
pub use crate::virtual_memory::*;
