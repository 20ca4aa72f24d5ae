//! The parts of a GPU in software: events that processes share, and queues of commands.
//!
//! The host backend and the software Level Zero driver are both made of these. Nothing here knows of either API. The
//! caller gives the effect of a command as [`Work`], and the place of an event's state as [`SharedCounters`]. Failures
//! are those of the system.

mod engine;
mod event_page;

pub use engine::{Engine, Order, Work};
pub use event_page::{Counters, Dependency, EventPage, SharedCounters};
