//! Defects of `urIPCGetPhysMemHandleExp`.

use super::tools::*;

/// Exports, and shows nobody what; false if that fails.
fn export_unseen(c: &get, ur: &Below) -> bool {
    let (mut data, mut size) = (Ptr::NULL, 0);
    let (handle_data, handle_data_size_ret) = (Out::of(&mut data), Out::of(&mut size));
    get { handle_data, handle_data_size_ret, ..*c }.run(ur).is_success()
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_get_outputs_unwritten", "physical_memory.get.success")
        .does("Get succeeds and writes nothing.")
        .seen_in("intel/llvm unified-runtime mock adapter, August 2026")
        .pretends(export_unseen);

    c.defect("physical_get_four_handles", "physical_memory.get.repeated")
        .does("No more than four handles can be held.")
        .refuses(OUT_OF_RESOURCES, |_: &get, ur| ur.exports(Physical).len() == 4);

    c.defect("physical_get_same_buffer", "physical_memory.get.repeated")
        .does("All Gets of an object give one buffer, and the first Put frees it for all.")
        .instead(|c: &Get, ur| {
            let last = ur.exports(Physical).into_iter().rfind(|export| export.source == c.object)?;
            let held = ur.export_at(last.data).filter(|export| export.lives)?;
            Some(c.give(held.data, held.bytes.len()))
        });

    c.defect("physical_get_retains", "physical_memory.get.repeated")
        .does("Get adds a reference to the object, and Put drops it.")
        .then(|c: &get, ur| retain_all([c.phys_mem], ur))
        .then(|c: &put, ur| release_all(exported(c.handle_data, ur), ur));

    c.defect("physical_get_plain_object_leaks", "physical_memory.get.not_exportable")
        .does("The refusal to export an object loses a descriptor.")
        .after(|_: &get, result, _| {
            if result == INVALID_ARGUMENT {
                leak_descriptor();
            }
            result
        });

    let refused = Set::default();
    c.defect("physical_get_plain_object_releases", "physical_memory.get.not_exportable")
        .does("The second refusal to export an object releases it.")
        .after(move |c: &get, result, ur| {
            let second = result == INVALID_ARGUMENT && !refused.add(c.phys_mem);
            release_all(second.then_some(c.phys_mem), ur);
            result
        });

    // Where UR leaves a choice: none of those that it offers.
    c.defect("physical_get_of_import_wrong_code", "physical_memory.get.reexport_imported")
        .does("Get on an import is refused with a code that UR does not offer there")
        .refuses(INVALID_OPERATION, |c: &get, ur| ur.is_import(c.phys_mem));

    null_arguments(c);
}

fn null_arguments(c: &mut Catalogue) {
    c.defect("physical_get_null_context_is_last", "physical_memory.get.null_context")
        .does("Get does not look at its context: a null one is taken for the one of the Get before.")
        .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026")
        .changes(|c: &get, ur| {
            let own = ur.physical_info(c.phys_mem, PhysicalMemInfo::CONTEXT).unwrap_or_default();
            get { context: if c.context.is_null() { own } else { c.context }, ..*c }
        });

    c.defect("physical_get_null_context_leaks", "physical_memory.get.null_context")
        .does("Get exports before it refuses a null context, and loses the descriptor.")
        .leaks(|c: &get, _| c.context.is_null());

    c.defect("physical_get_null_object_code", "physical_memory.get.null_physmem")
        .does("Get refuses a null object with INVALID_MEM_OBJECT.")
        .refuses(INVALID_MEM_OBJECT, |c: &get, _| c.phys_mem.is_null());

    c.defect("physical_get_null_object_leaks", "physical_memory.get.null_physmem")
        .does("Get on a null object loses a descriptor.")
        .leaks(|c: &get, _| c.phys_mem.is_null());

    c.defect("physical_get_buffer_of_failure", "physical_memory.outputs_untouched_on_error")
        .does("Get on a null object leaves a dangling pointer.")
        .before(|c: &get, _| c.phys_mem.is_null().then(|| c.handle_data.set(DANGLING)));

    c.defect("physical_get_null_data_code", "physical_memory.get.null_out_data")
        .does("Get refuses a null data out pointer with INVALID_VALUE.")
        .refuses(INVALID_VALUE, |c: &get, _| c.handle_data.is_null());

    c.defect("physical_get_null_data_exports", "physical_memory.get.null_out_data")
        .does("Get exports before it refuses a null data out pointer, and the export stays.")
        .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026")
        .refuses(INVALID_NULL_POINTER, |c: &get, ur| c.handle_data.is_null() && export_unseen(c, ur));

    c.defect("physical_get_null_data_retains", "physical_memory.get.null_out_data")
        .does("A Get that is refused for its null data out pointer adds a reference to the object.")
        .refuses(INVALID_NULL_POINTER, |c: &get, ur| c.handle_data.is_null() && retain(c.phys_mem, ur));

    c.defect("physical_get_null_size_code", "physical_memory.get.null_out_size")
        .does("Get refuses a null size out pointer with INVALID_SIZE.")
        .refuses(INVALID_SIZE, |c: &get, _| c.handle_data_size_ret.is_null());

    c.defect("physical_get_null_size_exports", "physical_memory.get.null_out_size")
        .does("Get exports before it refuses a null size out pointer, and the export stays.")
        .refuses(INVALID_NULL_POINTER, |c: &get, ur| {
            c.handle_data_size_ret.is_null() && export_unseen(c, ur)
        });

    c.defect("physical_get_null_size_gives_buffer", "physical_memory.get.null_out_size")
        .does("A Get that is refused for its null size out pointer gives a buffer all the same.")
        .before(|c: &get, _| c.handle_data_size_ret.is_null().then(|| c.handle_data.set(DANGLING)));

    c.defect("physical_get_null_size_retains", "physical_memory.get.null_out_size")
        .does("A Get that is refused for its null size out pointer leaves a reference too many.")
        .refuses(INVALID_NULL_POINTER, |c: &get, ur| {
            c.handle_data_size_ret.is_null() && retain(c.phys_mem, ur)
        });
}
