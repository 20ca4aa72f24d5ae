//! Events across processes: one exports them, others open them, and each sees the signals of all.

mod consumer;
mod death;
mod device_work;
mod devices;
mod many;
mod mapped_data;
mod pair;
mod signal_lists;
mod signals;

pub(super) use consumer::Consumer;

use ur_ipc_fixtures::Tests;

pub(super) fn tests(tests: &mut Tests) {
    signals::tests(tests);
    signal_lists::tests(tests);
    device_work::tests(tests);
    mapped_data::tests(tests);
    many::tests(tests);
    devices::tests(tests);
    death::tests(tests);
}

/// What the ids of these tests begin with.
const PATH: &str = "cross_process::event";
