//! Tests of the physical_memory family.

mod address_cycles;
mod close;
mod common;
mod create;
mod fields;
mod get;
mod info;
mod map;
mod observed;
mod open;
mod outputs;
mod put;
mod ranges;
mod remap;

use ur_ipc_fixtures::Tests;

pub(crate) fn tests(tests: &mut Tests) {
    create::tests(tests);
    get::tests(tests);
    put::tests(tests);
    open::tests(tests);
    outputs::tests(tests);
    close::tests(tests);
    info::tests(tests);
    map::tests(tests);
    remap::tests(tests);
    observed::tests(tests);
    address_cycles::tests(tests);
    ranges::tests(tests);
}
