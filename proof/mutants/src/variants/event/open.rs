//! Results of Open for events, and their lifetime.

use super::tools::*;
use ur_ipc_cts::fixtures::OWN_EVENT_HANDLES;

pub(super) fn variants(c: &mut Catalogue) {
    for (name, code) in [("unsupported", UNSUPPORTED_FEATURE), ("value", INVALID_VALUE)] {
        c.variant(
            format!("event_of_own_process_refused_as_{name}"),
            format!(
                "{IPC_YML}, urIPCGetEventHandleExp: the bytes are for \"another process on the same system\"; nothing is said of \
                 the same process, and no code is for it"
            ),
        )
        .of(&["event.open.success_same_process"])
        .lacks(&[OWN_EVENT_HANDLES])
        .forbidden_by_sycl()
        .does(format!("Open of an event of the same process is refused with {code}"))
        .refuses(code, |c: &Open, _| {
            let complete = !c.context.is_null() && !c.object.is_null();
            c.family == Event && complete && c.handle().is_some() && !c.is_foreign()
        });
    }

    c.variant(
        "event_open_refuses_wrong_bytes_otherwise",
        format!(
            "{IPC_YML}, urIPCOpenEventHandleExp: no code is for bytes of the right number that are no handle"
        ),
    )
    .of(&["event.open.corrupt_bytes", "event.open.stale"])
    .does("Open of bytes that are no handle, or none any more, answers INVALID_ARGUMENT")
    .after(|c: &Open, result, _| {
        let complete = !c.bytes().is_empty() && !c.context.is_null() && !c.object.is_null();
        if c.family == Event && complete && result == INVALID_VALUE { INVALID_ARGUMENT } else { result }
    });
}
