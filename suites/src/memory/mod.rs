//! Tests of the memory family.

mod agent;
mod agent_role;
mod close;
mod command;
mod concurrency;
mod cross_process;
mod fixtures;
mod get;
mod get_pointers;
mod lifetime;
mod open_arguments;
mod open_bytes;
mod open_use;
mod other_context;
mod own_handle;
mod put;
mod robustness;
mod threads;
mod undefined;

use ur_ipc_fixtures::Test;

/// The family's tests, a list a file.
pub(crate) const TESTS: &[&[Test]] = &[
    get::TESTS,
    get_pointers::TESTS,
    put::TESTS,
    open_arguments::TESTS,
    open_bytes::TESTS,
    open_use::TESTS,
    close::TESTS,
    other_context::TESTS,
    own_handle::TESTS,
    robustness::TESTS,
    threads::TESTS,
    concurrency::TESTS,
    undefined::TESTS,
    lifetime::TESTS,
    cross_process::data::TESTS,
    cross_process::transport::TESTS,
    cross_process::many_and_large::TESTS,
    cross_process::several_processes::TESTS,
    cross_process::lifetime::TESTS,
    cross_process::consumer_death::TESTS,
    cross_process::producer_death::TESTS,
];
