//! Imports that are the source itself.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    let opened = Set::<Ptr>::default();
    c.defect("event_open_gives_source_itself", "event.open.multiple")
        .does("Opens in the exporting process give the source, the first of them without a reference of its own")
    .instead(move |c: &Open, ur| {
        let source = ur.source_of(&bytes(c))?;
        let event = EventHandle(source.0);
        c.event.set(event);
        Some(if opened.add(source) { SUCCESS } else { event_retain { event }.run(ur) })
    });
}
