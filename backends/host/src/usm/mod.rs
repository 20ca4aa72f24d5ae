//! USM memory: allocating, freeing, querying, sharing.

pub mod allocation;
mod calls;
mod ipc;
pub mod pool;
