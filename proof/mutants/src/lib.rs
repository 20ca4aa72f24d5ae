//! Changed backends: each is a backend of this project with one thing otherwise. A mutant is broken by it, and must be caught
//! by a test that cites a requirement which it violates. A variant conforms with it, and must be accused by nothing.
//!
//! A mutant stands in one place of `catalogue/`: its id, the requirements, its sentence, and what it does to which calls, in
//! the one layer for changes of backends (`layer`) or that between the Level Zero backend and its software driver
//! (`layer::driver`). [`matrix`] runs the suite on mutants and says which tests kill which.
//!
//! A variant stands in one place of `variants/` in the same way, with the sentence that allows it. [`trial`] runs both suites
//! and `explore` on variants and says what accuses them.

pub mod catalogue;
mod change;
mod entries;
mod kind;
mod layer;
pub mod matrix;
mod mutant;
mod soft_driver;
mod suite;
pub mod sweep;
mod sycl;
pub mod trial;
mod variant;
pub mod variants;

pub use kind::UNCHANGED;
pub use mutant::{Manner, Mutant};
pub use suite::Suite;
pub use variant::Variant;
