//! Mutants against the requirements of the family `cross_process`.

mod contents;
mod deaths;
mod events;
mod handles;
mod permission;
pub(super) mod sharing;
mod tools;

use crate::Legacy as Mutant;

/// The tables of the files here.
pub(super) const TABLES: &[&[Mutant]] = &[];

/// The files here.
pub(super) const FILES: &[fn(&mut crate::catalogue::Catalogue)] =
    &[handles::defects, contents::defects, events::defects, deaths::defects, permission::defects];
