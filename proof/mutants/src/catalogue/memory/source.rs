//! Effects of sharing on the shared allocation, by others or in the process that exports it.

use super::tools::*;

/// True if a handle of the memory was made and put.
fn had_handle(ur: &Below, mem: Ptr) -> bool {
    let put = ur.all_exports(Memory).iter().any(|export| export.source == mem && !export.lives);
    put && !ur.was_released(Memory, mem)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_put_frees_source", "memory.source_undisturbed")
        .does("Put frees what was exported")
        .then(|c: &put, ur| {
            if let Some(export) = ur.export_at(c.handle_data) {
                usm_free { context: c.context, mem: export.source }.run(ur);
            }
        });

    c.defect("memory_exported_cannot_be_read", "memory.source_undisturbed")
        .does("a copy out of memory that has a handle is refused")
        .refuses(INVALID_OPERATION, |c: &memcpy, ur| !handles_of(ur, c.src).is_empty());

    c.defect("memory_once_exported_is_read_only", "memory.source_undisturbed")
        .does("a copy into memory that had a handle is refused")
        .refuses(INVALID_OPERATION, |c: &memcpy, ur| had_handle(ur, c.dst));

    c.defect("memory_once_exported_cannot_be_filled", "memory.source_undisturbed")
        .does("a fill of memory that had a handle is refused")
        .refuses(INVALID_OPERATION, |c: &fill, ur| had_handle(ur, c.mem));

    c.defect("memory_once_exported_cannot_be_freed", "memory.source_undisturbed")
        .does("urUSMFree of memory that had a handle fails")
        .also(&["memory.put.after_free"])
        .refuses(INVALID_OPERATION, |c: &usm_free, ur| had_handle(ur, c.mem));

    let put = shared::<Set<_>>();
    c.defect("memory_own_close_puts_handles", "memory.source_undisturbed")
        .does("Open in the exporting process gives the source, and Close puts its handles")
        .instead(|c: &Open, ur| {
            let source = ur.source_of(&c.bytes()).filter(|_| c.family == Memory)?;
            let result = c.run(ur);
            if !result.is_success() {
                return Some(result);
            }
            Close { family: Memory, context: c.context, object: c.object.get()? }.run(ur);
            Some(c.give(source))
        })
        .pretends(move |c: &close, ur| {
            let opened = ur.is_import(c.mem) && ur.is_source(c.mem);
            for export in handles_of(ur, c.mem).iter().filter(|export| opened && put.add(export.data)) {
                put { context: c.context, handle_data: export.data }.run(ur);
            }
            opened
        })
        .pretends(move |c: &put, _| put.remove(&c.handle_data));
}
