//! Intel's xe kernel driver and its GPUs in user space.

pub mod device;
pub mod gpu;
