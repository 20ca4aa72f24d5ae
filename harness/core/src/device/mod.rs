//! Devices, and their backends.

mod address;
mod probed;

pub use address::{Address, Changed};
pub use probed::{Availability, Device, Probed, ProbedBackend};
