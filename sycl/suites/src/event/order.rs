//! The order that an event makes between two processes: work before its signal, reading after a wait for it.
//!
//! The work is held back, if possible, until the reader has had time to be early. Otherwise the work takes a while. A
//! reader that is not early reads the result of the work, so nothing here can fail by being slow.

use crate::support::{Bed, Events, Guard, Held, Memory, PAGE, WORK, open_at};
use ur_ipc_api::sycl::Event;
use ur_ipc_fixtures::{At, IPC_EVENTS, IPC_MEMORY, Peer, Scenario, TestContext, TestResult, Tests};

/// Signals of one event.
const ROUNDS: u8 = 4;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::order");
    let needs = &[IPC_EVENTS, IPC_MEMORY];
    let draft = group.test("consumer_waits").checks("sycl.event.order.wait").needs(needs);
    draft.twin_of(&["e2e::ipc_event_repeated_signal"]).across(|s, f: &At<Bed>| {
        with_pair(s, f, |pair| (1..=ROUNDS).try_for_each(|value| consumer_waits(pair, value)))
    });
    let draft = group.test("producer_waits").checks("sycl.event.order.wait").needs(needs);
    draft.twin_of(&["e2e::ipc_event_consumer_signal"]).across(|s, f: &At<Bed>| {
        with_pair(s, f, |pair| (1..=ROUNDS).try_for_each(|value| producer_waits(pair, value)))
    });
    let draft = group.test("both_wait_in_turn").checks("sycl.event.order.wait").needs(needs);
    draft.across(|s, f: &At<Bed>| {
        with_pair(s, f, |pair| {
            (0..ROUNDS).try_for_each(|round| {
                consumer_waits(pair, 2 * round + 1)?;
                producer_waits(pair, 2 * round + 2)
            })
        })
    });
    let draft = group.test("consumer_queue_waits").checks("sycl.event.order.queue").needs(needs);
    draft.across(|s, f: &At<Bed>| {
        with_pair(s, f, |pair| {
            (1..=ROUNDS).try_for_each(|value| consumer_queue_waits(pair, value, value % 2 == 0))
        })
    });
    let draft = group.test("producer_queue_waits").checks("sycl.event.order.queue").needs(needs);
    draft.twin_of(&["e2e::ipc_event_deferred_rejection"]).across(|s, f: &At<Bed>| {
        with_pair(s, f, |pair| (1..=ROUNDS).try_for_each(|value| producer_queue_waits(pair, value)))
    });
    group.test("queue_waits_for_several").checks("sycl.event.order.queue").needs(needs).across(several);
}

/// Memory and an event of this process, both open in a consumer, and memory of each that is read into.
struct Pair<'s> {
    s: &'s Scenario,
    f: &'s At<Bed>,
    consumer: &'s Peer,
    there: &'s At<Bed>,
    memory: At<Guard<usize>>,
    event: At<Guard<Event>>,
    memory_there: At<Guard<usize>>,
    event_there: At<Guard<Event>>,
    copy: At<Guard<usize>>,
    copy_there: At<Guard<usize>>,
}

fn with_pair(s: &Scenario, f: &At<Bed>, look: impl FnOnce(&Pair<'_>) -> TestResult) -> TestResult {
    let memory = s.here(|_| f.malloc(WORK))?;
    let event = s.here(|_| f.event())?;
    let handles =
        (s.here(|_| f.export::<Memory>(memory.raw()))?, s.here(|_| f.export::<Events>(event.raw()))?);
    let (consumer, there) = s.peer_with::<Bed>("consumer")?;
    let memory_there = open_at(s, &consumer, &there, &handles.0)?;
    let event_there = open_at(s, &consumer, &there, &handles.1)?;
    let copy = s.here(|_| f.malloc(2 * PAGE))?;
    let copy_there = s.at(&consumer, |_| there.malloc(2 * PAGE))?;
    let (consumer_of, there_of) = (&consumer, &there);
    let pair = Pair {
        s,
        f,
        consumer: consumer_of,
        there: there_of,
        memory,
        event,
        memory_there,
        event_there,
        copy,
        copy_there,
    };
    look(&pair)?;
    drop(pair);
    drop(there);
    s.leave(consumer)
}

/// Enqueues work that leaves `value`, and a signal behind it; held back where that is possible.
#[track_caller]
fn start(f: &Bed, memory: usize, event: Event, value: u8) -> TestResult<Option<Held>> {
    let held = f.hold(f.queue())?;
    f.start_work(f.queue(), memory, value)?;
    f.signal(f.queue(), event)?;
    Ok(held)
}

/// As [`start`], of work that must be held back: by a wait for a shared event, which is what these tests are about.
#[track_caller]
fn start_held(f: &Bed, memory: usize, event: Event, value: u8) -> TestResult<Option<Held>> {
    let held = start(f, memory, event, value)?;
    if held.is_some() {
        f.t().give_fair_time();
        f.check_pending("the event of work that is to wait for another one", event)?;
    }
    Ok(held)
}

/// Gives a reader its time to be early, and lets the work go.
fn let_go(t: &TestContext, held: Option<&Held>) -> TestResult {
    t.give_fair_time();
    held.map_or(Ok(()), Held::open)
}

/// Waits for the event, and reads what was written before its signal.
fn wait_and_read(f: &Bed, memory: usize, event: Event, value: u8) -> TestResult {
    f.wait(event)?;
    f.check_work(memory, value)
}

/// Enqueues copies of the first and the last page, which are to be made behind what the queue waits for.
#[track_caller]
fn enqueue_copies(f: &Bed, to: usize, memory: usize) -> TestResult {
    for (number, from) in [memory + WORK - PAGE, memory].into_iter().enumerate() {
        f.sycl().queue_memcpy(f.queue(), to + number * PAGE, from, PAGE).ok()?;
    }
    Ok(())
}

/// Waits for the queue of the copies, and checks them.
#[track_caller]
fn check_copies(f: &Bed, copies: usize, value: u8) -> TestResult {
    f.finish()?;
    f.check_value("a copy that was to wait for the event", copies, 2 * PAGE, value)
}

fn consumer_waits(p: &Pair<'_>, value: u8) -> TestResult {
    let held = p.s.here(|_| start(p.f, p.memory.raw(), p.event.raw(), value))?;
    let reads =
        p.s.start(p.consumer, |_| wait_and_read(p.there, p.memory_there.raw(), p.event_there.raw(), value))?;
    p.s.here(|t| let_go(t, held.as_ref()))?;
    p.s.finish(reads)?;
    p.s.here(|_| p.f.finish()).map(drop)
}

fn producer_waits(p: &Pair<'_>, value: u8) -> TestResult {
    let held = p.s.at(p.consumer, |_| start(p.there, p.memory_there.raw(), p.event_there.raw(), value))?;
    let lets_go = p.s.start(p.consumer, |t| let_go(t, held.as_ref()))?;
    p.s.here(|_| wait_and_read(p.f, p.memory.raw(), p.event.raw(), value))?;
    p.s.finish(lets_go)?;
    p.s.at(p.consumer, |_| p.there.finish()).map(drop)
}

fn consumer_queue_waits(p: &Pair<'_>, value: u8, as_list: bool) -> TestResult {
    let held = p.s.here(|_| start_held(p.f, p.memory.raw(), p.event.raw(), value))?;
    let enqueued = p.s.at(p.consumer, |_| Ok(wait_and_copy(p, as_list)))?;
    p.s.here(|t| let_go(t, held.as_ref()))?;
    p.s.at(p.consumer, |_| {
        enqueued.take()?;
        check_copies(p.there, p.copy_there.raw(), value)
    })?;
    p.s.here(|_| p.f.finish()).map(drop)
}

/// Enqueues a wait for the event in the consumer's queue, and copies behind that. What fails is told when nothing is held back
/// any more, for which the queue of a consumer that ends waits.
fn wait_and_copy(p: &Pair<'_>, as_list: bool) -> TestResult {
    let (sycl, queue, event) = (p.there.sycl(), p.there.queue(), p.event_there.raw());
    if as_list {
        sycl.enqueue_wait_events(queue, &[event]).ok()?;
    } else {
        sycl.enqueue_wait_event(queue, event).ok()?;
    }
    enqueue_copies(p.there, p.copy_there.raw(), p.memory_there.raw())
}

fn producer_queue_waits(p: &Pair<'_>, value: u8) -> TestResult {
    let held =
        p.s.at(p.consumer, |_| start_held(p.there, p.memory_there.raw(), p.event_there.raw(), value))?;
    p.s.here(|_| {
        p.f.sycl().enqueue_wait_event(p.f.queue(), p.event.raw()).ok()?;
        enqueue_copies(p.f, p.copy.raw(), p.memory.raw())
    })?;
    p.s.at(p.consumer, |t| let_go(t, held.as_ref()))?;
    p.s.here(|_| check_copies(p.f, p.copy.raw(), value))?;
    p.s.at(p.consumer, |_| p.there.finish()).map(drop)
}

/// A queue of a consumer waits for two events at once, which two queues here signal one after the other.
fn several(s: &Scenario, f: &At<Bed>) -> TestResult {
    let memories = s.here(|_| Ok([f.malloc(WORK)?, f.malloc(WORK)?]))?;
    let events = s.here(|_| Ok([f.event()?, f.event()?]))?;
    let second_queue = s.here(|_| f.another_queue())?;
    let handles = s.here(|_| {
        let memory = |number: usize| f.export::<Memory>(memories[number].raw());
        let event = |number: usize| f.export::<Events>(events[number].raw());
        Ok(((memory(0)?, memory(1)?), (event(0)?, event(1)?)))
    })?;
    let (consumer, there) = s.peer_with::<Bed>("consumer")?;
    let bytes = s.give(&consumer, |_| {
        let ((memory, other_memory), (event, other_event)) = &*handles;
        let memories = [memory, other_memory].map(|handle| handle.bytes().to_vec());
        Ok((memories, [event, other_event].map(|handle| handle.bytes().to_vec())))
    })?;
    let opened = s.at(&consumer, |_| {
        let memory = |number: usize| there.open::<Memory>(&bytes.0[number]);
        let event = |number: usize| there.open::<Events>(&bytes.1[number]);
        Ok(((memory(0)?, memory(1)?), (event(0)?, event(1)?), there.malloc(4 * PAGE)?))
    })?;
    for value in 1..=ROUNDS {
        let held = s.here(|t| {
            let queues = [f.queue(), second_queue.raw()];
            let mut held = Vec::new();
            for number in 0..2 {
                held.push(f.hold(queues[number])?);
                f.start_work(queues[number], memories[number].raw(), value)?;
                f.signal(queues[number], events[number].raw())?;
            }
            t.give_fair_time();
            for (held, event) in held.iter().zip(&*events) {
                if held.is_some() {
                    f.check_pending("the event of work that is to wait for another one", event.raw())?;
                }
            }
            Ok(held)
        })?;
        let enqueued = s.at(&consumer, |_| {
            let (memories, events, copies) = &*opened;
            let events = [events.0.raw(), events.1.raw()];
            Ok(copy_behind_both(&there, events, [memories.0.raw(), memories.1.raw()], copies.raw()))
        })?;
        // A wait for one of the two alone is early in one of the orders.
        for number in if value % 2 == 0 { [0, 1] } else { [1, 0] } {
            s.here(|t| let_go(t, held[number].as_ref()))?;
        }
        s.at(&consumer, |_| {
            enqueued.take()?;
            check_copies(&there, opened.2.raw(), value)?;
            check_copies(&there, opened.2.raw() + 2 * PAGE, value)
        })?;
        s.here(|_| {
            f.finish()?;
            f.sycl().queue_wait(second_queue.raw()).ok()
        })?;
    }
    drop(opened);
    drop(there);
    s.leave(consumer)
}

/// Enqueues a wait for two events, and copies of two memories behind that. What fails is told later, as above.
fn copy_behind_both(f: &Bed, events: [Event; 2], memories: [usize; 2], copies: usize) -> TestResult {
    f.sycl().enqueue_wait_events(f.queue(), &events).ok()?;
    enqueue_copies(f, copies, memories[0])?;
    enqueue_copies(f, copies + 2 * PAGE, memories[1])
}
