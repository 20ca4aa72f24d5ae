//! Signals whose barrier has a wait list: they come when everything in it is complete.

use super::calls::{finished, hold_signal};
use super::work::LIST_HELD;
use ur_ipc_fixtures::api::{EventHandle, ExpEnqueueExtFlags};
use ur_ipc_fixtures::hierarchy::{UrContextTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Event, Queue};
use ur_ipc_fixtures::{HOST_TASKS, IPC_EVENTS, OWN_EVENT_HANDLES, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::imported");
    let draft = group.test("signal_wait_list").checks("event.imported.signal_wait_list");
    draft.needs(&[IPC_EVENTS, OWN_EVENT_HANDLES, HOST_TASKS]).on(signals_wait);
}

/// The number of kinds of lists.
const LISTS: usize = 7;

/// An event that can be shared, signalled once, and an import of it.
fn pair(f: &UrContextTest, queue: &Queue) -> TestResult<(Event, Event)> {
    let source = f.in_context().shareable_event()?;
    queue.signal(&source)?;
    queue.finish()?;
    let handle = source.export()?;
    let import = f.in_context().open_event(&handle.bytes())?;
    handle.release()?;
    Ok((source, import))
}

/// Barriers with no properties, and with the hint that their events may take little power, which nobody need heed.
const FLAGS: [ExpEnqueueExtFlags; 2] =
    [ExpEnqueueExtFlags::NONE_SET, ExpEnqueueExtFlags::LOW_POWER_EVENTS_SUPPORT];

/// Signals sources, and imports, by barriers of both kinds behind lists in which something is held back, alone, in front of,
/// behind and between what is complete: both sides are pending until all of it has come.
fn signals_wait(t: &TestContext, f: &UrQueueTest) -> TestResult {
    let held_queue = f.in_context().queue()?;
    let done = finished(f.queue())?;
    let (held_source, held_import) = pair(f, f.queue())?;
    // Before anything is held back: while one host task waits, others need not run.
    let pairs: Vec<_> = (0..2 * FLAGS.len() * LISTS)
        .map(|_| Ok((f.in_context().queue()?, pair(f, f.queue())?)))
        .collect::<TestResult<_>>()?;
    let gate = hold_signal(t, &held_queue, &held_source)?;
    // Complete when the same gate opens, and no event that is shared.
    let held = held_queue.barrier(&[])?;
    held_queue.flush()?;
    let (done, held, import) = (done.raw(), held, held_import.raw());
    let lists: [&[EventHandle]; LISTS] = [
        &[held.raw()],
        &[done, held.raw()],
        &[held.raw(), done],
        &[import],
        &[done, import],
        &[import, done],
        &[done, import, done],
    ];
    let mut signals = Vec::new();
    let kinds = FLAGS
        .iter()
        .flat_map(|flags| lists.iter().flat_map(move |list| [(*flags, list, false), (*flags, list, true)]));
    for ((flags, list, by_import), (queue, (source, import))) in kinds.zip(pairs) {
        queue.signal_with(if by_import { &import } else { &source }, list, flags)?;
        queue.flush()?;
        signals.push((source, import, queue));
    }
    t.let_threads_run();
    let what = |side: &str, number: usize| {
        let signalled = ["source", "import"][number % 2];
        let (list, hint) = (number / 2 % LISTS, if number < 2 * LISTS { "" } else { ", at low power" });
        format!("the {side} of an event whose {signalled} is signalled behind list {list}{hint}")
    };
    for (number, (source, import, _)) in signals.iter().enumerate() {
        source.check_pending(&what("source", number))?;
        import.check_pending(&what("import", number))?;
    }
    let waits = signals.iter().enumerate().fold(t.while_held(LIST_HELD), |waits, (number, signal)| {
        let (source, import, queue) = signal;
        let waits = waits.wait(if number % 2 == 0 { import.raw() } else { source.raw() });
        // One queue of each kind of list tells for both sides.
        if number % 2 == 0 { waits.finish(queue.raw()) } else { waits }
    });
    waits.until(|| gate.open())?;
    for (number, (source, import, queue)) in signals.iter().enumerate() {
        queue.finish()?;
        source.check_complete(&what("source", number))?;
        import.check_complete(&what("import", number))?;
    }
    held_queue.finish()
}
