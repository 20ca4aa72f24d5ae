//! Mutants against the requirements of the family `lifetime`.

mod classes;
mod contexts;
mod counts;
mod events;
mod failures;
mod leaks;
mod misuse;
mod process;
mod small_leaks;
mod threads;

use crate::catalogue::Catalogue;

/// The files here.
pub(super) const FILES: &[fn(&mut Catalogue)] = &[
    leaks::defects,
    |c| c.thoroughly(leaks::pending),
    small_leaks::defects,
    failures::defects,
    process::defects,
    counts::defects,
    threads::defects,
    events::defects,
    contexts::defects,
    misuse::defects,
    |c| c.thoroughly(classes::defects),
];
