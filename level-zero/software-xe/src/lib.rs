//! Intel's xe kernel driver and its GPUs in user space.
//!
//! The library is preloaded into a process. It interposes the functions of the C library with which a driver finds a
//! device, opens it and talks to it ([`ioctl`]). It answers as the xe kernel driver does. A GPU in software ([`gpu`])
//! executes the submissions to a queue.

pub mod bo;
pub mod clock;
pub mod descriptors;
pub mod device;
pub mod driver;
pub mod errno;
pub mod faults;
pub mod fence;
pub mod file;
pub mod gpu;
pub mod ids;
// Tests are not to be interposed.
#[cfg(not(test))]
pub mod interpose;
pub mod ioctl;
pub mod keeper;
pub mod machine;
pub mod mmap;
pub mod priority;
pub mod process;
pub mod progress;
pub mod queue;
pub mod report;
pub mod settings;
pub mod syncobj;
pub mod sys;
pub mod threads;
pub mod tree;
pub mod uapi;
pub mod vm;
pub mod vram;
