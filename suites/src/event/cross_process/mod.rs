//! Events across processes: one exports them, others open them, and each sees the signals of all.

mod any_situation;
mod barriers;
mod beside;
mod consumer;
mod death;
mod device_work;
mod devices;
mod held_commands;
mod lone_host_task;
mod long_lists;
mod many;
mod mapped_data;
mod own_signals;
mod pair;
mod queue_kinds;
mod queue_pairs;
mod queue_release;
mod signal_lists;
mod signals;
mod written;

pub(super) use consumer::Consumer;
pub(super) use queue_kinds::{KINDS, offered_where};

use ur_ipc_fixtures::Tests;

pub(super) fn tests(tests: &mut Tests) {
    signals::tests(tests);
    signal_lists::tests(tests);
    device_work::tests(tests);
    mapped_data::tests(tests);
    many::tests(tests);
    held_commands::tests(tests);
    devices::tests(tests);
    death::tests(tests);
    long_lists::tests(tests);
    lone_host_task::tests(tests);
    own_signals::tests(tests);
    barriers::tests(tests);
    queue_pairs::tests(tests);
    queue_release::tests(tests);
    beside::tests(tests);
    written::tests(tests);
    any_situation::tests(tests);
}

/// The prefix of the ids of these tests.
const PATH: &str = "cross_process::event";
