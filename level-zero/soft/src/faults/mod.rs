//! Faults and variations, asked for by environment variables.

mod calls;
mod freedoms;
mod invalid;
mod settings;
mod sharing;
mod values;
mod variables;

pub use freedoms::{Freedom, uses};
pub use settings::{settings, valid};
pub use sharing::{EventSharing, HandleLayout};
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use {calls::Calls, settings::Settings, variables::VARIABLES};
