//! Queries that do not answer 0 or 1 in one byte, each time the same, or not by the protocol of all queries.

use crate::catalogue::tools::*;

/// The wrong answer of a query, by the number of queries before it; `None` for the right one.
type Fault = fn(&device_get_info, usize, &Below) -> Option<UrResult>;

/// Defects of the three queries, by parts of ids and sentences.
const FAULTS: &[(&str, &str, Fault)] = &[
    ("size_is_four", "gives the size of a four-byte boolean", |c, _, ur| {
        answered(c, ur, || c.prop_size_ret.set(4))
    }),
    ("needs_four_bytes", "refuses buffers of less than four bytes", |c, _, _| {
        (!c.prop_value.is_null() && c.prop_size < 4).then_some(INVALID_SIZE)
    }),
    ("answers_nothing", "succeeds and stores nothing", |c, _, ur| {
        let mut unseen = 0u8;
        let prop_value = Ptr((&raw mut unseen).cast());
        let stores = !c.prop_value.is_null() && c.prop_size > 0;
        stores.then(|| device_get_info { prop_size: 1, prop_value, ..*c }.run(ur))
    }),
    ("alternates", "answers the contrary every third time", |c, number, ur| {
        answered(c, ur, || {
            if number % 3 == 2 {
                c.prop_value.write(0u8)
            }
        })
    }),
    // The suite asks so before each test of a family, so the first time it is answered.
    ("needs_size_pointer", "refuses to answer without a size pointer", |c, number, _| {
        (c.prop_size_ret.is_null() && number > 0).then_some(INVALID_NULL_POINTER)
    }),
    // Only calls with a size pointer: their buffers have room behind.
    ("writes_behind", "writes one byte behind its answer", |c, _, ur| {
        let has_room = !c.prop_value.is_null() && !c.prop_size_ret.is_null() && c.prop_size == 1;
        answered(c, ur, || {
            if has_room {
                c.prop_value.at(1).write(0u8)
            }
        })
    }),
];

/// The same for those that break the protocol of all queries.
const PROTOCOL_FAULTS: &[(&str, &str, Fault)] = &[
    ("only_exact_size", "refuses buffers that are larger than the answer", |c, _, _| {
        (!c.prop_value.is_null() && c.prop_size > 1).then_some(INVALID_SIZE)
    }),
    ("gives_size_of_buffer", "gives the size of the caller's buffer", |c, _, ur| {
        answered(c, ur, || {
            if !c.prop_value.is_null() {
                c.prop_size_ret.set(c.prop_size)
            }
        })
    }),
    ("size_alone_is_zero", "asked for the size alone says 0", |c, _, ur| {
        answered(c, ur, || {
            if c.prop_value.is_null() {
                c.prop_size_ret.set(0)
            }
        })
    }),
    ("size_alone_refused", "cannot be asked for the size alone", |c, _, _| {
        c.prop_value.is_null().then_some(INVALID_NULL_POINTER)
    }),
    ("zero_size_succeeds", "succeeds with a buffer of 0 bytes", |c, _, _| {
        (!c.prop_value.is_null() && c.prop_size == 0).then_some(SUCCESS)
    }),
    // The suite says 0 bytes of a buffer that has some.
    ("zero_size_writes", "refuses a buffer of 0 bytes and writes to it", |c, _, _| {
        if c.prop_size == 0 {
            c.prop_value.write(1u8);
        }
        None
    }),
    (
        "larger_buffer_answer_last",
        "stores the answer in the last byte of a larger buffer, as a big-endian number",
        |c, _, ur| {
            answered(c, ur, || {
                if let Some(answer) = c.prop_value.read::<u8>() {
                    c.prop_value.write(0u8);
                    c.prop_value.at(c.prop_size - 1).write(answer);
                }
            })
        },
    ),
];

/// The same for those that accept what makes no sense.
const ARGUMENT_FAULTS: &[(&str, &str, Fault)] = &[
    ("nothing_asked_succeeds", "succeeds without any output", |c, _, _| {
        (c.prop_value.is_null() && c.prop_size_ret.is_null()).then_some(SUCCESS)
    }),
    (
        "null_with_size_succeeds",
        "succeeds with a null buffer of some bytes and a size pointer",
        |c, _, ur| {
            let asks_size = c.prop_value.is_null() && !c.prop_size_ret.is_null();
            asks_size.then(|| device_get_info { prop_size: 0, ..*c }.run(ur))
        },
    ),
];

/// Makes the query, and does something if it is answered.
fn answered(c: &device_get_info, ur: &Below, then: impl FnOnce()) -> Option<UrResult> {
    let result = c.run(ur);
    if result.is_success() {
        then();
    }
    Some(result)
}

pub(super) fn defects(c: &mut Catalogue) {
    for (name, objects, query, requirement) in [
        ("memory", "USM memory", DeviceInfo::IPC_MEMORY_SUPPORT_EXP, "device_info.ipc_memory.query"),
        (
            "physical",
            "physical memory",
            DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP,
            "device_info.ipc_physical_memory.query",
        ),
        ("event", "events", DeviceInfo::IPC_EVENT_SUPPORT_EXP, "device_info.ipc_event.query"),
    ] {
        for (faults, protocol) in [
            (FAULTS, None),
            (PROTOCOL_FAULTS, Some("device_info.ipc.query_protocol")),
            (ARGUMENT_FAULTS, Some("device_info.ipc.query_arguments")),
        ] {
            for &(id, does, fault) in faults {
                let asked = Counter::default();
                c.defect(format!("info_{name}_{id}"), protocol.unwrap_or(requirement))
                    .does(format!("The query for {objects} {does}"))
                    .also(protocol.map(|_| requirement).as_slice())
                    .instead(move |c: &device_get_info, ur| {
                        (c.prop_name == query).then(|| fault(c, asked.next(), ur)).flatten()
                    });
            }
        }
    }
}
