//! What an import's handle says, and of whom.

pub(super) use crate::catalogue::tools::*;

use std::path::Path;
use std::process;

/// What the handle says that an import was opened from.
pub(super) fn handle_of(import: impl Into<Ptr>, ur: &Below) -> Option<HandleData> {
    let import = ur.import(import)?;
    handle(import.family, &import.bytes)
}

/// Whether this is an import from another process.
pub(super) fn is_foreign(import: impl Into<Ptr>, ur: &Below) -> bool {
    handle_of(import, ur).is_some_and(|handle| handle.pid.cast_unsigned() != process::id())
}

/// Whether the process that exported is gone.
pub(super) fn is_orphan(handle: &HandleData) -> bool {
    !Path::new(&format!("/proc/{}", handle.pid)).exists()
}
