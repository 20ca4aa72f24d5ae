//! `urIPCOpenMemHandleExp`: arguments that it must refuse.

use super::super::tools::{layer, leak_descriptor};
use super::support::{HANDLE_SIZE, Live, bytes, device_of};
use crate::{Legacy as Mutant, Manner};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use ur_ipc_api::{ContextHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_open_without_context_works",
        "Open without a context takes the one that was made last",
        &["memory.open.null_context"],
        NullContextWorks::make,
    ),
    Mutant::new(
        "memory_open_without_context_says_invalid_context",
        "Open without a context answers INVALID_CONTEXT",
        &["memory.open.null_context"],
        NullContextIsInvalidContext::make,
    ),
    Mutant::new(
        "memory_open_refusal_sticks",
        "after an Open that was refused for a null handle the next one fails, too",
        &["memory.open.null_context", "memory.open.null_device"],
        RefusalSticks::make,
    ),
    Mutant::new(
        "memory_open_without_device_works",
        "Open without a device takes the context's first one",
        &["memory.open.null_device"],
        NullDeviceWorks::make,
    ),
    Mutant::new(
        "memory_open_without_device_says_invalid_device",
        "Open without a device answers INVALID_DEVICE",
        &["memory.open.null_device"],
        NullDeviceIsInvalidDevice::make,
    ),
    Mutant::new(
        "memory_open_without_data_says_invalid_value",
        "Open without handle data answers INVALID_VALUE",
        &["memory.open.null_data"],
        NullDataIsInvalidValue::make,
    ),
    Mutant::new(
        "memory_open_without_data_says_success",
        "Open without handle data succeeds and opens nothing",
        &["memory.open.null_data"],
        NullDataIsSuccess::make,
    ),
    Mutant::new(
        "memory_open_without_data_reads",
        "Open reads its handle data although it is null",
        &["memory.open.null_data"],
        NullDataRead::make,
    )
    .by(Manner::Crash),
    Mutant::new(
        "memory_open_without_out_says_invalid_value",
        "Open without a place for the pointer answers INVALID_VALUE",
        &["memory.open.null_out"],
        NullOutIsInvalidValue::make,
    ),
    Mutant::new(
        "memory_open_without_out_opens",
        "Open without a place for the pointer is refused after it has opened the memory",
        &["memory.open.null_out"],
        NullOutOpens::make,
    ),
    Mutant::new(
        "memory_open_without_out_leaks_descriptor",
        "Open without a place for the pointer is refused and leaves a descriptor open",
        &["memory.open.null_out"],
        NullOutLeaksDescriptor::make,
    ),
    Mutant::new(
        "memory_open_without_out_says_success",
        "Open without a place for the pointer succeeds and opens nothing",
        &["memory.open.null_out"],
        NullOutIsSuccess::make,
    ),
    Mutant::new(
        "memory_open_of_no_bytes_says_success",
        "Open of a handle of 0 bytes succeeds and opens nothing",
        &["memory.open.size_too_small"],
        NoBytesIsSuccess::make,
    ),
    Mutant::new(
        "memory_open_of_no_bytes_says_null_pointer",
        "Open of a handle of 0 bytes answers INVALID_NULL_POINTER",
        &["memory.open.size_too_small"],
        NoBytesIsNullPointer::make,
    ),
    Mutant::new(
        "memory_open_of_no_bytes_says_invalid_size",
        "Open of a handle of 0 bytes answers INVALID_SIZE",
        &["memory.open.size_too_small"],
        NoBytesIsInvalidSize::make,
    ),
    Mutant::new(
        "memory_open_reads_before_the_size_check",
        "Open reads the handle's first word before it looks at the size",
        &["memory.open.size_too_small"],
        ReadsBeforeCheck::make,
    )
    .by(Manner::Crash),
    Mutant::new(
        "memory_open_of_one_byte_less_works",
        "Open does without the handle's last byte",
        &["memory.open.size_too_small"],
        OneByteLessWorks::make,
    ),
    Mutant::new(
        "memory_open_of_one_byte_less_says_invalid_size",
        "Open of a handle that lacks one byte answers INVALID_SIZE",
        &["memory.open.size_too_small"],
        OneByteLessIsInvalidSize::make,
    ),
    Mutant::new(
        "memory_open_of_one_byte_more_works",
        "Open takes a handle that is one byte too long",
        &["memory.open.size_too_large"],
        OneByteMoreWorks::make,
    ),
    Mutant::new(
        "memory_open_of_largest_size_works",
        "Open takes the largest size for one that is not known",
        &["memory.open.size_too_large"],
        LargestSizeWorks::make,
    ),
    Mutant::new(
        "memory_open_of_any_larger_size_works",
        "Open wants as many bytes as a handle has or more",
        &["memory.open.size_too_large"],
        LargerWorks::make,
    ),
    Mutant::new(
        "memory_open_of_largest_size_says_out_of_memory",
        "Open copies the handle's bytes before it looks at the size, and has no memory for the largest size",
        &["memory.open.size_too_large"],
        LargestSizeIsOutOfMemory::make,
    ),
    Mutant::new(
        "memory_open_of_one_byte_more_says_invalid_size",
        "Open of a handle that is one byte too long answers INVALID_SIZE",
        &["memory.open.size_too_large"],
        OneByteMoreIsInvalidSize::make,
    ),
    Mutant::new(
        "memory_open_on_device_of_another_context",
        "Open on a device that is not in the context takes the context's own",
        &["memory.open.device_not_in_context"],
        OtherDevice::make,
    )
    .on("two-devices"),
    Mutant::new(
        "memory_open_in_context_of_the_device",
        "Open in a context that lacks the device takes another one that has it",
        &["memory.open.device_not_in_context"],
        OtherContext::make,
    )
    .on("two-devices"),
];

layer!(NullContextWorks { last: AtomicUsize }
    unsafe fn context_create(
        &self,
        count: u32,
        devices: *const ur_ipc_api::DeviceHandle,
        properties: *const ur_ipc_api::ContextProperties,
        context: *mut ContextHandle,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.context_create(count, devices, properties, context) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.last.store(unsafe { context.read() }.address(), Ordering::Relaxed);
        }
        result
    }

    open! { (self, context, device, data, size, mem) {
        let last = ContextHandle::from_address(self.last.load(Ordering::Relaxed));
        let context = if context.is_null() { last } else { context };
        // SAFETY: same contract.
        unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) }
    } }
);

answers!(
    NullContextIsInvalidContext,
    open(context, device, data, size, mem),
    context.is_null(),
    ERROR_INVALID_CONTEXT
);

layer!(RefusalSticks { refused: AtomicBool }
    open! { (self, context, device, data, size, mem) {
        if self.refused.swap(false, Ordering::Relaxed) {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        if context.is_null() || device.is_null() {
            self.refused.store(true, Ordering::Relaxed);
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) }
    } }
);

layer!(NullDeviceWorks {}
    open! { (self, context, device, data, size, mem) {
        let device = if device.is_null() { device_of(&*self.inner, context) } else { device };
        // SAFETY: same contract.
        unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) }
    } }
);

answers!(
    NullDeviceIsInvalidDevice,
    open(context, device, data, size, mem),
    device.is_null(),
    ERROR_INVALID_DEVICE
);
answers!(NullDataIsInvalidValue, open(context, device, data, size, mem), data.is_null(), ERROR_INVALID_VALUE);
answers!(NullDataIsSuccess, open(context, device, data, size, mem), data.is_null(), SUCCESS);

layer!(NullDataRead {}
    open! { (self, context, device, data, size, mem) {
        if data.is_null() {
            // What a read through a null pointer comes to.
            std::process::abort();
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) }
    } }
);

answers!(NullOutIsInvalidValue, open(context, device, data, size, mem), mem.is_null(), ERROR_INVALID_VALUE);
answers!(NullOutIsSuccess, open(context, device, data, size, mem), mem.is_null(), SUCCESS);

layer!(NullOutLeaksDescriptor {}
    open! { (self, context, device, data, size, mem) {
        if mem.is_null() {
            leak_descriptor();
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) }
    } }
);

layer!(NullOutOpens {}
    open! { (self, context, device, data, size, mem) {
        if mem.is_null() {
            let mut own = null_mut();
            // SAFETY: same contract, with a place for the pointer.
            unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, &raw mut own) };
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) }
    } }
);

answers!(NoBytesIsSuccess, open(context, device, data, size, mem), size == 0, SUCCESS);
answers!(NoBytesIsNullPointer, open(context, device, data, size, mem), size == 0, ERROR_INVALID_NULL_POINTER);
answers!(NoBytesIsInvalidSize, open(context, device, data, size, mem), size == 0, ERROR_INVALID_SIZE);

layer!(ReadsBeforeCheck {}
    open! { (self, context, device, data, size, mem) {
        if !data.is_null() {
            // SAFETY: none for a handle of no bytes, which is the defect.
            std::hint::black_box(unsafe { data.cast::<u8>().read_volatile() });
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) }
    } }
);

layer!(OneByteLessWorks {}
    open! { (self, context, device, data, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if size != HANDLE_SIZE - 1 || result != UrResult::ERROR_INVALID_VALUE {
            return result;
        }
        // SAFETY: readable for its size.
        let mut whole = unsafe { bytes(data, size) };
        whole.push(0);
        let (at, size) = (whole.as_mut_ptr(), whole.len());
        let found = (0..=u8::MAX).find(|&last| {
            whole[size - 1] = last;
            // SAFETY: `whole` has a handle's size.
            unsafe { self.inner.ipc_open_mem_handle_exp(context, device, at.cast(), size, mem) }.is_success()
        });
        found.map_or(result, |_| UrResult::SUCCESS)
    } }
);

answers!(
    OneByteLessIsInvalidSize,
    open(context, device, data, size, mem),
    size == HANDLE_SIZE - 1,
    ERROR_INVALID_SIZE
);

/// Open of sizes that are so takes the size of a handle.
macro_rules! too_large {
    ($type:ident, |$size:ident| $condition:expr) => {
        layer!($type {}
            open! { (self, context, device, data, $size, mem) {
                let size = if $condition { HANDLE_SIZE } else { $size };
                // SAFETY: same contract; fewer bytes are read than promised.
                unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) }
            } }
        );
    };
}

too_large!(OneByteMoreWorks, |size| size == HANDLE_SIZE + 1);
too_large!(LargestSizeWorks, |size| size == usize::MAX);
too_large!(LargerWorks, |size| size > HANDLE_SIZE);

answers!(
    LargestSizeIsOutOfMemory,
    open(context, device, data, size, mem),
    size == usize::MAX,
    ERROR_OUT_OF_HOST_MEMORY
);
answers!(
    OneByteMoreIsInvalidSize,
    open(context, device, data, size, mem),
    size == HANDLE_SIZE + 1,
    ERROR_INVALID_SIZE
);

layer!(OtherDevice {}
    open! { (self, context, device, data, size, mem) {
        let own = device_of(&*self.inner, context);
        let device = if device.is_null() || own.is_null() { device } else { own };
        // SAFETY: same contract.
        unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) }
    } }
);

layer!(OtherContext { opened: Live<ContextHandle>, contexts: Live<()> }
    unsafe fn context_create(
        &self,
        count: u32,
        devices: *const ur_ipc_api::DeviceHandle,
        properties: *const ur_ipc_api::ContextProperties,
        context: *mut ContextHandle,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.context_create(count, devices, properties, context) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.contexts.add(unsafe { context.read() }.0, ());
        }
        result
    }

    open! { (self, context, device, data, size, mem) {
        let has = |(address, ()): &(usize, ())| {
            device_of(&*self.inner, ContextHandle::from_address(*address)) == device
        };
        let other = self.contexts.find(has).map_or(context, |(other, ())| ContextHandle(other));
        let known = !context.is_null() && device_of(&*self.inner, context) != device;
        let context = if known { other } else { context };
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.opened.add(unsafe { mem.read() }, context);
        }
        result
    } }

    close! { (self, context, mem) {
        let own = self.opened.remove(mem);
        let context = if context.is_null() { context } else { own.unwrap_or(context) };
        // SAFETY: same contract.
        unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
    } }
);
