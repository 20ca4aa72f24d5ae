//! Tests of the event family: events that one process exports and another opens.

mod calls;
mod concurrency;
mod create;
mod cross_process;
mod cross_process_data;
mod cross_process_death;
mod cross_process_many;
mod cross_process_wait_list;
mod fixtures;
mod get;
mod imported;
mod imported_info;
mod imported_order;
mod lifetime;
mod open;
mod open_bytes;
mod outputs;
mod peers;
mod put;
mod waits;
mod work;

use ur_ipc_fixtures::Test;

/// The family's tests, a list a file.
pub(crate) const TESTS: &[&[Test]] = &[
    create::TESTS,
    get::TESTS,
    put::TESTS,
    open::TESTS,
    open_bytes::TESTS,
    outputs::TESTS,
    imported::TESTS,
    imported_order::TESTS,
    imported_info::TESTS,
    waits::TESTS,
    concurrency::TESTS,
    lifetime::TESTS,
    cross_process::TESTS,
    cross_process_wait_list::TESTS,
    cross_process_data::TESTS,
    cross_process_many::TESTS,
    cross_process_death::TESTS,
];
