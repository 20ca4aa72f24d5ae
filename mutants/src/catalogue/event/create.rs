//! Defects of `urEventCreateExp`.

use super::tools::{Create, Get, failed, given, other, retain, shared};
use crate::catalogue::Catalogue;
use crate::layer::call::event_retain;
use crate::layer::codes::*;
use crate::layer::{Below, In, Notes, Set};
use ur_ipc_api::{ContextHandle, EventHandle, EventInfo, ExpEventDesc, ExpEventFlags, UrResult};

const PROFILING: u32 = ExpEventFlags::ENABLE_PROFILING.0;
const IPC: u32 = ExpEventFlags::IPC_EXP.0;
const BOTH: u32 = IPC | PROFILING;
const HIGHEST: u32 = 1 << 31;

/// The flags of a descriptor, or none.
pub(super) fn flags(c: &Create) -> u32 {
    c.event_desc.get().map_or(0, |desc| desc.flags.0)
}

fn is_shareable(c: &Create) -> bool {
    flags(c) & IPC != 0
}

/// Creates an event with other flags.
pub(super) fn create_with(c: &Create, flags: u32, ur: &Below) -> UrResult {
    let desc = ExpEventDesc::new(ExpEventFlags(flags));
    Create { event_desc: In::of(&desc), ..*c }.run(ur)
}

/// Creates an event on the first device of the context.
fn create_on_first_device(c: &Create, ur: &Below) -> UrResult {
    let devices = ur.devices_of(c.context);
    Create { device: devices.first().copied().unwrap_or(c.device), ..*c }.run(ur)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_create_gives_null", "Creation of a shareable event succeeds and gives none")
        .violates(&["event.create.ipc_flag"])
        .then(|c: &Create, _| {
            if is_shareable(c) {
                c.event.set(EventHandle::NULL);
            }
        });

    let [creations, last] = shared::<Notes<ContextHandle, EventHandle>, 2>();
    c.defect(
        "event_create_gives_same_event_twice",
        "Creation gives the last shareable event again as long as it lives",
    )
    .violates(&["event.create.ipc_flag"])
    .instead(move |c: &Create, ur| {
        let event = last.get(&c.context).filter(|_| is_shareable(c))?;
        event_retain { event }.run(ur).is_success().then(|| {
            c.event.set(event);
            SUCCESS
        })
    })
    .then(move |c: &Create, _| {
        creations.set(c.context, given(c.event));
    });

    c.defect(
        "event_create_unsupported_wrong_code",
        "Without event IPC, creation answers the flag for sharing with INVALID_VALUE",
    )
    .violates(&["event.create.ipc_unsupported"])
    .on("no-event")
    .refuses(INVALID_VALUE, |c: &Create, _| is_shareable(c));

    c.defect(
        "event_create_unsupported_gives_event",
        "Without event IPC, creation refuses the flag for sharing and gives an event all the same",
    )
    .violates(&["event.create.ipc_unsupported"])
    .on("no-event")
    .after(failed(|c: &Create, ur| {
        create_with(c, 0, ur);
    }));

    c.defect(
        "event_create_unsupported_export_wrong_code",
        "Without event IPC, creation ignores the flag for sharing and the export answers INVALID_EVENT",
    )
    .violates(&["event.create.ipc_unsupported"])
    .on("no-event")
    .instead(|c: &Create, ur| is_shareable(c).then(|| create_with(c, 0, ur)))
    .refuses(INVALID_EVENT, |_: &Get, _| true);

    c.defect(
        "event_create_unsupported_refuses_plain",
        "Without event IPC, creation refuses events that are not to be shared as well",
    )
    .violates(&["event.create.ipc_unsupported"])
    .on("no-event")
    .refuses(UNSUPPORTED_FEATURE, |_: &Create, _| true);

    c.defect("event_create_counts_two", "A new event has two references")
        .violates(&["event.create.info"])
        .then(|c: &Create, ur| retain(given(c.event), ur));

    let [created, asked] = shared::<Set<EventHandle>, 2>();
    c.defect("event_create_reports_no_context", "An event that was created reports a null context")
        .violates(&["event.create.info"])
        .then(move |c: &Create, _| {
            created.add(given(c.event));
        })
        .answers(EventInfo::CONTEXT, other(ContextHandle::NULL, move |event, _| asked.has(&event)));

    c.defect(
        "event_create_context_gone_after_get",
        "An event that was created reports a null context from its first Get on",
    )
    .violates(&["event.create.info"])
    .answers(EventInfo::CONTEXT, other(ContextHandle::NULL, |event, ur| ur.is_source(event)));

    arguments(c);
}

/// Defects with arguments that creation refuses, or may refuse.
fn arguments(c: &mut Catalogue) {
    c.defect("event_create_null_context_wrong_code", "Creation in a null context answers INVALID_CONTEXT")
        .violates(&["event.create.null_arguments"])
        .refuses(INVALID_CONTEXT, |c: &Create, _| c.context.is_null());

    c.defect(
        "event_create_checks_highest_bit_only",
        "Creation refuses the highest reserved flag and no other",
    )
    .violates(&["event.create.reserved_flags"])
    .instead(|c: &Create, ur| {
        (!c.event_desc.is_null()).then(|| create_with(c, flags(c) & (HIGHEST | BOTH), ur))
    });

    c.defect(
        "event_create_drops_ipc_beside_profiling",
        "Creation of a shareable event with profiling makes one that cannot be shared",
    )
    .violates(&["event.create.ipc_plus_profiling"])
    .instead(|c: &Create, ur| (flags(c) == BOTH).then(|| create_with(c, PROFILING, ur)));

    c.defect(
        "event_create_ipc_plus_profiling_gives_event",
        "Creation of a shareable event with profiling fails and gives an event all the same",
    )
    .violates(&["event.create.ipc_plus_profiling"])
    .after(failed(|c: &Create, ur| {
        if flags(c) == BOTH {
            create_with(c, IPC, ur);
        }
    }));

    c.defect("event_create_device_not_checked", "Creation takes a device that is not in the context")
        .violates(&["event.create.device_not_in_context"])
        .seen_in("intel/llvm PR 22445")
        .on("two-devices")
        .instead(|c: &Create, ur| (!c.device.is_null()).then(|| create_on_first_device(c, ur)));

    c.defect(
        "event_create_outside_device_gives_event",
        "Creation refuses a device that is not in the context and gives an event all the same",
    )
    .violates(&["event.create.device_not_in_context"])
    .on("two-devices")
    .after(failed(|c: &Create, ur| {
        if !c.device.is_null() {
            create_on_first_device(c, ur);
        }
    }));
}
