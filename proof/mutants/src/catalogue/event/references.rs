//! Defects in the reference counts of imports.

use super::tools::{Open, export, given, references, retain, shared};
use crate::catalogue::Catalogue;
use crate::catalogue::tools::leak_descriptor;
use crate::layer::call::{event_release, event_retain};
use crate::layer::codes::*;
use crate::layer::{Below, Set};
use ur_ipc_api::EventHandle;

/// Whether this releases the last reference of an import.
fn ends_import(c: &event_release, ur: &Below) -> bool {
    ur.is_import(c.event) && references(c.event, ur) == 1
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_open_counts_two", "An import has two references when it is opened")
        .violates(&["event.open.refcount"])
        .then(|c: &Open, ur| retain(given(c.event), ur));

    c.defect(
        "event_open_retains_source",
        "Open in the exporting process retains the source, and nothing releases it",
    )
    .violates(&["event.open.refcount"])
    .then(|c: &Open, ur| {
        if let Some(export) = export(c, ur) {
            retain(EventHandle(export.source.0), ur);
        }
    });

    c.defect("event_retain_of_import_refused", "An import cannot be retained")
        .violates(&["event.open.refcount"])
        .refuses(INVALID_EVENT, |c: &event_retain, ur| ur.is_import(c.event));

    c.defect(
        "event_release_of_import_ignores_retain",
        "The first Release of an import destroys it, ignoring Retain",
    )
    .violates(&["event.open.refcount"])
    .before(|c: &event_release, ur| {
        while ur.is_import(c.event) && references(c.event, ur) > 1 {
            c.run(ur);
        }
    });

    let [retains, retained] = shared::<Set<EventHandle>, 2>();
    c.defect(
        "event_release_of_retained_import_leaks",
        "The last Release of an import that was retained keeps a descriptor",
    )
    .violates(&["event.open.refcount"])
    .then(move |c: &event_retain, _| {
        retains.add(c.event);
    })
    .before(move |c: &event_release, ur| {
        if ends_import(c, ur) && retained.remove(&c.event) {
            leak_descriptor();
        }
    });

    c.defect("event_release_of_import_fails", "The last Release of an import frees it and fails")
        .violates(&["event.open.refcount"])
        .instead(|c: &event_release, ur| {
            ends_import(c, ur).then(|| {
                c.run(ur);
                INVALID_EVENT
            })
        });
}
