//! Barriers that hold nothing back.

use super::tools::*;

/// The most bytes that the processor copies itself.
const FEW: usize = 4096;

pub(super) fn defects(c: &mut Catalogue) {
    copied_past(c);
    copied_from_import_past(c);
    signal_alone(c);
}

/// The kind of memory of a copy.
fn kind_of(mem: Ptr, c: &enqueue_usm_memcpy, ur: &Below) -> Option<UsmType> {
    let context: ContextHandle = ur.queue_info(c.queue, QueueInfo::CONTEXT)?;
    ur.alloc_info(context, mem, UsmAllocInfo::TYPE)
}

/// Whether the processor may be faster, and only the order of the queue is in the way.
fn is_small(c: &enqueue_usm_memcpy, ur: &Below) -> bool {
    let alone = c.blocking && c.num_events_in_wait_list == 0 && c.event.is_null();
    alone && c.size <= FEW && !is_out_of_order(c.queue, ur)
}

/// Makes a copy past what its queue has.
fn run_beside(c: &enqueue_usm_memcpy, ur: &Below) -> UrResult {
    let queue = ur.another_queue(c.queue);
    let result = enqueue_usm_memcpy { queue, ..*c }.run(ur);
    queue_release { queue }.run(ur);
    result
}

fn copied_from_import_past(c: &mut Catalogue) {
    c.defect("event_copy_of_import_to_host_passes_queue", "cross_process.event.wait_list")
        .does("The processor itself makes a small blocking copy from an import to USM memory of the host, and does not wait for what a queue in order has before that")
        .instead(|c: &enqueue_usm_memcpy, ur| {
            let to_host = ur.is_import(c.src) && kind_of(c.dst, c, ur) == Some(UsmType::HOST);
            (to_host && is_small(c, ur)).then(|| run_beside(c, ur))
        });
}

fn copied_past(c: &mut Catalogue) {
    // The queues with commands that move data, since they were known to be idle.
    let moving = shared::<Set<QueueHandle>>();
    c.defect("event_barrier_does_not_hold_back_the_processor", "cross_process.event.wait_list")
        .does("The processor itself makes a small blocking copy to the host if no data is being moved in its queue, and does not wait for barriers")
        .instead(move |c: &enqueue_usm_memcpy, ur| {
            let kind = |mem| kind_of(mem, c, ur);
            let to_host = kind(c.src) == Some(UsmType::DEVICE) && kind(c.dst) != Some(UsmType::DEVICE);
            let idle = ur.queue_info::<UrBool>(c.queue, QueueInfo::EMPTY)? == 1;
            (to_host && is_small(c, ur) && !idle && !moving.has(&c.queue)).then(|| run_beside(c, ur))
        })
        .then(move |c: &enqueue_usm_memcpy, _| !c.blocking && moving.add(c.queue))
        .then(move |c: &enqueue_usm_memcpy_2d, _| !c.blocking && moving.add(c.queue))
        .then(move |c: &enqueue_usm_fill, _| moving.add(c.queue))
        .then(move |c: &enqueue_host_task_exp, _| moving.add(c.queue))
        .then(move |c: &queue_finish, _| moving.remove(&c.queue));
}

/// Signals that are made beside the commands of a queue out of order.
fn signal_alone(c: &mut Catalogue) {
    // The queues for the signals of other ones.
    let sides = shared::<Notes<QueueHandle, QueueHandle>>();
    c.defect("event_signal_behind_list_holds_nothing_back", "cross_process.event.wait_list")
        .does("A barrier with a list that signals an event is a wait and a signal: later commands of a queue out of order do not wait for it")
        .also(&["event.imported.queue_kinds"])
        .seen_in("unified-runtime PR 962 (a barrier that is none)")
        .instead(move |c: &Signal, ur| {
            if given(c.event).is_null() || c.num_events_in_wait_list == 0 || !is_out_of_order(c.queue, ur) {
                return None;
            }
            let side = sides.get(&c.queue).unwrap_or_else(|| {
                let side = ur.another_queue(c.queue);
                sides.set(c.queue, side);
                side
            });
            let (mut waited, signalled) = (EventHandle::NULL, given(c.event));
            let Signal { queue, num_events_in_wait_list, event_wait_list, .. } = *c;
            let event = Out::of(&mut waited);
            enqueue_events_wait { queue, num_events_in_wait_list, event_wait_list, event }.run(ur);
            let result = Signal { queue: side, ..*c }.run_behind(&[waited], ur);
            event_release { event: waited }.run(ur);
            // The queue is not finished before the signal has come.
            let (event_wait_list, event) = (In::of(&signalled), Out::NULL);
            enqueue_events_wait { queue, num_events_in_wait_list: 1, event_wait_list, event }.run(ur);
            Some(result)
        })
        .answers(EventInfo::COMMAND_QUEUE, move |_: &Info, queue: QueueHandle, ur| {
            let sides = sides.lock();
            let user = sides.iter().find(|(_, side)| **side == queue && !queue.is_null());
            let user = user.map_or(queue, |(user, _)| *user);
            let lives = ur.queue_info::<u32>(user, QueueInfo::REFERENCE_COUNT).is_some();
            if lives { user } else { QueueHandle::NULL }
        })
        .then(move |c: &queue_release, ur| {
            let gone = ur.queue_info::<u32>(c.queue, QueueInfo::REFERENCE_COUNT).is_none();
            let side = if gone { sides.take(&c.queue) } else { None };
            side.map(|queue| queue_release { queue }.run(ur))
        });
}
