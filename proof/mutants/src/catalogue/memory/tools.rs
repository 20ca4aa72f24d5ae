//! Queries of this family's defects.

pub(super) use crate::catalogue::tools::*;
pub(super) use crate::layer::call::{
    enqueue_usm_fill as fill, enqueue_usm_memcpy as memcpy, enqueue_usm_memcpy_2d as rows,
    ipc_close_mem_handle_exp as close, ipc_get_mem_handle_exp as get, ipc_open_mem_handle_exp as open,
    ipc_put_mem_handle_exp as put,
};

/// The offset of an address in its allocation, and the allocation's size; zeroes if it is in none.
pub(super) fn place(ur: &Below, context: ContextHandle, mem: Ptr) -> (usize, usize) {
    let about = |what| ur.alloc_info::<usize>(context, mem, what);
    let base = about(UsmAllocInfo::BASE_PTR).unwrap_or_else(|| mem.address());
    (mem.address() - base, about(UsmAllocInfo::SIZE).unwrap_or_default())
}

/// The offset of an address in opened memory, if it is in such.
pub(super) fn place_in_import(ur: &Below, mem: Ptr) -> Option<usize> {
    import_at(ur, mem).map(|import| place(ur, import.context, mem).0)
}

/// The handles of memory that were not put.
pub(super) fn handles_of(ur: &Below, mem: Ptr) -> Vec<Export> {
    ur.exports(Memory).into_iter().filter(|export| export.source == mem).collect()
}

/// True if anything that was opened has been closed.
pub(super) fn has_closed(ur: &Below) -> bool {
    ur.all_imports(Memory).iter().any(|import| !import.lives)
}

/// True if these are different handles of one allocation.
pub(super) fn are_siblings(one: &[u8], other: &[u8]) -> bool {
    one != other && allocation(one) == allocation(other)
}

/// The identity of a handle's allocation: its memory file, and its offset there.
pub(super) fn allocation(bytes: &[u8]) -> Option<(u64, u64)> {
    handle(Memory, bytes).map(|handle| (handle.object, handle.base))
}
