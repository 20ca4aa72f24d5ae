//! Mutants against the requirements of the family `memory`.

mod addresses;
mod bounced;
mod classes;
mod close;
mod get;
mod imports;
mod info;
mod observed;
mod open_arguments;
mod open_bytes;
mod opened;
mod parts;
mod put;
mod source;
mod threads;
mod tools;
mod touched;

use crate::catalogue::Catalogue;

/// The files here.
pub(super) const FILES: &[fn(&mut Catalogue)] = &[
    get::defects,
    put::defects,
    source::defects,
    open_arguments::defects,
    open_bytes::defects,
    imports::defects,
    opened::defects,
    info::defects,
    addresses::defects,
    bounced::defects,
    close::defects,
    touched::defects,
    parts::defects,
    threads::defects,
    |c| c.thoroughly(classes::defects),
    observed::defects,
];
