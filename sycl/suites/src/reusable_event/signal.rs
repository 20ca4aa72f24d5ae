//! `enqueue_signal_event`.

use crate::support::{Bed, Held, PAGE, WORK};
use ur_ipc_api::sycl::{Errc, Queue, QueueProperties};
use ur_ipc_fixtures::hierarchy::Fixture;
use ur_ipc_fixtures::{REUSABLE_EVENTS, TestResult, Tests};

const OUT_OF_ORDER: QueueProperties = QueueProperties { in_order: false, enable_profiling: false };

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("reusable_event", "reusable_event::signal");
    let draft = group.test("status").checks("sycl.reusable_event.signal.status").needs(&[REUSABLE_EVENTS]);
    draft.on(|_, f: &Bed| signal_after_work(f, f.queue()));

    let draft = group.test("out_of_order").checks("sycl.reusable_event.signal.out_of_order");
    draft.needs(&[REUSABLE_EVENTS]).on(|_, f: &Bed| match f.queue_if_any(OUT_OF_ORDER)? {
        Some(queue) => signal_after_work(f, queue.raw()),
        None => signal_after_work(f, f.queue()),
    });
    let draft = group.test("barrier").checks("sycl.reusable_event.signal.barrier");
    draft.needs(&[REUSABLE_EVENTS]).on(|_, f: &Bed| match f.queue_if_any(OUT_OF_ORDER)? {
        Some(queue) => copy_behind_signal(f, queue.raw()),
        None => copy_behind_signal(f, f.queue()),
    });

    // One event is signalled by two queues in turn, and while an earlier signal is pending.
    let draft = group.test("again").checks("sycl.reusable_event.signal.again").needs(&[REUSABLE_EVENTS]);
    draft.on(|_, f: &Bed| {
        let (event, second) = (f.event_with(None, None)?, f.another_queue()?);
        for queue in [f.queue(), second.raw(), second.raw(), f.queue()] {
            f.signal(queue, event.raw())?;
            f.wait_complete("an event that is signalled again", event.raw())?;
        }
        let held = f.hold_and_signal(event.raw())?;
        if held.is_some() {
            f.check_pending("an event", event.raw())?;
        }
        f.signal(second.raw(), event.raw())?;
        // Queues need not run beside each other, so the second signal cannot be waited for while the first is held back.
        held.as_ref().map_or(Ok(()), Held::open)?;
        f.finish()?;
        f.wait_complete("an event after both of its signals", event.raw())
    });

    let draft = group.test("other_context").checks("sycl.reusable_event.signal.other_context");
    draft.needs(&[REUSABLE_EVENTS]).on(|t, f: &Bed| {
        let (event, elsewhere) = (f.event_with(None, None)?, Bed::set_up(t)?);
        for _ in 0..2 {
            elsewhere.sycl().enqueue_signal_event(elsewhere.queue(), event.raw()).expect(Errc::INVALID)?;
            f.check_complete("an event after a signal that was refused", event.raw())?;
            f.signal(f.queue(), event.raw())?;
            f.wait_complete("an event after a signal in its own context", event.raw())?;
        }
        Ok(())
    });
}

/// The event is pending while the work before it is, and complete when that is done.
fn signal_after_work(f: &Bed, queue: Queue) -> TestResult {
    let (event, memory) = (f.event_with(None, None)?, f.malloc(WORK)?);
    for value in 1..=3 {
        let held = f.hold(queue)?;
        // The last pass alone, as nothing orders several in an out-of-order queue.
        f.sycl().queue_memset(queue, memory.raw(), value, WORK).ok()?;
        f.signal(queue, event.raw())?;
        if held.is_some() {
            f.t().give_fair_time();
            f.check_pending("an event whose queue is held back", event.raw())?;
        }
        held.as_ref().map_or(Ok(()), Held::open)?;
        f.wait_complete("an event whose queue has gone on", event.raw())?;
        f.check_work(memory.raw(), value)?;
        f.sycl().queue_wait(queue).ok()?;
    }
    Ok(())
}

/// A copy behind a signal is made when the work before the signal is done, though nothing else orders the two.
fn copy_behind_signal(f: &Bed, queue: Queue) -> TestResult {
    let (event, memory, copy) = (f.event_with(None, None)?, f.malloc(WORK)?, f.malloc(PAGE)?);
    for value in 1..=3 {
        let held = f.hold(queue)?;
        f.sycl().queue_memset(queue, memory.raw(), value, WORK).ok()?;
        f.signal(queue, event.raw())?;
        f.sycl().queue_memcpy(queue, copy.raw(), memory.raw() + WORK - PAGE, PAGE).ok()?;
        f.t().give_fair_time();
        held.as_ref().map_or(Ok(()), Held::open)?;
        f.sycl().queue_wait(queue).ok()?;
        f.check_value("a copy behind a signal", copy.raw(), PAGE, value)?;
    }
    Ok(())
}
