//! The backend through its contract, within one process.

mod context;
mod enqueue;
mod event;
mod limits;
mod memory;
mod physical_memory;
mod platform;
mod profiles;
mod support;
mod usm;
mod virtual_memory;
