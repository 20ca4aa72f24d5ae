//! The GPU: engines that execute command buffers on the virtual memory of a process.
//!
//! Nothing here knows of system calls, files or descriptors. An [`Engine`] reads commands and data through [`Memory`],
//! decodes them by the table in [`commands`], and says at each [`Stop`] why it went no further. A compute walker runs no
//! machine code. [`kernels`] recognises its kernel in the driver's file, and a model in Rust does the same as that
//! kernel.

mod bus;
mod clock;
pub mod commands;
mod engine;
mod fault;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
pub mod kernels;
mod late;
mod memory;
mod registers;
mod state;

pub use clock::Clock;
pub use engine::{Budget, Engine, EngineClass, Resume, Stop};
pub use fault::{EngineFault, Reason};
pub use memory::{Memory, PageFault};
pub use state::{Compare, Width};
