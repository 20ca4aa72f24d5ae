//! Tests of the memory family.

mod close;
mod cross_process;
mod get;
mod get_pointers;
mod lifetime;
mod open;
mod open_use;
mod other_context;
mod own_handle;
mod put;
mod robustness;
mod support;
mod threads;
mod undefined;

use ur_ipc_fixtures::Tests;

pub(crate) fn tests(tests: &mut Tests) {
    get::tests(tests);
    get_pointers::tests(tests);
    put::tests(tests);
    open::tests(tests);
    open_use::tests(tests);
    close::tests(tests);
    other_context::tests(tests);
    own_handle::tests(tests);
    robustness::tests(tests);
    threads::tests(tests);
    undefined::tests(tests);
    lifetime::tests(tests);
    cross_process::tests(tests);
}
