//! `urIPCOpenMemHandleExp`: copies of handle bytes, bad ones, and those of other families.

use super::super::tools::layer;
use super::support::{FAMILY, HANDLE_SIZE, Live, allocate, bytes};
use crate::{Legacy as Mutant, Manner};
use std::ptr::{null, without_provenance_mut};
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_api::{ContextHandle, DeviceHandle, EventHandle, PhysicalMemHandle, UrIpc, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_open_wants_aligned_bytes",
        "Open refuses handle data that is not aligned to 8 bytes",
        &["memory.open.byte_copy"],
        WantsAligned::make,
    ),
    Mutant::new(
        "memory_open_wants_even_address",
        "Open refuses handle data at an odd address",
        &["memory.open.byte_copy"],
        WantsEven::make,
    ),
    Mutant::new(
        "memory_open_clears_the_bytes",
        "Open clears the handle data that it has opened",
        &["memory.open.byte_copy"],
        ClearsBytes::make,
    ),
    Mutant::new(
        "memory_open_marks_the_bytes",
        "Open sets a bit in the handle data that it has opened",
        &["memory.open.byte_copy"],
        MarksBytes::make,
    ),
    Mutant::new(
        "memory_open_gives_null",
        "Open succeeds and gives a null pointer",
        &["memory.open.byte_copy", "memory.close.success"],
        GivesNull::make,
    ),
    Mutant::new(
        "memory_open_takes_zeroes",
        "Open of zeroed bytes gives new memory",
        &["memory.open.corrupt_bytes"],
        TakesZeroes::make,
    ),
    Mutant::new(
        "memory_open_takes_all_ones",
        "Open of bytes of ones gives new memory",
        &["memory.open.corrupt_bytes"],
        TakesOnes::make,
    ),
    Mutant::new(
        "memory_open_takes_random_bytes",
        "Open of any bytes of the right size gives new memory",
        &["memory.open.corrupt_bytes"],
        TakesAnything::make,
    ),
    Mutant::new(
        "memory_open_of_flipped_bit_cannot_be_closed",
        "Open of a handle with a flipped bit gives a pointer that Close does not know",
        &["memory.open.corrupt_bytes"],
        FlipIsDangling::make,
    ),
    Mutant::new(
        "memory_open_of_corrupt_bytes_breaks_the_next",
        "after bytes that it refused Open refuses a good handle",
        &["memory.open.corrupt_bytes"],
        BreaksNext::make,
    ),
    Mutant::new(
        "memory_open_trusts_the_first_word",
        "Open goes down when bytes that begin as a handle does are none",
        &["memory.open.corrupt_bytes"],
        TrustsFirstWord::make,
    )
    .by(Manner::Crash),
    Mutant::new(
        "memory_open_takes_physical_memory_handle",
        "Open of a handle of physical memory gives new memory",
        &["memory.open.other_family_handle"],
        MemoryTakesPhysical::make,
    ),
    Mutant::new(
        "memory_open_takes_event_handle",
        "Open of an event's handle gives new memory",
        &["memory.open.other_family_handle"],
        MemoryTakesEvent::make,
    ),
    Mutant::new(
        "memory_handle_opens_as_physical_memory",
        "urIPCOpenPhysMemHandleExp takes the handle of USM memory",
        &["memory.open.other_family_handle"],
        PhysicalTakesMemory::make,
    ),
    Mutant::new(
        "memory_event_handle_opens_as_physical_memory",
        "urIPCOpenPhysMemHandleExp takes the handle of an event",
        &["memory.open.other_family_handle"],
        PhysicalTakesEvent::make,
    ),
    Mutant::new(
        "memory_handle_opens_as_event",
        "urIPCOpenEventHandleExp takes the handle of USM memory",
        &["memory.open.other_family_handle"],
        EventTakesMemory::make,
    ),
    Mutant::new(
        "memory_physical_handle_opens_as_event",
        "urIPCOpenEventHandleExp takes the handle of physical memory",
        &["memory.open.other_family_handle"],
        EventTakesPhysical::make,
    ),
];

answers!(
    WantsAligned,
    open(context, device, data, size, mem),
    !data.addr().is_multiple_of(8) && size == HANDLE_SIZE,
    ERROR_INVALID_VALUE
);
answers!(
    WantsEven,
    open(context, device, data, size, mem),
    !data.addr().is_multiple_of(2) && size == HANDLE_SIZE,
    ERROR_INVALID_VALUE
);

layer!(MarksBytes {}
    open! { (self, context, device, data, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if result.is_success() {
            // SAFETY: UR takes a pointer to data that is not const; the call has read this byte.
            unsafe { *data.cast::<u8>().add(size - 1) ^= 0x80 };
        }
        result
    } }
);

layer!(ClearsBytes {}
    open! { (self, context, device, data, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if result.is_success() {
            // SAFETY: UR takes a pointer to data that is not const; the call has read these bytes.
            unsafe { data.cast::<u8>().write_bytes(0, size) };
        }
        result
    } }
);

layer!(GivesNull {}
    open! { (self, context, device, data, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if result.is_success() {
            // SAFETY: written by the successful call; nobody else knows the pointer.
            unsafe {
                self.inner.ipc_close_mem_handle_exp(context, mem.read());
                mem.write(std::ptr::null_mut());
            }
        }
        result
    } }
);

/// Open gives new memory for refused bytes that are so.
macro_rules! takes {
    ($type:ident, |$bytes:ident| $condition:expr) => {
        layer!($type { made: Live<()> }
            open! { (self, context, device, data, size, mem) {
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
                if size != HANDLE_SIZE || result != UrResult::ERROR_INVALID_VALUE {
                    return result;
                }
                // SAFETY: readable for its size.
                let $bytes = unsafe { bytes(data, size) };
                if !$condition {
                    return result;
                }
                let result = allocate(&*self.inner, (context, device), 1 << 16, mem);
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    self.made.add(unsafe { mem.read() }, ());
                }
                result
            } }

            close! { (self, context, mem) {
                if self.made.remove(mem).is_some() {
                    // SAFETY: this layer allocated it.
                    return unsafe { self.inner.usm_free(context, mem) };
                }
                // SAFETY: same contract.
                unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
            } }
        );
    };
}

takes!(TakesZeroes, |bytes| bytes.iter().all(|&byte| byte == 0));
takes!(TakesOnes, |bytes| bytes.iter().all(|&byte| byte == 0xff));
takes!(TakesAnything, |_bytes| true);
takes!(MemoryTakesPhysical, |bytes| bytes[..8] == *b"URIPCHND" && bytes[FAMILY] == 2);
takes!(MemoryTakesEvent, |bytes| bytes[..8] == *b"URIPCHND" && bytes[FAMILY] == 3);

/// Open does this where bytes that begin as a handle of memory does are refused.
macro_rules! flipped {
    ($type:ident, |$mem:ident| $instead:block) => {
        layer!($type {}
            open! { (self, context, device, data, size, $mem) {
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, $mem) };
                if size != HANDLE_SIZE || result != UrResult::ERROR_INVALID_VALUE {
                    return result;
                }
                // SAFETY: readable for its size.
                let bytes = unsafe { bytes(data, size) };
                if bytes[..8] == *b"URIPCHND" && bytes[FAMILY] == 1 $instead else { result }
            } }
        );
    };
}

flipped!(FlipIsDangling, |mem| {
    // SAFETY: writable as UR demands.
    unsafe { mem.write(without_provenance_mut(0x1000)) };
    UrResult::SUCCESS
});

flipped!(TrustsFirstWord, |_mem| { std::process::abort() });

layer!(BreaksNext { refused: AtomicBool }
    open! { (self, context, device, data, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if size == HANDLE_SIZE && result == UrResult::ERROR_INVALID_VALUE {
            self.refused.store(true, Ordering::Relaxed);
        } else if result.is_success() && self.refused.swap(false, Ordering::Relaxed) {
            // SAFETY: written by the successful call; nobody else knows the pointer.
            unsafe { self.inner.ipc_close_mem_handle_exp(context, mem.read()) };
            return UrResult::ERROR_INVALID_VALUE;
        }
        result
    } }
);

/// Whether these are the bytes of a handle of a family.
///
/// # Safety
/// `data` is null or readable for `size` bytes.
unsafe fn is_of_family(data: *const std::ffi::c_void, size: usize, family: u8) -> bool {
    // SAFETY: this function's contract.
    !data.is_null() && size == HANDLE_SIZE && unsafe { bytes(data, size) }[FAMILY] == family
}

/// urIPCOpenPhysMemHandleExp gives a new object for the handle of another family.
macro_rules! physical_takes {
    ($type:ident, $family:literal) => {
        layer!($type {}
            unsafe fn ipc_open_phys_mem_handle_exp(
                &self,
                context: ContextHandle,
                device: DeviceHandle,
                data: *const std::ffi::c_void,
                size: usize,
                object: *mut PhysicalMemHandle,
            ) -> UrResult {
                // SAFETY: what UR demands of the data.
                if unsafe { is_of_family(data, size, $family) } {
                    // SAFETY: same contract as for the object.
                    return unsafe {
                        self.inner.physical_mem_create(context, device, 1 << 16, null(), object)
                    };
                }
                // SAFETY: same contract.
                unsafe { self.inner.ipc_open_phys_mem_handle_exp(context, device, data, size, object) }
            }
        );
    };
}

physical_takes!(PhysicalTakesMemory, 1);
physical_takes!(PhysicalTakesEvent, 3);

/// urIPCOpenEventHandleExp gives a new event for the handle of another family.
macro_rules! event_takes {
    ($type:ident, $family:literal) => {
        layer!($type {}
            unsafe fn ipc_open_event_handle_exp(
                &self,
                context: ContextHandle,
                data: *const std::ffi::c_void,
                size: usize,
                event: *mut EventHandle,
            ) -> UrResult {
                // SAFETY: what UR demands of the data.
                if unsafe { is_of_family(data, size, $family) } {
                    let ur: &dyn UrIpc = &*self.inner;
                    let device = super::support::device_of(ur, context);
                    // SAFETY: same contract as for the event.
                    return unsafe { ur.hook_create_shareable_event(ur, context, device, event) };
                }
                // SAFETY: same contract.
                unsafe { self.inner.ipc_open_event_handle_exp(context, data, size, event) }
            }
        );
    };
}

event_takes!(EventTakesMemory, 1);
event_takes!(EventTakesPhysical, 2);
