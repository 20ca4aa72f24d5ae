//! Calls that leave a descriptor or memory behind, or keep what they should let go of.

use crate::catalogue::tools::*;
use std::hint::black_box;
use std::thread::{self, ThreadId};

/// Loses memory of the host: written to, so that it is resident, and hidden from the compiler, which would spare itself
/// what nobody reads.
fn leak_memory() {
    black_box(Box::leak(vec![0xa5u8; 4096].into_boxed_slice()));
}

/// Leaks that only many cycles show.
pub(super) fn pending(c: &mut Catalogue) {
    c.defect("lifetime_event_import_released_while_pending_stays", "lifetime.host.cycles")
        .does("The last Release of an import that is pending leaves its end to the signal, which forgets it")
        .also(&["lifetime.event.final_release"])
        .before(|c: &event_release, ur| {
            let last = ur.import(c.event).is_some_and(|import| import.retained == 0);
            (last && !ur.is_complete(c.event)).then(|| event_retain { event: c.event }.run(ur))
        });

    c.defect("lifetime_event_wait_keeps_complete_import", "lifetime.host.cycles")
        .does("urEnqueueEventsWait keeps a reference to each import in its list that is complete already")
        .seen_in("unified-runtime issue 2347: the events of urEnqueueEventsWait had to be released twice")
        .before(|c: &enqueue_events_wait, ur| {
            for event in c.events().into_iter().filter(|event| ur.is_import(*event) && ur.is_complete(*event))
            {
                event_retain { event }.run(ur);
            }
        });

    for (what, leak) in [("descriptors", leak_descriptor as fn()), ("memory", leak_memory)] {
        c.defect(format!("lifetime_event_release_while_pending_keeps_{what}"), "lifetime.host.cycles")
            .does(format!("The last Release of an import that is pending keeps {what}"))
            .before(move |c: &event_release, ur| {
                let last = ur.import(c.event).is_some_and(|import| import.retained == 0);
                (last && !ur.is_complete(c.event)).then(leak)
            });
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("lifetime_physical_get_keeps_descriptor", "lifetime.fd.physical_get_put")
        .does("Get duplicates the exported descriptor and never closes the original")
        .seen_in("commit 1e5996ac3, PR 22717")
        .then(|c: &Get, _| (c.family == Physical).then(leak_descriptor));

    for (family, name, requirement) in [
        (Memory, "memory", "lifetime.fd.memory_cycles"),
        (Physical, "physical", "lifetime.fd.physical_get_put"),
        (Event, "event", "lifetime.fd.event_cycles"),
    ] {
        let threads = shared::<Notes<Ptr, ThreadId>>();
        c.defect(format!("lifetime_{name}_put_elsewhere_keeps_descriptor"), requirement)
            .does("Put on another thread than that of the Get loses a descriptor")
            .then(move |c: &Get, _| {
                if c.family == family {
                    threads.set(c.data.get().unwrap_or(Ptr::NULL), thread::current().id());
                }
            })
            .then(move |c: &Put, _| {
                let elsewhere = threads.take(&c.data).is_some_and(|getter| getter != thread::current().id());
                (c.family == family && elsewhere).then(leak_descriptor)
            });
    }

    for (family, name, requirement) in [
        (Memory, "memory", "lifetime.fd.memory_cycles"),
        (Physical, "physical", "lifetime.fd.physical_open_close"),
        (Event, "event", "lifetime.fd.event_cycles"),
    ] {
        let keeps = move |of: Family, import: Ptr, ur: &Below| {
            let orphan = of == family && handle_of(import, ur).is_some_and(|handle| is_orphan(&handle));
            orphan.then(leak_descriptor)
        };
        c.defect(format!("lifetime_{name}_close_after_exporter_keeps_descriptor"), requirement)
            .does("The end of an import keeps a descriptor if the exporter has ended")
            .before(move |c: &Close, ur| keeps(c.family, c.object, ur))
            .before(
                move |c: &Release, ur| if c.family == Event { keeps(c.family, c.object, ur) } else { None },
            );
    }

    c.defect("lifetime_physical_open_keeps_descriptor", "lifetime.fd.physical_open_close")
        .does("Open keeps the descriptor that it fetched from the other process")
        .seen_in("intel/llvm PR 22092")
        .then(|c: &Open, _| (c.family == Physical).then(leak_descriptor));

    c.defect("lifetime_event_first_open_keeps_descriptor", "lifetime.fd.event_cycles")
        .does("Open of an event keeps a descriptor if nothing else is open")
        .also(&["lifetime.event.final_release"])
        .then(|c: &Open, ur| (c.family == Event && ur.imports(Event).len() == 1).then(leak_descriptor));

    c.defect("lifetime_event_import_release_keeps_descriptor", "lifetime.fd.event_cycles")
        .does("An imported event is destroyed like a local one, and its import stays")
        .also(&["lifetime.event.final_release"])
        .seen_in("intel/llvm PRs 22445, 22366")
        .leaks(|c: &event_release, ur| ur.import(c.event).is_some_and(|import| import.retained == 0));

    c.defect("lifetime_memory_failed_open_keeps_memory", "lifetime.fd.failed_calls")
        .does("Open of USM memory keeps an entry of its cache when it fails")
        .seen_in("unified-memory-framework: a failed open leaves a cache entry with a reference")
        .failed(|c: &Open, _| (c.family == Memory).then(leak_memory));

    c.defect("lifetime_physical_failed_open_keeps_descriptor", "lifetime.fd.failed_calls")
        .does("Work after the native open fails, and the import leaks")
        .seen_in("intel/llvm PR 22092")
        .failed(|c: &Open, _| (c.family == Physical).then(leak_descriptor));

    c.defect("lifetime_event_failed_open_keeps_descriptor", "lifetime.fd.failed_calls")
        .does("Open of an event keeps a descriptor when it fails")
        .seen_in("Level Zero v2 adapter: the native import leaks if its wrapper cannot be made")
        .failed(|c: &Open, _| (c.family == Event).then(leak_descriptor));

    for (family, name, object) in [
        (Memory, "memory", "what is no USM memory"),
        (Physical, "physical", "physical memory that is not for sharing"),
        (Event, "event", "an event that is not for sharing"),
    ] {
        c.defect(format!("lifetime_{name}_failed_get_keeps_descriptor"), "lifetime.fd.failed_calls")
            .does(format!("Get of {object} keeps a descriptor"))
            .failed(move |c: &Get, _| (c.family == family).then(leak_descriptor));
    }

    for (family, name, object) in FAMILIES {
        let copies = family == Memory;
        let does = if copies { "hands out a copy of bytes that nobody frees" } else { "keeps host memory" };
        let defect = c
            .defect(format!("lifetime_{name}_get_keeps_memory"), "lifetime.host.cycles")
            .does(format!("Get of {object} {does}"))
            .then(move |c: &Get, _| (c.family == family).then(leak_memory));
        if copies {
            defect.seen_in("commit 97e4fb5ac");
        }

        let seen = Set::default();
        let defect = c
            .defect(format!("lifetime_{name}_new_handle_keeps_memory"), "lifetime.host.cycles")
            .does(format!(
                "Open keeps an entry of its cache for each handle of {object} that it has not seen"
            ))
            .then(move |c: &Open, _| (c.family == family && seen.add(c.bytes())).then(leak_memory));
        if family == Memory {
            defect.seen_in("unified-memory-framework: entries of its cache live until the pool dies");
        }
    }

    c.defect("lifetime_memory_close_keeps_mapping", "lifetime.host.cycles")
        .does("Close of USM memory succeeds, and the memory stays mapped")
        .also(&["lifetime.device_memory.open_close"])
        .seen_in("unified-memory-framework: Close never unmaps")
        .pretends(|c: &Close, _| c.family == Memory);

    c.defect("lifetime_physical_close_keeps_object", "lifetime.host.cycles")
        .does("Close of physical memory succeeds, and the object stays")
        .pretends(|c: &Close, _| c.family == Physical);
}
