//! Imports that are the source itself.

use super::tools::{Open, bytes};
use crate::catalogue::Catalogue;
use crate::layer::call::event_retain;
use crate::layer::codes::*;
use crate::layer::{Ptr, Set};
use ur_ipc_api::EventHandle;

pub(super) fn defects(c: &mut Catalogue) {
    let opened = Set::<Ptr>::default();
    c.defect(
        "event_open_gives_source_itself",
        "Opens in the exporting process give the source, the first of them without a reference of its own",
    )
    .violates(&["event.open.multiple"])
    .instead(move |c: &Open, ur| {
        let source = ur.source_of(&bytes(c))?;
        let event = EventHandle(source.0);
        c.event.set(event);
        Some(if opened.add(source) { SUCCESS } else { event_retain { event }.run(ur) })
    });
}
