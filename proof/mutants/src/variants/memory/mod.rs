//! Sharing of USM memory.

mod counted;

pub(super) const FILES: super::Files = &[counted::variants];
