//! `urIPCPutMemHandleExp`.

use super::super::tools::{layer, leak_descriptor};
use super::support::{Copies, Live};
use crate::Legacy as Mutant;
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_api::{ContextHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_put_takes_newest_handle_only",
        "Put refuses a handle that is not the newest one of its allocation",
        &["memory.put.success"],
        NewestOnly::make,
    ),
    Mutant::new(
        "memory_put_takes_oldest_handle_only",
        "Put refuses a handle that is not the oldest one of its allocation",
        &["memory.put.success"],
        OldestOnly::make,
    ),
    Mutant::new(
        "memory_put_says_invalid_operation",
        "Put does its work and answers an error",
        &["memory.put.success"],
        EffectWithFailure::make,
    ),
    Mutant::new(
        "memory_put_without_context_works",
        "Put without a context takes that of the handle",
        &["memory.put.null_context"],
        NullContextWorks::make,
    ),
    Mutant::new(
        "memory_put_without_context_frees",
        "a Put that is refused for its null context releases the handle all the same",
        &["memory.put.null_context"],
        NullContextFrees::make,
    ),
    Mutant::new(
        "memory_put_without_context_says_invalid_context",
        "Put without a context answers INVALID_CONTEXT",
        &["memory.put.null_context"],
        NullContextIsInvalidContext::make,
    ),
    Mutant::new(
        "memory_put_without_context_says_success",
        "Put without a context does nothing and succeeds",
        &["memory.put.null_context"],
        NullContextIsSuccess::make,
    ),
    Mutant::new(
        "memory_put_of_null_says_success",
        "Put of a null pointer succeeds, as free does",
        &["memory.put.null_data"],
        NullDataIsSuccess::make,
    ),
    Mutant::new(
        "memory_put_of_null_says_invalid_value",
        "Put of a null pointer answers INVALID_VALUE",
        &["memory.put.null_data"],
        NullDataIsInvalidValue::make,
    ),
    Mutant::new(
        "memory_put_of_null_says_null_handle",
        "Put of a null pointer answers INVALID_NULL_HANDLE",
        &["memory.put.null_data"],
        NullDataIsNullHandle::make,
    ),
    Mutant::new(
        "memory_put_of_null_puts_newest",
        "Put of a null pointer is refused and puts the newest handle",
        &["memory.put.null_data"],
        NullDataPutsNewest::make,
    ),
    Mutant::new(
        "memory_put_frees_copy_and_keeps_original",
        "Get hands out a copy, and Put frees that instead of what it was made of",
        &["memory.put.takes_original_pointer", "lifetime.fd.memory_cycles"],
        CopyFreedOriginalKept::make,
    )
    .seen_in("unified-runtime commit 97e4fb5ac"),
    Mutant::new(
        "memory_put_does_not_know_copy",
        "Get hands out a copy, and Put takes the original only",
        &["memory.put.takes_original_pointer", "memory.put.success"],
        CopyUnknownToPut::make,
    ),
    Mutant::new(
        "memory_put_leaks_descriptor",
        "Put leaves a descriptor open",
        &["memory.put.takes_original_pointer", "lifetime.fd.memory_cycles"],
        LeaksDescriptor::make,
    ),
    Mutant::new(
        "memory_put_leaks_buffer",
        "Put does not free the buffer",
        &["memory.put.takes_original_pointer"],
        LeaksBuffer::make,
    ),
    Mutant::new(
        "memory_put_spoils_other_handles",
        "Put writes over the buffers of the other handles",
        &["memory.put.takes_original_pointer", "memory.get.repeated"],
        SpoilsOthers::make,
    ),
    Mutant::new(
        "memory_put_after_free_refused",
        "Put of a handle whose allocation was freed fails",
        &["memory.put.after_free"],
        AfterFreeRefused::make,
    ),
    Mutant::new(
        "memory_put_after_free_leaves_export",
        "Put of a handle whose allocation was freed puts the newest handle that was made for its address",
        &["memory.put.after_free"],
        AfterFreePutsNewest::make,
    ),
    Mutant::new(
        "memory_free_of_exported_memory_refused",
        "urUSMFree of memory that has a handle fails",
        &["memory.put.after_free"],
        FreeRefused::make,
    ),
    Mutant::new(
        "memory_get_after_late_put_refused",
        "after a Put of a handle whose allocation was freed the next Get fails",
        &["memory.put.after_free"],
        GetAfterLatePutRefused::make,
    ),
];

/// Gets are noted in `self.live`, with the pointer that they were made for; Put takes one of the handles of a pointer.
macro_rules! in_order {
    ($type:ident, |$live:ident, $of:ident| $next:expr) => {
        layer!($type { live: Live<usize> }
            get! { (self, context, mem, data, size) {
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    self.live.add(unsafe { data.read() }, mem.addr());
                }
                result
            } }

            put! { (self, context, data) {
                let $live = &self.live;
                if self.live.get(data).and_then(|$of| $next).is_some_and(|next| next != data) {
                    return UrResult::ERROR_INVALID_VALUE;
                }
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_put_mem_handle_exp(context, data) };
                if result.is_success() {
                    self.live.remove(data);
                }
                result
            } }

            free! { (self, context, mem) {
                self.live.remove_of(&mem.addr());
                // SAFETY: same contract.
                unsafe { self.inner.usm_free(context, mem) }
            } }
        );
    };
}

in_order!(NewestOnly, |live, of| live.newest_of(&of));
in_order!(OldestOnly, |live, of| live.find(|(_, other)| *other == of).map(|(oldest, _)| oldest));

layer!(EffectWithFailure {}
    put! { (self, context, data) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_put_mem_handle_exp(context, data) };
        if result.is_success() { UrResult::ERROR_INVALID_OPERATION } else { result }
    } }
);

/// The contexts of handles are kept, and Put without one does this with a handle and its context.
macro_rules! null_context {
    ($type:ident, |$worked:ident| $answer:expr) => {
        layer!($type { live: Live<ContextHandle> }
            get! { (self, context, mem, data, size) {
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    self.live.add(unsafe { data.read() }, context);
                }
                result
            } }

            put! { (self, context, data) {
                let own = self.live.remove(data).unwrap_or(context);
                // SAFETY: same contract, in the context of the handle.
                let $worked = unsafe { self.inner.ipc_put_mem_handle_exp(own, data) };
                if context.is_null() { $answer } else { $worked }
            } }
        );
    };
}

null_context!(NullContextWorks, |result| result);
null_context!(NullContextFrees, |_result| UrResult::ERROR_INVALID_NULL_HANDLE);

answers!(NullContextIsInvalidContext, put(context, data), context.is_null(), ERROR_INVALID_CONTEXT);
answers!(NullContextIsSuccess, put(context, data), context.is_null(), SUCCESS);
answers!(NullDataIsSuccess, put(context, data), data.is_null(), SUCCESS);
answers!(NullDataIsInvalidValue, put(context, data), data.is_null(), ERROR_INVALID_VALUE);
answers!(NullDataIsNullHandle, put(context, data), data.is_null(), ERROR_INVALID_NULL_HANDLE);

layer!(NullDataPutsNewest { live: Live<()> }
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.live.add(unsafe { data.read() }, ());
        }
        result
    } }

    put! { (self, context, data) {
        if data.is_null() && let Some((newest, ())) = self.live.newest() {
            // SAFETY: a handle that was not put.
            unsafe { self.inner.ipc_put_mem_handle_exp(context, newest) };
        }
        self.live.remove(data);
        // SAFETY: same contract.
        unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
    } }
);

/// Get hands out a copy, with which Put does this.
macro_rules! copied {
    ($type:ident, ($self:ident, $context:ident, $data:ident) $put:block) => {
        layer!($type { copies: Copies }
            get! { (self, context, mem, data, size) {
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    unsafe { self.copies.replace(data, size, 0) };
                }
                result
            } }

            put! { ($self, $context, $data) $put }
        );
    };
}

copied!(CopyFreedOriginalKept, (self, context, data) {
    if self.copies.remove(context, data).is_some() {
        return UrResult::SUCCESS;
    }
    // SAFETY: same contract.
    unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
});

copied!(CopyUnknownToPut, (self, context, data) {
    // SAFETY: same contract.
    unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
});

copied!(SpoilsOthers, (self, context, data) {
    let original = self.copies.remove(context, data).unwrap_or(data);
    self.copies.spoil();
    // SAFETY: same contract.
    unsafe { self.inner.ipc_put_mem_handle_exp(context, original) }
});

layer!(LeaksDescriptor {}
    put! { (self, context, data) {
        leak_descriptor();
        // SAFETY: same contract.
        unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
    } }
);

layer!(LeaksBuffer {}
    put! { (self, context, data) {
        // Hidden from the compiler, which would spare itself an allocation that nobody reads.
        std::mem::forget(std::hint::black_box(vec![1u8; super::support::HANDLE_SIZE]));
        // SAFETY: same contract.
        unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
    } }
);

/// Gets are noted in `self.live`, with the pointer that they were made for; Put of a handle whose memory was freed
/// does this.
macro_rules! after_free {
    ($type:ident, ($self:ident, $context:ident, $data:ident, $of:ident) $late:block) => {
        layer!($type { live: Live<usize>, freed: Live<usize>, late: AtomicBool }
            get! { (self, context, mem, data, size) {
                if self.late.swap(false, Ordering::Relaxed) {
                    return UrResult::ERROR_INVALID_OPERATION;
                }
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    self.live.add(unsafe { data.read() }, mem.addr());
                }
                result
            } }

            put! { ($self, $context, $data) {
                if let Some($of) = $self.freed.remove($data) {
                    return $late;
                }
                $self.live.remove($data);
                // SAFETY: same contract.
                unsafe { $self.inner.ipc_put_mem_handle_exp($context, $data) }
            } }

            free! { (self, context, mem) {
                // SAFETY: same contract.
                let result = unsafe { self.inner.usm_free(context, mem) };
                while let Some(late) = self.live.newest_of(&mem.addr()).filter(|_| result.is_success()) {
                    self.live.remove(late);
                    self.freed.add(late, mem.addr());
                }
                result
            } }
        );
    };
}

after_free!(AfterFreeRefused, (self, _context, _data, _of) { UrResult::ERROR_INVALID_MEM_OBJECT });

after_free!(AfterFreePutsNewest, (self, context, data, of) {
    let newest = self.live.newest_of(&of).unwrap_or(data);
    self.live.remove(newest);
    // SAFETY: same contract, for a handle that was not put.
    unsafe { self.inner.ipc_put_mem_handle_exp(context, newest) }
});

after_free!(GetAfterLatePutRefused, (self, context, data, _of) {
    self.late.store(true, Ordering::Relaxed);
    // SAFETY: same contract.
    unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
});

layer!(FreeRefused { live: Live<usize> }
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.live.add(unsafe { data.read() }, mem.addr());
        }
        result
    } }

    put! { (self, context, data) {
        self.live.remove(data);
        // SAFETY: same contract.
        unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
    } }

    free! { (self, context, mem) {
        if self.live.count_of(&mem.addr()) > 0 {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        // SAFETY: same contract.
        unsafe { self.inner.usm_free(context, mem) }
    } }
);
