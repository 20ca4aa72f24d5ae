//! The layer on the host backend: every function, every error, and the calls behind each.

mod errors;
mod event;
mod faults;
mod handles;
mod lies;
mod lost_queue;
mod memory;
mod objects;
mod physical_memory;
mod release;
mod support;
mod virtual_mem;
