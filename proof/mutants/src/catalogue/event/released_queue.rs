//! Events that end with the queue that signalled them last.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    for (kind, name) in QUEUE_KINDS {
        let (defect, orphans) = taken_along(
            c.defect(format!("event_wait_after_{name}_queue_refused"), "lifetime.event.queue_released").does(
                format!("No wait for an event succeeds after the release of the queue of the kind {name} that signalled it last"),
            ),
            kind,
        );
        defect.refuses(INVALID_EVENT, move |c: &event_wait, _| {
            c.events().iter().any(|event| orphans.has(event))
        });
    }

    let (defect, orphans) = taken_along(
        c.defect("event_wait_list_after_queue_refused", "lifetime.event.queue_released")
            .does("No wait list takes an event after the release of the queue that signalled it last"),
        QueueFlags::NONE_SET,
    );
    defect.refuses(INVALID_EVENT_WAIT_LIST, move |c: &enqueue_events_wait_with_barrier, _| {
        c.events().iter().any(|event| orphans.has(event))
    });

    let (defect, orphans) = taken_along(
        c.defect("event_export_after_queue_refused", "lifetime.event.queue_released")
            .does("No event is exported after the release of the queue that signalled it last"),
        QueueFlags::NONE_SET,
    );
    defect.refuses(INVALID_EVENT, move |c: &ipc_get_event_handle_exp, _| orphans.has(&c.event));
}

/// The events whose last signal came from a queue of this kind that has been released.
fn taken_along(defect: Defect<'_>, kind: QueueFlags) -> (Defect<'_>, &'static Set<EventHandle>) {
    let (queues, orphans) = (shared::<Set<QueueHandle>>(), shared::<Set<EventHandle>>());
    let signalled = shared::<Notes<QueueHandle, EventHandle>>();
    let defect = defect
        .then(move |c: &queue_create, _| {
            let queue = c.queue.get().unwrap_or_default();
            if flags(c) == kind { queues.add(queue) } else { queues.remove(&queue) }
        })
        .then(move |c: &Signal, _| {
            orphans.remove(&given(c.event));
            signalled.set(c.queue, given(c.event));
        })
        .then(move |c: &queue_release, _| {
            if let Some(event) = signalled.take(&c.queue)
                && queues.has(&c.queue)
            {
                orphans.add(event);
            }
        });
    (defect, orphans)
}
