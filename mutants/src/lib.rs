//! Broken backends: each is a backend of this project with one thing wrong, and must be caught by a test that cites a
//! requirement which it violates.
//!
//! A mutant is a row in the table of its file under `catalogue/`, and a [`Layer`](ur_ipc_api::Layer) over the host
//! backend, or a layer between the Level Zero backend and its software driver. [`matrix`] runs the suite on mutants and
//! says which tests kill which.

pub mod catalogue;
mod defect;
mod layer;
mod legacy;
pub mod matrix;
mod mutant;
mod soft_driver;

pub(crate) use legacy::Legacy;
pub use mutant::{Manner, Mutant, UNBROKEN};
