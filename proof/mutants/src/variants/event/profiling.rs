//! Shared events in queues that take times.

use super::tools::*;

/// Whether a queue takes times.
fn takes_times(queue: QueueHandle, ur: &Below) -> bool {
    let flags: Option<QueueFlags> = ur.queue_info(queue, QueueInfo::FLAGS);
    flags.is_some_and(|flags| flags.contains(QueueFlags::PROFILING_ENABLE))
}

pub(super) fn variants(c: &mut Catalogue) {
    let timed = shared::<Set<EventHandle>>();
    let note = move |c: &Signal, ur: &Below| match takes_times(c.queue, ur) {
        true => timed.add(given(c.event)),
        false => timed.remove(&given(c.event)),
    };
    let ends = move |c: &event_release, ur: &Below| {
        if ur.event_info(c.event, EventInfo::REFERENCE_COUNT) == Some(1u32) {
            timed.remove(&c.event);
        }
    };
    // That such a queue signals it is said, so that no backend may refuse the signal.
    c.variant(
        "event_has_times_of_its_queue",
        "exp-reusable-events.yml, ur_exp_event_desc_t: PROFILING_INFO_NOT_AVAILABLE \"unless the queue used to signal the \
         event has profiling enabled\"; exp-inter-process-communication.yml, urIPCGetEventHandleExp: UNSUPPORTED_FEATURE, \
         \"`hEvent` has profiling or timestamping enabled.\"",
    )
        .of(&["event.imported.profiling_info", "event.imported.queue_kinds"])
        .does("a shared event that was signalled in a queue with profiling has times, and is not exported any more")
        .then(note)
        .before(ends)
        .instead(move |c: &event_get_profiling_info, _| {
            let asked = timed.has(&c.event) && ProfilingInfo::NAMED.contains(&c.prop_name);
            (asked && c.prop_size >= size_of::<u64>() && !c.prop_value.is_null()).then(|| {
                c.prop_value.write(1_000_000u64);
                c.prop_size_ret.set(size_of::<u64>());
                SUCCESS
            })
        })
        .refuses(UNSUPPORTED_FEATURE, move |c: &Get, _| {
            let complete = !c.data.is_null() && !c.size.is_null();
            c.family == Event && complete && timed.has(&event_of(c.object))
        });
}
