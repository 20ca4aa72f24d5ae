//! `urIPCCloseMemHandleExp`: its arguments, pointers that it must not take, and those that are open beside.

use super::tools::{are_siblings, place, when};
use crate::catalogue::Catalogue;
use crate::layer::call::*;
use crate::layer::codes::*;
use crate::layer::sharing::Memory;
use crate::layer::{Below, Set};
use std::sync::Arc;

pub(super) fn defects(c: &mut Catalogue) {
    for (id, description, refused) in [
        ("memory_close_refuses_unused_pointer", "Close refuses a pointer that no command has used", false),
        ("memory_close_refuses_used_pointer", "Close refuses a pointer that a command has used", true),
    ] {
        let used = Arc::new(Set::default());
        let uses = Arc::clone(&used);
        c.defect(id, description)
            .violates(&["memory.close.success"])
            .before(move |c: &enqueue_usm_memcpy, _| {
                uses.add(c.src);
            })
            .refuses(INVALID_OPERATION, move |c: &ipc_close_mem_handle_exp, ur| {
                ur.is_import(c.mem) && used.remove(&c.mem) == refused
            });
    }

    c.defect("memory_close_works_twice", "Close refuses the third pointer that is opened in the context")
        .violates(&["memory.close.success"])
        .refuses(INVALID_OPERATION, |c: &ipc_close_mem_handle_exp, ur| {
            let mut opened = ur.all_imports(Memory).into_iter().filter(|import| import.context == c.context);
            opened.nth(2).is_some_and(|third| third.object == c.mem)
        });

    c.defect(
        "memory_close_without_context_closes",
        "a Close that is refused for its null context closes all the same",
    )
    .violates(&["memory.close.null_context"])
    .before(|c: &ipc_close_mem_handle_exp, ur| {
        if let Some(import) = ur.import(c.mem).filter(|_| c.context.is_null()) {
            ipc_close_mem_handle_exp { context: import.context, ..*c }.run(ur);
        }
    });

    c.defect(
        "memory_close_without_context_says_invalid_context",
        "Close without a context answers INVALID_CONTEXT",
    )
    .violates(&["memory.close.null_context"])
    .refuses(INVALID_CONTEXT, |c: &ipc_close_mem_handle_exp, _| c.context.is_null());

    c.defect("memory_close_of_null_says_invalid_value", "Close of a null pointer answers INVALID_VALUE")
        .violates(&["memory.close.null_mem"])
        .refuses(INVALID_VALUE, |c: &ipc_close_mem_handle_exp, _| c.mem.is_null());

    c.defect(
        "memory_close_of_null_closes_newest",
        "Close of a null pointer is refused and closes the newest one",
    )
    .violates(&["memory.close.null_mem"])
    .before(|c: &ipc_close_mem_handle_exp, ur| close_newest(c.mem.is_null(), ur));

    c.defect(
        "memory_close_of_unknown_pointer_closes_newest",
        "Close of a pointer that is not open is refused and closes the newest one",
    )
    .violates(&["memory.close.unknown_pointer"])
    .before(|c: &ipc_close_mem_handle_exp, ur| close_newest(!c.mem.is_null() && !ur.is_import(c.mem), ur));

    c.defect("memory_close_frees_local_memory", "Close of local device memory frees it")
        .violates(&["memory.close.unknown_pointer"])
        .after(|c: &ipc_close_mem_handle_exp, result, ur| {
            let refused = result == INVALID_VALUE;
            let freed = refused && usm_free { context: c.context, mem: c.mem }.run(ur).is_success();
            if freed { SUCCESS } else { result }
        });

    c.defect("memory_close_clears_local_memory", "Close of local device memory is refused and zeroes it")
        .violates(&["memory.close.unknown_pointer"])
        .before(when(
            |c: &ipc_close_mem_handle_exp, ur| !ur.is_import(c.mem) && place(ur, c.context, c.mem).1 > 0,
            |c, ur| ur.fill(c.context, c.mem, 0, 64),
        ));

    c.defect("memory_close_closes_nothing", "Close succeeds and leaves the memory open")
        .violates(&["memory.close.double"])
        .seen_in("unified-memory-framework a12247bc, found by reading")
        .pretends(|c: &ipc_close_mem_handle_exp, ur| {
            ur.all_imports(Memory).iter().any(|import| import.object == c.mem && import.context == c.context)
        });

    beside(c);
    free(c);
}

/// Closes the newest pointer, where that is so.
fn close_newest(so: bool, ur: &Below) {
    if let Some(newest) = ur.imports(Memory).last().filter(|_| so) {
        ipc_close_mem_handle_exp { context: newest.context, mem: newest.object }.run(ur);
    }
}

fn beside(c: &mut Catalogue) {
    c.defect(
        "memory_close_closes_other_handles_of_allocation",
        "Close of what one handle opened to closes what the other handles of its allocation opened to",
    )
    .violates(&["memory.get.repeated"])
    .before(|c: &ipc_close_mem_handle_exp, ur| {
        let closed = ur.import(c.mem).map(|import| import.bytes).unwrap_or_default();
        for other in ur.imports(Memory).iter().filter(|other| are_siblings(&other.bytes, &closed)) {
            ipc_close_mem_handle_exp { mem: other.object, ..*c }.run(ur);
        }
    });

    c.defect(
        "memory_second_close_closes_another",
        "A second Close of a pointer is refused, and closes another one that is open",
    )
    .violates(&["memory.close.double"])
    .before(|c: &ipc_close_mem_handle_exp, ur| {
        let again =
            !ur.is_import(c.mem) && ur.all_imports(Memory).iter().any(|import| import.object == c.mem);
        for other in ur.imports(Memory).iter().filter(|_| again) {
            ipc_close_mem_handle_exp { mem: other.object, ..*c }.run(ur);
        }
    });
}

/// The Close of what is to be freed.
fn close_of(c: &usm_free) -> ipc_close_mem_handle_exp {
    ipc_close_mem_handle_exp { context: c.context, mem: c.mem }
}

fn free(c: &mut Catalogue) {
    c.defect("memory_usm_free_closes", "urUSMFree of an opened pointer closes it")
        .violates(&["memory.close.usm_free_rejected"])
        .seen_in("unified-runtime 578c2a84a, adapter for CUDA, found by reading")
        .instead(|c: &usm_free, ur| ur.is_import(c.mem).then(|| close_of(c).run(ur)));

    c.defect(
        "memory_usm_free_closes_and_fails",
        "urUSMFree of an opened pointer is refused after it was closed",
    )
    .violates(&["memory.close.usm_free_rejected"])
    .before(when(|c: &usm_free, ur| ur.is_import(c.mem), |c, ur| close_of(c).run(ur)));

    let freed = Arc::new(Set::default());
    let refused = Arc::clone(&freed);
    c.defect(
        "memory_usm_free_of_opened_prevents_close",
        "a pointer that urUSMFree has refused cannot be closed",
    )
    .violates(&["memory.close.usm_free_rejected"])
    .before(move |c: &usm_free, ur| {
        if ur.is_import(c.mem) {
            freed.add(c.mem);
        }
    })
    .refuses(INVALID_OPERATION, move |c: &ipc_close_mem_handle_exp, _| refused.has(&c.mem));
}
