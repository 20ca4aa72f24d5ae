//! Tools for variants of events.

pub(super) use crate::layer::call::{
    enqueue_events_wait_with_barrier_ext as Signal, event_create_exp as Create, event_get_info as Info,
};
pub(super) use crate::variants::tools::*;

/// The document that says what sharing is.
pub(super) const IPC_YML: &str = "exp-inter-process-communication.yml";

pub(super) const STATUS: EventInfo = EventInfo::COMMAND_EXECUTION_STATUS;

/// The flags of a descriptor, or none.
pub(super) fn flags(c: &Create) -> u32 {
    c.event_desc.get().map_or(0, |desc| desc.flags.0)
}

/// Creates an event with other flags.
pub(super) fn create_with(c: &Create, flags: u32, ur: &Below) -> UrResult {
    let desc = ExpEventDesc::new(ExpEventFlags(flags));
    Create { event_desc: In::of(&desc), ..*c }.run(ur)
}

/// The event that an output gives, or that a command is to signal; null if there is none.
pub(super) fn given(event: Out<EventHandle>) -> EventHandle {
    event.get().unwrap_or_default()
}

/// The event that a handle was given for, which some call takes as an object of any family.
pub(super) fn event_of(object: Ptr) -> EventHandle {
    EventHandle(object.0)
}

/// The context of an event.
pub(super) fn context_of(event: EventHandle, ur: &Below) -> ContextHandle {
    ur.event_info(event, EventInfo::CONTEXT).unwrap_or_default()
}
