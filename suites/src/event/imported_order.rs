//! Imports in wait lists, and the kinds of queues that signal and wait.

use super::calls::{CommandEvent, check_complete, check_pending, flush, submit_held_signal, wait};
use super::work::{LIST_HELD, Reader, Work};
use std::ptr::null;
use ur_ipc_fixtures::api::{EventHandle, QueueFlags, QueueHandle};
use ur_ipc_fixtures::ladder::{OpenedEventFixture, UrIpcOpenedEventTest};
use ur_ipc_fixtures::objects::{allocate, create_queue};
use ur_ipc_fixtures::{Called, DevicePtr, HeldQueue, Test, TestContext, TestResult, Ur, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "event::imported::in_wait_list",
        &["event.imported.in_wait_list"],
        with!(OpenedEventFixture, in_wait_list),
    ),
    Test::new(
        "event::imported::in_wait_list_held",
        &["event.imported.in_wait_list"],
        with!(OpenedEventFixture, in_wait_list_held),
    ),
    Test::new(
        "event::imported::in_wait_list_of_every_command",
        &["event.imported.in_wait_list"],
        with!(OpenedEventFixture, in_wait_list_of_every_command),
    ),
    Test::new(
        "event::imported::queue_kinds_in_order",
        &["event.imported.queue_kinds"],
        with!(OpenedEventFixture, queue_kinds_in_order),
    ),
    Test::new(
        "event::imported::queue_kinds_out_of_order",
        &["event.imported.queue_kinds"],
        with!(OpenedEventFixture, queue_kinds_out_of_order),
    ),
    Test::new(
        "event::imported::queue_kinds_batched",
        &["event.imported.queue_kinds"],
        with!(OpenedEventFixture, queue_kinds_batched),
    ),
    Test::new(
        "event::imported::queue_kinds_in_order_held",
        &["event.imported.queue_kinds"],
        with!(OpenedEventFixture, queue_kinds_in_order_held),
    ),
    Test::new(
        "event::imported::queue_kinds_out_of_order_held",
        &["event.imported.queue_kinds"],
        with!(OpenedEventFixture, queue_kinds_out_of_order_held),
    ),
    Test::new(
        "event::imported::queue_kinds_batched_held",
        &["event.imported.queue_kinds"],
        with!(OpenedEventFixture, queue_kinds_batched_held),
    ),
    Test::new(
        "event::imported::queue_kinds_profiling",
        &["event.imported.queue_kinds"],
        with!(OpenedEventFixture, queue_kinds_profiling),
    ),
];

/// Whether a test is about work that is held back, or holds it back where that is possible.
#[derive(Clone, Copy)]
enum Held {
    Always,
    IfPossible,
}

/// Work and a signal on one queue, a copy behind either side of the event on another, by queues of this kind.
#[track_caller]
fn copy_after_work(
    t: &TestContext<'_>,
    f: &impl UrIpcOpenedEventTest,
    flags: QueueFlags,
    held: Held,
) -> TestResult {
    let memory = allocate(t, f.context(), t.env().device(), Work::SIZE)?;
    for (value, signalled, awaited) in
        [(0x61, f.event(), f.opened()), (0x62, f.opened(), f.event()), (0x63, f.opened(), f.opened())]
    {
        // New queues: a queue that batches may take a few unfinished batches, and block for more.
        let work = Work::on_queue_kind(t, f.context(), memory.raw(), flags)?;
        let reader = Reader::new(t, f.context(), flags)?;
        let gate = match held {
            Held::Always => Some(HeldQueue::hold(t, work.queue())?),
            Held::IfPossible => work.hold_if_possible()?,
        };
        work.start(value, signalled)?;
        let copy = reader.submit(work.last_page(), awaited)?;
        if let Some(gate) = gate {
            reader.wait_until(&copy, || gate.open())?;
        }
        reader.finish(&copy, value)?;
        work.check(value)?;
        check_complete(t, "the import", f.opened())?;
        check_complete(t, "the source", f.event())?;
    }
    Ok(())
}

/// A copy that waits for an import comes after the work before the signal, without a host wait in between.
fn in_wait_list(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    copy_after_work(t, f, QueueFlags::NONE_SET, Held::IfPossible)
}

/// The same with a signal that is held back: the copy is not made before it, and is made after it.
fn in_wait_list_held(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    copy_after_work(t, f, QueueFlags::NONE_SET, Held::Always)
}

/// A command that waits for two events and gives one: its name and its call.
type Command =
    (&'static str, fn(&Ur, QueueHandle, DevicePtr, *const EventHandle, *mut EventHandle) -> Called<'_>);

/// What the fill writes.
static FILLED: u8 = 1;

/// The commands of UR's that the suite knows to take wait lists.
const COMMANDS: &[Command] = &[
    ("urEnqueueUSMMemcpy", |ur, queue, memory, list, event| {
        ur.enqueue_usm_memcpy(queue, false, memory.raw(), memory.at(64).raw(), 64, 2, list, event)
    }),
    ("urEnqueueUSMFill", |ur, queue, memory, list, event| {
        ur.enqueue_usm_fill(queue, memory.raw(), 1, (&raw const FILLED).cast(), 64, 2, list, event)
    }),
    ("urEnqueueEventsWait", |ur, queue, _, list, event| ur.enqueue_events_wait(queue, 2, list, event)),
    ("urEnqueueEventsWaitWithBarrier", |ur, queue, _, list, event| {
        ur.enqueue_events_wait_with_barrier(queue, 2, list, event)
    }),
    ("urEnqueueEventsWaitWithBarrierExt", |ur, queue, _, list, event| {
        ur.enqueue_events_wait_with_barrier_ext(queue, null(), 2, list, event)
    }),
];

/// Every command takes an import in its wait list, behind another event, and neither it nor its queue is done before the
/// signal.
fn in_wait_list_of_every_command(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let memory = allocate(t, f.context(), t.env().device(), 4096)?;
    let held = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let mut submitted = Vec::new();
    // What is complete in the list must not hide what is not.
    let done = CommandEvent::finished(t, held.raw())?;
    let gate = HeldQueue::hold(t, &held)?;
    submit_held_signal(t, held.raw(), f.event())?;
    for (name, command) in COMMANDS {
        let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
        let (list, mut event) = ([done.raw(), f.opened()], EventHandle::NULL);
        command(t.ur(), queue.raw(), memory.raw(), list.as_ptr(), &raw mut event).ok()?;
        flush(t, queue.raw())?;
        submitted.push((name, CommandEvent::adopt(t, event)?, queue));
    }
    t.let_threads_run();
    for (name, event, _) in &submitted {
        check_pending(t, &format!("{name} with an unfinished import in its wait list"), event.raw())?;
    }
    let waits = submitted.iter().fold(t.while_held(LIST_HELD), |waits, (_, event, queue)| {
        waits.wait(event.raw()).finish(queue.raw())
    });
    waits.until(|| gate.open())?;
    for (name, event, _) in &submitted {
        check_complete(t, &format!("{name} with an import in its wait list"), event.raw())?;
    }
    check_complete(t, "the import", f.opened())?;
    t.ur().queue_finish(held.raw()).ok()
}

/// In-order queues, immediate if the implementation tells them apart.
fn queue_kinds_in_order(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    copy_after_work(t, f, QueueFlags::SUBMISSION_IMMEDIATE, Held::IfPossible)
}

/// Out-of-order queues.
fn queue_kinds_out_of_order(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    copy_after_work(t, f, QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE, Held::IfPossible)
}

/// Queues that batch what is submitted.
fn queue_kinds_batched(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    copy_after_work(t, f, QueueFlags::SUBMISSION_BATCHED, Held::IfPossible)
}

/// In-order queues with a signal that is held back.
fn queue_kinds_in_order_held(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    copy_after_work(t, f, QueueFlags::SUBMISSION_IMMEDIATE, Held::Always)
}

/// Out-of-order queues with a signal that is held back.
fn queue_kinds_out_of_order_held(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    copy_after_work(t, f, QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE, Held::Always)
}

/// Queues that batch, with a signal that is held back.
fn queue_kinds_batched_held(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    copy_after_work(t, f, QueueFlags::SUBMISSION_BATCHED, Held::Always)
}

/// A queue with profiling signals and waits, or refuses to and leaves the event as it was.
fn queue_kinds_profiling(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::PROFILING_ENABLE)?;
    for (signalled, observed) in [(f.event(), f.opened()), (f.opened(), f.event())] {
        let mut in_out = signalled;
        let called = t.ur().hook_signal_event(queue.raw(), &mut in_out);
        t.observe("a signal on a queue with profiling", called.result);
        if called.result.is_success() {
            t.check_eq("the event after the signal", in_out, signalled)?;
            flush(t, queue.raw())?;
        } else {
            called.expect_error()?;
            f.signal_and_finish(t, signalled)?;
        }
        wait(t, observed)?;
        check_complete(t, "the other side", observed)?;
        let mut event = EventHandle::NULL;
        let waits =
            t.ur().enqueue_events_wait_with_barrier(queue.raw(), 1, &raw const observed, &raw mut event);
        if waits.result.is_success() {
            let event = CommandEvent::adopt(t, event)?;
            t.ur().queue_finish(queue.raw()).ok()?;
            check_complete(t, "a barrier on a queue with profiling", event.raw())?;
        } else {
            waits.expect_error()?;
        }
    }
    // Whatever the queue said, the pair works on another one.
    f.signal_and_finish(t, f.event())?;
    wait(t, f.opened())
}
