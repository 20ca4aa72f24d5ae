//! The specification of Unified Runtime's inter-process part as a state machine.
//!
//! - [`Program`]: steps of several processes, by name; read from text and written as text, a line a step;
//! - [`State`]: what there is after some steps. [`State::enabled`] says whether a step is defined behaviour there,
//!   [`State::allowed`] what it may give, with the requirement that says so, and [`State::apply`] makes the next state of what
//!   was seen. What no requirement says anything of is allowed;
//! - [`State::together`] and [`State::explained`]: the same of steps that are taken at once, in every order and in any one;
//! - [`Generator`]: programs of enabled steps, from a seed;
//! - [`SILENT`]: the requirements that the model says nothing of, with the reason.
//!
//! Nothing here calls anything, waits for anything or reads a clock: the state is all that counts.

#[macro_use]
mod table;

mod calls;
mod coverage;
mod ending;
mod generate;
mod observed;
mod part;
mod program;
mod section;
mod silent;
mod state;
mod text;

pub use coverage::{Coverage, Situation};
pub use generate::{Generator, Limits};
pub use observed::{Allowed, Observed, Rule, Values, Violation, What};
pub use part::{Asked, BLOCK, Blocks, QueueKind, Rights, Span, UsmKind, WrongSize};
pub use program::{Manner, Name, Place, Process, Program, Step, sections};
pub use section::{Explained, Together};
pub use silent::SILENT;
pub use state::{Device, State, Why};
pub use table::{Call, verb};
pub use text::SyntaxError;
