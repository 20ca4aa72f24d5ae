//! Signals that do not pass between processes as they should, or overtake the commands before them.

use crate::catalogue::tools::*;

/// A call that signals.
type Signal = enqueue_events_wait_with_barrier_ext;

/// Whether this signals an import.
fn signals_import(c: &Signal, ur: &Below) -> bool {
    c.event.get().is_some_and(|event| ur.is_import(event))
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("cross_event_import_is_snapshot", "cross_process.event.producer_signal")
        .does("An import shows what its source was when it was opened")
        .also(&["cross_process.event.repeated_signals", "cross_process.event.multiple_consumers"])
        .seen_in("Level Zero driver, in its one-way mode")
        .pretends(|c: &event_wait, ur| c.events().iter().any(|event| ur.is_import(*event)))
        .answers(EventInfo::COMMAND_EXECUTION_STATUS, |c: &event_get_info, status, ur| {
            if ur.is_import(c.event) { EventStatus::COMPLETE } else { status }
        });

    c.defect("cross_event_import_signal_is_early", "cross_process.event.consumer_signal")
        .does("A signal of an import does not wait for the commands before it")
        .also(&["cross_process.event.orders_data"])
        .changes(|c: &Signal, ur| {
            let queue = if signals_import(c, ur) { ur.another_queue(c.queue) } else { c.queue };
            Signal { queue, ..*c }
        });

    for (in_time, id, sentence, violates) in [
        (
            0,
            "cross_event_signal_leaves_writes_behind",
            "What a queue fills reaches the memory when the host finishes the queue; signals do not wait \
             for that",
            ["cross_process.event.orders_data", "cross_process.event.producer_signal"],
        ),
        (
            1,
            "cross_event_second_signal_leaves_writes_behind",
            "From its second signal on, a process signals before what it fills has reached the memory",
            ["cross_process.event.repeated_signals", "cross_process.event.consumer_signal"],
        ),
    ] {
        let (fills, signals) = (shared::<Notes<_, Vec<_>>>(), shared::<Counter>());
        c.defect(id, violates[0])
            .does(sentence)
            .also(&violates[1..])
            .before(move |_: &Signal, _| signals.next())
            .instead(move |c: &enqueue_usm_fill, ur| {
                if signals.get() < in_time {
                    return None;
                }
                let fill = (c.mem, c.pattern.read().unwrap_or_default(), c.size);
                fills.lock().entry(c.queue).or_default().push(fill);
                Some(stand_in(c).run(ur))
            })
            .before(move |c: &queue_finish, ur| {
                let context = ur.queue_info(c.queue, QueueInfo::CONTEXT).unwrap_or_default();
                for (mem, byte, size) in fills.take(&c.queue).unwrap_or_default() {
                    ur.fill(context, mem, byte, size);
                }
            });
    }
}
