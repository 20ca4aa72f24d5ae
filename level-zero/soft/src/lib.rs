#![doc = include_str!("../README.md")]
#![expect(non_snake_case, reason = "names of the C API")]

mod call_log;
mod command_list;
mod context;
mod ddi;
mod device;
mod dispatch;
mod driver;
mod event;
mod exports;
mod extension;
mod faults;
#[cfg(any(test, feature = "fuzzing"))]
#[doc(hidden)]
pub mod fuzzing;
pub mod handle_data;
mod imp;
mod last_error;
mod memory;
mod object;
mod physical_memory;
mod property;
mod sysman;
mod virtual_memory;
