//! A backend as a third party would write it: one device, USM memory on memfd, nothing else.
//!
//! It leaves out physical memory, events to share, host tasks and pools. The trait's default bodies answer "unsupported"
//! for them, and the suite skips the tests that need them, with the reason.

mod backend;
mod handle_data;
mod info;
mod memory;
mod state;
mod sys;

pub use backend::TinyUr;
