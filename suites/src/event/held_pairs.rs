//! Commands that wait, on queues of each kind, for signals that are held back on queues of each kind: whichever goes first by its
//! priority, the signal comes.

use super::calls::hold_signal;
use super::cross_process::offered_of;
use super::work::LIST_HELD;
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::hierarchy::UrQueueTest;
use ur_ipc_fixtures::situations::{QUEUE, QUEUE_FLAGS};
use ur_ipc_fixtures::{HOST_TASKS, IPC_EVENTS, InCase, OWN_EVENT_HANDLES, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::imported");
    let draft = group.test("held_signals_of_queue_kinds").checks("event.imported.queue_kinds");
    draft.needs(&[IPC_EVENTS, OWN_EVENT_HANDLES, HOST_TASKS]).thorough().on(held_signals);
}

fn held_signals(t: &TestContext, f: &UrQueueTest) -> TestResult {
    // Profiling queues may refuse events that are shared.
    let kinds = offered_of(f.in_context(), &QUEUE_FLAGS)?;
    let kinds: Vec<usize> =
        kinds.into_iter().filter(|&kind| QUEUE_FLAGS[kind] != QueueFlags::PROFILING_ENABLE).collect();
    for &signals in &kinds {
        for &waits in &kinds {
            let names = [signals, waits].map(|kind| QUEUE.classes[kind].name);
            held_signal(t, f, QUEUE_FLAGS[signals], QUEUE_FLAGS[waits])
                .in_case(format!("a {} queue signals, a {} queue waits", names[0], names[1]))?;
        }
    }
    Ok(())
}

/// One queue signals a source behind an event that is held back, another one waits for an import of it.
fn held_signal(t: &TestContext, f: &UrQueueTest, signals: QueueFlags, waits: QueueFlags) -> TestResult {
    let context = f.in_context();
    let (held, signaller, waiter) =
        (context.queue()?, context.queue_with(signals)?, context.queue_with(waits)?);
    let (first, source) = (context.shareable_event()?, context.shareable_event()?);
    f.signal_and_finish(&source)?;
    let handle = source.export()?;
    let import = context.open_event(&handle.bytes())?;
    let gate = hold_signal(t, &held, &first)?;
    signaller.signal_behind(&source, &[first.raw()])?;
    signaller.flush()?;
    let done = waiter.barrier(&[import.raw()])?;
    waiter.flush()?;
    t.while_held(LIST_HELD).wait(done.raw()).until(|| gate.open())?;
    for queue in [&held, &signaller, &waiter] {
        queue.finish()?;
    }
    import.check_complete("the import of an event that was signalled")?;
    done.release()?;
    import.release()?;
    handle.release()
}
