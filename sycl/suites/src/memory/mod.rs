//! `ipc::memory`.

mod contents;
mod deprecated;
mod get;

use ur_ipc_fixtures::Tests;

pub(crate) fn tests(tests: &mut Tests) {
    contents::tests(tests);
    get::tests(tests);
    deprecated::tests(tests);
}
