//! Mutants against the requirements of the family `event`.

mod asked;
mod barriers;
mod captured;
mod classes;
mod concurrency;
mod create;
mod deferred;
mod get;
mod impatience;
mod info;
mod lone_host_task;
mod many_signals;
mod one_event;
mod open;
mod open_bytes;
mod outputs;
mod pending_release;
mod put;
mod references;
mod released_queue;
mod signal;
mod signal_lists;
mod situations;
mod tools;
mod unlisted;
mod wait;

use crate::catalogue::Catalogue;

/// The files here.
pub(super) const FILES: &[fn(&mut Catalogue)] = &[
    create::defects,
    get::defects,
    put::defects,
    open::defects,
    one_event::defects,
    open_bytes::defects,
    references::defects,
    outputs::defects,
    signal::defects,
    captured::defects,
    signal_lists::defects,
    unlisted::defects,
    lone_host_task::defects,
    many_signals::defects,
    pending_release::defects,
    info::defects,
    released_queue::defects,
    wait::defects,
    barriers::defects,
    deferred::defects,
    impatience::defects,
    concurrency::defects,
    |c| c.thoroughly(asked::defects),
    |c| c.thoroughly(classes::defects),
    |c| c.thoroughly(situations::defects),
];
