//! Memory between processes.

pub(super) mod consumer_death;
pub(super) mod data;
pub(super) mod lifetime;
pub(super) mod many_and_large;
pub(super) mod producer_death;
pub(super) mod several_processes;
pub(super) mod transport;
