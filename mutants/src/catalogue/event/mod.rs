//! Mutants against the requirements of the family `event`.

mod concurrency;
mod create;
mod create_arguments;
mod first_signal;
mod get;
mod get_arguments;
mod get_pending;
mod get_refusals;
mod impatience;
mod info;
mod methods;
mod observed;
mod open;
mod open_bytes;
mod open_contexts;
mod open_size;
mod outputs;
mod put;
mod put_effects;
mod queue_kinds;
mod references;
mod shapes;
mod signal;
mod status;
mod wait;
mod wait_list;

use crate::Legacy as Mutant;

/// The tables of the files here.
pub(super) const TABLES: &[&[Mutant]] = &[
    create::MUTANTS,
    create_arguments::MUTANTS,
    get::MUTANTS,
    get_arguments::MUTANTS,
    get_pending::MUTANTS,
    get_refusals::MUTANTS,
    first_signal::MUTANTS,
    put::MUTANTS,
    put_effects::MUTANTS,
    open::MUTANTS,
    open_contexts::MUTANTS,
    open_size::MUTANTS,
    open_bytes::MUTANTS,
    references::MUTANTS,
    outputs::MUTANTS,
    signal::MUTANTS,
    status::MUTANTS,
    wait_list::MUTANTS,
    queue_kinds::MUTANTS,
    info::MUTANTS,
    concurrency::MUTANTS,
    observed::MUTANTS,
];

/// The files here.
pub(super) const FILES: &[fn(&mut crate::catalogue::Catalogue)] = &[wait::defects, impatience::defects];
