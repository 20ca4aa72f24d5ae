//! Events across processes: one exports them, others open them, and each sees the signals of all.

mod consumer;
mod death;
mod device_work;
mod many;
mod pair;
mod signals;
mod work;

pub(super) use consumer::{Consumer, Importer};

use ur_ipc_fixtures::objects::{Event, Queue};
use ur_ipc_fixtures::{Gate, HeldQueue, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    signals::tests(tests);
    device_work::tests(tests);
    many::tests(tests);
    death::tests(tests);
}

/// What the ids of these tests begin with.
const PATH: &str = "cross_process::event";

/// Completes the sentence "urEventWait returned while ...".
const SIGNAL_HELD: &str = "the signal was held back";

/// Enqueues a signal and submits it, without waiting.
#[track_caller]
pub(super) fn submit_signal(queue: &Queue, event: &Event) -> TestResult {
    queue.signal(event)?;
    queue.flush()
}

/// Submits a signal behind a closed gate, and lets one that does not wait be made.
#[track_caller]
pub(super) fn hold_signal(t: &TestContext, queue: &Queue, event: &Event) -> TestResult<Gate> {
    let gate = HeldQueue::hold(t, queue)?;
    submit_signal(queue, event)?;
    t.let_threads_run();
    Ok(gate)
}
