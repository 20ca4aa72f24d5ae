//! A backend as a third party would write it: one device, USM memory on memfd, nothing else.
//!
//! What it leaves out (physical memory, events to share, host tasks, pools) stays with the trait's default
//! bodies, which answer "unsupported"; the suite skips what needs them and says so.

mod backend;
mod handle_data;
mod info;
mod memory;
mod state;
mod sys;

pub use backend::TinyUr;
