//! Steps that every implementation of the entry points takes: checks arguments, stores outputs, answers queries.

pub mod checks;
mod info;

pub use info::InfoOut;
