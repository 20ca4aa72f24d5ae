//! Tests of the event family: events that one process exports and another opens.

mod asked;
mod calls;
mod captured;
mod concurrency;
mod create;
mod cross_process;
mod get;
mod held_pairs;
mod imported;
mod imported_info;
mod imported_order;
mod lifetime;
mod list_takers;
mod open;
mod open_bytes;
mod outputs;
mod pending_release;
mod put;
mod released_queue;
mod signal_lists;
mod sync_mode;
mod waits;
mod work;

use ur_ipc_fixtures::Tests;

pub(crate) fn tests(tests: &mut Tests) {
    create::tests(tests);
    sync_mode::tests(tests);
    get::tests(tests);
    put::tests(tests);
    open::tests(tests);
    open_bytes::tests(tests);
    outputs::tests(tests);
    imported::tests(tests);
    imported_order::tests(tests);
    imported_info::tests(tests);
    waits::tests(tests);
    captured::tests(tests);
    signal_lists::tests(tests);
    held_pairs::tests(tests);
    pending_release::tests(tests);
    released_queue::tests(tests);
    asked::tests(tests);
    concurrency::tests(tests);
    lifetime::tests(tests);
    cross_process::tests(tests);
}
