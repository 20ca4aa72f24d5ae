//! Changed backends: each is a backend of this project with one change. A mutant violates a requirement, and a test that
//! cites this requirement must catch it. A variant conforms, and nothing may accuse it.
//!
//! A mutant stands in one place of `catalogue/`: its id, the requirements, its sentence, and its changes of calls. They
//! are made in the layer for changes of backends (`layer`), or in that between the Level Zero backend and its software
//! driver (`layer::driver`). [`matrix`] runs the suite on mutants, and tells which tests kill each.
//!
//! A variant stands in one place of `variants/` in the same way, with the sentence that allows it. [`trial`] runs both
//! suites and `explore` on variants, and reports accusations.

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
pub use mutant::{Manifestation, Mutant};
pub use suite::Suite;
pub use variant::Variant;
