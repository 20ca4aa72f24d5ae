//! Imports in wait lists, and the kinds of queues that signal and wait.

use super::calls::{finished, hold_signal};
use super::imported::{BY_IMPORT, BY_SOURCE, Sides};
use super::list_takers::{check_done, submit_all};
use super::work::{LIST_HELD, Reader, Work};
use std::ptr::null;
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::hierarchy::UrIpcOpenedEventTest;
use ur_ipc_fixtures::objects::Event;
use ur_ipc_fixtures::{
    BATCHED_QUEUES, HOST_TASKS, IMMEDIATE_QUEUES, Need, OUT_OF_ORDER_QUEUES, PROFILING_QUEUES, TestContext,
    TestResult, Tests, case,
};

/// Without and with the need to hold work back: a test looks at what it can in the first case, and is about it in the
/// second.
const HELD: [(&str, &[Need]); 2] = [("", &[]), ("_held", &[HOST_TASKS])];

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::imported");
    // A copy that waits for an import comes after the work before the signal, without a host wait in between.
    for (suffix, needs) in HELD {
        let draft = group.test(&format!("in_wait_list{suffix}")).checks("event.imported.in_wait_list");
        draft.needs(needs).on(|_, f: &UrIpcOpenedEventTest| copy_after_work(f, QueueFlags::NONE_SET));
    }
    // The same again and again by one side: the other one has seen each signal complete when it stands in the next list.
    group
        .table([
            case::<Sides>("in_wait_list_again", "event.imported.in_wait_list", BY_SOURCE),
            case::<Sides>("in_wait_list_again_of_source", "event.imported.in_wait_list", BY_IMPORT),
        ])
        .needs(&[HOST_TASKS])
        .on(|_, f: &UrIpcOpenedEventTest, sides| {
            let (signalled, awaited) = sides(f);
            (0x71..0x74)
                .try_for_each(|value| copy_behind(f, QueueFlags::NONE_SET, value, (signalled, awaited)))
        });
    group
        .test("in_wait_list_of_every_command")
        .checks("event.imported.in_wait_list")
        .needs(&[HOST_TASKS])
        .on(in_wait_list_of_every_command);

    // The same by other kinds of queues; in-order ones are immediate if the implementation tells them apart.
    for (suffix, needs) in HELD {
        for (kind, flags, queues) in [
            ("in_order", QueueFlags::SUBMISSION_IMMEDIATE, IMMEDIATE_QUEUES),
            ("out_of_order", QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE, OUT_OF_ORDER_QUEUES),
            ("batched", QueueFlags::SUBMISSION_BATCHED, BATCHED_QUEUES),
        ] {
            let name = format!("queue_kinds_{kind}{suffix}");
            let draft = group.test(&name).checks("event.imported.queue_kinds").needs(needs).needs(&[queues]);
            draft.on(move |_, f: &UrIpcOpenedEventTest| copy_after_work(f, flags));
        }
    }
    group
        .test("queue_kinds_profiling")
        .checks("event.imported.queue_kinds")
        .needs(&[PROFILING_QUEUES])
        .on(queue_kinds_profiling);
}

/// Work and a signal on one queue, a copy behind either side of the event on another, by queues of this kind. Where the
/// work can be held back, the copy is not made before it is let go.
#[track_caller]
fn copy_after_work(f: &UrIpcOpenedEventTest, flags: QueueFlags) -> TestResult {
    for (value, signalled, awaited) in
        [(0x61, f.event(), f.opened()), (0x62, f.opened(), f.event()), (0x63, f.opened(), f.opened())]
    {
        copy_behind(f, flags, value, (signalled, awaited))?;
    }
    Ok(())
}

/// One round of it: work that leaves this value and ends with a signal of one event, and a copy behind another.
#[track_caller]
fn copy_behind(
    f: &UrIpcOpenedEventTest,
    flags: QueueFlags,
    value: u8,
    (signalled, awaited): (&Event, &Event),
) -> TestResult {
    // New queues: a queue that batches may take a few unfinished batches, and block for more.
    let work = Work::by_queue(f.t(), f.in_context(), flags)?;
    let reader = Reader::by_queue(f.t(), f.in_context(), flags)?;
    let gate = work.hold_if_possible()?;
    work.start(value, signalled)?;
    let copy = reader.submit(work.last_page(), awaited)?;
    if let Some(gate) = gate {
        reader.blocked_calls(&copy)?.until(|| gate.open())?;
    }
    reader.finish(&copy, value)?;
    work.check(value)?;
    f.opened().check_complete("the import")?;
    f.event().check_complete("the source")
}

/// Every command takes an import in its wait list, behind another event, and neither it nor its queue is done before
/// the signal.
fn in_wait_list_of_every_command(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let memory = f.in_context().memory(4096)?;
    let held = f.in_context().queue()?;
    // What is complete in the list must not hide what is not.
    let done = finished(&held)?;
    let gate = hold_signal(t, &held, f.event())?;
    let submitted = submit_all(t, f.in_context(), memory.raw(), &[done.raw(), f.opened().raw()])?;
    let waits = submitted.iter().fold(t.while_held(LIST_HELD), |waits, (_, event, queue)| {
        waits.wait(event.raw()).finish(queue.raw())
    });
    waits.until(|| gate.open())?;
    check_done(&submitted)?;
    f.opened().check_complete("the import")?;
    held.finish()
}

/// A queue with profiling signals and waits, or refuses to and leaves the event as it was.
fn queue_kinds_profiling(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let queue = f.in_context().queue_with(QueueFlags::PROFILING_ENABLE)?;
    for (signalled, observed) in [(f.event(), f.opened()), (f.opened(), f.event())] {
        let mut in_out = signalled.raw();
        let called =
            t.ur().enqueue_events_wait_with_barrier_ext(queue.raw(), null(), 0, null(), &raw mut in_out);
        t.observe("a signal on a queue with profiling", called.result);
        if called.result.is_success() {
            t.check_eq("the event after the signal", in_out, signalled.raw())?;
            queue.flush()?;
        } else {
            called.expect_error()?;
            f.signal_and_finish(signalled)?;
        }
        observed.wait_complete("the other side")?;
        let (list, mut event) = (observed.raw(), EventHandle::NULL);
        let waits = t.ur().enqueue_events_wait_with_barrier(queue.raw(), 1, &raw const list, &raw mut event);
        if waits.result.is_success() {
            let event = queue.event_of_command(event)?;
            queue.finish()?;
            event.check_complete("a barrier on a queue with profiling")?;
        } else {
            waits.expect_error()?;
        }
    }
    // Whatever the queue said, the pair works on another one.
    f.signal_and_finish(f.event())?;
    f.opened().wait()
}
