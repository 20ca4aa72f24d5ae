//! Crashes: their records, and the reports made of these afterwards.
//!
//! The process itself only keeps numbers (`handler`, `unwind`, `maps`), in memory that outlives it (`memory`), and dies as it
//! would have died anyway. Names are found later, in a process that is well (`trace`, `symbols`).
//!
//! Of a process that hangs, each thread is asked for its stack (`ask`), which its handler writes down (`answer`).

mod answer;
mod ask;
mod handler;
mod maps;
mod memory;
mod peek;
mod stack;
mod stacks;
mod symbols;
mod trace;
mod unwind;
mod watchdog;

pub use answer::answer;
pub use handler::watch;
pub use memory::{CrashMemory, create};
pub use stack::give_room;
pub use stacks::{RawStacks, RawThread, Stacks, ThreadStack};
pub use trace::Crash;
pub use trace::{Frame, Hidden, RawCrash};
