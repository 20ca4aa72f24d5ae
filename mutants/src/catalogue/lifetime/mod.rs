//! Mutants against the requirements of the family `lifetime`.

mod contexts;
mod contexts_beside;
mod descriptors;
mod events;
mod failures;
mod host_memory;
mod kept;
mod leak;
mod misuse;

use crate::Legacy as Mutant;

/// The tables of the files here.
pub(super) const TABLES: &[&[Mutant]] = &[
    descriptors::MUTANTS,
    failures::MUTANTS,
    host_memory::MUTANTS,
    kept::MUTANTS,
    events::MUTANTS,
    contexts::MUTANTS,
    contexts_beside::MUTANTS,
    misuse::MUTANTS,
];

/// The files here.
pub(super) const FILES: &[fn(&mut crate::catalogue::Catalogue)] = &[];
