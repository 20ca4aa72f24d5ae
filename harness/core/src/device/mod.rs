//! Which devices there are, and of which backends.

mod address;
mod probed;

pub use address::{Address, Changed};
pub use probed::{Availability, Device, Probed, ProbedBackend};
