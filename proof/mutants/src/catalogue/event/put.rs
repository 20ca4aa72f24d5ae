//! Defects of `urIPCPutEventHandleExp`.

use super::tools::*;

/// The event whose handle is put.
fn source(c: &Put, ur: &Below) -> EventHandle {
    ur.export_at(c.handle_data).map_or(EventHandle::NULL, |export| EventHandle(export.source.0))
}

/// Puts a handle in the context of its event.
fn put_at_home(c: &Put, ur: &Below) -> UrResult {
    Put { context: context_of(source(c, ur), ur), ..*c }.run(ur)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_put_fails_after_release", "event.put.success")
        .does("Put releases the handle and fails")
        .after(|_: &Put, result, _| if result.is_success() { INVALID_VALUE } else { result });

    c.defect("event_put_null_context_ignored", "event.put.null_context")
        .does("Put does not look at the context")
        .seen_in("unified-runtime source/adapters/level_zero/v2/ipc_event.cpp at 578c2a84a")
        .instead(|c: &Put, ur| c.context.is_null().then(|| put_at_home(c, ur)));

    c.defect("event_put_null_context_releases", "event.put.null_context")
        .does("Put with a null context is refused and releases the handle all the same")
        .before(|c: &Put, ur| c.context.is_null().then(|| put_at_home(c, ur)));

    c.defect("event_put_null_context_wrong_code", "event.put.null_context")
        .does("Put with a null context answers INVALID_CONTEXT")
        .refuses(INVALID_CONTEXT, |c: &Put, _| c.context.is_null());

    c.defect("event_put_null_data_as_handle", "event.put.null_data")
        .does("Put of a null pointer answers INVALID_NULL_HANDLE")
        .refuses(INVALID_NULL_HANDLE, |c: &Put, _| c.handle_data.is_null());

    c.defect("event_put_releases_source", "event.put.keeps_source")
        .does("Put releases the event that was exported")
        .then(|c: &Put, ur| event_release { event: source(c, ur) }.run(ur));

    c.defect("event_put_ends_exports", "event.put.keeps_source")
        .does("After a Put the event cannot be exported again")
        .refuses(INVALID_EVENT, |c: &Get, ur| was_put(c.event, ur));

    c.defect("event_put_ends_signals", "event.put.keeps_source")
        .does("After a Put the event cannot be signalled")
        .refuses(INVALID_EVENT, |c: &Signal, ur| was_put(given(c.event), ur));

    c.defect("event_put_loses_signals_of_source", "event.put.keeps_source")
        .does("After a Put signals of the source are lost")
        .also(&["event.put.keeps_opened"])
        .instead(|c: &Signal, ur| was_put(given(c.event), ur).then(|| lose(c, ur)));

    c.defect("event_put_closes_imports", "event.put.keeps_opened")
        .does("Put releases what was opened from the handle")
        .then(|c: &Put, ur| {
            let bytes = ur.export_at(c.handle_data).map(|export| export.bytes);
            for import in ur.imports(Event) {
                if Some(&import.bytes) == bytes.as_ref() {
                    event_release { event: EventHandle(import.object.0) }.run(ur);
                }
            }
        });

    c.defect("event_put_ends_other_handles", "event.put.keeps_opened")
        .does("Put of one handle of an event ends its other handles")
        .refuses(INVALID_VALUE, |c: &Open, ur| {
            export(c, ur).is_some_and(|export| was_put(export.source, ur))
        });
}
