//! `urIPCOpenMemHandleExp`: copies of handle bytes, bad ones, and those of other families.

use super::tools::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Gives a new object in the place of one that is shared.
fn give_new(c: &Open, ur: &Below) -> UrResult {
    let (context, device) = (c.context, ur.devices_of(c.context).first().copied().unwrap_or_default());
    match c.family {
        Memory => c.give(ur.allocate(context, 1 << 16)),
        Physical => {
            let (size, properties, physical_mem) = (1 << 16, In::NULL, Out(c.object.0.cast()));
            physical_mem_create { context, device, size, properties, physical_mem }.run(ur)
        }
        Event => {
            let desc = ExpEventDesc::new(ExpEventFlags::IPC_EXP);
            let (event_desc, event) = (In::of(&desc), Out(c.object.0.cast()));
            event_create_exp { context, device, event_desc, event }.run(ur)
        }
    }
}

/// Whether bytes were refused that begin as a handle of memory does.
fn is_damaged(c: &Open, result: UrResult) -> bool {
    c.family == Memory && result == INVALID_VALUE && c.bytes().starts_with(b"URIPCHND")
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_open_wants_aligned_bytes", "memory.open.byte_copy")
        .does("Open refuses handle data that is not aligned to 8 bytes")
        .refuses(INVALID_VALUE, |c: &open, _| {
            !c.handle_data.address().is_multiple_of(8) && c.handle_data_size == SIZE
        });

    c.defect("memory_open_clears_the_bytes", "memory.open.byte_copy")
        .does("Open clears the handle data that it has opened")
        .then(|c: &open, _| c.handle_data.write_bytes(&[0; SIZE]));

    c.defect("memory_open_gives_null", "memory.open.byte_copy")
        .does("Open succeeds and gives a null pointer")
        .also(&["memory.close.success"])
        .then(|c: &open, _| c.mem.set(Ptr::NULL));

    c.defect("memory_open_takes_all_ones", "memory.open.corrupt_bytes")
        .does("Open of bytes of ones gives new memory")
        .instead(|c: &Open, ur| (c.family == Memory && c.bytes() == [0xff; SIZE]).then(|| give_new(c, ur)));

    c.defect("memory_open_of_flipped_bit_cannot_be_closed", "memory.open.corrupt_bytes")
        .does("Open of a handle with a flipped bit gives a pointer that Close does not know")
        .after(|c: &Open, result, _| if is_damaged(c, result) { c.give(DANGLING) } else { result });

    let refused = AtomicBool::default();
    c.defect("memory_open_of_corrupt_bytes_breaks_the_next", "memory.open.corrupt_bytes")
        .does("after bytes that it refused Open refuses a good handle")
        .after(move |c: &open, result, _| {
            let refuses = c.handle_data_size == SIZE && result == INVALID_VALUE;
            if refused.swap(refuses, Ordering::Relaxed) { INVALID_VALUE } else { result }
        });

    c.defect("memory_open_trusts_the_first_word", "memory.open.corrupt_bytes")
        .does("Open goes down when bytes that begin as a handle does are none")
        .by(Manifestation::Crash)
        .after(|c: &Open, result, _| if is_damaged(c, result) { std::process::abort() } else { result });

    for (id, description, opened, taken) in [
        (
            "memory_open_takes_physical_memory_handle",
            "Open of a handle of physical memory gives new memory",
            Memory,
            Physical,
        ),
        ("memory_open_takes_event_handle", "Open of an event's handle gives new memory", Memory, Event),
        (
            "memory_handle_opens_as_physical_memory",
            "urIPCOpenPhysMemHandleExp takes the handle of USM memory",
            Physical,
            Memory,
        ),
        (
            "memory_event_handle_opens_as_physical_memory",
            "urIPCOpenPhysMemHandleExp takes the handle of an event",
            Physical,
            Event,
        ),
        (
            "memory_handle_opens_as_event",
            "urIPCOpenEventHandleExp takes the handle of USM memory",
            Event,
            Memory,
        ),
        (
            "memory_physical_handle_opens_as_event",
            "urIPCOpenEventHandleExp takes the handle of physical memory",
            Event,
            Physical,
        ),
    ] {
        let takes = move |c: &Open| c.family == opened && handle(taken, &c.bytes()).is_some();
        c.defect(id, "memory.open.other_family_handle")
            .does(description)
            .instead(move |c: &Open, ur| takes(c).then(|| give_new(c, ur)));
    }
}
