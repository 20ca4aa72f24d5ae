//! Commands that wait for events, and what does not know of them.

use super::tools::*;

/// Copies of at least so many bytes are divided.
const DIVIDED: usize = 16 << 20;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_second_half_of_copy_does_not_wait", "cross_process.event.orders_data")
        .does(
            "On an out-of-order queue, a copy of 16 MiB and more is divided between two engines. Only the first half waits for \
             the wait list",
        )
        .instead(|c: &enqueue_usm_memcpy, ur| {
            if c.size < DIVIDED || c.num_events_in_wait_list == 0 || !is_out_of_order(c.queue, ur) {
                return None;
            }
            let half = c.size / 2;
            let mut tail = EventHandle::NULL;
            let second = enqueue_usm_memcpy {
                blocking: false,
                dst: c.dst.at(half),
                src: c.src.at(half),
                size: c.size - half,
                num_events_in_wait_list: 0,
                event_wait_list: In::NULL,
                event: Out::of(&mut tail),
                ..*c
            };
            let result = second.run(ur);
            if result != SUCCESS {
                return Some(result);
            }
            let mut waits = c.events();
            waits.push(tail);
            let result = enqueue_usm_memcpy { size: half, ..*c }.run_behind(&waits, ur);
            event_release { event: tail }.run(ur);
            Some(result)
        });

    for (id, does, after_others_alone) in [
        (
            "event_barrier_overtakes_deferred",
            "On an out-of-order queue, commands that wait for a pending import are held back on the host. A barrier without a \
             wait list does not know of them, and signals its event before they have run",
            false,
        ),
        (
            "event_signal_follows_last_command_alone",
            "On an out-of-order queue, a signal without a wait list comes when the last command before it is complete",
            true,
        ),
    ] {
        let defect = c.defect(id, "event.imported.queue_kinds").does(does);
        overtaking(defect, after_others_alone);
    }

    let defect = c
        .defect("event_batch_with_waiting_command_is_empty", "event.imported.queue_kinds")
        .does(
            "EMPTY of a batched queue is asked of what was submitted, and says true while commands that wait for an import are \
             still in the batch",
        )
        .seen_in("intel/llvm#19769 (review of UR_QUEUE_INFO_EMPTY in queue_batched.cpp)");
    let (defect, deferred) = knowing_deferred(defect);
    defect.answers(QueueInfo::EMPTY, move |c: &queue_get_info, own: UrBool, ur| {
        let batched = has_flag(c.queue, QueueFlags::SUBMISSION_BATCHED, ur);
        if batched && is_deferred(deferred, c.queue, ur) { 1 } else { own }
    });
}

/// Has signals overtake fills that wait for imports; or only where another command without a wait list stands between.
fn overtaking(defect: Defect<'_>, after_others_alone: bool) {
    let (defect, deferred) = knowing_deferred(defect);
    let waits_for_none = shared::<Set<QueueHandle>>();
    defect
        .then(move |c: &enqueue_usm_fill, _| {
            if c.events().is_empty() {
                waits_for_none.add(c.queue);
            } else {
                waits_for_none.remove(&c.queue);
            }
        })
        .instead(move |c: &Signal, ur| {
            let hurries = c.events().is_empty()
                && is_out_of_order(c.queue, ur)
                && is_deferred(deferred, c.queue, ur)
                && (!after_others_alone || waits_for_none.has(&c.queue));
            if !hurries {
                return None;
            }
            // A barrier that waits for something complete waits for nothing else.
            let context = ur.queue_info(c.queue, QueueInfo::CONTEXT)?;
            let device = ur.queue_info(c.queue, QueueInfo::DEVICE)?;
            let (desc, mut event) = (ExpEventDesc::new(ExpEventFlags::NONE_SET), EventHandle::NULL);
            Create { context, device, event_desc: In::of(&desc), event: Out::of(&mut event) }.run(ur);
            let result = c.run_behind(&[event], ur);
            event_release { event }.run(ur);
            Some(result)
        });
}

/// The imports that were pending when a fill of a queue began to wait for them.
type Deferred = Notes<QueueHandle, Vec<EventHandle>>;

/// Has a defect know which queues have fills that wait for imports.
fn knowing_deferred(defect: Defect<'_>) -> (Defect<'_>, &'static Deferred) {
    let deferred = shared::<Deferred>();
    let defect = defect.then(move |c: &enqueue_usm_fill, ur| {
        let pending = c.events().into_iter().filter(|event| ur.is_import(*event) && !ur.is_complete(*event));
        deferred.lock().entry(c.queue).or_default().extend(pending);
    });
    let defect = defect.then(move |c: &queue_release, ur| {
        if ur.queue_info::<u32>(c.queue, QueueInfo::REFERENCE_COUNT).is_none() {
            deferred.take(&c.queue);
        }
    });
    (defect, deferred)
}

/// Whether a fill of this queue waits for an import still.
fn is_deferred(deferred: &Deferred, queue: QueueHandle, ur: &Below) -> bool {
    let mut all = deferred.lock();
    let Some(events) = all.get_mut(&queue) else { return false };
    events.retain(|event| ur.is_import(*event) && !ur.is_complete(*event));
    !events.is_empty()
}
