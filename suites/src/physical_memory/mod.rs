//! Tests of the physical_memory family.

mod common;
mod concurrency;
mod cross_process;
mod descriptors;
mod fields;
mod foreign_files;
mod forgery;
mod peer_death;
mod stale;

use ur_ipc_fixtures::Tests;

pub(crate) fn tests(tests: &mut Tests) {
    stale::tests(tests);
    forgery::tests(tests);
    concurrency::tests(tests);
    descriptors::tests(tests);
    cross_process::tests(tests);
    peer_death::tests(tests);
}
