//! Tests of the physical_memory family.

mod address_cycles;
mod close;
mod concurrency;
mod corruption;
mod create;
mod cross_process;
mod descriptors;
mod fields;
mod fixtures;
mod foreign_files;
mod forgery;
mod get;
mod info;
mod local_info;
mod map;
mod observed;
mod open;
mod outputs;
mod peer_death;
mod put;
mod ranges;
mod remap;
mod stale;
mod support;

use ur_ipc_fixtures::Test;

/// The family's tests, a list a file.
pub(crate) const TESTS: &[&[Test]] = &[
    create::TESTS,
    get::TESTS,
    put::TESTS,
    open::TESTS,
    outputs::TESTS,
    stale::TESTS,
    corruption::TESTS,
    forgery::TESTS,
    close::TESTS,
    info::TESTS,
    local_info::TESTS,
    map::TESTS,
    remap::TESTS,
    observed::TESTS,
    concurrency::TESTS,
    descriptors::TESTS,
    address_cycles::TESTS,
    cross_process::TESTS,
    ranges::TESTS,
    peer_death::TESTS,
];
