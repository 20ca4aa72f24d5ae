//! Work that goes from hand to hand through three processes.

use crate::support::{Bed, Events, Guard, Held, Memory, PAGE, WORK};
use ur_ipc_api::sycl::Event;
use ur_ipc_fixtures::{At, IPC_EVENTS, IPC_MEMORY, Scenario, TestResult, Tests};

const ROUNDS: u8 = 3;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::order");
    let draft = group.test("chain").checks("sycl.event.order.chain");
    draft.needs(&[IPC_EVENTS, IPC_MEMORY]).across(chain);
}

/// This process fills memory and signals; the next one's queue waits for that, writes a page behind it and signals its own
/// event; the last one's waits for that, and copies all. Nobody waits on the host before the end.
fn chain(s: &Scenario, f: &At<Bed>) -> TestResult {
    let memory = s.here(|_| f.malloc(WORK))?;
    let first = s.here(|_| f.event())?;
    let handles = s.here(|_| Ok((f.export::<Memory>(memory.raw())?, f.export::<Events>(first.raw())?)))?;
    let (memory_bytes, first_bytes) =
        s.tell(|_| Ok((handles.0.bytes().to_vec(), handles.1.bytes().to_vec())))?;
    let (middle, at_middle) = s.peer_with::<Bed>("process in the middle")?;
    let (last, at_last) = s.peer_with::<Bed>("last process")?;
    let second = s.at(&middle, |_| at_middle.event())?;
    let second_handle = s.at(&middle, |_| at_middle.export::<Events>(second.raw()))?;
    let second_bytes = s.ask(&middle, |_| Ok(second_handle.bytes().to_vec()))?;
    let in_middle = s.at(&middle, |_| {
        Ok((at_middle.open::<Memory>(&memory_bytes)?, at_middle.open::<Events>(&first_bytes)?))
    })?;
    let in_last = s.at(&last, |_| {
        let (memory, event) =
            (at_last.open::<Memory>(&memory_bytes)?, at_last.open::<Events>(&second_bytes)?);
        Ok((at_last.malloc(2 * PAGE)?, memory, event))
    })?;
    for round in 1..=ROUNDS {
        let held = s.here(|_| {
            let held = f.hold(f.queue())?;
            f.start_work(f.queue(), memory.raw(), round)?;
            f.signal(f.queue(), first.raw())?;
            Ok(held)
        })?;
        // What fails here is told when nothing is held back any more, for which the queues of a process that ends wait.
        let enqueued_in_middle =
            s.at(&middle, |_| Ok(pass_on(&at_middle, &in_middle.0, &in_middle.1, &second, 0x80 | round)))?;
        let enqueued_in_last =
            s.at(&last, |_| Ok(copy_behind(&at_last, &in_last.0, &in_last.1, &in_last.2)))?;
        s.here(|t| {
            t.give_fair_time();
            held.as_ref().map_or(Ok(()), Held::open)
        })?;
        s.at(&middle, |_| enqueued_in_middle.take())?;
        s.at(&last, |_| {
            enqueued_in_last.take()?;
            at_last.finish()?;
            let copies = in_last.0.raw();
            at_last.check_value("what the process in the middle wrote", copies, PAGE, 0x80 | round)?;
            at_last.check_value("what the first process wrote", copies + PAGE, PAGE, round)
        })?;
        s.at(&middle, |_| at_middle.finish())?;
        s.here(|_| f.finish())?;
    }
    drop((in_last, at_last));
    s.leave(last)?;
    drop((in_middle, second_handle, second, at_middle));
    s.leave(middle)
}

/// Enqueues a wait for one event, a write, and a signal of the next.
fn pass_on(
    f: &Bed,
    memory: &Guard<usize>,
    event: &Guard<Event>,
    next: &Guard<Event>,
    value: u8,
) -> TestResult {
    f.sycl().enqueue_wait_event(f.queue(), event.raw()).ok()?;
    f.sycl().queue_memset(f.queue(), memory.raw(), value, PAGE).ok()?;
    f.signal(f.queue(), next.raw())
}

/// Enqueues a wait for an event, and copies of the first and the last page of memory.
fn copy_behind(f: &Bed, copies: &Guard<usize>, memory: &Guard<usize>, event: &Guard<Event>) -> TestResult {
    let (sycl, queue) = (f.sycl(), f.queue());
    sycl.enqueue_wait_event(queue, event.raw()).ok()?;
    sycl.queue_memcpy(queue, copies.raw(), memory.raw(), PAGE).ok()?;
    sycl.queue_memcpy(queue, copies.raw() + PAGE, memory.raw() + WORK - PAGE, PAGE).ok()
}
