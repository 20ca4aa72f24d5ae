//! Defects of the references of imports and their sources.

use super::info::of_imports;
use super::tools::*;
use std::hint::black_box;

/// Whether an import is released for the last time.
fn ends_import(c: &physical_mem_release, ur: &Below) -> bool {
    ur.is_import(c.physical_mem) && ur.physical_references(c.physical_mem) == 1
}

/// The imports that there are beside one; none beside another object.
fn others(object: PhysicalMemHandle, ur: &Below) -> Vec<Ptr> {
    let imports = ur.imports(Physical).into_iter().map(|import| import.object);
    imports.filter(|other| ur.is_import(object) && *other != object.into()).collect()
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_release_of_import_keeps_descriptor", "physical_memory.close.release_equivalent")
        .does("The last Release of an import loses a descriptor, where Close does not.")
        .leaks(ends_import);

    c.defect("physical_release_of_import_keeps_mapping", "physical_memory.close.release_equivalent")
        .does("The last Release of an import keeps the object, where Close does not.")
        .also(&["lifetime.device_memory.open_close"])
        .pretends(ends_import);

    c.defect("physical_release_of_import_keeps_wrapper", "physical_memory.close.release_equivalent")
        .does("The last Release of an import keeps memory of the host, where Close does not.")
        .before(|c: &physical_mem_release, ur| {
            std::mem::forget(ends_import(c, ur).then(|| black_box(vec![1u8; 64 * 1024])));
        });

    c.defect("physical_release_of_import_refused", "physical_memory.close.release_equivalent")
        .does("Imports can be closed, and not released.")
        .refuses(INVALID_MEM_OBJECT, ends_import);

    c.defect("physical_release_of_import_reaches_source", "physical_memory.close.release_equivalent")
        .does("The last Release of an import drops a reference to the source too.")
        .before(|c: &physical_mem_release, ur| {
            release_all(source(c.physical_mem, ur).filter(|_| ends_import(c, ur)), ur)
        });

    c.defect("physical_release_of_import_releases_others", "physical_memory.close.release_equivalent")
        .does("The last Release of an import releases the other imports too.")
        .before(|c: &physical_mem_release, ur| {
            ends_import(c, ur).then(|| release_all(others(c.physical_mem, ur), ur))
        });

    c.defect("physical_release_of_retained_import_destroys", "physical_memory.info.imported_refcount")
        .does("Release of a retained import destroys it.")
        .then(|c: &physical_mem_release, ur| {
            let retained = ur.is_import(c.physical_mem);
            while retained && release(c.physical_mem, ur) {}
        });

    c.defect("physical_retain_of_import_retains_others", "physical_memory.info.imported_refcount")
        .does("Retain of an import retains the other imports too.")
        .before(|c: &physical_mem_retain, ur| retain_all(others(c.physical_mem, ur), ur));

    c.defect("physical_info_import_references_constant", "physical_memory.info.imported_refcount")
        .does("An import always says that it has one reference.")
        .answers(PhysicalMemInfo::REFERENCE_COUNT, of_imports(|_, _, _| 1u32));

    c.defect("physical_close_releases_source", "physical_memory.put.keeps_source")
        .does("Close drops a reference to the source, if its handle was put.")
        .before(|c: &close, ur| {
            let bytes = ur.import(c.phys_mem).map(|import| import.bytes).unwrap_or_default();
            let put = ur.exports(Physical).iter().all(|export| export.bytes != bytes);
            release_all(source(c.phys_mem, ur).filter(|_| put), ur);
        });

    let stopped = shared::<Set<_>>();
    c.defect("physical_close_stops_exports", "physical_memory.put.keeps_source")
        .does("A source cannot be exported again after an import of it was closed.")
        .before(move |c: &close, ur| add_all(stopped, source(c.phys_mem, ur)))
        .refuses(INVALID_ARGUMENT, move |c: &get, _| stopped.has(&c.phys_mem));

    let ended = shared::<Set<Ptr>>();
    c.defect("physical_release_of_retained_source_ends_handles", "physical_memory.get.repeated")
        .does("Each release of an object ends its handles, also one that leaves references.")
        .before(move |c: &physical_mem_release, ur| {
            if ur.physical_references(c.physical_mem) < 2 {
                return;
            }
            for export in ur.exports(Physical) {
                if export.source == c.physical_mem.into() && ended.add(export.data) {
                    Put { family: Physical, context: export.context, data: export.data }.run(ur);
                }
            }
        })
        .pretends(move |c: &ipc_put_phys_mem_handle_exp, _| ended.remove(&c.handle_data));
}
