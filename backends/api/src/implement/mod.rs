//! What every implementation of the entry points does: checks arguments, stores outputs, answers queries.

pub mod checks;
mod info;

pub use info::InfoOut;
