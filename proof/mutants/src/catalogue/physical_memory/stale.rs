//! Defects of `urIPCOpenPhysMemHandleExp` on handles that were put.

use super::tools::*;
use std::path::Path;

/// Whether the handle was put in this process.
fn is_stale(c: &Open, ur: &Below) -> bool {
    let last = ur.all_exports(Physical).into_iter().rfind(|export| export.bytes == c.bytes());
    last.is_some_and(|export| !export.lives)
}

/// The descriptor in a handle.
fn descriptor(bytes: &[u8]) -> Option<i32> {
    handle(Physical, bytes).map(|handle| handle.fd)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_open_stale_leaks", "physical_memory.open.stale_handle")
        .does("The refusal of a handle that was put loses a descriptor.")
        .leaks(is_stale);

    c.defect("physical_open_stale_by_descriptor", "physical_memory.open.stale_handle_fd_reused")
        .does("A handle is only a descriptor: put, it opens the object whose handle has that descriptor now.")
        .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026")
        .instead(|c: &Open, ur| {
            let fd = descriptor(&c.bytes()).filter(|_| is_stale(c, ur))?;
            let live =
                ur.exports(Physical).into_iter().rfind(|export| descriptor(&export.bytes) == Some(fd))?;
            Some(c.run_with(&live.bytes, ur))
        });

    c.defect("physical_open_stale_as_file", "physical_memory.open.stale_handle_fd_reused")
        .does("A handle that was put opens whatever file has its descriptor as if it were memory.")
        .instead(|c: &Open, ur| {
            let fd = descriptor(&c.bytes()).filter(|_| is_stale(c, ur))?;
            Path::new(&format!("/proc/self/fd/{fd}")).exists().then(|| open_other(c, GRANULE, ur))
        })
        .instead(close_other);

    c.defect("physical_open_stale_in_consumer", "physical_memory.open.stale_handle_fd_reused")
        .does("A consumer that has opened a handle opens other memory by it once it was put.")
        .also(&["cross_process.physical_memory.open_after_put"])
        .instead(|c: &Open, ur| {
            let opened = ur.all_imports(Physical).iter().any(|import| import.bytes == c.bytes());
            let again = opened && well_formed(c) && c.is_foreign();
            let result = again.then(|| c.run(ur))?;
            Some(if result.is_success() { result } else { open_other(c, 2 * GRANULE, ur) })
        })
        .instead(close_other);
}
