//! Commands whose wait list has an event that is signalled again before they begin.

use super::tools::*;
use std::thread::sleep;
use std::time::Duration;

/// A barrier that waits for events, some of them shared.
type Barrier = enqueue_events_wait_with_barrier;

const REQUIREMENT: &str = "event.imported.captured";

/// The source of an import, or the event itself.
fn source(event: EventHandle, ur: &Below) -> Ptr {
    ur.source_of_import(event).unwrap_or(event.into())
}

pub(super) fn defects(c: &mut Catalogue) {
    let signals = shared::<Kept<Vec<Ptr>>>();
    let made = |of: Ptr| signals.lock().iter().filter(|signalled| **signalled == of).count();
    c.defect("event_wait_list_follows_later_signals", REQUIREMENT)
        .does("A copy never begins if an event in its wait list has been signalled again since the call")
        .by(Manifestation::Hang)
        .before(move |c: &Signal, ur| signals.lock().push(source(given(c.event), ur)))
        .before(move |c: &enqueue_usm_memcpy, ur| {
            for event in c.events() {
                let of = source(event, ur);
                let before = made(of);
                let task = move || {
                    if made(of) != before {
                        sleep(Duration::from_secs(3600))
                    }
                };
                enqueue_task(c.queue, task, ur);
            }
        });

    // The barriers that wait for the events of a source.
    let (waiting, ended) = (shared::<Notes<Ptr, EventHandle>>(), shared::<Set<EventHandle>>());
    c.defect("event_signal_ends_wait_lists", REQUIREMENT)
        .does("A barrier says that it is complete when an event that it waits for is signalled behind it")
        .then(move |c: &Barrier, ur| {
            for event in c.events() {
                waiting.set(source(event, ur), given(c.event));
            }
        })
        .then(move |c: &Signal, ur| {
            if let Some(barrier) = waiting.take(&source(given(c.event), ur)) {
                ended.add(barrier);
            }
        })
        .answers(STATUS, other(COMPLETE, move |event, _| ended.has(&event)));
}
