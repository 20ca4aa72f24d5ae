//! Mutants against the requirements of the family `memory`.

#[macro_use]
mod signatures;
mod alloc_info;
mod beside;
mod close;
mod get;
mod get_pointers;
mod imports;
mod observed;
mod open_arguments;
mod open_bytes;
mod open_use;
mod outputs;
mod own_handles;
mod put;
mod repeated;
mod source;
mod support;
mod threads;

pub(super) use observed::RefusedCrashes;

use crate::Legacy as Mutant;

/// The tables of the files here.
pub(super) const TABLES: &[&[Mutant]] = &[
    get::MUTANTS,
    get_pointers::MUTANTS,
    repeated::MUTANTS,
    put::MUTANTS,
    open_arguments::MUTANTS,
    open_bytes::MUTANTS,
    open_use::MUTANTS,
    alloc_info::MUTANTS,
    close::MUTANTS,
    imports::MUTANTS,
    outputs::MUTANTS,
    source::MUTANTS,
    own_handles::MUTANTS,
    beside::MUTANTS,
    threads::MUTANTS,
    observed::MUTANTS,
];

/// The files here.
pub(super) const FILES: &[fn(&mut crate::catalogue::Catalogue)] = &[];
