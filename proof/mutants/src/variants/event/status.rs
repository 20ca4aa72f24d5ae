//! The status of an event, and the manner of waits.

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

    c.variant(
        "event_wait_spins",
        "event.yml, urEventWait: \"Wait for a list of events to finish.\"; how is not said",
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

    // The count that an import begins with is said, and no command of this process is about it then.
    let signalled = shared::<Set<EventHandle>>();
    c.variant(
        "event_counts_its_commands",
        "event.yml, UR_EVENT_INFO_REFERENCE_COUNT: \"should be considered immediately stale. It is unsuitable for general use\"; \
         that commands hold no references is said nowhere",
    )
    .of(&["event.imported.info_basic"])
    .does("an event has one reference more while the command is pending that signals it")
    .then(|c: &Signal, _| signalled.add(given(c.event)))
    .before(|c: &event_release, ur| {
        if ur.event_info(c.event, EventInfo::REFERENCE_COUNT) == Some(1u32) {
            signalled.remove(&c.event);
        }
    })
    .answers(EventInfo::REFERENCE_COUNT, |c: &Info, count: u32, ur| {
        if signalled.has(&c.event) && !ur.is_complete(c.event) { count + 1 } else { count }
    });
}
