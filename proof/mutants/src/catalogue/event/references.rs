//! Defects in the reference counts of imports.

use super::tools::*;

/// Whether this releases the last reference of an import.
fn ends_import(c: &event_release, ur: &Below) -> bool {
    ur.is_import(c.event) && references(c.event, ur) == 1
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_open_counts_two", "event.open.refcount")
        .does("An import has two references when it is opened")
        .then(|c: &Open, ur| retain(given(c.event), ur));

    c.defect("event_open_while_pending_counts_two", "event.open.refcount")
        .does("An Open while the event is pending takes a reference for the signal to come, and never gives it back")
        .also(&["lifetime.host.cycles"])
        .then(|c: &Open, ur| {
            let event = given(c.event);
            if !event.is_null() && !ur.is_complete(event) {
                retain(event, ur);
            }
        });

    c.defect("event_open_retains_source", "event.open.refcount")
        .does("Open in the exporting process retains the source, and nothing releases it")
        .then(|c: &Open, ur| {
            if let Some(export) = export(c, ur) {
                retain(EventHandle(export.source.0), ur);
            }
        });

    c.defect("event_import_has_references_of_source", "event.open.refcount")
        .does("Open in the exporting process copies the source event, with its count of references")
        .then(|c: &Open, ur| {
            let source = ur.source_of(&bytes(c)).map(|source| EventHandle(source.0));
            for _ in 1..source.map_or(1, |source| references(source, ur)) {
                retain(given(c.event), ur);
            }
        });

    c.defect("event_retain_of_import_refused", "event.open.refcount")
        .does("An import cannot be retained")
        .refuses(INVALID_EVENT, |c: &event_retain, ur| ur.is_import(c.event));

    c.defect("event_release_of_import_ignores_retain", "event.open.refcount")
        .does("The first Release of an import destroys it, ignoring Retain")
        .before(|c: &event_release, ur| {
            while ur.is_import(c.event) && references(c.event, ur) > 1 {
                c.run(ur);
            }
        });

    let retained = shared::<Set<EventHandle>>();
    c.defect("event_release_of_retained_import_leaks", "event.open.refcount")
        .does("The last Release of an import that was retained keeps a descriptor")
        .also(&["lifetime.event.final_release"])
        .then(move |c: &event_retain, _| retained.add(c.event))
        .leaks(move |c: &event_release, ur| ends_import(c, ur) && retained.remove(&c.event));

    c.defect("event_release_of_import_fails", "event.open.refcount")
        .does("The last Release of an import frees it and fails")
        .instead(|c: &event_release, ur| {
            ends_import(c, ur).then(|| {
                c.run(ur);
                INVALID_EVENT
            })
        });
}
