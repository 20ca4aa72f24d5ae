//! Side effects of `urIPCOpenPhysMemHandleExp`: on its input, on files that bytes name, on addresses in use.

use super::tools::*;
use crate::layer::call::virtual_mem_reserve;
use std::fs::{self, File};
use std::os::fd::{AsRawFd, RawFd};

/// The descriptor that bytes name, in the place where it stands in handles of this process, with what it is.
fn named(c: &Open, ur: &Below) -> Option<(RawFd, String)> {
    let (bytes, export) = (c.bytes(), ur.all_exports(Physical).pop()?);
    let own = handle(Physical, &export.bytes)?.fd.to_le_bytes();
    let at = export.bytes.windows(4).position(|field| field == own)?;
    let fd = RawFd::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?);
    let name = fs::read_link(format!("/proc/self/fd/{fd}")).ok()?;
    Some((fd, name.to_string_lossy().into_owned()))
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_open_inverts_end_of_input", "physical_memory.open.byte_copy")
        .does("Open inverts the last byte of the handle's bytes.")
        .then(|c: &Open, _| c.data.at(c.size - 1).invert());

    for (kind, start) in [("pipe", "pipe:"), ("socket", "socket:")] {
        c.defect(format!("physical_open_writes_to_foreign_{kind}"), "physical_memory.open.forged_foreign_fd")
            .does(format!("Open writes a byte to a {kind} that a forged handle names."))
            .before(move |c: &Open, ur| {
                if let Some((fd, _)) = named(c, ur).filter(|(_, name)| name.starts_with(start)) {
                    // SAFETY: writes a byte of its own.
                    unsafe { libc::write(fd, [0u8].as_ptr().cast(), 1) };
                }
            });
    }

    c.defect("physical_open_replaces_foreign_file", "physical_memory.open.forged_foreign_fd")
        .does("Open takes the descriptor of a file that a forged or stale handle names for something else.")
        .also(&["physical_memory.open.stale_handle_fd_reused"])
        .before(|c: &Open, ur| {
            let file = named(c, ur).filter(|(_, name)| name.starts_with('/') && !name.starts_with("/memfd:"));
            if let (Some((fd, _)), Ok(null)) = (file, File::open("/dev/null")) {
                // SAFETY: only descriptors are changed, which is the defect.
                unsafe { libc::dup2(null.as_raw_fd(), fd) };
            }
        });

    let given = shared::<Notes<_, Ptr>>();
    c.defect("physical_map_two_at_one_address", "physical_memory.map.aliases_source")
        .does("Addresses are reserved that are in use, and the later mapping takes the place of the former.")
        .also(&["physical_memory.map.offset_and_access"])
        .instead(move |c: &virtual_mem_reserve, _| {
            c.start_ret.set(given.get(&(c.context, c.size))?);
            Some(SUCCESS)
        })
        .then(move |c: &virtual_mem_reserve, _| {
            c.start_ret.get().map(|start| given.set((c.context, c.size), start))
        })
        .before(|&map { context, start, size, .. }: &map, ur| unmap { context, start, size }.run(ur))
        .pretends(|_: &virtual_mem_free, _| true);
}
