//! Which devices there are, and of which backends.

mod address;
mod probed;

pub(crate) use address::Address;
pub(crate) use probed::{Availability, Device, Probed, ProbedBackend};
