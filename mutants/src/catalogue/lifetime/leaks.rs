//! Calls that leave a descriptor or memory behind, or keep what they should let go of.

use super::FAMILIES;
use crate::catalogue::Catalogue;
use crate::layer::call::event_release;
use crate::layer::sharing::*;
use crate::layer::{Below, Set};
use std::fs::File;
use std::hint::black_box;
use ur_ipc_api::UrResult;

/// What is lost, by its name in ids.
type Loss = (&'static str, fn());

/// As by code that forgets to close its copy.
const DESCRIPTOR: Loss = ("descriptor", || std::mem::forget(File::open("/dev/null")));

/// Written to, so that it is resident, and hidden from the compiler, which would spare itself what nobody reads.
const HOST_MEMORY: Loss = ("memory", || {
    black_box(Box::leak(vec![0xa5u8; 4096].into_boxed_slice()));
});

/// Loses something after a call, where that is so; the boolean is whether the call succeeded.
fn loses<C>(
    (_, lose): Loss,
    when: impl Fn(&C, bool, &Below) -> bool,
) -> impl Fn(&C, UrResult, &Below) -> UrResult {
    move |c, result, ur| {
        if when(c, result.is_success(), ur) {
            lose();
        }
        result
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect(
        "lifetime_physical_get_keeps_descriptor",
        "Get duplicates the exported descriptor and never closes the original",
    )
    .violates(&["lifetime.fd.physical_get_put"])
    .seen_in("commit 1e5996ac3, PR 22717")
    .after(loses(DESCRIPTOR, |c: &Get, succeeded, _| c.family == Physical && succeeded));

    c.defect(
        "lifetime_physical_open_keeps_descriptor",
        "Open keeps the descriptor that it fetched from the other process",
    )
    .violates(&["lifetime.fd.physical_open_close"])
    .seen_in("intel/llvm PR 22092")
    .after(loses(DESCRIPTOR, |c: &Open, succeeded, _| c.family == Physical && succeeded));

    c.defect(
        "lifetime_event_first_open_keeps_descriptor",
        "Open of an event keeps a descriptor if nothing else is open",
    )
    .violates(&["lifetime.fd.event_cycles", "lifetime.event.final_release"])
    .after(loses(DESCRIPTOR, |c: &Open, succeeded, ur| {
        c.family == Event && succeeded && ur.imports(Event).len() == 1
    }));

    c.defect(
        "lifetime_event_import_release_keeps_descriptor",
        "An imported event is destroyed like a local one, and its import stays",
    )
    .violates(&["lifetime.fd.event_cycles", "lifetime.event.final_release"])
    .seen_in("intel/llvm PRs 22445, 22366")
    .before(|c: &event_release, ur| {
        if ur.import(c.event).is_some_and(|import| import.retained == 0) {
            DESCRIPTOR.1();
        }
    });

    for (family, name, loss, sentence, source) in [
        (
            Memory,
            "memory",
            HOST_MEMORY,
            "Open of USM memory keeps an entry of its cache when it fails",
            "unified-memory-framework: a failed open leaves a cache entry with a reference",
        ),
        (
            Physical,
            "physical",
            DESCRIPTOR,
            "Work after the native open fails, and the import leaks",
            "intel/llvm PR 22092",
        ),
        (
            Event,
            "event",
            DESCRIPTOR,
            "Open of an event keeps a descriptor when it fails",
            "Level Zero v2 adapter: the native import leaks if its wrapper cannot be made",
        ),
    ] {
        c.defect(format!("lifetime_{name}_failed_open_keeps_{}", loss.0), sentence)
            .violates(&["lifetime.fd.failed_calls"])
            .seen_in(source)
            .after(loses(loss, move |c: &Open, succeeded, _| c.family == family && !succeeded));
    }

    for (family, name, object) in [
        (Memory, "memory", "what is no USM memory"),
        (Physical, "physical", "physical memory that is not for sharing"),
        (Event, "event", "an event that is not for sharing"),
    ] {
        c.defect(
            format!("lifetime_{name}_failed_get_keeps_descriptor"),
            format!("Get of {object} keeps a descriptor"),
        )
        .violates(&["lifetime.fd.failed_calls"])
        .after(loses(DESCRIPTOR, move |c: &Get, succeeded, _| c.family == family && !succeeded));
    }

    for (family, name, object) in FAMILIES {
        let copies = family == Memory;
        let does = if copies { "hands out a copy of bytes that nobody frees" } else { "keeps host memory" };
        let defect = c
            .defect(format!("lifetime_{name}_get_keeps_memory"), format!("Get of {object} {does}"))
            .violates(&["lifetime.host.cycles"])
            .after(loses(HOST_MEMORY, move |c: &Get, succeeded, _| c.family == family && succeeded));
        if copies {
            defect.seen_in("commit 97e4fb5ac");
        }

        let seen = Set::default();
        let defect = c
            .defect(
                format!("lifetime_{name}_new_handle_keeps_memory"),
                format!("Open keeps an entry of its cache for each handle of {object} that it has not seen"),
            )
            .violates(&["lifetime.host.cycles"])
            .after(loses(HOST_MEMORY, move |c: &Open, succeeded, _| {
                c.family == family && succeeded && seen.add(c.bytes())
            }));
        if family == Memory {
            defect.seen_in("unified-memory-framework: entries of its cache live until the pool dies");
        }
    }

    c.defect(
        "lifetime_memory_close_keeps_mapping",
        "Close of USM memory succeeds, and the memory stays mapped",
    )
    .violates(&["lifetime.host.cycles", "lifetime.device_memory.open_close"])
    .seen_in("unified-memory-framework: Close never unmaps")
    .pretends(|c: &Close, _| c.family == Memory);

    c.defect(
        "lifetime_physical_close_keeps_object",
        "Close of physical memory succeeds, and the object stays",
    )
    .violates(&["lifetime.host.cycles"])
    .pretends(|c: &Close, _| c.family == Physical);
}
