//! Arguments that an implementation need not check.

use super::tools::*;
use std::process;

pub(super) fn variants(c: &mut Catalogue) {
    c.variant(
        "event_get_looks_at_outputs_first",
        format!(
            "{IPC_YML}, urIPCGetEventHandleExp: lists INVALID_NULL_HANDLE and INVALID_NULL_POINTER, and \
             orders them nowhere"
        ),
    )
    .of(&["event.get.null_precedence"])
    .does("Get without an event and without outputs blames the outputs")
    .refuses(INVALID_NULL_POINTER, |c: &Get, _| c.family == Event && c.object.is_null() && c.data.is_null());

    c.variant("event_reserved_flags_ignored", NO_VALIDATION)
        .of(&["event.create.reserved_flags"])
        .does("creation takes reserved flags, which mean nothing")
        .claims_no_validation()
        .instead(|c: &Create, ur| {
            let reserved = flags(c) & ExpEventFlags::RESERVED;
            (reserved != 0).then(|| create_with(c, flags(c) & !reserved, ur))
        });

    c.variant("event_put_looks_at_no_context", NO_VALIDATION)
        .of(&["event.put.null_context"])
        .does("Put without a context releases the handle")
        .claims_no_validation()
        .instead(|c: &Put, ur| {
            let export = ur.export_at(c.data).filter(|_| c.family == Event && c.context.is_null())?;
            Some(Put { context: context_of(event_of(export.source), ur), ..*c }.run(ur))
        });

    c.variant("event_null_handles_crash", NO_VALIDATION)
        .of(&["event.get.null_event", "event.open.null_context", "event.put.null_context"])
        .does("a call of an event without the handle that it takes ends the process")
        .claims_no_validation()
        .before(|c: &Get, _| crash(c.family == Event && c.object.is_null()))
        .before(|c: &Open, _| crash(c.family == Event && c.context.is_null()))
        .before(|c: &Put, _| crash(c.family == Event && c.context.is_null()));
}

fn crash(so: bool) {
    if so {
        process::abort();
    }
}
