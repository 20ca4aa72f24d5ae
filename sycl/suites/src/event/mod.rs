//! `ipc::event`.

mod chain;
mod death;
mod make;
mod open;
mod order;
mod profiling;
mod state;

use ur_ipc_fixtures::Tests;

pub(crate) fn tests(tests: &mut Tests) {
    make::tests(tests);
    open::tests(tests);
    state::tests(tests);
    order::tests(tests);
    chain::tests(tests);
    death::tests(tests);
    profiling::tests(tests);
}
