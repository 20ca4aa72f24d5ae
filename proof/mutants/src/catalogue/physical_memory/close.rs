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
    c.defect("physical_close_refuses_all", "physical_memory.close.success")
        .does("Close refuses imports.")
        .refuses(INVALID_MEM_OBJECT, has_both);

    let mapped = shared::<Set<_>>();
    c.defect("physical_close_refuses_used", "physical_memory.close.success")
        .does("An import that was mapped cannot be closed.")
        .before(move |c: &map, _| add_all(mapped, [c.physical_mem]))
        .refuses(INVALID_MEM_OBJECT, move |c: &close, ur| has_both(c, ur) && mapped.has(&c.phys_mem));

    c.defect("physical_close_oldest_first", "physical_memory.close.success")
        .does("Imports can be closed in the order of their Opens only.")
        .refuses(INVALID_VALUE, |c: &close, ur| {
            ur.imports(Physical).iter().skip(1).any(|import| import.object == c.phys_mem.into())
        });

    // Where UR leaves a choice: none of those that it offers.
    c.defect("physical_close_of_local_object_destroys_it", "physical_memory.close.local_object")
        .does("Close of an object that was created here drops all its references")
        .pretends(|c: &close, ur| {
            let local = !c.phys_mem.is_null() && !ur.is_import(c.phys_mem);
            while local && release(c.phys_mem, ur) {}
            local
        });

    null_arguments(c);
    of_retained(c);
}

fn null_arguments(c: &mut Catalogue) {
    c.defect("physical_close_null_context_closes", "physical_memory.close.null_context")
        .does("A Close that is refused for its null context closes the object all the same.")
        .refuses(INVALID_NULL_HANDLE, |c: &close, ur| c.context.is_null() && release(c.phys_mem, ur));

    c.defect("physical_close_null_context_accepted", "physical_memory.close.null_context")
        .does("Close does not look at its context.")
        .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026")
        .pretends(|c: &close, ur| c.context.is_null() && release(c.phys_mem, ur));

    c.defect("physical_close_null_context_retains", "physical_memory.close.null_context")
        .does("A Close that is refused for its null context leaves a reference too many.")
        .refuses(INVALID_NULL_HANDLE, |c: &close, ur| c.context.is_null() && retain(c.phys_mem, ur));

    c.defect("physical_close_null_object_code", "physical_memory.close.null_physmem")
        .does("Close refuses a null object with INVALID_MEM_OBJECT.")
        .refuses(INVALID_MEM_OBJECT, |c: &close, _| c.phys_mem.is_null());

    c.defect("physical_close_null_object_leaks", "physical_memory.close.null_physmem")
        .does("Close of nothing loses a descriptor.")
        .leaks(|c: &close, _| c.phys_mem.is_null());

    c.defect("physical_close_null_object_closes_last", "physical_memory.close.null_physmem")
        .does("Close of nothing is refused, and closes what was opened last.")
        .refuses(INVALID_NULL_HANDLE, |c: &close, ur| {
            let last = ur.imports(Physical).pop().filter(|_| c.phys_mem.is_null());
            last.is_some_and(|last| release(last.object, ur))
        });
}

fn of_retained(c: &mut Catalogue) {
    c.defect("physical_close_ignores_retain", "physical_memory.close.respects_refcount")
        .does("Close destroys the object, ignoring Retain.")
        .seen_in("intel/llvm PR 22092")
        .then(|c: &close, ur| while release(c.phys_mem, ur) {});

    c.defect("physical_close_drops_two", "physical_memory.close.respects_refcount")
        .does("Close drops two references, if there are more than two.")
        .before(|c: &close, ur| {
            let more = ur.physical_references(c.phys_mem) > 2;
            release_all(more.then_some(c.phys_mem), ur);
        });

    c.defect("physical_close_of_retained_fails", "physical_memory.close.respects_refcount")
        .does("A retained import cannot be closed.")
        .refuses(INVALID_MEM_OBJECT, retained);

    let closed = shared::<Set<_>>();
    c.defect("physical_close_of_retained_stops_mapping", "physical_memory.close.respects_refcount")
        .does("A retained import cannot be mapped after a Close.")
        .before(move |c: &close, ur| add_all(closed, retained(c, ur).then_some(c.phys_mem)))
        .refuses(INVALID_MEM_OBJECT, move |c: &map, _| closed.has(&c.physical_mem));

    c.defect("physical_close_of_retained_leaks", "physical_memory.close.respects_refcount")
        .does("Close of a retained import loses a descriptor.")
        .leaks(retained);

    let closed = shared::<Set<_>>();
    c.defect("physical_release_after_close_does_nothing", "physical_memory.close.respects_refcount")
        .does("The last Release of an import after a Close succeeds and keeps the object.")
        .before(move |c: &close, ur| add_all(closed, retained(c, ur).then_some(c.phys_mem)))
        .pretends(move |c: &physical_mem_release, ur| {
            ur.physical_references(c.physical_mem) == 1 && closed.remove(&c.physical_mem)
        });
}
