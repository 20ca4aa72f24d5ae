//! Commands whose wait list has an event that is signalled again before they begin: they wait for the signal of the time at
//! which they were enqueued.

use super::calls::submit_signal;
use super::imported::{BY_IMPORT, BY_SOURCE, Sides};
use super::list_takers::LIST_TAKERS;
use ur_ipc_fixtures::api::EventHandle;
use ur_ipc_fixtures::hierarchy::UrIpcOpenedEventTest;
use ur_ipc_fixtures::{HOST_TASKS, InCase, TestContext, TestResult, Tests, case};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::imported");
    group
        .table([
            case::<Sides>("captured", "event.imported.captured", BY_SOURCE),
            case::<Sides>("captured_of_source", "event.imported.captured", BY_IMPORT),
        ])
        .needs(&[HOST_TASKS])
        .on(captured);
}

/// A command of each kind behind one side of an event, and the next signal of the other side behind it in the same queue, and
/// then in another queue, which is held for longer.
fn captured(t: &TestContext, f: &UrIpcOpenedEventTest, sides: &Sides) -> TestResult {
    let (signalled, awaited) = sides(f);
    let memory = f.in_context().memory(4096)?;
    for (name, command) in LIST_TAKERS {
        for by_other in [false, true] {
            let what = format!("{name} in front of the next signal, by another queue: {by_other}");
            let (queue, other) = (f.in_context().queue()?, f.in_context().queue()?);
            let gate = queue.hold()?;
            let mut event = EventHandle::NULL;
            command(t.ur(), queue.raw(), memory.raw(), &[awaited.raw()], &raw mut event).ok()?;
            let done = queue.event_of_command(event)?;
            queue.flush()?;
            let other_gate = by_other.then(|| other.hold()).transpose()?;
            submit_signal(if by_other { &other } else { &queue }, signalled)?;
            t.let_threads_run();
            done.check_pending(&what)?;
            gate.open()?;
            done.wait_complete(&what)?;
            if let Some(other_gate) = other_gate {
                other_gate.open()?;
                other.finish()?;
            }
            queue.finish()?;
            awaited.wait_complete(&what).in_case(what)?;
        }
    }
    Ok(())
}
