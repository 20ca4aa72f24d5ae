//! Answers of devices about sharing, and the effects of a no.

use super::tools::*;

pub(super) const FILES: super::Files = &[variants];

const QUERIES: [DeviceInfo; 3] = [
    DeviceInfo::IPC_MEMORY_SUPPORT_EXP,
    DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP,
    DeviceInfo::IPC_EVENT_SUPPORT_EXP,
];

const ALL: &[&str] = &[
    "device_info.ipc_memory.query",
    "device_info.ipc_physical_memory.query",
    "device_info.ipc_event.query",
    "device_info.unknown_query_is_unsupported",
];

fn variants(c: &mut Catalogue) {
    c.variant(
        "device_knows_no_query",
        "device.yml, urDeviceGetInfo: UNSUPPORTED_ENUMERATION, \"If `propName` is not supported by the \
         adapter.\"",
    )
    .of(ALL)
    .does("nothing can be shared, and the queries are not known")
    .on("unknown-queries");

    c.variant(
        "device_queries_are_unsupported_features",
        "EXP-INTER-PROCESS-COMMUNICATION.rst, Support: says what the queries answer on adapters that \
         share, and not on others; UR's ipc_event_fixtures.h takes UNSUPPORTED_ENUMERATION and \
         UNSUPPORTED_FEATURE for a no, \"either way the feature is unavailable\"",
    )
    .of(ALL)
    .does("nothing can be shared, and the queries answer UNSUPPORTED_FEATURE")
    .on("no-ipc")
    .lacks(&QUERIES.map(Need::Query))
    .refuses(UNSUPPORTED_FEATURE, |c: &device_get_info, _| QUERIES.contains(&c.prop_name));

    for (code, id, text) in [
        (
            UNSUPPORTED_FEATURE,
            "unsupported",
            "UNSUPPORTED_FEATURE, \"The device associated with `hEvent` does not support event IPC\"; \
             exp-reusable-events.yml, urEventCreateExp, lists that code for profiling alone",
        ),
        (
            INVALID_EVENT,
            "invalid_event",
            "INVALID_EVENT, \"`hEvent` was not created with the UR_EXP_EVENT_FLAG_IPC_EXP flag.\"; whether \
             creation on a device that cannot share keeps that flag is not said",
        ),
    ] {
        let marked = shared::<Set<EventHandle>>();
        c.variant(
            format!("event_is_refused_at_get_as_{id}"),
            format!("{YML}, urIPCGetEventHandleExp: {text}"),
        )
        .of(&["device_info.event_false_get_unsupported", "event.create.ipc_unsupported"])
        .does(format!(
            "an event can be made for sharing on a device that cannot share, and Get answers {code}"
        ))
        .on("no-event")
        .instead(move |c: &event_create_exp, ur| {
            let given = c.event_desc.get().filter(|given| given.flags == ExpEventFlags::IPC_EXP)?;
            let desc = ExpEventDesc { flags: ExpEventFlags::NONE_SET, ..given };
            let result = event_create_exp { event_desc: In::of(&desc), ..*c }.run(ur);
            if result == SUCCESS {
                c.event.get().map(|event| marked.add(event));
            }
            Some(result)
        })
        .refuses(code, move |c: &Get, _| c.family == Event && marked.has(&EventHandle(c.object.0)));
    }

    c.variant(
        "event_open_looks_at_size_first",
        format!("{YML}, urIPCOpenEventHandleExp: lists INVALID_VALUE and UNSUPPORTED_FEATURE, and orders them nowhere"),
    )
    .of(&["device_info.event_false_open_unsupported"])
    .does("on a device that cannot share events, Open of another size than a handle's answers INVALID_VALUE")
    .on("no-event")
    .refuses(INVALID_VALUE, |c: &Open, _| {
        c.family == Event && c.size != SIZE && !c.context.is_null() && !c.data.is_null() && !c.object.is_null()
    });

    c.variant(
        "memory_open_looks_at_size_first",
        format!(
            "{YML}, urIPCOpenMemHandleExp and urIPCOpenPhysMemHandleExp: list INVALID_VALUE for another \
             size, and no UNSUPPORTED_FEATURE"
        ),
    )
    .of(&["device_info.memory_false_means_unsupported", "device_info.physical_false_means_unsupported"])
    .does("on a device that can share nothing, Open of another size than a handle's answers INVALID_VALUE")
    .on("no-ipc")
    .refuses(INVALID_VALUE, |c: &Open, _| {
        let nulls = [c.context.is_null(), c.data.is_null(), c.object.is_null()];
        c.size != SIZE && !nulls.contains(&true) && (c.family == Event || !c.device.is_null())
    });
}
