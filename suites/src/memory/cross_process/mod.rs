//! Memory between processes.

mod data;
mod death;
mod freed;
mod lifetime;
mod many_and_large;
mod several_processes;
mod transport;

use ur_ipc_fixtures::Tests;

pub(super) fn tests(tests: &mut Tests) {
    data::tests(tests);
    transport::tests(tests);
    many_and_large::tests(tests);
    several_processes::tests(tests);
    lifetime::tests(tests);
    death::tests(tests);
    freed::tests(tests);
}
