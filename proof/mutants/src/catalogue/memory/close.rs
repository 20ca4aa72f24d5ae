//! `urIPCCloseMemHandleExp`: its arguments, pointers that it must not take, and those that are open beside.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    for (id, description, refused) in [
        ("memory_close_refuses_unused_pointer", "Close refuses a pointer that no command has used", false),
        ("memory_close_refuses_used_pointer", "Close refuses a pointer that a command has used", true),
    ] {
        let used = shared::<Set<_>>();
        c.defect(id, "memory.close.success")
            .does(description)
            .before(move |c: &memcpy, _| used.add(c.src))
            .refuses(INVALID_OPERATION, move |c: &close, ur| {
                ur.is_import(c.mem) && used.remove(&c.mem) == refused
            });
    }

    c.defect("memory_close_works_twice", "memory.close.success")
        .does("Close refuses the third pointer that is opened in the context")
        .refuses(INVALID_OPERATION, |c: &close, ur| {
            let mut opened = ur.all_imports(Memory).into_iter().filter(|import| import.context == c.context);
            opened.nth(2).is_some_and(|third| third.object == c.mem)
        });

    c.defect("memory_close_without_context_closes", "memory.close.null_context")
        .does("a Close that is refused for its null context closes all the same")
        .before(|c: &close, ur| {
            if let Some(import) = ur.import(c.mem).filter(|_| c.context.is_null()) {
                close { context: import.context, ..*c }.run(ur);
            }
        });

    c.defect("memory_close_without_context_says_invalid_context", "memory.close.null_context")
        .does("Close without a context answers INVALID_CONTEXT")
        .refuses(INVALID_CONTEXT, |c: &close, _| c.context.is_null());

    c.defect("memory_close_of_null_says_invalid_value", "memory.close.null_mem")
        .does("Close of a null pointer answers INVALID_VALUE")
        .refuses(INVALID_VALUE, |c: &close, _| c.mem.is_null());

    c.defect("memory_close_of_null_closes_newest", "memory.close.null_mem")
        .does("Close of a null pointer is refused and closes the newest one")
        .before(|c: &close, ur| close_newest(c.mem.is_null(), ur));

    c.defect("memory_close_of_unknown_pointer_closes_newest", "memory.close.unknown_pointer")
        .does("Close of a pointer that is not open is refused and closes the newest one")
        .before(|c: &close, ur| close_newest(!c.mem.is_null() && !ur.is_import(c.mem), ur));

    c.defect("memory_close_frees_local_memory", "memory.close.unknown_pointer")
        .does("Close of local device memory frees it")
        .after(|c: &close, result, ur| {
            let refused = result == INVALID_VALUE;
            let freed = refused && usm_free { context: c.context, mem: c.mem }.run(ur).is_success();
            if freed { SUCCESS } else { result }
        });

    c.defect("memory_close_clears_local_memory", "memory.close.unknown_pointer")
        .does("Close of local device memory is refused and zeroes it")
        .before(|c: &close, ur| {
            (!ur.is_import(c.mem) && place(ur, c.context, c.mem).1 > 0)
                .then(|| ur.fill(c.context, c.mem, 0, 64))
        });

    c.defect("memory_close_closes_nothing", "memory.close.double")
        .does("Close succeeds and leaves the memory open")
        .seen_in("unified-memory-framework a12247bc, found by reading")
        .pretends(|c: &close, ur| {
            ur.all_imports(Memory).iter().any(|import| import.object == c.mem && import.context == c.context)
        });

    beside(c);
    free(c);
}

/// Closes the newest pointer, where that is so.
fn close_newest(so: bool, ur: &Below) {
    if let Some(newest) = ur.imports(Memory).last().filter(|_| so) {
        close { context: newest.context, mem: newest.object }.run(ur);
    }
}

fn beside(c: &mut Catalogue) {
    c.defect("memory_close_closes_other_handles_of_allocation", "memory.get.repeated")
        .does("Close of what one handle opened to closes what the other handles of its allocation opened to")
        .before(|c: &close, ur| {
            let closed = ur.import(c.mem).map(|import| import.bytes).unwrap_or_default();
            for other in ur.imports(Memory).iter().filter(|other| are_siblings(&other.bytes, &closed)) {
                close { mem: other.object, ..*c }.run(ur);
            }
        });

    c.defect("memory_second_close_closes_another", "memory.close.double")
        .does("A second Close of a pointer is refused, and closes another one that is open")
        .before(|c: &close, ur| {
            let again =
                !ur.is_import(c.mem) && ur.all_imports(Memory).iter().any(|import| import.object == c.mem);
            for other in ur.imports(Memory).iter().filter(|_| again) {
                close { mem: other.object, ..*c }.run(ur);
            }
        });
}

/// The Close of what is to be freed.
fn close_of(c: &usm_free) -> close {
    close { context: c.context, mem: c.mem }
}

fn free(c: &mut Catalogue) {
    c.defect("memory_usm_free_closes", "memory.close.usm_free_rejected")
        .does("urUSMFree of an opened pointer closes it")
        .seen_in("unified-runtime 578c2a84a, adapter for CUDA, found by reading")
        .instead(|c: &usm_free, ur| ur.is_import(c.mem).then(|| close_of(c).run(ur)));

    c.defect("memory_usm_free_closes_and_fails", "memory.close.usm_free_rejected")
        .does("urUSMFree of an opened pointer is refused after it was closed")
        .before(|c: &usm_free, ur| ur.is_import(c.mem).then(|| close_of(c).run(ur)));

    let refused = shared::<Set<_>>();
    c.defect("memory_usm_free_of_opened_prevents_close", "memory.close.usm_free_rejected")
        .does("a pointer that urUSMFree has refused cannot be closed")
        .before(move |c: &usm_free, ur| ur.is_import(c.mem).then(|| refused.add(c.mem)))
        .refuses(INVALID_OPERATION, move |c: &close, _| refused.has(&c.mem));
}
