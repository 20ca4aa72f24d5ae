//! Memory, time, batches and drivers' files, as tests need them.

pub mod batch;
pub mod driver;
pub mod launch;
pub mod machine;
pub mod memory;

pub use batch::Batch;
pub use driver::{DriverFile, Kernel};
pub use launch::Launch;
pub use machine::{Machine, end};
pub use memory::TestMemory;
