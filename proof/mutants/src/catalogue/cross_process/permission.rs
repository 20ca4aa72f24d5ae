//! What goes wrong with a producer that may not be inspected.
//!
//! Whether the host backend may inspect it all the same depends on the privileges of the run. So these
//! producers say themselves that they may not be, by a mark in the handle, which a right Open would not see.

use crate::Manner;
use crate::catalogue::Catalogue;
use crate::defect::Defect;
use crate::layer::codes::*;
use crate::layer::sharing::*;
use crate::layer::{Counter, Family, Ptr};
use std::process;

/// Whether others may inspect this process.
fn is_dumpable() -> bool {
    // SAFETY: the option has no arguments.
    unsafe { libc::prctl(libc::PR_GET_DUMPABLE) != 0 }
}

/// A defect that marks the handles of a process that may not be inspected: their last byte, part of a checksum.
fn marked<'c>(c: &'c mut Catalogue, family: Family, id: &str, sentence: &str) -> Defect<'c> {
    c.defect(format!("cross_{id}"), sentence).violates(&["cross_process.ptrace_denied"]).then(
        move |c: &Get, _| {
            if let (Some(data), Some(size)) = (c.data.get(), c.size.get())
                && c.family == family
                && !is_dumpable()
            {
                let last = data.at(size - 1);
                last.write(!last.read::<u8>().unwrap_or_default());
            }
        },
    )
}

/// A marked handle without its mark.
fn unmarked(c: &Open) -> Option<Vec<u8>> {
    let mut bytes = c.bytes();
    let last = bytes.last_mut()?;
    *last = !*last;
    handle(c.family, &bytes).map(|_| bytes)
}

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object) in [(Memory, "memory", "USM"), (Physical, "physical", "physical")] {
        marked(
            c,
            family,
            &format!("{name}_made_without_permission_is_lost"),
            &format!("A handle of {object} memory from the time without the permission opens at no time"),
        );
    }

    let sentence = "Open of USM memory without the permission fails and gives a pointer";
    marked(c, Memory, "memory_denied_open_writes", sentence).instead(|c: &Open, ur| {
        let result = c.run_with(&unmarked(c)?, ur);
        Some(if result.is_success() { INVALID_ARGUMENT } else { result })
    });

    let opens = Counter::default();
    let sentence = "Open of physical memory without the permission succeeds and gives nothing";
    marked(c, Physical, "physical_denied_open_succeeds", sentence).instead(move |c: &Open, ur| {
        let bytes = unmarked(c)?;
        Some(if opens.next() == 0 { c.give(Ptr::NULL) } else { c.run_with(&bytes, ur) })
    });

    let denied = Counter::default();
    let sentence = "After an Open of an event without the permission nothing is opened any more";
    marked(c, Event, "event_denied_open_breaks_open", sentence).instead(move |c: &Open, ur| {
        if c.family == Event && denied.get() > 0 {
            return Some(INVALID_VALUE);
        }
        let bytes = unmarked(c)?;
        denied.next();
        Some(c.run_with(&bytes, ur))
    });

    let sentence = "Open of physical memory without the permission aborts";
    marked(c, Physical, "physical_denied_open_crashes", sentence).by(Manner::Crash).before(|c: &Open, _| {
        if unmarked(c).is_some() {
            process::abort();
        }
    });
}
