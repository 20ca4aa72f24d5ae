//! Tests of the event family: events that one process exports and another opens.

mod cross_process;
mod lifetime;

use ur_ipc_fixtures::Tests;

pub(crate) fn tests(tests: &mut Tests) {
    lifetime::tests(tests);
    cross_process::tests(tests);
}
