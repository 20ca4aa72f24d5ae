//! Waits on an import: their condition, and their length.

use super::calls::{PATIENCE, SIGNAL_HELD, finished, hold_signal};
use std::panic::resume_unwind;
use std::ptr::null_mut;
use std::sync::{OnceLock, mpsc};
use std::thread;
use std::time::Duration;
use ur_ipc_fixtures::api::EventHandle;
use ur_ipc_fixtures::hierarchy::{UrContextTest, UrIpcOpenedEventTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Event, Queue};
use ur_ipc_fixtures::{
    Gate, HOST_TASKS, IPC_EVENTS, OWN_EVENT_HANDLES, TestContext, TestResult, Tests, measure_growth, spawn_in,
};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::imported");
    group.test("wait_lasts").checks("event.imported.wait_lasts").needs(&[HOST_TASKS]).on(wait_lasts);
    group
        .test("wait_all")
        .checks("event.imported.wait_all")
        .needs(&[IPC_EVENTS, OWN_EVENT_HANDLES, HOST_TASKS])
        .on(wait_all);

    // A signal of the operating system to the thread that waits does not end the wait.
    let draft = group.test("wait_interrupted").checks("event.imported.wait_interrupted");
    draft.needs(&[HOST_TASKS]).on(|t, f: &UrIpcOpenedEventTest| {
        let queue = f.in_context().queue()?;
        let gate = hold_signal(t, &queue, f.event())?;
        t.while_held("its signal was held back, and a POSIX signal came")
            .wait(f.opened().raw())
            .wait(f.event().raw())
            .finish(queue.raw())
            .interrupted()
            .until(|| gate.open())
    });

    let draft = group.test("wait_cycles").checks("lifetime.host.cycles").needs(&[HOST_TASKS]);
    draft.on(wait_cycles);

    let draft = group.test("wait_beside_calls").checks("event.imported.wait_beside_calls");
    draft.needs(&[HOST_TASKS]).on(wait_beside_calls);
}

/// A queue, and a barrier on it that waits for these events.
#[track_caller]
fn barrier_behind(f: &UrContextTest, events: &[EventHandle]) -> TestResult<(Queue, Event)> {
    let queue = f.in_context().queue()?;
    let barrier = queue.barrier(events)?;
    queue.flush()?;
    Ok((queue, barrier))
}

/// However long a signal is held back, no wait for it gives up: of the host, of a queue, of a command, of a list.
fn wait_lasts(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let (held, side) = (f.in_context().queue()?, f.in_context().queue()?);
    let memory = f.in_context().memory(128)?;
    let done = [finished(&held)?, finished(&held)?];
    let [first, second, third, fourth] = [f.open()?, f.open()?, f.open()?, f.open()?];
    let gate = hold_signal(t, &held, f.event())?;
    let (queue, barrier) = barrier_behind(f, &[third.raw()])?;
    t.while_held(SIGNAL_HELD)
        .wait(f.event().raw())
        .wait(f.opened().raw())
        .wait_all(&[first.raw(), done[0].raw()])
        .wait_all(&[done[1].raw(), second.raw()])
        .wait(barrier.raw())
        .finish(queue.raw())
        .finish(held.raw())
        .call(|ur| {
            let (to, from, list) = (memory.raw().raw(), memory.raw().at(64).raw(), fourth.raw());
            ur.enqueue_usm_memcpy(side.raw(), true, to, from, 64, 1, &raw const list, null_mut())
        })
        .watch_longer(PATIENCE)
        .until(|| gate.open())?;
    f.opened().check_complete("the import")
}

/// An event with imports, and a queue that can hold its signal back.
struct Held {
    // Fields drop in this order.
    imports: Vec<Event>,
    source: Event,
    queue: Queue,
}

impl Held {
    fn new(f: &UrContextTest) -> TestResult<Self> {
        let (source, queue) = (f.in_context().shareable_event()?, f.in_context().queue()?);
        queue.signal(&source)?;
        queue.finish()?;
        let handle = source.export()?;
        let imports = (0..4).map(|_| f.in_context().open_event(&handle.bytes()));
        let imports = imports.collect::<TestResult<_>>()?;
        Ok(Self { imports, source, queue })
    }
}

/// A wait for several imports ends when the last of them is complete, whichever that is and wherever it stands.
fn wait_all(t: &TestContext, f: &UrQueueTest) -> TestResult {
    let events = [Held::new(f)?, Held::new(f)?];
    for (early, late) in [(&events[0], &events[1]), (&events[1], &events[0])] {
        let pair = |import: usize| [early.imports[import].raw(), late.imports[import].raw()];
        let swapped = |import: usize| [late.imports[import].raw(), early.imports[import].raw()];
        let gate = hold_signal(t, &late.queue, &late.source)?;
        let barriers = [barrier_behind(f, &pair(0))?, barrier_behind(f, &swapped(1))?];
        // Several handles of what is complete stand in front of what is not.
        let [one, same] = [early.imports[0].raw(), early.source.raw()];
        let (behind, _given) = barrier_behind(f, &[one, same, late.imports[0].raw()])?;
        t.while_held("the signal of one event in the list was held back")
            .wait_all(&pair(2))
            .wait_all(&swapped(3))
            .wait_all(&[one, same, late.imports[1].raw()])
            .wait_all(&[one, barriers[1].1.raw()])
            .finish(behind.raw())
            .finish(barriers[0].0.raw())
            .finish(barriers[1].0.raw())
            .until(|| gate.open())?;
        late.queue.finish()?;
    }
    Ok(())
}

/// Waits that an import's signal ends, one after the other.
const WAITS: usize = 24;
/// The signal is let go so long after the order to wait. A thread that waits may be busy all the time, so that it cannot be seen to.
const BLOCKED: Duration = Duration::from_millis(3);

/// A wait that has really waited leaves nothing.
fn wait_cycles(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let queue = f.in_context().queue()?;
    let (gates, held) = mpsc::channel::<Gate>();
    thread::scope(|scope| {
        let opens = spawn_in(scope, move || {
            held.iter().try_for_each(|gate| {
                thread::sleep(BLOCKED);
                gate.open()
            })
        })?;
        let growth = measure_growth(t, WAITS, |_| {
            // The other thread ends only with this one's gates.
            let _ = gates.send(hold_signal(t, &queue, f.event())?);
            f.opened().wait_complete("an import after urEventWait, with its signal held back before")?;
            queue.finish()
        });
        drop(gates);
        opens.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        growth?.nothing_open(t)
    })
}

/// While one thread waits on an import, another can export its source, open and put handles, release what it opened,
/// and wait on what is complete.
fn wait_beside_calls(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let queue = f.in_context().queue()?;
    let done = finished(&queue)?;
    let (to_put, to_release) = (f.export()?, f.open()?);
    let gate = hold_signal(t, &queue, f.event())?;
    // Kept, so that each call is tried alone.
    let (exported, opened) = (OnceLock::new(), OnceLock::new());
    t.while_held(SIGNAL_HELD)
        .wait(f.opened().raw())
        .meanwhile("urIPCGetEventHandleExp", || f.export().map(|handle| drop(exported.set(handle))))
        .meanwhile("urIPCOpenEventHandleExp", || f.open().map(|import| drop(opened.set(import))))
        .meanwhile("urIPCPutEventHandleExp", || to_put.release())
        .meanwhile("urEventRelease", || to_release.release())
        .meanwhile("urEventWait on a complete event", || done.wait())
        .until(|| gate.open())
}
