//! Support for the tests: objects that end by themselves, a context with a queue, and a trait for the three kinds of
//! shared objects.

mod bed;
mod devices;
mod event;
mod guard;
mod hold;
mod kind;
mod memory;
mod physical;
mod processes;

pub(crate) use bed::{Bed, PAGE, WORK};
pub(crate) use devices::listed;
pub(crate) use event::Events;
pub(crate) use guard::Guard;
pub(crate) use hold::Held;
pub(crate) use kind::{Export, Ids, Kind};
pub(crate) use memory::Memory;
pub(crate) use physical::Physical;
pub(crate) use processes::{Import, exits, open_at, source, written};
