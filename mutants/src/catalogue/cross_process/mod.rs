//! Mutants against the requirements of the family `cross_process`.

mod contents;
mod deaths;
mod events;
mod info;
mod late_work;
mod peer_device;
mod permission;
mod processes;
pub(super) mod sharing;
mod sizes;

use crate::Legacy as Mutant;

/// The tables of the files here.
pub(super) const TABLES: &[&[Mutant]] = &[
    processes::MUTANTS,
    contents::MUTANTS,
    events::MUTANTS,
    info::MUTANTS,
    deaths::MUTANTS,
    permission::MUTANTS,
    sizes::MUTANTS,
    late_work::MUTANTS,
    peer_device::MUTANTS,
];

/// The files here.
pub(super) const FILES: &[fn(&mut crate::catalogue::Catalogue)] = &[];
