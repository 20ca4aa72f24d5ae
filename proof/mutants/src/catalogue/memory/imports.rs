//! Several opens of one handle, in one context and in two.

use super::tools::{are_siblings, has_closed, place, place_in_import};
use crate::catalogue::Catalogue;
use crate::layer::call::*;
use crate::layer::codes::*;
use crate::layer::sharing::{Memory, Open};
use crate::layer::{Below, Import, In, Notes, Out, Ptr, Set};
use std::sync::Arc;
use ur_ipc_api::ContextHandle;

/// Copies opened memory to new memory of a context.
fn copy(source: &Import, context: ContextHandle, ur: &Below) -> Ptr {
    let (_, size) = place(ur, source.context, source.object);
    let (queue, dst) = (ur.queue_in(context), ur.allocate(context, size));
    enqueue_usm_memcpy {
        queue,
        blocking: true,
        dst,
        src: source.object,
        size,
        num_events_in_wait_list: 0,
        event_wait_list: In::NULL,
        event: Out::NULL,
    }
    .run(ur);
    queue_release { queue }.run(ur);
    dst
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_open_takes_handle_once", "Open takes a handle once, whether it was closed since or not")
        .violates(&["memory.open.multiple", "memory.close.double"])
        .refuses(INVALID_OPERATION, |c: &Open, ur| {
            ur.all_imports(Memory).iter().any(|import| !import.lives && import.bytes == c.bytes())
        });

    c.defect("memory_second_open_gives_copy", "a second Open of a handle gives a copy of the memory")
        .violates(&["memory.open.multiple", "memory.open.two_contexts", "memory.close.one_of_two_opens"])
        .instead(|c: &Open, ur| {
            let first = ur.imports(Memory).into_iter().find(|import| import.bytes == c.bytes())?;
            Some(c.give(copy(&first, c.context, ur)))
        })
        .instead(|c: &ipc_close_mem_handle_exp, ur| {
            let result = c.run(ur);
            let copied = !result.is_success() && ur.is_import(c.mem);
            Some(if copied { usm_free { context: c.context, mem: c.mem }.run(ur) } else { result })
        });

    for (id, description, violates, across) in [
        (
            "memory_first_close_closes_shared_pointer",
            "Opens of one handle give one pointer, which the first Close closes",
            &["memory.close.one_of_two_opens", "memory.open.multiple"][..],
            false,
        ),
        (
            "memory_open_shares_pointer_among_contexts",
            "Opens of one handle in two contexts give one pointer, which the first Close closes",
            &["memory.open.two_contexts"],
            true,
        ),
    ] {
        c.defect(id, description).violates(violates).instead(move |c: &Open, ur| {
            let same = |i: &Import| i.bytes == c.bytes() && (across || i.context == c.context);
            Some(c.give(ur.imports(Memory).into_iter().find(same)?.object))
        });
    }

    c.defect(
        "memory_close_makes_others_read_only",
        "after the first Close nothing can be written through other pointers",
    )
    .violates(&["memory.close.one_of_two_opens"])
    .refuses(INVALID_OPERATION, |c: &enqueue_usm_memcpy, ur| {
        place_in_import(ur, c.dst).is_some() && has_closed(ur)
    });

    let cache = Arc::new(Notes::default());
    let found = Arc::clone(&cache);
    c.defect(
        "memory_open_finds_pointer_by_address_of_bytes",
        "a cache of opened pointers goes by the address of the handle data",
    )
    .violates(&["cross_process.memory.many_and_large", "memory.concurrent"])
    .instead(move |c: &Open, ur| {
        let pointer = found.get(&(c.data, c.context)).filter(|pointer: &Ptr| ur.is_import(*pointer))?;
        Some(c.give(pointer))
    })
    .then(move |c: &ipc_open_mem_handle_exp, _| {
        cache.set((c.handle_data, c.context), c.mem.get().unwrap_or(Ptr::NULL));
    })
    .pretends(|c: &ipc_close_mem_handle_exp, ur| {
        ur.imports(Memory).iter().filter(|import| import.object == c.mem).count() > 1
    });

    let evicted = Arc::new(Set::default());
    let gone = Arc::clone(&evicted);
    c.defect(
        "memory_open_evicts_other_handle",
        "Open of a second handle of an allocation closes what was opened with the first one",
    )
    .violates(&["cross_process.memory.many_and_large"])
    .seen_in("unified-memory-framework a12247bc, found by reading")
    .then(move |c: &Open, ur| {
        let bytes = c.bytes();
        for other in ur.imports(Memory).iter().filter(|import| are_siblings(&import.bytes, &bytes)) {
            if other.context == c.context && evicted.add(other.object) {
                ipc_close_mem_handle_exp { context: c.context, mem: other.object }.run(ur);
            }
        }
    })
    .pretends(move |c: &ipc_close_mem_handle_exp, _| gone.remove(&c.mem));
}
