//! Broken backends: each is the host backend with one thing wrong, and must be caught by a test that cites a
//! requirement which it violates.
//!
//! A mutant is a [`Layer`](ur_ipc_api::Layer) over the host backend and a row in the table of its file under
//! `catalogue/`. [`matrix`] runs the suite on mutants and says which tests kill which.

pub mod catalogue;
pub mod matrix;
mod mutant;

pub use mutant::{Manner, Mutant};
