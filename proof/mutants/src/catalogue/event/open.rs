//! Defects of `urIPCOpenEventHandleExp` that show in what it opens, or with arguments that it must refuse.

use super::tools::{COMPLETE, Info, Open, STATUS, bytes, context_of, other, references};
use crate::catalogue::Catalogue;
use crate::catalogue::tools::leak_descriptor;
use crate::layer::codes::*;
use crate::layer::{Below, Family, Out};
use ur_ipc_api::{ContextHandle, EventHandle, EventInfo, UrResult};
use ur_ipc_host::handle_data::SIZE;

/// Opens an event that nobody gets.
fn open_for_nobody(c: &Open, ur: &Below) -> UrResult {
    Open { event: Out::of(&mut EventHandle::default()), ..*c }.run(ur)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect(
        "event_open_gives_same_import_uncounted",
        "Open of a handle that is open gives the same event without another reference",
    )
    .violates(&["event.open.multiple"])
    .instead(|c: &Open, ur| {
        let bytes = bytes(c);
        let imports = ur.imports(Family::Event).into_iter().filter(|import| import.bytes == bytes);
        let mut events = imports.map(|import| EventHandle(import.object.0));
        let open = events.find(|event| references(*event, ur) > 0)?;
        c.event.set(open);
        c.event.get().map(|_| SUCCESS)
    });

    c.defect(
        "event_open_later_imports_see_nothing",
        "Of several imports of a handle only the first sees a pending signal",
    )
    .violates(&["event.open.multiple"])
    .answers(
        STATUS,
        other(COMPLETE, |event, ur| {
            let bytes = ur.import(event).map(|import| import.bytes);
            let imports = ur.all_imports(Family::Event);
            let first = imports.iter().find(|import| Some(&import.bytes) == bytes.as_ref());
            first.is_some_and(|first| first.object != event.into())
        }),
    );

    c.defect("event_open_source_moves_context", "The source reports the context in which it was opened last")
        .violates(&["event.open.other_context"])
        .answers(EventInfo::CONTEXT, |c: &Info, context: ContextHandle, ur| {
            let imports = ur.all_imports(Family::Event);
            let mut later = imports.iter().rev();
            let last = later.find(|import| ur.source_of(&import.bytes) == Some(c.event.into()));
            last.map_or(context, |import| import.context)
        });

    c.defect("event_open_reports_no_context", "An import reports a null context")
        .violates(&["event.imported.info_basic", "event.open.other_context"])
        .answers(EventInfo::CONTEXT, other(ContextHandle::NULL, |event, ur| ur.is_import(event)));

    c.defect(
        "event_open_null_context_taken",
        "Open in a null context opens in the last context that was used",
    )
    .violates(&["event.open.null_context"])
    .instead(|c: &Open, ur| {
        let last = ur.all_exports(Family::Event).pop()?;
        let context = context_of(EventHandle(last.source.0), ur);
        c.context.is_null().then(|| Open { context, ..*c }.run(ur))
    });

    c.defect(
        "event_open_null_data_after_size",
        "Open looks at the size first, and answers null data of another size with INVALID_VALUE",
    )
    .violates(&["event.open.null_data"])
    .refuses(INVALID_VALUE, |c: &Open, _| c.handle_data.is_null() && c.handle_data_size != SIZE);

    c.defect("event_open_null_out_succeeds", "Open without an output opens an event that nobody can release")
        .violates(&["event.open.null_out"])
        .instead(|c: &Open, ur| c.event.is_null().then(|| open_for_nobody(c, ur)));

    c.defect(
        "event_open_null_out_opens",
        "Open without an output is refused after the event has been opened",
    )
    .violates(&["event.open.null_out"])
    .before(|c: &Open, ur| {
        if c.event.is_null() {
            open_for_nobody(c, ur);
        }
    });

    c.defect(
        "event_open_null_out_keeps_descriptor",
        "Open without an output is refused and keeps a descriptor",
    )
    .violates(&["event.open.null_out"])
    .before(|c: &Open, _| {
        if c.event.is_null() {
            leak_descriptor();
        }
    });

    c.defect("event_open_size_greatest", "Open takes the size SIZE_MAX for unknown")
        .violates(&["event.open.size_mismatch"])
        .instead(|c: &Open, ur| {
            let unknown = c.handle_data_size == usize::MAX && !c.handle_data.is_null();
            unknown.then(|| Open { handle_data_size: SIZE, ..*c }.run(ur))
        });
}
