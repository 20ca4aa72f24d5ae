//! Mutants against the requirements of the family `physical_memory`.

mod across;
mod adjacent;
mod classes;
mod close;
mod concurrency;
mod create;
mod forged;
mod get;
mod info;
mod late_writes;
mod map;
mod open;
mod open_arguments;
mod put;
mod references;
mod remapped;
mod stale;
mod tools;
mod touched;

use crate::catalogue::Catalogue;

/// The files here.
pub(super) const FILES: &[fn(&mut Catalogue)] = &[
    create::defects,
    get::defects,
    put::defects,
    open::defects,
    open_arguments::defects,
    stale::defects,
    forged::defects,
    close::defects,
    references::defects,
    info::defects,
    map::defects,
    adjacent::defects,
    remapped::defects,
    late_writes::defects,
    concurrency::defects,
    across::defects,
    touched::defects,
    |c| c.thoroughly(classes::defects),
];
