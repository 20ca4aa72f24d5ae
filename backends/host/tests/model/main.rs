//! The backend through its contract, within one process.

mod event;
mod memory;
mod physical_memory;
mod profiles;
mod support;
