//! The descriptors of memory that was opened, where the driver keeps them.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::checks::{CallResult, lock};
use super::descriptor::Descriptor;
use super::external::{FileKind, file_size, identity};
use super::ipc_handle::MemoryHandle;

/// Smaller memory is a piece of a pool that stays, in a driver that has pools.
const LARGE: usize = 2 << 20;

/// What the driver tells memory apart by: the exporting process, its descriptor, and the kind of memory.
type Key = (i32, i32, u32);

static CACHE: Mutex<BTreeMap<Key, Descriptor>> = Mutex::new(BTreeMap::new());

/// The descriptor that a handle opens: the one that is kept for its key, or else what `fetch` gives, which is kept.
///
/// # Errors
/// Those of `fetch`; `ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY`.
pub(super) fn open(
    handle: &MemoryHandle,
    fetch: impl FnOnce() -> CallResult<Descriptor>,
) -> CallResult<Descriptor> {
    let mut cache = lock(&CACHE);
    let key = (handle.pid, handle.exported, handle.kind.0);
    if let Some(kept) = cache.get(&key)
        && is_taken(kept, handle)?
    {
        return kept.duplicate();
    }
    let file = fetch()?;
    cache.insert(key, file.duplicate()?);
    Ok(file)
}

/// Whether the driver takes what it keeps for what the handle names. It does not look; but where freed memory is used
/// again, as that of the same size is, it is the same.
fn is_taken(kept: &Descriptor, handle: &MemoryHandle) -> CallResult<bool> {
    if identity(kept.file())? == handle.file {
        return Ok(true);
    }
    let (old, new) = (FileKind::MEMORY.size_of(kept.file()), file_size(handle.size as usize));
    Ok(old != new && [old, new].iter().all(|size| size.is_some_and(|size| size >= LARGE)))
}
