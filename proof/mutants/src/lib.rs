//! Broken backends: each is a backend of this project with one thing wrong, and must be caught by a test that cites a
//! requirement which it violates.
//!
//! A mutant stands in one place of `catalogue/`: its id, the requirements, its sentence, and what it does to which calls, in
//! the one layer for defects of backends (`layer`) or that between the Level Zero backend and its software driver
//! (`layer::driver`). [`matrix`] runs the suite on mutants and says which tests kill which.

pub mod catalogue;
mod defect;
mod layer;
pub mod matrix;
mod mutant;
mod soft_driver;
mod suite;
pub mod sweep;
mod sycl;

pub use mutant::{Manner, Mutant, UNBROKEN};
pub use suite::Suite;
