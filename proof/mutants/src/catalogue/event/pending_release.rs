//! Releases of an import that affect a pending signal.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_last_import_release_completes_source", "lifetime.event.release_while_pending")
        .does("The release of the last import of an event completes what is pending on it")
        .before(|c: &event_release, ur| {
            let Some(import) = ur.import(c.event) else { return };
            if import.retained > 0 || ur.imports(Event).iter().filter(|i| i.bytes == import.bytes).count() > 1
            {
                return;
            }
            let (mut event, queue) = (c.event, ur.queue_in(import.context));
            Signal {
                queue,
                properties: In::NULL,
                num_events_in_wait_list: 0,
                event_wait_list: In::NULL,
                event: Out::of(&mut event),
            }
            .run(ur);
            queue_finish { queue }.run(ur);
            queue_release { queue }.run(ur);
        });

    let awaited = shared::<Set<EventHandle>>();
    c.defect("event_import_in_wait_list_not_released", "lifetime.event.release_in_wait_list")
        .does("An import is not released while a copy waits for it")
        .then(move |c: &enqueue_usm_memcpy, _| awaited.lock().extend(c.events()))
        .refuses(HANDLE_OBJECT_IN_USE, move |c: &event_release, ur| {
            awaited.has(&c.event) && ur.is_import(c.event) && !ur.is_complete(c.event)
        });

    c.defect("event_import_release_while_pending_refused", "lifetime.event.release_while_pending")
        .does("An import is not released while its signal is pending")
        .refuses(HANDLE_OBJECT_IN_USE, |c: &event_release, ur| {
            ur.is_import(c.event) && !ur.is_complete(c.event)
        });
}
