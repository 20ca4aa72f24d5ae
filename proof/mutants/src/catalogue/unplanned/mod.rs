//! Defects that nobody had thought of when the tests were written, and that pass all of them.

mod event;
mod memory;
mod physical_memory;
mod tools;

use super::Files;

pub(super) const FILES: Files = &[memory::defects, physical_memory::defects, event::defects];
