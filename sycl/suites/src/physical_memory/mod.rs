//! `ipc::physical_memory`.

mod contents;
mod make;
mod open;
mod ranges;

use ur_ipc_fixtures::Tests;

pub(crate) fn tests(tests: &mut Tests) {
    make::tests(tests);
    contents::tests(tests);
    open::tests(tests);
    ranges::tests(tests);
}
