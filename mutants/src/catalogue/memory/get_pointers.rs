//! `urIPCGetMemHandleExp`: which pointers it takes, and where their handles lead.

use super::super::tools::{Known, layer};
use super::support::{Live, place};
use crate::Legacy as Mutant;
use ur_ipc_api::{ContextHandle, UrResult, UsmPoolHandle};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_get_exports_any_pointer",
        "Get of a pointer that is no USM exports the oldest allocation",
        &["memory.get.pointer_not_usm"],
        AnyPointer::make,
    ),
    Mutant::new(
        "memory_get_knows_freed_pointer",
        "Get finds a freed allocation in a cache and gives a handle",
        &["memory.get.pointer_not_usm"],
        FreedPointer::make,
    ),
    Mutant::new(
        "memory_get_writes_through_unknown_pointer",
        "Get refuses a pointer that is no USM after it has written to it",
        &["memory.get.pointer_not_usm"],
        WritesThrough::make,
    ),
    Mutant::new(
        "memory_get_refuses_interior_pointer",
        "Get takes the first address of an allocation only",
        &["memory.get.interior_pointer"],
        InteriorRefused::make,
    ),
    Mutant::new(
        "memory_get_refuses_last_byte",
        "Get refuses the pointer to the last byte of an allocation",
        &["memory.get.interior_pointer"],
        LastByteRefused::make,
    ),
    Mutant::new(
        "memory_get_loses_offset",
        "the handle of an interior pointer opens to the start of the allocation",
        &["memory.get.interior_pointer"],
        OffsetLost::make,
    ),
    Mutant::new(
        "memory_get_rounds_offset_to_word",
        "the handle of an interior pointer opens to the 8-byte word that it points into",
        &["memory.get.interior_pointer"],
        OffsetToWord::make,
    ),
    Mutant::new(
        "memory_get_rounds_offset_to_page",
        "the handle of an interior pointer opens to the page that it points into",
        &["memory.get.interior_pointer"],
        OffsetToPage::make,
    ),
    Mutant::new(
        "memory_get_keeps_eight_bits_of_offset",
        "the handle has one byte for the offset of an interior pointer",
        &["memory.get.interior_pointer"],
        OffsetInEightBits::make,
    ),
    Mutant::new(
        "memory_get_keeps_fifteen_bits_of_offset",
        "the handle has a signed 16-bit number for the offset of an interior pointer",
        &["memory.get.interior_pointer"],
        OffsetInFifteenBits::make,
    ),
    Mutant::new(
        "memory_get_keeps_sixteen_bits_of_offset",
        "the handle has an unsigned 16-bit number for the offset of an interior pointer",
        &["memory.get.interior_pointer"],
        OffsetInSixteenBits::make,
    ),
    Mutant::new(
        "memory_get_refuses_pooled_memory",
        "Get refuses memory of a pool of the user's",
        &["memory.get.custom_pool_allocation"],
        PooledRefused::make,
    ),
    Mutant::new(
        "memory_get_refuses_small_pooled_memory",
        "Get refuses parts of a pool's slab",
        &["memory.get.custom_pool_allocation"],
        SmallPooledRefused::make,
    ),
    Mutant::new(
        "memory_get_refuses_large_pooled_memory",
        "Get refuses what a pool allocates by itself",
        &["memory.get.custom_pool_allocation"],
        LargePooledRefused::make,
    ),
    Mutant::new(
        "memory_get_exports_start_of_pool",
        "the handle of memory of a pool opens to the pool's first allocation",
        &["memory.get.custom_pool_allocation"],
        StartOfPool::make,
    ),
];

/// The methods that keep `self.live`: what is allocated, from which pool, in which context.
macro_rules! keep_live {
    () => {
        alloc! { (self, context, device, desc, pool, size, mem) {
            // SAFETY: same contract.
            let result = unsafe { self.inner.usm_device_alloc(context, device, desc, pool, size, mem) };
            if result.is_success() {
                // SAFETY: written by the successful call.
                self.live.add(unsafe { mem.read() }, (context, pool));
            }
            result
        } }

        free! { (self, context, mem) {
            self.live.remove(mem);
            // SAFETY: same contract.
            unsafe { self.inner.usm_free(context, mem) }
        } }
    };
}

layer!(AnyPointer { live: Live<(ContextHandle, UsmPoolHandle)> }
    keep_live! {}

    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        match self.live.find(|(_, (own, _))| *own == context) {
            // SAFETY: same contract, with an allocation that lives.
            Some((other, _)) if result == UrResult::ERROR_INVALID_VALUE => unsafe {
                self.inner.ipc_get_mem_handle_exp(context, other, data, size)
            },
            _ => result,
        }
    } }
);

layer!(FreedPointer { live: Live<(ContextHandle, UsmPoolHandle)>, exported: Known }
    keep_live! {}

    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            self.exported.add(mem.addr());
            return result;
        }
        match self.live.find(|(_, (own, _))| *own == context) {
            // SAFETY: same contract, with an allocation that lives.
            Some((other, _)) if self.exported.has(mem.addr()) => unsafe {
                self.inner.ipc_get_mem_handle_exp(context, other, data, size)
            },
            _ => result,
        }
    } }
);

layer!(WritesThrough { allocated: Known }
    alloc! { (self, context, device, desc, pool, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.usm_device_alloc(context, device, desc, pool, size, mem) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.allocated.add(unsafe { mem.read() }.addr());
        }
        result
    } }

    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result == UrResult::ERROR_INVALID_VALUE && !self.allocated.has(mem.addr()) {
            // SAFETY: the suite passes pointers to memory of its own where it passes none to an allocation.
            unsafe { mem.cast::<u8>().write(0) };
        }
        result
    } }
);

/// Get of an interior pointer that is so fails.
macro_rules! refuses_place {
    ($type:ident, |$offset:ident, $bytes:ident| $condition:expr) => {
        layer!($type {}
            get! { (self, context, mem, data, size) {
                let ($offset, $bytes) = place(&*self.inner, context, mem);
                if $bytes != 0 && $offset != 0 && $condition {
                    return UrResult::ERROR_INVALID_VALUE;
                }
                // SAFETY: same contract.
                unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
            } }
        );
    };
}

refuses_place!(InteriorRefused, |_offset, _bytes| true);
refuses_place!(LastByteRefused, |offset, bytes| offset + 1 == bytes);

/// Get of an interior pointer exports the pointer at another offset.
macro_rules! offset_becomes {
    ($type:ident, |$offset:ident| $becomes:expr) => {
        layer!($type {}
            get! { (self, context, mem, data, size) {
                let ($offset, _) = place(&*self.inner, context, mem);
                let other = mem.wrapping_byte_sub($offset).wrapping_byte_add($becomes);
                // SAFETY: same contract, with a pointer into the same allocation.
                unsafe { self.inner.ipc_get_mem_handle_exp(context, other, data, size) }
            } }
        );
    };
}

offset_becomes!(OffsetLost, |_offset| 0);
offset_becomes!(OffsetToWord, |offset| offset & !7);
offset_becomes!(OffsetToPage, |offset| offset & !4095);
offset_becomes!(OffsetInEightBits, |offset| offset & 0xff);
offset_becomes!(OffsetInFifteenBits, |offset| offset & 0x7fff);
offset_becomes!(OffsetInSixteenBits, |offset| offset & 0xffff);

/// Get of memory of a pool of the user's that has a size like this fails.
macro_rules! refuses_pooled {
    ($type:ident, |$bytes:ident| $condition:expr) => {
        layer!($type { live: Live<(ContextHandle, UsmPoolHandle)> }
            keep_live! {}

            get! { (self, context, mem, data, size) {
                let pool = self.live.get(mem).map_or(UsmPoolHandle::NULL, |(_, pool)| pool);
                let (_, $bytes) = place(&*self.inner, context, mem);
                if !pool.is_null() && $condition {
                    return UrResult::ERROR_INVALID_VALUE;
                }
                // SAFETY: same contract.
                unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
            } }
        );
    };
}

refuses_pooled!(PooledRefused, |_bytes| true);
refuses_pooled!(SmallPooledRefused, |bytes| bytes < 4096);
refuses_pooled!(LargePooledRefused, |bytes| bytes > 64 << 10);

layer!(StartOfPool { live: Live<(ContextHandle, UsmPoolHandle)> }
    keep_live! {}

    get! { (self, context, mem, data, size) {
        let pool = self.live.get(mem).map_or(UsmPoolHandle::NULL, |(_, pool)| pool);
        let first = self.live.find(|(_, (_, other))| !pool.is_null() && *other == pool);
        let mem = first.map_or(mem, |(first, _)| first);
        // SAFETY: same contract, with an allocation that lives.
        unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
    } }
);
