//! Mutants against the requirements of the family `cross_process`.

mod contents;
mod deaths;
mod events;
mod handles;
mod permission;

use crate::catalogue::Catalogue;

/// The files here.
pub(super) const FILES: &[fn(&mut Catalogue)] =
    &[handles::defects, contents::defects, events::defects, deaths::defects, permission::defects];
