//! Defects of `urIPCPutPhysMemHandleExp`.

use super::tools::*;

/// The same call in the context of the handle's Get.
fn in_own_context(c: &put, ur: &Below) -> put {
    let context = ur.export_at(c.handle_data).map_or(c.context, |export| export.context);
    put { context, ..*c }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_put_refuses_all", "physical_memory.put.success")
        .does("Put refuses what Get gave.")
        .refuses(INVALID_VALUE, |c: &put, _| !c.context.is_null() && !c.handle_data.is_null());

    c.defect("physical_put_first_first", "physical_memory.get.repeated")
        .does("Handles can be put in the order of their Gets only.")
        .refuses(INVALID_VALUE, |c: &put, ur| {
            ur.exports(Physical).iter().skip(1).any(|export| export.data == c.handle_data)
        });

    c.defect("physical_put_null_context_frees", "physical_memory.put.null_context")
        .does("A Put that is refused for its null context releases the handle all the same.")
        .seen_in("intel/llvm PR 22092")
        .refuses(INVALID_NULL_HANDLE, |c: &put, ur| {
            c.context.is_null() && in_own_context(c, ur).run(ur).is_success()
        });

    c.defect("physical_put_null_context_accepted", "physical_memory.put.null_context")
        .does("Put does not look at its context.")
        .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026")
        .changes(in_own_context);

    c.defect("physical_put_null_context_code", "physical_memory.put.null_context")
        .does("Put refuses a null context with INVALID_CONTEXT.")
        .refuses(INVALID_CONTEXT, |c: &put, _| c.context.is_null());

    c.defect("physical_put_null_data_accepted", "physical_memory.put.null_data")
        .does("A Put of null succeeds, as freeing null does.")
        .pretends(|c: &put, _| c.handle_data.is_null());

    let ended = shared::<Set<_>>();
    c.defect("physical_put_null_data_frees_last", "physical_memory.put.null_data")
        .does("A Put that is refused for its null data pointer releases the last handle.")
        .refuses(INVALID_NULL_POINTER, move |c: &put, ur| {
            let last = ur.all_exports(Physical).pop().filter(|_| c.handle_data.is_null());
            last.is_some_and(|last| ended.add(last.bytes))
        })
        .refuses(INVALID_VALUE, move |c: &Open, _| ended.has(&c.bytes()));

    c.defect("physical_put_null_data_leaks", "physical_memory.put.null_data")
        .does("A Put of null loses a descriptor.")
        .leaks(|c: &put, _| c.handle_data.is_null());

    c.defect("physical_put_closes_imports", "physical_memory.put.keeps_source")
        .does("Put closes the imports that were opened from the handle.")
        .then(|c: &put, ur| {
            let bytes = ur.export_at(c.handle_data).map(|export| export.bytes).unwrap_or_default();
            release_all(imports_of(&bytes, ur), ur);
        });

    c.defect("physical_put_fails_after_source", "physical_memory.handle_outlives_source")
        .does("A handle cannot be put once its source was released.")
        .refuses(INVALID_VALUE, |c: &put, ur| {
            exported(c.handle_data, ur).is_some_and(|source| ur.physical_references(source) == 0)
        });

    let waiting = Notes::default();
    c.defect("physical_put_deferred", "physical_memory.open.stale_handle")
        .does("A handle that is put ends with the next Put only.")
        .also(&["cross_process.physical_memory.open_after_put"])
        .instead(move |c: &put, ur| {
            let proper = !c.context.is_null() && !c.handle_data.is_null();
            if let Some(handle_data) = proper.then(|| waiting.set((), c.handle_data))? {
                put { handle_data, ..*c }.run(ur);
            }
            Some(SUCCESS)
        });
}
