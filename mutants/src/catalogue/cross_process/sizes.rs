//! Handles of different sizes.

use super::sharing::{All, Defect, Events, Get, Memory, Notes, Physical, Put, make};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_api::*;

const REQUIREMENT: &[&str] = &["cross_process.constant_handle_size"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "cross_memory_handle_of_large_is_shorter",
        "Handles of more than 1 MiB of USM memory are shorter",
        REQUIREMENT,
        LargeIsShorter::make,
    ),
    Mutant::new(
        "cross_memory_handle_from_pool_is_shorter",
        "Handles of memory from a pool are shorter",
        REQUIREMENT,
        PooledIsShorter::make,
    ),
    Mutant::new(
        "cross_physical_handle_of_large_is_shorter",
        "Handles of more than one granule of physical memory are shorter",
        REQUIREMENT,
        make::<Physical, LargePhysicalIsShorter>,
    ),
    Mutant::new(
        "cross_memory_second_handle_is_shorter",
        "Handles of USM memory are shorter while others are held",
        REQUIREMENT,
        make::<Memory, SecondIsShorter>,
    ),
    Mutant::new(
        "cross_event_second_handle_is_shorter",
        "Handles of events are shorter while others are held",
        REQUIREMENT,
        make::<Events, SecondIsShorter>,
    ),
    Mutant::new(
        "cross_physical_second_handle_is_shorter",
        "Handles of physical memory are shorter while others are held",
        REQUIREMENT,
        make::<Physical, SecondIsShorter>,
    ),
    Mutant::new(
        "cross_thirteenth_handle_is_shorter",
        "Handles are shorter once a process has exported twelve times",
        REQUIREMENT,
        make::<All, TwelfthIsShorter>,
    ),
    Mutant::new(
        "cross_event_handle_of_second_context_is_shorter",
        "Handles of events of a second context are shorter",
        REQUIREMENT,
        SecondContextIsShorter::make,
    ),
    Mutant::new(
        "cross_handle_of_peer_is_shorter",
        "Handles are shorter in the second process of a test",
        REQUIREMENT,
        make::<All, ShorterInPeers>,
    ),
];

/// Makes the handle of a successful Get eight bytes shorter.
fn shorten(call: &Get<'_>, result: UrResult, is_so: bool) -> UrResult {
    if result.is_success() && is_so {
        // SAFETY: written by the successful call.
        unsafe { call.size.write(call.size.read() - 8) };
    }
    result
}

#[derive(Default)]
struct SecondIsShorter {
    held: Notes<()>,
}

impl Defect for SecondIsShorter {
    fn get(&self, call: &Get<'_>) -> UrResult {
        let result = shorten(call, call.run(), self.held.count() > 0);
        if result.is_success() {
            self.held.set(call.gave(), ());
        }
        result
    }

    fn put(&self, call: &Put<'_>) -> UrResult {
        self.held.take(call.data.addr());
        call.run()
    }
}

#[derive(Default)]
struct TwelfthIsShorter {
    gets: AtomicUsize,
}

impl Defect for TwelfthIsShorter {
    fn get(&self, call: &Get<'_>) -> UrResult {
        shorten(call, call.run(), self.gets.fetch_add(1, Ordering::Relaxed) >= 12)
    }
}

#[derive(Default)]
struct LargePhysicalIsShorter;

impl Defect for LargePhysicalIsShorter {
    fn get(&self, call: &Get<'_>) -> UrResult {
        let mut size = 0usize;
        let (object, name) = (PhysicalMemHandle(call.object), PhysicalMemInfo::SIZE);
        // SAFETY: there is room for a size; the host backend refuses what is no object.
        unsafe { call.below.physical_mem_get_info(object, name, 8, (&raw mut size).cast(), null_mut()) };
        shorten(call, call.run(), size > 64 << 10)
    }
}

#[derive(Default)]
struct ShorterInPeers;

impl Defect for ShorterInPeers {
    fn get(&self, call: &Get<'_>) -> UrResult {
        // The harness tells its children so what they are.
        let is_peer = std::env::args().skip(1).any(|argument| argument == "peer");
        shorten(call, call.run(), is_peer)
    }
}

layer!(LargeIsShorter {}
    unsafe fn ipc_get_mem_handle_exp(
        &self,
        context: ContextHandle,
        mem: *mut c_void,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        let mut bytes = 0usize;
        let (name, value) = (UsmAllocInfo::SIZE, (&raw mut bytes).cast());
        // SAFETY: there is room for a size; the host backend takes any pointer.
        unsafe { self.inner.usm_get_mem_alloc_info(context, mem, name, 8, value, null_mut()) };
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() && bytes > 1 << 20 {
            // SAFETY: written by the successful call.
            unsafe { size.write(size.read() - 8) };
        }
        result
    }
);

layer!(PooledIsShorter { pooled: Known }
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
            self.pooled.add(unsafe { mem.read() }.addr());
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
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() && self.pooled.has(mem.addr()) {
            // SAFETY: written by the successful call.
            unsafe { size.write(size.read() - 8) };
        }
        result
    }
);

layer!(SecondContextIsShorter { contexts: Notes<usize>, of_second: Known }
    unsafe fn event_create_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        desc: *const ExpEventDesc,
        event: *mut EventHandle,
    ) -> UrResult {
        if self.contexts.get(context.address()).is_none() {
            self.contexts.set(context.address(), self.contexts.count());
        }
        // SAFETY: same contract.
        let result = unsafe { self.inner.event_create_exp(context, device, desc, event) };
        if result.is_success() && self.contexts.get(context.address()) != Some(0) {
            // SAFETY: written by the successful call.
            self.of_second.add(unsafe { event.read() }.address());
        }
        result
    }

    unsafe fn ipc_get_event_handle_exp(
        &self,
        event: EventHandle,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() && self.of_second.has(event.address()) {
            // SAFETY: written by the successful call.
            unsafe { size.write(size.read() - 8) };
        }
        result
    }
);
