//! Signals, with no wait list, that do not wait for the commands before them.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    let (unordered, barriers) = (shared::<Set<QueueHandle>>(), shared::<Notes<QueueHandle, EventHandle>>());
    c.defect("event_signal_out_of_order_waits_for_barriers_only", "cross_process.event.orders_data")
        .does("A signal with no wait list, of a queue out of order, waits for the last barrier in it, and for no command behind that")
        .then(|c: &queue_create, _| {
            let queue = c.queue.get().unwrap_or_default();
            if flags(c).contains(QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE) { unordered.add(queue) } else { unordered.remove(&queue) }
        })
        .instead(|c: &enqueue_events_wait_with_barrier, ur| {
            unordered.has(&c.queue).then(|| {
                let mut own = EventHandle::NULL;
                let event = if c.event.is_null() { Out::of(&mut own) } else { c.event };
                let result = enqueue_events_wait_with_barrier { event, ..*c }.run(ur);
                if !c.event.is_null() {
                    retain(given(event), ur);
                }
                if let Some(event) = barriers.set(c.queue, given(event)) {
                    event_release { event }.run(ur);
                }
                result
            })
        })
        .instead(|c: &Signal, ur| {
            let early = unordered.has(&c.queue) && c.events().is_empty() && !given(c.event).is_null();
            early.then(|| c.run_behind(&[barriers.get(&c.queue).unwrap_or_else(|| done(c.queue, ur))], ur))
        })
        .then(|c: &queue_release, _| barriers.take(&c.queue));
}

/// The event of a barrier on another queue, which holds nothing back.
fn done(queue: QueueHandle, ur: &Below) -> EventHandle {
    let mut event = EventHandle::NULL;
    let (queue, event_wait_list) = (ur.another_queue(queue), In::NULL);
    enqueue_events_wait_with_barrier {
        queue,
        num_events_in_wait_list: 0,
        event_wait_list,
        event: Out::of(&mut event),
    }
    .run(ur);
    event
}
