//! What the status of an event says, and how waits wait.

use super::tools::*;
use std::thread;

const EVENT_STATUS: &str = "event.yml, ur_event_status_t: COMPLETE, RUNNING, SUBMITTED and QUEUED; which of the last three a pending \
     event has is not said";

pub(super) fn variants(c: &mut Catalogue) {
    for (name, status) in [("running", EventStatus::RUNNING), ("queued", EventStatus::QUEUED)] {
        c.variant(format!("event_pending_is_{name}"), EVENT_STATUS)
            .of(&["event.imported.pending_status", "event.imported.info_basic"])
            .does(format!("the status of a pending event is {status}"))
            .answers(
                STATUS,
                move |_: &Info, told: EventStatus, _| {
                    if told == EventStatus::COMPLETE { told } else { status }
                },
            );
    }

    lagging(c);

    c.variant(
        "event_wait_spins",
        "event.yml, urEventWait: \"Wait for a list of events to finish\"; how is not said, and Intel's driver spins",
    )
    .of(&["event.imported.sees_source_signal"])
    .does("a wait of the host asks for the status of each event again and again, and does not sleep")
    .instead(|c: &event_wait, ur| {
        let events = c.events();
        if events.iter().any(|event| event.is_null()) {
            return None;
        }
        while !events.iter().all(|event| ur.is_complete(*event)) {
            thread::yield_now();
        }
        Some(c.run(ur))
    });

    c.variant(
        "event_counts_its_commands",
        "event.yml, UR_EVENT_INFO_REFERENCE_COUNT: \"should be considered immediately stale. It is unsuitable for general use\"; \
         commands may hold references",
    )
    .of(&["event.imported.info_basic"])
    .does("a pending event has one reference more")
    .answers(EventInfo::REFERENCE_COUNT, |c: &Info, count: u32, ur| {
        if ur.is_complete(c.event) { count } else { count + 1 }
    });
}

/// The status lags behind where nobody has waited.
fn lagging(c: &mut Catalogue) {
    /// So many queries say of an event that has come that it is pending.
    const LAG: usize = 3;
    let late = shared::<Notes<EventHandle, usize>>();
    c.variant(
        "event_status_lags",
        "event.yml: that a query sees a signal at once is not said; urEventWait and urQueueFinish alone are for that",
    )
    .of(&["event.imported.pending_status"])
    .does("the next three queries say of a signal that has come that it is pending, unless the host has waited for anything since")
    .then(move |c: &Signal, _| late.set(given(c.event), LAG))
    .then(move |_: &event_wait, _| late.lock().clear())
    .then(move |_: &queue_finish, _| late.lock().clear())
    .before(move |c: &event_release, _| late.take(&c.event))
    .answers(STATUS, move |c: &Info, told: EventStatus, _| {
        let mut late = late.lock();
        match late.get_mut(&c.event) {
            Some(left) if told == EventStatus::COMPLETE && *left > 0 => {
                *left -= 1;
                EventStatus::SUBMITTED
            }
            _ => told,
        }
    });
}
