//! `enqueue_wait_event` and `enqueue_wait_events`.

use crate::support::{Bed, Held, PAGE, WORK};
use ur_ipc_api::sycl::{EventStatus, Queue, QueueProperties};
use ur_ipc_fixtures::hierarchy::Fixture;
use ur_ipc_fixtures::{InCase, REUSABLE_EVENTS, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("reusable_event", "reusable_event::wait");
    let draft = group.test("order").checks("sycl.reusable_event.wait.order").needs(&[REUSABLE_EVENTS]);
    draft.on(|_, f: &Bed| {
        let second = f.another_queue()?;
        copies_behind_signal(f, second.raw()).in_case("in-order queue")?;
        let out_of_order = QueueProperties { in_order: false, enable_profiling: false };
        match f.queue_if_any(out_of_order)? {
            Some(queue) => copies_behind_signal(f, queue.raw()).in_case("out-of-order queue"),
            None => Ok(()),
        }
    });
    let draft = group.test("several").checks("sycl.reusable_event.wait.several").needs(&[REUSABLE_EVENTS]);
    draft.on(|_, f: &Bed| several(f));
    let draft = group.test("captured").checks("sycl.reusable_event.wait.captured").needs(&[REUSABLE_EVENTS]);
    draft.on(|_, f: &Bed| captured(f));

    let draft = group.test("of_command").checks("sycl.reusable_event.wait.of_command");
    draft.needs(&[REUSABLE_EVENTS]).on(|t, f: &Bed| {
        let (memory, copy, second) = (f.malloc(PAGE)?, f.malloc(PAGE)?, f.another_queue()?);
        f.write(memory.raw(), &t.pattern(0).bytes(0, PAGE))?;
        let held = f.hold(f.queue())?;
        let command = f.own_event(f.sycl().event_of_command(f.queue(), memory.raw(), PAGE).ok()?);
        f.sycl().enqueue_wait_event(second.raw(), command.raw()).ok()?;
        f.sycl().queue_memcpy(second.raw(), copy.raw(), memory.raw(), PAGE).ok()?;
        t.give_fair_time();
        held.as_ref().map_or(Ok(()), Held::open)?;
        f.sycl().queue_wait(second.raw()).ok()?;
        let (copied, filled) = (f.read(copy.raw(), PAGE)?, f.read(memory.raw(), PAGE)?);
        t.check(!t.pattern(0).holds(0, &filled), "the command has not filled its memory")?;
        t.check(copied == filled, "a copy behind the event of a command was made before the command")?;
        f.check_complete("the event of a command that was waited for", command.raw())
    });

    let draft = group.test("other_context").checks("sycl.reusable_event.wait.other_context");
    draft.needs(&[REUSABLE_EVENTS]).on(|t, f: &Bed| {
        let (event, elsewhere) = (f.event_with(None, None)?, Bed::set_up(t)?);
        f.signal(f.queue(), event.raw())?;
        let waited = elsewhere.sycl().enqueue_wait_event(elsewhere.queue(), event.raw()).offered()?;
        match waited.result {
            Ok(()) => t.observe("a wait in a queue of another context", "is taken"),
            Err(error) => t.observe("a wait in a queue of another context", format!("threw {error}")),
        }
        f.finish()?;
        elsewhere.finish()
    });
}

/// Copies behind a wait are made when the work before the signal is done.
fn copies_behind_signal(f: &Bed, queue: Queue) -> TestResult {
    let (memory, copies, event) = (f.malloc(WORK)?, f.malloc(PAGE)?, f.event_with(None, None)?);
    for value in 1..=3 {
        let held = f.hold(f.queue())?;
        f.start_work(f.queue(), memory.raw(), value)?;
        f.signal(f.queue(), event.raw())?;
        f.sycl().enqueue_wait_event(queue, event.raw()).ok()?;
        f.sycl().queue_memcpy(queue, copies.raw(), memory.raw() + WORK - PAGE, PAGE).ok()?;
        f.t().give_fair_time();
        if held.is_some() {
            // By a wait, too.
            f.check_pending("the event of work that is held back", event.raw())?;
        }
        held.as_ref().map_or(Ok(()), Held::open)?;
        f.sycl().queue_wait(queue).ok()?;
        f.check_value("a copy behind a wait", copies.raw(), PAGE, value)?;
    }
    Ok(())
}

/// A queue waits for two events, let go in either order, so that a wait for one of the two alone is early once; then for none.
fn several(f: &Bed) -> TestResult {
    let (queues, reader) = ([f.another_queue()?, f.another_queue()?], f.another_queue()?);
    let (memories, copies) = ([f.malloc(WORK)?, f.malloc(WORK)?], f.malloc(2 * PAGE)?);
    let events = [f.event_with(None, None)?, f.event_with(None, None)?];
    let sycl = f.sycl();
    for (value, order) in [(7, [1, 0]), (8, [0, 1])] {
        let mut held = Vec::new();
        for number in 0..2 {
            held.push(f.hold(queues[number].raw())?);
            f.start_work(queues[number].raw(), memories[number].raw(), value)?;
            f.signal(queues[number].raw(), events[number].raw())?;
        }
        sycl.enqueue_wait_events(reader.raw(), &[events[0].raw(), events[1].raw()]).ok()?;
        for (number, memory) in memories.iter().enumerate() {
            let from = memory.raw() + WORK - PAGE;
            sycl.queue_memcpy(reader.raw(), copies.raw() + number * PAGE, from, PAGE).ok()?;
        }
        for number in order {
            f.t().give_fair_time();
            held[number].as_ref().map_or(Ok(()), Held::open)?;
        }
        sycl.queue_wait(reader.raw()).ok()?;
        f.check_value("copies behind a wait for two events", copies.raw(), 2 * PAGE, value)?;
        queues.iter().try_for_each(|queue| sycl.queue_wait(queue.raw()).ok())?;
    }
    sycl.enqueue_wait_events(reader.raw(), &[]).ok()?;
    sycl.queue_memset(reader.raw(), copies.raw(), 9, 2 * PAGE).ok()?;
    sycl.queue_wait(reader.raw()).ok()?;
    f.check_value("what was filled behind a wait for no event", copies.raw(), 2 * PAGE, 9)
}

/// A wait for a signal that is pending goes on when that has come, though the event has been signalled anew by a queue that is
/// held back.
fn captured(f: &Bed) -> TestResult {
    let (early, late, reader) = (f.another_queue()?, f.another_queue()?, f.another_queue()?);
    let (memory, event) = (f.malloc(PAGE)?, f.event_with(None, None)?);
    let sycl = f.sycl();
    // Nothing else tells whether the reader can go on while the late queue is held back.
    let beside = run_beside(f, late.raw(), &[early.raw(), reader.raw()])?;
    let early_held = f.hold(early.raw())?;
    // Else the one hold might come behind the other, in a driver that calls all host functions on one thread.
    let reached = early_held.as_ref().is_some_and(Held::is_reached);
    f.signal(early.raw(), event.raw())?;
    sycl.enqueue_wait_event(reader.raw(), event.raw()).ok()?;
    sycl.queue_memset(reader.raw(), memory.raw(), 0x33, PAGE).ok()?;
    let late_held = if beside && reached { f.hold(late.raw())? } else { None };
    f.signal(late.raw(), event.raw())?;
    early_held.as_ref().map_or(Ok(()), Held::open)?;
    // Returns only if it is not for the second signal, where that is held back.
    sycl.queue_wait(reader.raw()).ok()?;
    f.check_value("what was filled behind a wait for the first signal", memory.raw(), PAGE, 0x33)?;
    if late_held.is_some() {
        f.check_pending("the event after its first signal", event.raw())?;
    }
    late_held.as_ref().map_or(Ok(()), Held::open)?;
    f.wait_complete("the event after its second signal", event.raw())?;
    sycl.queue_wait(late.raw()).ok()?;
    sycl.queue_wait(early.raw()).ok()
}

/// Whether other queues have been seen to go on while one is held back, which nothing promises.
fn run_beside(f: &Bed, held_queue: Queue, others: &[Queue]) -> TestResult<bool> {
    let Some(held) = f.hold(held_queue)? else { return Ok(false) };
    let events = others.iter().map(|_| f.event_with(None, None)).collect::<TestResult<Vec<_>>>()?;
    for (queue, event) in others.iter().zip(&events) {
        f.signal(*queue, event.raw())?;
    }
    f.t().give_fair_time();
    let mut beside = true;
    for event in &events {
        beside &= f.sycl().event_status(event.raw()).ok()? == EventStatus::Complete;
    }
    held.open()?;
    events.iter().try_for_each(|event| f.wait(event.raw()))?;
    f.sycl().queue_wait(held_queue).ok()?;
    if !beside {
        f.t().note_less("queues were not seen to run beside one that is held back");
    }
    Ok(beside)
}
