//! Defects of `urIPCOpenEventHandleExp` that show in what it opens, or with arguments that it must refuse.

use super::tools::*;

/// Opens an event that nobody gets.
fn open_for_nobody(c: &Open, ur: &Below) -> UrResult {
    Open { event: Out::of(&mut EventHandle::default()), ..*c }.run(ur)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_open_gives_same_import_uncounted", "event.open.multiple")
        .does("Open of a handle that is open gives the same event without another reference")
        .instead(|c: &Open, ur| {
            let bytes = bytes(c);
            let imports = ur.imports(Event).into_iter().filter(|import| import.bytes == bytes);
            let mut events = imports.map(|import| EventHandle(import.object.0));
            let open = events.find(|event| references(*event, ur) > 0)?;
            c.event.set(open);
            c.event.get().map(|_| SUCCESS)
        });

    c.defect("event_open_later_imports_see_nothing", "event.open.multiple")
        .does("Of several imports of a handle only the first sees a pending signal")
        .answers(
            STATUS,
            other(COMPLETE, |event, ur| {
                let bytes = ur.import(event).map(|import| import.bytes);
                let imports = ur.all_imports(Event);
                let first = imports.iter().find(|import| Some(&import.bytes) == bytes.as_ref());
                first.is_some_and(|first| first.object != event.into())
            }),
        );

    c.defect("event_open_source_moves_context", "event.open.other_context")
        .does("The source reports the context in which it was opened last")
        .answers(EventInfo::CONTEXT, |c: &Info, context: ContextHandle, ur| {
            let imports = ur.all_imports(Event);
            let mut later = imports.iter().rev();
            let last = later.find(|import| ur.source_of(&import.bytes) == Some(c.event.into()));
            last.map_or(context, |import| import.context)
        });

    c.defect("event_open_reports_no_context", "event.imported.info_basic")
        .does("An import reports a null context")
        .also(&["event.open.other_context"])
        .answers(EventInfo::CONTEXT, other(ContextHandle::NULL, |event, ur| ur.is_import(event)));

    let last = shared::<Notes<(), ContextHandle>>();
    c.defect("event_open_null_context_taken", "event.open.null_context")
        .does("Open in a null context opens in the last context that was made")
        .then(move |c: &context_create, _| {
            last.set((), c.context.get().unwrap_or_default());
        })
        .instead(move |c: &Open, ur| {
            let context = last.get(&())?;
            c.context.is_null().then(|| Open { context, ..*c }.run(ur))
        });

    c.defect("event_open_null_data_wrong_code", "event.open.null_data")
        .does("Open answers null data with INVALID_VALUE")
        .refuses(INVALID_VALUE, |c: &Open, _| c.handle_data.is_null());

    c.defect("event_open_null_out_succeeds", "event.open.null_out")
        .does("Open without an output opens an event that nobody can release")
        .instead(|c: &Open, ur| c.event.is_null().then(|| open_for_nobody(c, ur)));

    c.defect("event_open_null_out_opens", "event.open.null_out")
        .does("Open without an output is refused after the event has been opened")
        .before(|c: &Open, ur| c.event.is_null().then(|| open_for_nobody(c, ur)));

    c.defect("event_open_null_out_keeps_descriptor", "event.open.null_out")
        .does("Open without an output is refused and keeps a descriptor")
        .leaks(|c: &Open, _| c.event.is_null());

    c.defect("event_open_size_greatest", "event.open.size_mismatch")
        .does("Open takes the size SIZE_MAX for unknown")
        .instead(|c: &Open, ur| {
            let unknown = c.handle_data_size == usize::MAX && !c.handle_data.is_null();
            unknown.then(|| Open { handle_data_size: SIZE, ..*c }.run(ur))
        });
}
