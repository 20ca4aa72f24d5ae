//! Mutants against the requirements of the family `cross_process`.

mod contents;
mod deaths;
mod devices;
mod events;
mod handles;
mod permission;
mod placement;
mod sizes;
mod slots;

use crate::catalogue::Catalogue;

/// The files here.
pub(super) const FILES: &[fn(&mut Catalogue)] = &[
    handles::defects,
    placement::defects,
    contents::defects,
    sizes::defects,
    devices::defects,
    events::defects,
    deaths::defects,
    slots::defects,
    |c| c.thoroughly(slots::waiters),
    permission::defects,
];
