//! Lifetimes of things, and their remains.

mod deferred;
mod kept;
mod misuse;
mod process;

pub(super) const FILES: super::Files =
    &[deferred::variants, deferred::with_imports, kept::variants, misuse::variants, process::variants];
