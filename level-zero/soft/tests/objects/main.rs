//! Memory, events and command lists, through the driver's exported functions.

#[path = "../support/mod.rs"]
mod support;

mod command_list;
mod event;
mod event_pool;
mod event_processes;
mod free_policies;
mod freedoms;
mod garbage;
mod gpu;
mod memory;
mod memory_ipc;
mod peer;
mod physical_memory;
mod resources;
mod sysman;
mod virtual_memory;
