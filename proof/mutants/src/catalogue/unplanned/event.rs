//! Events.

use super::tools::*;

/// Whether an import has another one of the same event beside it.
fn has_twin(event: EventHandle, ur: &Below) -> bool {
    let Some(own) = ur.import(event) else { return false };
    ur.imports(Event).iter().filter(|import| import.bytes == own.bytes).count() > 1
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("unplanned_event_wait_list_forgets_twins", "event.imported.signal_wait_list")
        .does("A barrier does not wait for an event that the process has opened twice")
        .instead(|c: &Signal, ur| {
            let twins = c.events().iter().any(|event| has_twin(*event, ur));
            twins.then(|| c.run_behind(&[], ur))
        });

    let waited = shared::<Set<EventHandle>>();
    c.defect("unplanned_event_release_after_wait_takes_two", "event.open.refcount")
        .does("A release of a retained import that was waited for with another event takes two references")
        .then(|c: &event_wait, _| {
            let events = c.events();
            waited.lock().extend(events.iter().filter(|_| events.len() > 1));
        })
        .before(|c: &event_release, ur| {
            let retained = ur.import(c.event).is_some_and(|import| import.retained > 0);
            (retained && waited.remove(&c.event)).then(|| event_release { event: c.event }.run(ur))
        });

    c.defect("unplanned_event_wait_beside_orphan", "event.imported.wait_all")
        .does("A wait for an event of a process that is gone waits for no other")
        .instead(|c: &event_wait, ur| {
            let orphan = |event: &EventHandle| handle_of(*event, ur).is_some_and(|handle| is_orphan(&handle));
            let events: Vec<EventHandle> = c.events().into_iter().filter(|event| orphan(event)).collect();
            (!events.is_empty()).then(|| c.run_behind(&events, ur))
        });
}
