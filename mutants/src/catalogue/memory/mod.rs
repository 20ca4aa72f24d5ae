//! Mutants against the requirements of the family `memory`.

mod close;
mod get;
mod imports;
mod observed;
mod open_arguments;
mod open_bytes;
mod opened;
mod put;
mod refused_crashes;
mod source;
mod threads;
mod tools;

pub(super) use refused_crashes::RefusedCrashes;

use crate::Legacy as Mutant;

/// The tables of the files here.
pub(super) const TABLES: &[&[Mutant]] = &[];

/// The files here.
pub(super) const FILES: &[fn(&mut crate::catalogue::Catalogue)] = &[
    get::defects,
    put::defects,
    source::defects,
    open_arguments::defects,
    open_bytes::defects,
    imports::defects,
    opened::defects,
    close::defects,
    threads::defects,
    observed::defects,
];
