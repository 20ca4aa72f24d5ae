//! All calls of a run with their times, for viewers of Chrome's trace event format: ui.perfetto.dev, chrome://tracing.
//!
//! Each process notes its calls in mapped files that it shares with the run ([`Notebook`]), so that they outlive it. The
//! run makes events of the notes after each test ([`Events`]).

mod arrows;
mod event;
mod events;
mod lanes;
mod note;
mod notebook;

pub use events::{Events, Happened, remove_left};
pub use notebook::{Named, Notebook};
