//! Refusals of `urEventCreateExp`, and the state of a new event.

use super::tools::*;

const IPC: u32 = ExpEventFlags::IPC_EXP.0;
const PROFILING: u32 = ExpEventFlags::ENABLE_PROFILING.0;

pub(super) fn variants(c: &mut Catalogue) {
    c.variant(
        "event_unsupported_at_get",
        format!(
            "{IPC_YML}, urIPCGetEventHandleExp: UNSUPPORTED_FEATURE, \"The device associated with `hEvent` \
             does not support event IPC\"; exp-reusable-events.yml, urEventCreateExp, lists that code for \
             profiling alone"
        ),
    )
    .of(&["event.create.ipc_unsupported"])
    .on("no-event")
    .does("where events are not shared, one that is to be is made, and Get refuses it")
    .instead(|c: &Create, ur| (flags(c) == IPC).then(|| create_with(c, 0, ur)));

    for (name, code) in [("unsupported", UNSUPPORTED_FEATURE), ("enumeration", INVALID_ENUMERATION)] {
        c.variant(
            format!("event_of_both_flags_is_{name}"),
            format!(
                "{IPC_YML}, UR_EXP_EVENT_FLAG_IPC_EXP: \"Must not be combined with \
                 UR_EXP_EVENT_FLAG_ENABLE_PROFILING.\"; exp-reusable-events.yml, urEventCreateExp, has no \
                 code for that"
            ),
        )
        .of(&["event.create.ipc_plus_profiling"])
        .does(format!("sharing together with profiling is refused with {code}"))
        .after(
            move |c: &Create, result, _| {
                if flags(c) == IPC | PROFILING && result == INVALID_VALUE { code } else { result }
            },
        );
    }

    c.variant(
        "event_pending_until_signalled",
        "exp-reusable-events.yml, urEventCreateExp: nothing is said of the state of a new event; event.yml, \
         ur_execution_info_t: QUEUED \"is the initial state of events\"",
    )
    .of(&["event.create.initial_status"])
    .on("pending-events")
    .forbidden_by_sycl()
    .does("a new event is pending until its first signal, and a wait for it lasts as long");

    c.variant(
        "event_created_for_any_device",
        format!(
            "exp-reusable-events.yml, urEventCreateExp: no error is for a device that is none of the \
             context's; {NO_VALIDATION}"
        ),
    )
    .of(&["event.create.device_not_in_context"])
    .on("two-devices")
    .does("an event for a device outside of the context is made for the context's first")
    .instead(|c: &Create, ur| {
        let devices = ur.devices_of(c.context);
        let outside = !c.device.is_null() && !devices.contains(&c.device);
        outside.then(|| Create { device: *devices.first()?, ..*c }.run(ur).into()).flatten()
    });

    c.variant(
        "event_descriptor_header_ignored",
        "common.yml, ur_base_desc_t: \"type of this structure\" and \"pointer to extension-specific \
         structure\"; nothing is said of another stype, or of structures that the adapter does not know",
    )
    .of(&["event.create.descriptor_header", "event.create.sync_mode"])
    .does("creation looks neither at stype nor at pNext")
    .instead(|c: &Create, ur| {
        let desc = c.event_desc.get()?;
        let usual = desc.stype == StructureType::EXP_EVENT_DESC && desc.p_next.is_null();
        (!usual).then(|| create_with(c, desc.flags.0, ur))
    });

    c.variant(
        "event_create_refuses_chains",
        "common.yml, ur_base_desc_t: \"pointer to extension-specific structure\"; nothing is said of one \
         that the adapter does not know, as is that of intel/llvm#23177, which no merged text of UR has: \
         \"may ignore this structure\" is said there to adapters that know it",
    )
    .of(&["event.create.descriptor_header", "event.create.sync_mode"])
    .does("a descriptor with a structure behind it is refused")
    .refuses(INVALID_VALUE, |c: &Create, _| {
        let nulls = [c.context.is_null(), c.device.is_null(), c.event.is_null()];
        !nulls.contains(&true) && c.event_desc.get().is_some_and(|desc| !desc.p_next.is_null())
    });
}
