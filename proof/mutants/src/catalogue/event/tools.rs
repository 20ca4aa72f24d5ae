//! Tools for defects of events.

pub(super) use crate::catalogue::tools::*;
pub(super) use crate::layer::call::{
    enqueue_events_wait_with_barrier_ext as Signal, event_create_exp as Create, event_get_info as Info,
    ipc_get_event_handle_exp as Get, ipc_open_event_handle_exp as Open, ipc_put_event_handle_exp as Put,
};

use std::ffi::c_void;

pub(super) const STATUS: EventInfo = EventInfo::COMMAND_EXECUTION_STATUS;
pub(super) const COMPLETE: EventStatus = EventStatus::COMPLETE;

/// Another answer to a query of events for which this is so.
pub(super) fn other<T: Copy>(
    answer: T,
    when: impl Fn(EventHandle, &Below) -> bool,
) -> impl Fn(&Info, T, &Below) -> T {
    move |c, value, ur| if when(c.event, ur) { answer } else { value }
}

/// The event that an output gives, or that a command is to signal; null if there is none.
pub(super) fn given(event: Out<EventHandle>) -> EventHandle {
    event.get().unwrap_or_default()
}

/// Keeps the events that are signalled.
pub(super) fn keep_in(signals: &Set<EventHandle>) -> impl Fn(&Signal, &Below) -> bool {
    |c, _| signals.add(given(c.event))
}

/// Makes a command without the signal.
pub(super) fn lose(c: &Signal, ur: &Below) -> UrResult {
    Signal { event: Out::NULL, ..*c }.run(ur)
}

/// Makes a command behind those of its list that are no imports, if it has others and the defect is about it.
pub(super) fn behind_no_import(about: bool, c: &impl Waits, ur: &Below) -> Option<UrResult> {
    let list = c.events();
    let kept: Vec<_> = list.iter().copied().filter(|event| !ur.is_import(*event)).collect();
    (about && kept.len() < list.len()).then(|| c.run_behind(&kept, ur))
}

/// Gives an event one reference more.
pub(super) fn retain(event: EventHandle, ur: &Below) {
    event_retain { event }.run(ur);
}

/// Has a queue do something before what comes to it later.
pub(super) fn enqueue_task(queue: QueueHandle, task: impl FnOnce() + Send + 'static, ur: &Below) {
    type Task = Box<dyn FnOnce() + Send>;
    unsafe extern "C" fn perform(data: *mut c_void) {
        // SAFETY: the box below, which this host task alone was given.
        let task = unsafe { Box::from_raw(data.cast::<Task>()) };
        task();
    }
    let task: Task = Box::new(task);
    enqueue_host_task_exp {
        queue,
        host_task: Some(perform),
        data: Ptr(Box::into_raw(Box::new(task)).cast()),
        properties: In::NULL,
        num_events_in_wait_list: 0,
        event_wait_list: In::NULL,
        event: Out::NULL,
    }
    .run(ur);
}

/// The bytes that are opened, if they are as many as a handle has.
pub(super) fn bytes(c: &Open) -> Vec<u8> {
    if c.handle_data_size == SIZE { c.handle_data.bytes(SIZE) } else { Vec::new() }
}

/// The handle that this process has given with these bytes.
pub(super) fn export(c: &Open, ur: &Below) -> Option<Export> {
    let bytes = bytes(c);
    ur.all_exports(Event).into_iter().rev().find(|export| export.bytes == bytes)
}

/// True if a handle of the event has been put.
pub(super) fn was_put(event: impl Into<Ptr>, ur: &Below) -> bool {
    let event = event.into();
    ur.all_exports(Event).iter().any(|export| export.source == event && !export.lives)
}

/// The context of an event.
pub(super) fn context_of(event: EventHandle, ur: &Below) -> ContextHandle {
    ur.event_info(event, EventInfo::CONTEXT).unwrap_or_default()
}

/// The references of an event; none if it is gone.
pub(super) fn references(event: EventHandle, ur: &Below) -> u32 {
    ur.event_info(event, EventInfo::REFERENCE_COUNT).unwrap_or_default()
}

/// Whether commands of the queue may overtake each other.
pub(super) fn is_out_of_order(queue: QueueHandle, ur: &Below) -> bool {
    has_flag(queue, QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE, ur)
}

/// Whether the queue was made with this flag.
pub(super) fn has_flag(queue: QueueHandle, flag: QueueFlags, ur: &Below) -> bool {
    ur.queue_info::<QueueFlags>(queue, QueueInfo::FLAGS).is_some_and(|flags| flags.contains(flag))
}

/// The kinds of queues, by their names in ids.
pub(super) const QUEUE_KINDS: [(QueueFlags, &str); 6] = [
    (QueueFlags::NONE_SET, "in_order"),
    (QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE, "out_of_order"),
    (QueueFlags::SUBMISSION_BATCHED, "batched"),
    (QueueFlags::SUBMISSION_IMMEDIATE, "immediate"),
    (QueueFlags::PRIORITY_LOW, "low_priority"),
    (QueueFlags::PRIORITY_HIGH, "high_priority"),
];

/// The flags that a queue is made with.
pub(super) fn flags(c: &queue_create) -> QueueFlags {
    // SAFETY: the caller's properties, which live through the call.
    unsafe { c.properties.0.as_ref() }.map_or(QueueFlags::NONE_SET, |given| given.flags)
}
