//! `urIPCGetMemHandleExp`: success, and arguments that are null.

use super::super::tools::{layer, leak_descriptor};
use super::support::{Live, place};
use crate::Legacy as Mutant;
use std::ptr::{dangling_mut, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_api::{ContextHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_get_gives_null_buffer",
        "Get succeeds and gives a null buffer",
        &["memory.get.success"],
        GivesNullBuffer::make,
    ),
    Mutant::new(
        "memory_get_gives_size_zero",
        "Get succeeds and says that the handle has no bytes",
        &["memory.get.success"],
        GivesSizeZero::make,
    ),
    Mutant::new(
        "memory_get_refuses_small_allocation",
        "Get refuses allocations that are smaller than a page",
        &["memory.get.success"],
        SmallRefused::make,
    ),
    Mutant::new(
        "memory_get_refuses_one_byte",
        "Get refuses an allocation of one byte",
        &["memory.get.success"],
        OneByteRefused::make,
    ),
    Mutant::new(
        "memory_get_refuses_large_allocation",
        "Get refuses allocations of more than 1 MiB",
        &["memory.get.success"],
        LargeRefused::make,
    ),
    Mutant::new(
        "memory_get_refuses_uneven_size",
        "Get refuses allocations whose size is no multiple of 4096 bytes",
        &["memory.get.success"],
        UnevenRefused::make,
    ),
    Mutant::new(
        "memory_get_without_context_works",
        "Get without a context takes that of the allocation",
        &["memory.get.null_context"],
        NullContextWorks::make,
    ),
    Mutant::new(
        "memory_get_without_context_says_invalid_context",
        "Get without a context answers INVALID_CONTEXT",
        &["memory.get.null_context"],
        NullContextIsInvalidContext::make,
    ),
    Mutant::new(
        "memory_get_without_context_says_null_pointer",
        "Get without a context answers INVALID_NULL_POINTER",
        &["memory.get.null_context"],
        NullContextIsNullPointer::make,
    ),
    Mutant::new(
        "memory_get_refusal_sticks",
        "after a Get that was refused for a null handle or pointer the next one fails, too",
        &["memory.get.null_context", "memory.get.null_out_data", "memory.get.null_out_size"],
        RefusalSticks::make,
    ),
    Mutant::new(
        "memory_get_without_out_data_says_invalid_value",
        "Get without a place for the buffer answers INVALID_VALUE",
        &["memory.get.null_out_data"],
        NullDataIsInvalidValue::make,
    ),
    Mutant::new(
        "memory_get_without_out_data_says_success",
        "Get without a place for the buffer succeeds and writes nothing",
        &["memory.get.null_out_data"],
        NullDataIsSuccess::make,
    ),
    Mutant::new(
        "memory_get_without_out_data_tells_another_size",
        "Get without a place for the buffer tells a size that is one byte too large",
        &["memory.get.null_out_data"],
        NullDataTellsAnotherSize::make,
    ),
    Mutant::new(
        "memory_get_without_out_size_says_invalid_value",
        "Get without a place for the size answers INVALID_VALUE",
        &["memory.get.null_out_size"],
        NullSizeIsInvalidValue::make,
    ),
    Mutant::new(
        "memory_get_without_out_size_gives_no_buffer",
        "Get without a place for the size succeeds and gives no buffer",
        &["memory.get.null_out_size"],
        NullSizeIsSuccess::make,
    ),
    Mutant::new(
        "memory_get_of_null_gives_another_handle",
        "Get of a null pointer exports the newest allocation",
        &["memory.get.null_mem"],
        NullMemWorks::make,
    ),
    Mutant::new(
        "memory_get_of_null_says_success",
        "Get of a null pointer does nothing and succeeds",
        &["memory.get.null_mem", "memory.outputs_untouched_on_error"],
        NullMemIsSuccess::make,
    ),
    Mutant::new(
        "memory_get_of_null_writes_outputs",
        "Get of a null pointer fails and gives a dangling buffer",
        &["memory.get.null_mem", "memory.outputs_untouched_on_error"],
        NullMemWritesOutputs::make,
    ),
    Mutant::new(
        "memory_get_of_null_leaks_descriptor",
        "Get of a null pointer fails and leaves a descriptor open",
        &["memory.get.null_mem"],
        NullMemLeaksDescriptor::make,
    ),
];

layer!(GivesNullBuffer {}
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call; nobody else knows the handle.
            unsafe {
                self.inner.ipc_put_mem_handle_exp(context, data.read());
                data.write(null_mut());
            }
        }
        result
    } }
);

layer!(GivesSizeZero {}
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            unsafe { size.write(0) };
        }
        result
    } }
);

/// Get of an allocation whose size is so fails.
macro_rules! refuses_size {
    ($type:ident, |$bytes:ident| $condition:expr) => {
        layer!($type {}
            get! { (self, context, mem, data, size) {
                let (_, $bytes) = place(&*self.inner, context, mem);
                if $bytes != 0 && $condition {
                    return UrResult::ERROR_INVALID_VALUE;
                }
                // SAFETY: same contract.
                unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
            } }
        );
    };
}

refuses_size!(SmallRefused, |bytes| bytes < 4096);
refuses_size!(OneByteRefused, |bytes| bytes == 1);
refuses_size!(LargeRefused, |bytes| bytes > 1 << 20);
refuses_size!(UnevenRefused, |bytes| bytes % 4096 != 0);

layer!(NullContextWorks { live: Live<ContextHandle> }
    alloc! { (self, context, device, desc, pool, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.usm_device_alloc(context, device, desc, pool, size, mem) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.live.add(unsafe { mem.read() }, context);
        }
        result
    } }

    get! { (self, context, mem, data, size) {
        let own = self.live.find(|(base, _)| *base == mem.addr()).map(|(_, own)| own);
        let context = if context.is_null() { own.unwrap_or(context) } else { context };
        // SAFETY: same contract.
        unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
    } }

    free! { (self, context, mem) {
        self.live.remove(mem);
        // SAFETY: same contract.
        unsafe { self.inner.usm_free(context, mem) }
    } }
);

answers!(
    NullContextIsInvalidContext,
    get(context, mem, data, size),
    context.is_null(),
    ERROR_INVALID_CONTEXT
);
answers!(
    NullContextIsNullPointer,
    get(context, mem, data, size),
    context.is_null(),
    ERROR_INVALID_NULL_POINTER
);

layer!(RefusalSticks { refused: AtomicBool }
    get! { (self, context, mem, data, size) {
        if self.refused.swap(false, Ordering::Relaxed) {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        if context.is_null() || data.is_null() || size.is_null() {
            self.refused.store(true, Ordering::Relaxed);
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
    } }
);

answers!(NullDataIsInvalidValue, get(context, mem, data, size), data.is_null(), ERROR_INVALID_VALUE);
answers!(NullDataIsSuccess, get(context, mem, data, size), data.is_null(), SUCCESS);

layer!(NullDataTellsAnotherSize {}
    get! { (self, context, mem, data, size) {
        let mut own = null_mut();
        let place = if data.is_null() { &raw mut own } else { data };
        // SAFETY: same contract, with a place for the buffer.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, place, size) };
        if result.is_success() && data.is_null() {
            // SAFETY: written by the successful call; nobody else knows the handle.
            unsafe {
                self.inner.ipc_put_mem_handle_exp(context, own);
                *size += 1;
            }
        }
        result
    } }
);

answers!(NullSizeIsInvalidValue, get(context, mem, data, size), size.is_null(), ERROR_INVALID_VALUE);
answers!(NullSizeIsSuccess, get(context, mem, data, size), size.is_null(), SUCCESS);

layer!(NullMemWorks { live: Live<()> }
    alloc! { (self, context, device, desc, pool, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.usm_device_alloc(context, device, desc, pool, size, mem) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.live.add(unsafe { mem.read() }, ());
        }
        result
    } }

    get! { (self, context, mem, data, size) {
        let newest = self.live.newest().map_or(mem, |(newest, ())| newest);
        let mem = if mem.is_null() { newest } else { mem };
        // SAFETY: same contract.
        unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
    } }

    free! { (self, context, mem) {
        self.live.remove(mem);
        // SAFETY: same contract.
        unsafe { self.inner.usm_free(context, mem) }
    } }
);

answers!(NullMemIsSuccess, get(context, mem, data, size), mem.is_null(), SUCCESS);

layer!(NullMemWritesOutputs {}
    get! { (self, context, mem, data, size) {
        if mem.is_null() && !data.is_null() {
            // SAFETY: not null, and writable as UR demands.
            unsafe { data.write(dangling_mut::<u64>().cast()) };
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
    } }
);

layer!(NullMemLeaksDescriptor {}
    get! { (self, context, mem, data, size) {
        if mem.is_null() {
            leak_descriptor();
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
    } }
);
