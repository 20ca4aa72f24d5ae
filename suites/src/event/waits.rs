//! What a wait on an import waits for, and for how long.

use super::calls::{
    CommandEvent, SIGNAL_HELD, check_complete, flush, submit_held_signal, submit_signal, wait,
};
use super::fixtures::ShareableFixture;
use nix::sys::signal::Signal;
use std::ptr::null_mut;
use std::sync::OnceLock;
use ur_ipc_fixtures::api::{ContextHandle, EventHandle, QueueFlags};
use ur_ipc_fixtures::ladder::{OpenedEventFixture, UrContextTest, UrIpcOpenedEventTest};
use ur_ipc_fixtures::objects::{
    Event, Queue, allocate, create_queue, create_shareable_event, export_event, open_event,
};
use ur_ipc_fixtures::{HeldQueue, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "event::imported::wait_lasts",
        &["event.imported.wait_lasts"],
        with!(OpenedEventFixture, wait_lasts),
    ),
    Test::new("event::imported::wait_all", &["event.imported.wait_all"], with!(ShareableFixture, wait_all)),
    Test::new(
        "event::imported::wait_interrupted",
        &["event.imported.wait_interrupted"],
        with!(OpenedEventFixture, wait_interrupted),
    ),
    Test::new(
        "event::imported::wait_beside_calls",
        &["event.imported.wait_beside_calls"],
        with!(OpenedEventFixture, wait_beside_calls),
    ),
];

/// How many times the fair time a wait is watched that must not give up: more than a tenth of a second.
pub(super) const PATIENCE: u32 = 25;

/// A queue, and a barrier on it that waits for these events.
fn barrier_behind<'t>(
    t: &'t TestContext<'t>,
    context: ContextHandle,
    events: &[EventHandle],
) -> TestResult<(Queue<'t>, CommandEvent<'t>)> {
    let queue = create_queue(t, context, QueueFlags::NONE_SET)?;
    let (count, mut event) = (events.len() as u32, EventHandle::NULL);
    t.ur().enqueue_events_wait_with_barrier(queue.raw(), count, events.as_ptr(), &raw mut event).ok()?;
    flush(t, queue.raw())?;
    Ok((queue, CommandEvent::adopt(t, event)?))
}

/// However long a signal is held back, no wait for it gives up: of the host, of a queue, of a command, of a list.
fn wait_lasts(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let held = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let side = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let memory = allocate(t, f.context(), t.env().device(), 128)?;
    let done = [CommandEvent::finished(t, held.raw())?, CommandEvent::finished(t, held.raw())?];
    let [first, second, third, fourth] = [f.open(t)?, f.open(t)?, f.open(t)?, f.open(t)?];
    let gate = HeldQueue::hold(t, &held)?;
    submit_held_signal(t, held.raw(), f.event())?;
    let (queue, barrier) = barrier_behind(t, f.context(), &[third.raw()])?;
    let (side, (to, from)) = (side.raw(), (memory.raw(), memory.raw().at(64)));
    t.while_held(SIGNAL_HELD)
        .wait(f.event())
        .wait(f.opened())
        .wait_all(&[first.raw(), done[0].raw()])
        .wait_all(&[done[1].raw(), second.raw()])
        .wait(barrier.raw())
        .finish(queue.raw())
        .finish(held.raw())
        .call("urEnqueueUSMMemcpy", {
            let awaited = fourth.raw();
            move |ur| {
                let list = &raw const awaited;
                ur.enqueue_usm_memcpy(side, true, to.raw(), from.raw(), 64, 1, list, null_mut())
            }
        })
        .patiently(PATIENCE)
        .until(|| gate.open())?;
    check_complete(t, "the import", f.opened())
}

/// An event with imports, and a queue that can hold its signal back.
struct Held<'t> {
    // Fields drop in this order.
    imports: Vec<Event<'t>>,
    source: Event<'t>,
    queue: Queue<'t>,
}

impl<'t> Held<'t> {
    fn new(t: &'t TestContext<'t>, f: &ShareableFixture<'t>) -> TestResult<Self> {
        let source = create_shareable_event(t, f.context())?;
        let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
        submit_signal(t, queue.raw(), source.raw())?;
        t.ur().queue_finish(queue.raw()).ok()?;
        let handle = export_event(t, f.context(), source.raw())?;
        let imports = (0..4).map(|_| open_event(t, f.context(), &handle.bytes()));
        let imports = imports.collect::<TestResult<_>>()?;
        Ok(Self { imports, source, queue })
    }
}

/// A wait for several imports ends when the last of them is complete, whichever that is and wherever it stands.
fn wait_all<'t>(t: &'t TestContext<'t>, f: &ShareableFixture<'t>) -> TestResult {
    let events = [Held::new(t, f)?, Held::new(t, f)?];
    for (early, late) in [(&events[0], &events[1]), (&events[1], &events[0])] {
        let pair = |import: usize| [early.imports[import].raw(), late.imports[import].raw()];
        let swapped = |import: usize| [late.imports[import].raw(), early.imports[import].raw()];
        let gate = HeldQueue::hold(t, &late.queue)?;
        submit_held_signal(t, late.queue.raw(), late.source.raw())?;
        let barriers =
            [barrier_behind(t, f.context(), &pair(0))?, barrier_behind(t, f.context(), &swapped(1))?];
        t.while_held("the signal of one event in the list was held back")
            .wait_all(&pair(2))
            .wait_all(&swapped(3))
            .finish(barriers[0].0.raw())
            .finish(barriers[1].0.raw())
            .until(|| gate.open())?;
        t.ur().queue_finish(late.queue.raw()).ok()?;
    }
    Ok(())
}

/// A signal of the operating system to the thread that waits does not end the wait.
fn wait_interrupted(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let gate = HeldQueue::hold(t, &queue)?;
    submit_held_signal(t, queue.raw(), f.event())?;
    t.while_held("its signal was held back, and a POSIX signal came")
        .wait(f.opened())
        .wait(f.event())
        .finish(queue.raw())
        .interrupted_by(Signal::SIGURG)
        .until(|| gate.open())
}

/// While one thread waits on an import, another can export its source, open and put handles, release what it opened, and
/// wait on what is complete.
fn wait_beside_calls(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let done = CommandEvent::finished(t, queue.raw())?;
    let (context, source, handle) = (f.context(), f.event(), f.handle());
    let (to_put, to_release) = (f.export(t)?, f.open(t)?);
    let gate = HeldQueue::hold(t, &queue)?;
    submit_held_signal(t, queue.raw(), source)?;
    // Kept, so that each call is tried alone.
    let (exported, opened) = (OnceLock::new(), OnceLock::new());
    t.while_held(SIGNAL_HELD)
        .wait(f.opened())
        .beside("urIPCGetEventHandleExp", || {
            export_event(t, context, source).map(|handle| drop(exported.set(handle)))
        })
        .beside("urIPCOpenEventHandleExp", || {
            open_event(t, context, &handle).map(|import| drop(opened.set(import)))
        })
        .beside("urIPCPutEventHandleExp", || to_put.release())
        .beside("urEventRelease", || to_release.release())
        .beside("urEventWait on a complete event", || wait(t, done.raw()))
        .until(|| gate.open())
}
