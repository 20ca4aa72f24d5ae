//! Mutants against the requirements of the family `lifetime`.

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
use crate::layer::Family;

/// The files here.
pub(super) const FILES: &[fn(&mut Catalogue)] = &[
    leaks::defects,
    small_leaks::defects,
    failures::defects,
    process::defects,
    counts::defects,
    threads::defects,
    events::defects,
    contexts::defects,
    misuse::defects,
];

/// The families, by their names in ids and in sentences.
const FAMILIES: [(Family, &str, &str); 3] = [
    (Family::Memory, "memory", "USM memory"),
    (Family::Physical, "physical", "physical memory"),
    (Family::Event, "event", "an event"),
];
