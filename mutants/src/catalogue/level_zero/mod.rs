//! Mutants of the Level Zero backend on the software driver, with the defect between the two: a driver that does
//! something wrong, or a backend that asks for the wrong thing.

mod addresses;
mod commands;
mod contexts;
mod deaths;
mod devices;
mod event_deaths;
mod event_handles;
mod event_lifetimes;
mod event_signals;
mod layer;
mod mappings;
mod memory_exports;
mod memory_imports;
mod memory_lifetimes;
mod outputs;
mod own_imports;
mod physical_exports;
mod physical_imports;
mod presence;
mod shared_bytes;
mod threads;

use crate::Legacy as Mutant;

/// The tables of the files here.
pub(super) const TABLES: &[&[Mutant]] = &[
    devices::MUTANTS,
    memory_exports::MUTANTS,
    memory_imports::MUTANTS,
    memory_lifetimes::MUTANTS,
    own_imports::MUTANTS,
    contexts::MUTANTS,
    physical_exports::MUTANTS,
    physical_imports::MUTANTS,
    mappings::MUTANTS,
    addresses::MUTANTS,
    commands::MUTANTS,
    event_handles::MUTANTS,
    event_signals::MUTANTS,
    event_lifetimes::MUTANTS,
    event_deaths::MUTANTS,
    deaths::MUTANTS,
];
