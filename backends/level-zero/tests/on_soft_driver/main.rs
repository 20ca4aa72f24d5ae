//! The backend on the software driver, opened as the loader.
//!
//! The driver reads its settings once, so that every test runs its scenario in a process of its own. That process is
//! this program again, with the scenario's name and the driver's variables in its environment.

mod child;
mod faults;
mod features;
mod pending;
mod sharing;
#[path = "../support/mod.rs"]
mod support;
mod test_bed;
