//! Commands whose wait list has an event that is signalled again before they begin: they wait for the last signal that was
//! enqueued before them.

use super::calls::submit_signal;
use super::imported::{BY_IMPORT, BY_SOURCE, Sides};
use super::list_takers::LIST_TAKERS;
use ur_ipc_fixtures::api::{EventHandle, EventStatus};
use ur_ipc_fixtures::hierarchy::UrIpcOpenedEventTest;
use ur_ipc_fixtures::objects::{Event, Queue};
use ur_ipc_fixtures::{HOST_TASKS, TestContext, TestResult, Tests, case};

const REQUIREMENT: &str = "event.imported.captured";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::imported");
    group
        .table([
            case::<Sides>("captured", REQUIREMENT, BY_SOURCE),
            case::<Sides>("captured_of_source", REQUIREMENT, BY_IMPORT),
        ])
        .needs(&[HOST_TASKS])
        .on(complete_before);
    group
        .table([
            case::<Sides>("captured_while_pending", REQUIREMENT, BY_SOURCE),
            case::<Sides>("captured_of_source_while_pending", REQUIREMENT, BY_IMPORT),
        ])
        .needs(&[HOST_TASKS])
        .on(pending_before);
}

/// A command of each kind behind one side of an event whose signal has come, and the next signal of the other side behind the
/// command in the same queue.
fn complete_before(t: &TestContext, f: &UrIpcOpenedEventTest, sides: &Sides) -> TestResult {
    let (signalled, awaited) = sides(f);
    let memory = f.in_context().memory(4096)?;
    for (name, command) in LIST_TAKERS {
        let what = format!("{name} between the signal that it waits for and the next one");
        let queue = f.in_context().queue()?;
        let gate = queue.hold()?;
        let mut event = EventHandle::NULL;
        command(t.ur(), queue.raw(), memory.raw(), &[awaited.raw()], &raw mut event).ok()?;
        let done = queue.event_of_command(event)?;
        // A gate goes first, so that a release need not wait for it.
        let (done, gate) = (done, gate);
        submit_signal(&queue, signalled)?;
        t.let_threads_run();
        done.check_pending(&what)?;
        gate.open()?;
        done.wait_complete(&what)?;
        queue.finish()?;
        awaited.wait_complete(&format!("the event that is signalled behind {name}"))?;
    }
    Ok(())
}

/// A barrier behind one side of an event whose signal is held back, and the next signal, which is held back for longer on another
/// queue, where a device has queues go on meanwhile.
fn pending_before(t: &TestContext, f: &UrIpcOpenedEventTest, sides: &Sides) -> TestResult {
    let (signalled, awaited) = sides(f);
    let context = f.in_context();
    let [early, late, reader] = [context.queue()?, context.queue()?, context.queue()?];
    let beside = go_on_beside(t, &late, &[&early, &reader])?;
    let early_gate = early.hold()?;
    // Else one host function might come behind the other, in a driver that calls all of them on one thread.
    if !(early_gate.is_reached() && beside) {
        t.note_less("queues were not seen to go on beside one that is held back");
        early_gate.open()?;
        return early.finish();
    }
    submit_signal(&early, signalled)?;
    let done = reader.barrier(&[awaited.raw()])?;
    reader.flush()?;
    let late_gate = late.hold()?;
    let (done, early_gate, late_gate) = (done, early_gate, late_gate);
    submit_signal(&late, signalled)?;
    t.let_threads_run();
    done.check_pending("the barrier behind the first of two held signals")?;
    early_gate.open()?;
    done.wait_complete("the barrier behind the first of two signals, with the second one still held")?;
    late_gate.open()?;
    [&early, &late, &reader].into_iter().try_for_each(Queue::finish)?;
    awaited.wait_complete("the event after both signals")
}

/// Whether queues are seen to go on while another one is held back, which nothing promises.
fn go_on_beside(t: &TestContext, held: &Queue, others: &[&Queue]) -> TestResult<bool> {
    let gate = held.hold()?;
    let submitted = |queue: &&Queue| {
        let barrier = queue.barrier(&[])?;
        queue.flush().map(|()| barrier)
    };
    let barriers: Vec<Event> = others.iter().map(submitted).collect::<TestResult<_>>()?;
    let (barriers, gate) = (barriers, gate);
    t.give_fair_time();
    let mut beside = true;
    for barrier in &barriers {
        beside &= barrier.status()? == EventStatus::COMPLETE;
    }
    gate.open()?;
    held.finish()?;
    others.iter().try_for_each(|queue| queue.finish())?;
    Ok(beside)
}
