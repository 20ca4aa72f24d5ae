//! Commands that wait, on queues of each kind, for signals that are held back on queues of each kind: whichever goes first by its
//! priority, the signal comes.

use super::calls::{hold_signal, submit_signal};
use super::cross_process::offered_where;
use super::work::LIST_HELD;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{QueueFlags, QueueInfo, UrBool};
use ur_ipc_fixtures::hierarchy::UrQueueTest;
use ur_ipc_fixtures::objects::{Queue, check_bytes};
use ur_ipc_fixtures::situations::{QUEUE, QUEUE_FLAGS};
use ur_ipc_fixtures::{HOST_TASKS, IPC_EVENTS, InCase, OWN_EVENT_HANDLES, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::imported");
    let draft = group.test("held_signals_of_queue_kinds").checks("event.imported.queue_kinds");
    draft.needs(&[IPC_EVENTS, OWN_EVENT_HANDLES, HOST_TASKS]).thorough().on(held_signals);
    let draft = group.test("signals_behind_held_imports").checks("event.imported.queue_kinds");
    draft.needs(&[IPC_EVENTS, OWN_EVENT_HANDLES, HOST_TASKS]).on(signals_behind_held_imports);
}

fn held_signals(t: &TestContext, f: &UrQueueTest) -> TestResult {
    let kinds = kinds(f)?;
    for &signals in &kinds {
        for &waits in &kinds {
            let names = [signals, waits].map(|kind| QUEUE.classes[kind].name);
            held_signal(t, f, QUEUE_FLAGS[signals], QUEUE_FLAGS[waits])
                .in_case(format!("a {} queue signals, a {} queue waits", names[0], names[1]))?;
        }
    }
    Ok(())
}

/// The numbers of the kinds of queues that the device offers, but for those with profiling, which may refuse shared events.
fn kinds(f: &UrQueueTest) -> TestResult<Vec<usize>> {
    offered_where(f.in_context(), |flags| flags != QueueFlags::PROFILING_ENABLE)
}

/// A queue of each kind signals, with no wait list, behind a command that waits for an import: not before that.
fn signals_behind_held_imports(t: &TestContext, f: &UrQueueTest) -> TestResult {
    const WHAT: &str = "an event whose signal stands behind a command that waits for an import";
    const BYTES: usize = 64;
    let context = f.in_context();
    let (held, first) = (context.queue()?, context.shareable_event()?);
    f.signal_and_finish(&first)?;
    let handle = first.export()?;
    let import = context.open_event(&handle.bytes())?;
    let (memory, beside) = (context.memory(BYTES)?, context.memory(BYTES)?);
    for (kind, byte) in kinds(f)?.into_iter().zip(1..) {
        let case = || format!("by a queue of the kind \"{}\"", QUEUE.classes[kind].name);
        let (queue, signalled) = (context.queue_with(QUEUE_FLAGS[kind])?, context.shareable_event()?);
        let gate = hold_signal(t, &held, &first)?;
        queue.start_fill_behind(memory.raw(), byte, BYTES, &[import.raw()])?;
        // In an out-of-order queue, the last command before the signal may be complete before others are.
        queue.start_fill(beside.raw(), byte, BYTES)?;
        submit_signal(&queue, &signalled)?;
        t.let_threads_run();
        signalled.check_pending(WHAT).in_case(case())?;
        is_not_empty(t, &queue).in_case(case())?;
        t.while_held(LIST_HELD).wait(signalled.raw()).until(|| gate.open()).in_case(case())?;
        signalled.check_complete(WHAT).in_case(case())?;
        check_bytes(t, "what the command wrote", &f.read(memory.raw(), BYTES)?, byte).in_case(case())?;
        queue.finish()?;
        held.finish()?;
        signalled.release()?;
    }
    import.release()?;
    handle.release()
}

/// A queue that has commands is not empty, if it tells.
fn is_not_empty(t: &TestContext, queue: &Queue) -> TestResult {
    let mut empty: UrBool = 0;
    let (size, value) = (size_of::<UrBool>(), (&raw mut empty).cast());
    let asked = t.ur().queue_get_info(queue.raw(), QueueInfo::EMPTY, size, value, null_mut());
    if asked.result.is_unsupported() {
        return Ok(());
    }
    asked.ok()?;
    t.check(empty == 0, "UR_QUEUE_INFO_EMPTY is true, though a command waits for an event that is pending")
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
