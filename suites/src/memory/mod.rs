//! Tests of the memory family.

mod cross_process;

use ur_ipc_fixtures::Tests;

pub(crate) fn tests(tests: &mut Tests) {
    cross_process::tests(tests);
}
