//! Mutants against the requirements of the family `physical_memory`.

mod across;
mod addresses;
mod calls;
mod close;
mod concurrency;
mod corrupt;
mod create;
mod forged;
mod get;
mod get_nulls;
mod imported_info;
mod info_arguments;
mod local_info;
mod map;
mod map_parts;
mod not_exportable;
mod observed;
mod open;
mod open_nulls;
mod outputs;
mod put;
mod put_effects;
mod references;
mod stale;
mod state;

use crate::Legacy as Mutant;

/// The tables of the files here.
pub(super) const TABLES: &[&[Mutant]] = &[
    create::MUTANTS,
    get::MUTANTS,
    get_nulls::MUTANTS,
    not_exportable::MUTANTS,
    put::MUTANTS,
    put_effects::MUTANTS,
    open::MUTANTS,
    open_nulls::MUTANTS,
    stale::MUTANTS,
    forged::MUTANTS,
    corrupt::MUTANTS,
    outputs::MUTANTS,
    close::MUTANTS,
    imported_info::MUTANTS,
    local_info::MUTANTS,
    references::MUTANTS,
    info_arguments::MUTANTS,
    map::MUTANTS,
    map_parts::MUTANTS,
    addresses::MUTANTS,
    concurrency::MUTANTS,
    across::MUTANTS,
    observed::MUTANTS,
];

/// The files here.
pub(super) const FILES: &[fn(&mut crate::catalogue::Catalogue)] = &[];
