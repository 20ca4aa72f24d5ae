//! The specification of Unified Runtime's inter-process part as a state machine.
//!
//! - [`Program`]: steps of several processes, by name; read from text and written as text, a line a step;
//! - [`State`]: the objects and contents after some steps. [`State::enabled`] tells whether a step is defined behaviour.
//!   [`State::allowed`] gives its allowed results, with their requirements. [`State::apply`] makes the next state from
//!   the observations. A result that no requirement restricts is allowed;
//! - [`State::concurrent`] and [`State::linearized`]: the same of steps that are taken at once, in every order and in any one;
//! - [`Generator`]: programs of enabled steps, from a seed;
//! - [`NOT_MODELLED`]: the requirements outside of the model, with the reasons.
//!
//! Nothing here makes a call, waits or reads a clock.

#[macro_use]
mod table;

mod calls;
mod coverage;
mod ending;
mod generate;
mod not_modelled;
mod observed;
mod part;
mod program;
mod section;
mod state;
mod text;

pub use coverage::{Coverage, Situation};
pub use generate::{Generator, Limits};
pub use not_modelled::NOT_MODELLED;
pub use observed::{Allowed, Observable, Observed, Rule, Values, Violation};
pub use part::{BLOCK, Beginning, Blocks, CommandQuery, QueueKind, Rights, Span, UsmKind, WrongSize};
pub use program::{Name, Place, Process, Program, Step, StepModifier, sections};
pub use section::{ConcurrentSection, Linearized};
pub use state::{Device, NotEnabled, State};
pub use table::{Call, verb};
pub use text::SyntaxError;
