//! Tests of the physical_memory family.

mod address_cycles;
mod adjacent;
mod any_situation;
mod close;
mod concurrency;
mod create;
mod cross_process;
mod descriptors;
mod foreign_files;
mod forgery;
mod get;
mod info;
mod map;
mod observed;
mod open;
mod outputs;
mod over_mappings;
mod peer_death;
mod put;
mod ranges;
mod remap;
mod stale;

use ur_ipc_fixtures::Tests;

pub(crate) fn tests(tests: &mut Tests) {
    create::tests(tests);
    get::tests(tests);
    put::tests(tests);
    open::tests(tests);
    outputs::tests(tests);
    stale::tests(tests);
    forgery::tests(tests);
    close::tests(tests);
    info::tests(tests);
    map::tests(tests);
    any_situation::tests(tests);
    adjacent::tests(tests);
    over_mappings::tests(tests);
    remap::tests(tests);
    observed::tests(tests);
    concurrency::tests(tests);
    descriptors::tests(tests);
    address_cycles::tests(tests);
    cross_process::tests(tests);
    ranges::tests(tests);
    peer_death::tests(tests);
}
