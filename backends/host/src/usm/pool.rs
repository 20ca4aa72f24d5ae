//! Pools: small allocations out of common memory files.

use crate::arena::{AddressRange, Arena};
use crate::context::Context;
use crate::error::CallResult;
use crate::free_list::FreeList;
use crate::registry::lock;
use crate::shared_object::SharedObject;
use std::sync::{Arc, Mutex, Weak};
use ur_ipc_api::Family;
use ur_ipc_api::{UrResult, UsmPoolHandle};

/// The size of a slab in bytes.
const SLAB: usize = 1 << 20;

/// The largest allocation in bytes that comes from a slab.
pub const LARGEST_POOLED: usize = 64 * 1024;

/// The unit of blocks in bytes.
const UNIT: usize = 256;

/// A pool. Its allocations keep it alive, and blocks of one pool never share a slab with those of another.
#[derive(Debug)]
pub struct Pool {
    /// Its handle.
    pub handle: UsmPoolHandle,
    /// The context it was made in.
    pub context: Arc<Context>,
    /// The slabs with room, by device. A slab lives as long as a block of it does.
    slabs: Mutex<Vec<(u32, Weak<Slab>)>>,
}

#[derive(Debug)]
struct Slab {
    range: AddressRange,
    object: Arc<SharedObject>,
    free: Mutex<FreeList>,
}

/// Part of a slab, given back when dropped.
#[derive(Debug)]
pub struct Block {
    slab: Arc<Slab>,
    offset: usize,
    len: usize,
}

impl Pool {
    /// An empty pool.
    pub fn new(handle: UsmPoolHandle, context: Arc<Context>) -> Self {
        Self { handle, context, slabs: Mutex::new(Vec::new()) }
    }

    /// A block of `size` bytes, aligned to `align` bytes, of memory of the device at `device`.
    pub fn take(&self, arena: &Arc<Arena>, device: u32, size: usize, align: usize) -> CallResult<Block> {
        let mut slabs = lock(&self.slabs);
        slabs.retain(|(_, slab)| slab.strong_count() > 0);
        let own = slabs.iter().filter(|(owner, _)| *owner == device);
        for slab in own.filter_map(|(_, slab)| slab.upgrade()) {
            if let Some(block) = Slab::take(&slab, size, align) {
                return Ok(block);
            }
        }
        let slab = Arc::new(Slab::new(arena)?);
        slabs.push((device, Arc::downgrade(&slab)));
        Slab::take(&slab, size, align).ok_or(UrResult::ERROR_OUT_OF_RESOURCES)
    }
}

impl Slab {
    fn new(arena: &Arc<Arena>) -> CallResult<Self> {
        Ok(Self {
            range: arena.take(SLAB, None).ok_or(UrResult::ERROR_OUT_OF_RESOURCES)?,
            object: Arc::new(SharedObject::create(Family::Memory, SLAB)?),
            free: Mutex::new(FreeList::new(0, SLAB)),
        })
    }

    fn take(this: &Arc<Self>, size: usize, align: usize) -> Option<Block> {
        let len = size.checked_next_multiple_of(UNIT)?;
        let offset = lock(&this.free).take(len, align.max(UNIT))?;
        Some(Block { slab: Arc::clone(this), offset, len })
    }
}

impl Block {
    /// The first address.
    pub fn address(&self) -> usize {
        self.slab.range.start() + self.offset
    }

    /// The memory file.
    pub fn object(&self) -> &Arc<SharedObject> {
        &self.slab.object
    }

    /// The offset in the file at which the block starts, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        lock(&self.slab.free).give(self.offset, self.len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ur_ipc_api::ContextHandle;

    fn setup() -> (Pool, Arc<Arena>) {
        let context = Arc::new(Context { handle: ContextHandle::NULL, devices: Vec::new() });
        (Pool::new(UsmPoolHandle::NULL, context), Arc::new(Arena::new().expect("addresses")))
    }

    #[test]
    fn small_blocks_share_a_slab_of_their_device() {
        let (pool, arena) = setup();
        let one = pool.take(&arena, 0, 1, 1).expect("room");
        let two = pool.take(&arena, 0, 257, 1).expect("room");
        let three = pool.take(&arena, 0, 1, 4096).expect("room");
        let other = pool.take(&arena, 1, 1, 1).expect("room");
        assert_eq!((one.offset(), two.offset(), three.offset()), (0, 256, 4096));
        assert_eq!(two.address() - one.address(), 256);
        assert!(Arc::ptr_eq(one.object(), two.object()) && Arc::ptr_eq(one.object(), three.object()));
        assert!(!Arc::ptr_eq(one.object(), other.object()));
        drop(two);
        assert_eq!(pool.take(&arena, 0, 512, 1).expect("room").offset(), 256);
    }

    #[test]
    fn a_slab_holds_sixteen_of_the_largest() {
        let (pool, arena) = setup();
        let blocks: Vec<Block> =
            (0..17).map(|_| pool.take(&arena, 0, LARGEST_POOLED, 1).expect("room")).collect();
        let (first, rest) = blocks.split_at(16);
        assert!(first.iter().all(|block| Arc::ptr_eq(block.object(), first[0].object())));
        assert!(!Arc::ptr_eq(rest[0].object(), first[0].object()));
    }

    #[test]
    fn a_slab_is_forgotten_with_its_last_block() {
        let (pool, arena) = setup();
        let kept = pool.take(&arena, 0, 1, 1).expect("room");
        drop(pool.take(&arena, 1, 1, 1).expect("room"));
        let again = pool.take(&arena, 0, 1, 1).expect("room");
        assert!(Arc::ptr_eq(kept.object(), again.object()));
        assert_eq!(lock(&pool.slabs).len(), 1);
    }
}
