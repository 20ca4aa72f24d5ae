//! The backend through its contract, within one process.

mod context;
mod event;
mod memory;
mod physical_memory;
mod profiles;
mod support;
mod usm;
mod virtual_memory;
