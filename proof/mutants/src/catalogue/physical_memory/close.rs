//! Defects of `urIPCClosePhysMemHandleExp`.

use super::tools::*;

/// Whether a Close has both handles.
fn has_both(c: &close, _: &Below) -> bool {
    !c.context.is_null() && !c.phys_mem.is_null()
}

/// Whether an object is closed that was retained.
fn retained(c: &close, ur: &Below) -> bool {
    has_both(c, ur) && ur.physical_references(c.phys_mem) > 1
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_close_refuses_all", "Close refuses imports.")
        .violates(&["physical_memory.close.success"])
        .refuses(INVALID_MEM_OBJECT, has_both);

    let (used, mapped) = state::<Set<_>>();
    c.defect("physical_close_refuses_used", "An import that was mapped cannot be closed.")
        .violates(&["physical_memory.close.success"])
        .before(move |c: &map, _| add_all(&used, [c.physical_mem]))
        .refuses(INVALID_MEM_OBJECT, move |c: &close, ur| has_both(c, ur) && mapped.has(&c.phys_mem));

    c.defect("physical_close_oldest_first", "Imports can be closed in the order of their Opens only.")
        .violates(&["physical_memory.close.success"])
        .refuses(INVALID_VALUE, |c: &close, ur| {
            ur.imports(Physical).iter().skip(1).any(|import| import.object == c.phys_mem.into())
        });

    // Where UR leaves a choice: none of those that it offers.
    c.defect(
        "physical_close_of_local_object_destroys_it",
        "Close of an object that was created here drops all its references",
    )
    .violates(&["physical_memory.close.local_object"])
    .pretends(|c: &close, ur| {
        let local = !c.phys_mem.is_null() && !ur.is_import(c.phys_mem);
        while local && release(c.phys_mem, ur) {}
        local
    });

    null_arguments(c);
    of_retained(c);
}

fn null_arguments(c: &mut Catalogue) {
    c.defect(
        "physical_close_null_context_closes",
        "A Close that is refused for its null context closes the object all the same.",
    )
    .violates(&["physical_memory.close.null_context"])
    .refuses(INVALID_NULL_HANDLE, |c: &close, ur| c.context.is_null() && release(c.phys_mem, ur));

    c.defect("physical_close_null_context_accepted", "Close does not look at its context.")
        .violates(&["physical_memory.close.null_context"])
        .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026")
        .pretends(|c: &close, ur| c.context.is_null() && release(c.phys_mem, ur));

    c.defect(
        "physical_close_null_context_retains",
        "A Close that is refused for its null context leaves a reference too many.",
    )
    .violates(&["physical_memory.close.null_context"])
    .refuses(INVALID_NULL_HANDLE, |c: &close, ur| c.context.is_null() && retain(c.phys_mem, ur));

    c.defect("physical_close_null_object_code", "Close refuses a null object with INVALID_MEM_OBJECT.")
        .violates(&["physical_memory.close.null_physmem"])
        .refuses(INVALID_MEM_OBJECT, |c: &close, _| c.phys_mem.is_null());

    c.defect("physical_close_null_object_leaks", "Close of nothing loses a descriptor.")
        .violates(&["physical_memory.close.null_physmem"])
        .before(loses(|c: &close, _| c.phys_mem.is_null()));

    c.defect(
        "physical_close_null_object_closes_last",
        "Close of nothing is refused, and closes what was opened last.",
    )
    .violates(&["physical_memory.close.null_physmem"])
    .refuses(INVALID_NULL_HANDLE, |c: &close, ur| {
        let last = ur.imports(Physical).pop().filter(|_| c.phys_mem.is_null());
        last.is_some_and(|last| release(last.object, ur))
    });
}

fn of_retained(c: &mut Catalogue) {
    c.defect("physical_close_ignores_retain", "Close destroys the object, ignoring Retain.")
        .violates(&["physical_memory.close.respects_refcount"])
        .seen_in("intel/llvm PR 22092")
        .then(|c: &close, ur| while release(c.phys_mem, ur) {});

    c.defect("physical_close_drops_two", "Close drops two references, if there are more than two.")
        .violates(&["physical_memory.close.respects_refcount"])
        .before(|c: &close, ur| {
            let more = ur.physical_references(c.phys_mem) > 2;
            release_all(more.then_some(c.phys_mem), ur);
        });

    c.defect("physical_close_of_retained_fails", "A retained import cannot be closed.")
        .violates(&["physical_memory.close.respects_refcount"])
        .refuses(INVALID_MEM_OBJECT, retained);

    let (closed, unmappable) = state::<Set<_>>();
    c.defect("physical_close_of_retained_stops_mapping", "A retained import cannot be mapped after a Close.")
        .violates(&["physical_memory.close.respects_refcount"])
        .before(move |c: &close, ur| add_all(&closed, retained(c, ur).then_some(c.phys_mem)))
        .refuses(INVALID_MEM_OBJECT, move |c: &map, _| unmappable.has(&c.physical_mem));

    c.defect("physical_close_of_retained_leaks", "Close of a retained import loses a descriptor.")
        .violates(&["physical_memory.close.respects_refcount"])
        .before(loses(retained));

    let (closed, kept) = state::<Set<_>>();
    c.defect(
        "physical_release_after_close_does_nothing",
        "The last Release of an import after a Close succeeds and keeps the object.",
    )
    .violates(&["physical_memory.close.respects_refcount"])
    .before(move |c: &close, ur| add_all(&closed, retained(c, ur).then_some(c.phys_mem)))
    .pretends(move |c: &physical_mem_release, ur| {
        ur.physical_references(c.physical_mem) == 1 && kept.remove(&c.physical_mem)
    });
}
