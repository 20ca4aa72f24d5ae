//! Queries of these defects.

pub(super) use crate::catalogue::tools::*;
pub(super) use crate::layer::call::{
    enqueue_events_wait_with_barrier_ext as Signal, enqueue_usm_memcpy as memcpy,
    ipc_get_mem_handle_exp as get_memory,
};

/// The import of memory that an address is in.
pub(super) fn import_at(ur: &Below, mem: Ptr) -> Option<Import> {
    ur.imports(Memory).into_iter().find(|import| {
        let behind = mem.address().checked_sub(import.object.address());
        let size = handle(Memory, &import.bytes).map(|handle| (handle.size - handle.offset) as usize);
        behind.zip(size).is_some_and(|(behind, size)| behind < size)
    })
}

/// The identity of a handle's allocation: its memory file, and its offset there.
pub(super) fn allocation(bytes: &[u8]) -> Option<(u64, u64)> {
    handle(Memory, bytes).map(|handle| (handle.object, handle.base))
}

/// The start of the memory that an address is in.
pub(super) fn base(ur: &Below, context: ContextHandle, mem: Ptr) -> Option<Ptr> {
    ur.alloc_info(context, mem, UsmAllocInfo::BASE_PTR)
}
