//! Imports that are not what was exported.

use super::sharing::{
    Defect, End, Family, Get, Memory, Notes, Open, Physical, Put, lock, make, wipe, with_queue,
};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::{null, null_mut, with_exposed_provenance_mut};
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "cross_memory_opens_to_other_memory",
        "A handle of another process opens to memory that nobody else has",
        &["cross_process.memory.read", "cross_process.memory.write_back"],
        make::<Memory, OpensToOther>,
    ),
    Mutant::new(
        "cross_memory_opens_to_copy",
        "A handle of another process opens to a copy of the memory",
        &["cross_process.memory.write_back", "cross_process.memory.multiple_consumers"],
        make::<Memory, OpensToCopy>,
    ),
    Mutant::new(
        "cross_memory_open_wipes",
        "Open zeroes the memory of another process",
        &["cross_process.memory.read"],
        make::<Memory, OpenWipes>,
    ),
    Mutant::new(
        "cross_memory_offset_ignored",
        "A handle of an interior pointer of another process opens to the start of the allocation",
        &["cross_process.memory.many_and_large"],
        make::<Memory, Moved<0>>,
    ),
    Mutant::new(
        "cross_memory_offset_twice",
        "A handle of an interior pointer of another process opens to a place twice as far",
        &["cross_process.memory.many_and_large"],
        make::<Memory, Moved<2>>,
    ),
    Mutant::new(
        "cross_memory_pool_exports_first",
        "Get of memory from a pool exports what was allocated from the pool first",
        &["cross_process.memory.many_and_large"],
        PoolExportsFirst::make,
    ),
    Mutant::new(
        "cross_memory_writes_stay",
        "What is written to memory of another process does not arrive there",
        &["cross_process.memory.write_back", "cross_process.memory.opened_survives_put"],
        WritesStay::make,
    ),
    Mutant::new(
        "cross_physical_opens_to_other_memory",
        "A handle of another process opens to an object that nobody else has",
        &["cross_process.physical_memory.read", "cross_process.physical_memory.write_back"],
        make::<Physical, OpensToOther>,
    ),
    Mutant::new(
        "cross_physical_writes_stay",
        "What is written through a mapping of an import does not arrive in the other process",
        &["cross_process.physical_memory.write_back", "cross_process.physical_memory.multi_range"],
        WritesStay::make,
    ),
    Mutant::new(
        "cross_physical_opens_to_first",
        "All handles of a process open to the object that was opened first",
        &["cross_process.physical_memory.multi_range"],
        make::<Physical, OpensToFirst>,
    ),
    Mutant::new(
        "cross_memory_cached_by_size",
        "Memory of the same size from the same process is found in a cache",
        &["cross_process.memory.reopen_new_allocation"],
        make::<Memory, CachedBySize>,
    )
    .seen_in("unified-memory-framework, whose cache keeps mappings until the pool dies"),
    Mutant::new(
        "cross_physical_cached_by_handle",
        "A handle that was opened before is found in a cache",
        &["cross_process.physical_memory.open_after_put", "cross_process.physical_memory.peer_death"],
        make::<Physical, CachedByHandle>,
    ),
    Mutant::new(
        "cross_physical_put_does_nothing",
        "Put succeeds, and the handle opens as before",
        &["cross_process.physical_memory.open_after_put"],
        make::<Physical, PutDoesNothing>,
    ),
    Mutant::new(
        "cross_memory_put_writes",
        "Put zeroes the first byte of the memory that was exported",
        &["cross_process.memory.opened_survives_put"],
        make::<Memory, PutWrites>,
    ),
    Mutant::new(
        "cross_memory_close_closes_all",
        "Close closes all that is open of the same process",
        &["cross_process.memory.opened_survives_put"],
        make::<Memory, CloseClosesAll>,
    )
    .seen_in("unified-memory-framework: a new handle of the same base unmaps what is in use"),
];

/// Memory of the caller's own, in the place of an import.
fn other_memory(call: &Open<'_>) -> Option<*mut c_void> {
    let Open { below, context, device, .. } = *call;
    let mut mem = null_mut();
    // SAFETY: there is room for the pointer; the host backend checks the handles.
    let made = unsafe {
        below.usm_device_alloc(context, device, null(), UsmPoolHandle::NULL, call.object_size(), &raw mut mem)
    };
    made.is_success().then_some(mem)
}

#[derive(Default)]
struct OpensToOther {
    others: Notes<()>,
}

impl Defect for OpensToOther {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let Open { below, context, device, .. } = *call;
        if !call.is_foreign() {
            return call.run();
        }
        if call.family == Family::Physical {
            let object = call.out.cast();
            // SAFETY: the same output; properties may be null.
            return unsafe { below.physical_mem_create(context, device, call.object_size(), null(), object) };
        }
        let Some(mem) = other_memory(call) else { return UrResult::ERROR_OUT_OF_DEVICE_MEMORY };
        self.others.set(mem.expose_provenance(), ());
        call.give(mem.addr())
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        let closes = call.closes && self.others.take(call.object.addr()).is_none();
        if call.family == Family::Physical { call.run() } else { End { closes, ..*call }.run() }
    }
}

#[derive(Default)]
struct OpensToCopy {
    copies: Notes<()>,
}

impl Defect for OpensToCopy {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        if !result.is_success() || !call.is_foreign() {
            return result;
        }
        let Some(copy) = other_memory(call) else { return UrResult::ERROR_OUT_OF_DEVICE_MEMORY };
        let len = call.object_size() - call.offset();
        let Open { below, context, .. } = *call;
        let import = with_exposed_provenance_mut(call.gave());
        with_queue(below, context, |queue| {
            // SAFETY: what follows the pointer in its allocation fits into one of the same size.
            unsafe { below.enqueue_usm_memcpy(queue, true, copy, import, len, 0, null(), null_mut()) };
        });
        End { below, family: call.family, context, object: import, closes: true }.run();
        self.copies.set(copy.expose_provenance(), ());
        call.give(copy.addr())
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        let closes = self.copies.take(call.object.addr()).is_none();
        End { closes, ..*call }.run()
    }
}

#[derive(Default)]
struct OpenWipes;

impl Defect for OpenWipes {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() && call.is_foreign() {
            let len = call.object_size() - call.offset();
            wipe(call.below, call.context, with_exposed_provenance_mut(call.gave()), len);
        }
        result
    }
}

/// Opens interior pointers to another place: the distance from the start times `N`.
#[derive(Default)]
struct Moved<const N: usize> {
    moved: Notes<usize>,
}

impl<const N: usize> Defect for Moved<N> {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        let (from, offset) = (call.offset(), call.offset() * N);
        if !result.is_success() || !call.is_foreign() || from == 0 || offset >= call.object_size() {
            return result;
        }
        let right = call.gave();
        let wrong = right - from + offset;
        self.moved.set(wrong, right);
        call.give(wrong)
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        let object = self.moved.take(call.object.addr()).map_or(call.object, with_exposed_provenance_mut);
        End { object, ..*call }.run()
    }
}

layer!(PoolExportsFirst { firsts: Mutex<HashMap<usize, usize>>, pools: Mutex<HashMap<usize, usize>> }
    unsafe fn usm_device_alloc(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        desc: *const UsmDesc,
        pool: UsmPoolHandle,
        size: usize,
        mem: *mut *mut c_void,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.usm_device_alloc(context, device, desc, pool, size, mem) };
        if result.is_success() && !pool.is_null() {
            // SAFETY: written by the successful call.
            let address = unsafe { mem.read() }.expose_provenance();
            lock(&self.firsts).entry(pool.address()).or_insert(address);
            lock(&self.pools).insert(address, pool.address());
        }
        result
    }

    unsafe fn ipc_get_mem_handle_exp(
        &self,
        context: ContextHandle,
        mem: *mut c_void,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        let pool = lock(&self.pools).get(&mem.addr()).copied();
        let first = pool.and_then(|pool| lock(&self.firsts).get(&pool).copied());
        let mem = first.map_or(mem, with_exposed_provenance_mut);
        // SAFETY: same contract.
        unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
    }
);

/// Ranges of addresses.
#[derive(Default)]
struct Ranges(Mutex<Vec<(usize, usize)>>);

impl Ranges {
    fn add(&self, start: usize, size: usize) {
        lock(&self.0).push((start, size));
    }

    fn have(&self, at: *const c_void) -> bool {
        lock(&self.0).iter().any(|(start, size)| (*start..start + size).contains(&at.addr()))
    }
}

layer!(WritesStay { imported: Known, ranges: Ranges }
    unsafe fn ipc_open_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        data: *mut c_void,
        size: usize,
        mem: *mut *mut c_void,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if result.is_success() {
            // SAFETY: the successful call has read 96 bytes of the one and written the other.
            let (start, size) = unsafe { (mem.read(), data.cast::<u8>().add(48).cast::<usize>().read_unaligned()) };
            self.ranges.add(start.addr(), size);
        }
        result
    }

    unsafe fn ipc_open_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        data: *const c_void,
        size: usize,
        object: *mut PhysicalMemHandle,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_phys_mem_handle_exp(context, device, data, size, object) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.imported.add(unsafe { object.read() }.address());
        }
        result
    }

    unsafe fn virtual_mem_map(
        &self,
        context: ContextHandle,
        start: *const c_void,
        size: usize,
        object: PhysicalMemHandle,
        offset: usize,
        flags: VirtualMemAccessFlags,
    ) -> UrResult {
        if self.imported.has(object.address()) {
            self.ranges.add(start.addr(), size);
        }
        // SAFETY: same contract.
        unsafe { self.inner.virtual_mem_map(context, start, size, object, offset, flags) }
    }

    unsafe fn enqueue_usm_memcpy(
        &self,
        queue: QueueHandle,
        blocking: bool,
        dst: *mut c_void,
        src: *const c_void,
        size: usize,
        count: u32,
        list: *const EventHandle,
        event: *mut EventHandle,
    ) -> UrResult {
        let size = if self.ranges.have(dst) { 1.min(size) } else { size };
        let dst = if self.ranges.have(dst) { src.cast_mut() } else { dst };
        // SAFETY: same contract; a byte is copied to where it is.
        unsafe { self.inner.enqueue_usm_memcpy(queue, blocking, dst, src, size, count, list, event) }
    }
);

#[derive(Default)]
struct OpensToFirst {
    first: Mutex<Option<usize>>,
}

impl Defect for OpensToFirst {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let mut first = lock(&self.first);
        if let Some(object) = *first
            && call.is_foreign()
            // SAFETY: the host backend refuses what is gone.
            && unsafe { call.below.physical_mem_retain(PhysicalMemHandle::from_address(object)) }.is_success()
        {
            return call.give(object);
        }
        let result = call.run();
        if result.is_success() {
            *first = Some(call.gave());
        }
        result
    }
}

#[derive(Default)]
struct CachedBySize {
    cache: Mutex<HashMap<(u32, usize, usize), usize>>,
}

impl Defect for CachedBySize {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let key = (call.exporter(), call.object_size(), call.offset());
        if let Some(mem) = lock(&self.cache).get(&key) {
            return call.give(*mem);
        }
        let result = call.run();
        if result.is_success() {
            lock(&self.cache).insert(key, call.gave());
        }
        result
    }

    fn close(&self, _: &End<'_>) -> UrResult {
        UrResult::SUCCESS
    }
}

#[derive(Default)]
struct CachedByHandle {
    cache: Notes<usize>,
}

impl Defect for CachedByHandle {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let cached = self.cache.get(call.token() as usize);
        let result = match cached {
            Some(object) => call.give(object),
            None => call.run(),
        };
        if result.is_success() {
            self.cache.set(call.token() as usize, call.gave());
            // SAFETY: the cache holds a reference of its own from the first time on.
            unsafe { call.below.physical_mem_retain(PhysicalMemHandle::from_address(call.gave())) };
        }
        result
    }
}

#[derive(Default)]
struct PutDoesNothing;

impl Defect for PutDoesNothing {
    fn put(&self, _: &Put<'_>) -> UrResult {
        UrResult::SUCCESS
    }
}

#[derive(Default)]
struct PutWrites {
    exported: Notes<usize>,
}

impl Defect for PutWrites {
    fn get(&self, call: &Get<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.exported.set(call.gave(), call.object.expose_provenance());
        }
        result
    }

    fn put(&self, call: &Put<'_>) -> UrResult {
        if let Some(mem) = self.exported.take(call.data.addr()) {
            wipe(call.below, call.context, with_exposed_provenance_mut(mem), 1);
        }
        call.run()
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        for (data, mem) in self.exported.all() {
            if mem == call.object.addr() {
                self.exported.take(data);
            }
        }
        call.run()
    }
}

#[derive(Default)]
struct CloseClosesAll {
    imports: Notes<()>,
}

impl Defect for CloseClosesAll {
    fn open(&self, call: &Open<'_>) -> UrResult {
        call.run_noted(&self.imports)
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        let result = call.run();
        self.imports.take(call.object.addr());
        for (address, ()) in self.imports.all() {
            self.imports.take(address);
            End { object: with_exposed_provenance_mut(address), ..*call }.run();
        }
        result
    }
}
