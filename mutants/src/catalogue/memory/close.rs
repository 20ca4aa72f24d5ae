//! `urIPCCloseMemHandleExp`: its arguments, and pointers that it must not take.

use super::super::tools::{Known, layer};
use super::support::{Live, Ranges};
use crate::Legacy as Mutant;
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_api::{ContextHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_close_says_invalid_operation",
        "Close does its work and answers an error",
        &["memory.close.success"],
        EffectWithFailure::make,
    ),
    Mutant::new(
        "memory_close_refuses_unused_pointer",
        "Close refuses a pointer that no command has used",
        &["memory.close.success"],
        UnusedRefused::make,
    ),
    Mutant::new(
        "memory_close_refuses_used_pointer",
        "Close refuses a pointer that a command has used",
        &["memory.close.success"],
        UsedRefused::make,
    ),
    Mutant::new(
        "memory_close_works_twice",
        "Close refuses the third pointer that is opened in the context",
        &["memory.close.success"],
        WorksTwice::make,
    ),
    Mutant::new(
        "memory_close_without_context_works",
        "Close without a context takes that of the pointer",
        &["memory.close.null_context"],
        NullContextWorks::make,
    ),
    Mutant::new(
        "memory_close_without_context_closes",
        "a Close that is refused for its null context closes all the same",
        &["memory.close.null_context"],
        NullContextCloses::make,
    ),
    Mutant::new(
        "memory_close_without_context_says_invalid_context",
        "Close without a context answers INVALID_CONTEXT",
        &["memory.close.null_context"],
        NullContextIsInvalidContext::make,
    ),
    Mutant::new(
        "memory_close_without_context_says_success",
        "Close without a context does nothing and succeeds",
        &["memory.close.null_context"],
        NullContextIsSuccess::make,
    ),
    Mutant::new(
        "memory_close_of_null_says_success",
        "Close of a null pointer succeeds, as free does",
        &["memory.close.null_mem"],
        NullMemIsSuccess::make,
    ),
    Mutant::new(
        "memory_close_of_null_says_invalid_value",
        "Close of a null pointer answers INVALID_VALUE",
        &["memory.close.null_mem"],
        NullMemIsInvalidValue::make,
    ),
    Mutant::new(
        "memory_close_of_null_closes_newest",
        "Close of a null pointer is refused and closes the newest one",
        &["memory.close.null_mem"],
        NullMemClosesNewest::make,
    ),
    Mutant::new(
        "memory_close_of_unknown_pointer_says_success",
        "Close of a pointer that is not open does nothing and succeeds",
        &["memory.close.unknown_pointer", "memory.close.double"],
        UnknownIsSuccess::make,
    ),
    Mutant::new(
        "memory_close_of_unknown_pointer_closes_newest",
        "Close of a pointer that is not open is refused and closes the newest one",
        &["memory.close.unknown_pointer"],
        UnknownClosesNewest::make,
    ),
    Mutant::new(
        "memory_close_frees_local_memory",
        "Close of local device memory frees it",
        &["memory.close.unknown_pointer"],
        LocalFreed::make,
    ),
    Mutant::new(
        "memory_close_frees_local_memory_and_fails",
        "Close of local device memory is refused after it was freed",
        &["memory.close.unknown_pointer"],
        LocalFreedWithFailure::make,
    ),
    Mutant::new(
        "memory_close_clears_local_memory",
        "Close of local device memory is refused and zeroes it",
        &["memory.close.unknown_pointer"],
        LocalCleared::make,
    ),
    Mutant::new(
        "memory_second_close_says_success",
        "a second Close of a pointer does nothing and succeeds",
        &["memory.close.double"],
        SecondIsSuccess::make,
    ),
    Mutant::new(
        "memory_close_closes_nothing",
        "Close succeeds and leaves the memory open",
        &["memory.close.double"],
        ClosesNothing::make,
    )
    .seen_in("unified-memory-framework a12247bc, found by reading"),
    Mutant::new(
        "memory_second_close_breaks_next_open",
        "a second Close of a pointer is refused, and the next Open fails",
        &["memory.close.double"],
        SecondBreaksOpen::make,
    ),
    Mutant::new(
        "memory_second_close_breaks_next_close",
        "a second Close of a pointer is refused, and the next Close of another one closes nothing and fails",
        &["memory.close.double"],
        SecondBreaksClose::make,
    ),
    Mutant::new(
        "memory_usm_free_closes",
        "urUSMFree of an opened pointer closes it",
        &["memory.close.usm_free_rejected"],
        FreeCloses::make,
    )
    .seen_in("unified-runtime 578c2a84a, adapter for CUDA, found by reading"),
    Mutant::new(
        "memory_usm_free_closes_and_fails",
        "urUSMFree of an opened pointer is refused after it was closed",
        &["memory.close.usm_free_rejected"],
        FreeClosesWithFailure::make,
    ),
    Mutant::new(
        "memory_usm_free_of_opened_says_success",
        "urUSMFree of an opened pointer does nothing and succeeds",
        &["memory.close.usm_free_rejected"],
        FreeIsSuccess::make,
    ),
    Mutant::new(
        "memory_usm_free_of_opened_clears",
        "urUSMFree of an opened pointer is refused and zeroes what it points to",
        &["memory.close.usm_free_rejected"],
        FreeClears::make,
    ),
    Mutant::new(
        "memory_usm_free_of_opened_prevents_close",
        "a pointer that urUSMFree has refused cannot be closed",
        &["memory.close.usm_free_rejected"],
        FreePreventsClose::make,
    ),
];

layer!(EffectWithFailure {}
    close! { (self, context, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) };
        if result.is_success() { UrResult::ERROR_INVALID_OPERATION } else { result }
    } }
);

/// Close refuses an opened pointer that commands have used, or have not.
macro_rules! refuses_by_use {
    ($type:ident, $used:literal) => {
        layer!($type { open: Ranges, used: Known }
            open! { (self, context, device, data, size, mem) {
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    self.open.add(&*self.inner, context, unsafe { mem.read() });
                }
                result
            } }

            copy! { (self, queue, blocking, dst, src, size, count, list, event) {
                if self.open.offset(src).is_some() {
                    self.used.add(src.addr());
                }
                // SAFETY: same contract.
                unsafe { self.inner.enqueue_usm_memcpy(queue, blocking, dst, src, size, count, list, event) }
            } }

            close! { (self, context, mem) {
                if self.open.offset(mem).is_some() && self.used.has(mem.addr()) == $used {
                    return UrResult::ERROR_INVALID_OPERATION;
                }
                self.open.remove(mem);
                self.used.remove(mem.addr());
                // SAFETY: same contract.
                unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
            } }
        );
    };
}

refuses_by_use!(UnusedRefused, false);
refuses_by_use!(UsedRefused, true);

layer!(WorksTwice { opened: Live<ContextHandle> }
    open! { (self, context, device, data, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.opened.add(unsafe { mem.read() }, context);
        }
        result
    } }

    close! { (self, context, mem) {
        let third = self.opened.count_of(&context) > 2;
        if third && self.opened.newest_of(&context) == Some(mem) {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
    } }
);

/// The methods that keep `self.open`: what is open, and in which context. Close does this.
macro_rules! close_with_open {
    (
        $type:ident { $($field:ident: $ty:ty),* },
        ($self:ident, $context:ident, $mem:ident) $body:block
        $($method:item)*
    ) => {
        layer!($type { open: Live<ContextHandle>, $($field: $ty),* }
            open! { (self, context, device, data, size, mem) {
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    self.open.add(unsafe { mem.read() }, context);
                }
                result
            } }

            close! { ($self, $context, $mem) $body }

            $($method)*
        );
    };
}

close_with_open!(NullContextWorks {}, (self, context, mem) {
    let context = self.open.remove(mem).unwrap_or(context);
    // SAFETY: same contract.
    unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
});

close_with_open!(NullContextCloses {}, (self, context, mem) {
    let own = self.open.remove(mem).unwrap_or(context);
    // SAFETY: same contract.
    let result = unsafe { self.inner.ipc_close_mem_handle_exp(own, mem) };
    if context.is_null() { UrResult::ERROR_INVALID_NULL_HANDLE } else { result }
});

answers!(NullContextIsInvalidContext, close(context, mem), context.is_null(), ERROR_INVALID_CONTEXT);
answers!(NullContextIsSuccess, close(context, mem), context.is_null(), SUCCESS);
answers!(NullMemIsSuccess, close(context, mem), mem.is_null(), SUCCESS);
answers!(NullMemIsInvalidValue, close(context, mem), mem.is_null(), ERROR_INVALID_VALUE);

/// A Close that is refused closes the newest pointer where a condition holds.
macro_rules! closes_newest {
    ($type:ident, |$mem:ident| $condition:expr) => {
        close_with_open!($type {}, (self, context, $mem) {
            // SAFETY: same contract.
            let result = unsafe { self.inner.ipc_close_mem_handle_exp(context, $mem) };
            if result.is_success() {
                self.open.remove($mem);
            } else if !context.is_null() && $condition && let Some((newest, own)) = self.open.newest() {
                // SAFETY: a pointer that is open.
                unsafe { self.inner.ipc_close_mem_handle_exp(own, newest) };
            }
            result
        });
    };
}

closes_newest!(NullMemClosesNewest, |mem| mem.is_null());
closes_newest!(UnknownClosesNewest, |mem| !mem.is_null());

layer!(UnknownIsSuccess {}
    close! { (self, context, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) };
        if result == UrResult::ERROR_INVALID_VALUE { UrResult::SUCCESS } else { result }
    } }
);

/// A Close of local memory, which is refused, does this and gives that.
macro_rules! local {
    ($type:ident, |$self:ident, $context:ident, $mem:ident, $refused:ident| $instead:block) => {
        layer!($type {}
            close! { ($self, $context, $mem) {
                // SAFETY: same contract.
                let $refused = unsafe { $self.inner.ipc_close_mem_handle_exp($context, $mem) };
                if $refused == UrResult::ERROR_INVALID_VALUE $instead else { $refused }
            } }
        );
    };
}

local!(LocalFreed, |self, context, mem, refused| {
    // SAFETY: the host backend refuses what it has not allocated.
    let freed = unsafe { self.inner.usm_free(context, mem) };
    if freed.is_success() { freed } else { refused }
});

local!(LocalFreedWithFailure, |self, context, mem, refused| {
    // SAFETY: the host backend refuses what it has not allocated.
    unsafe { self.inner.usm_free(context, mem) };
    refused
});

local!(LocalCleared, |self, context, mem, refused| {
    if super::support::place(&*self.inner, context, mem).1 != 0 {
        super::support::overwrite(&*self.inner, context, mem, 64);
    }
    refused
});

/// Closed pointers are kept in `self.closed`; a second Close of one does this.
macro_rules! second_close {
    ($type:ident, ($self:ident, $refused:ident) $instead:block) => {
        layer!($type { closed: Live<()>, broken: AtomicBool }
            alloc! { (self, context, device, desc, pool, size, mem) {
                // SAFETY: same contract.
                let result = unsafe { self.inner.usm_device_alloc(context, device, desc, pool, size, mem) };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    self.closed.remove(unsafe { mem.read() });
                }
                result
            } }

            open! { (self, context, device, data, size, mem) {
                if self.broken.swap(false, Ordering::Relaxed) {
                    return UrResult::ERROR_OUT_OF_RESOURCES;
                }
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    self.closed.remove(unsafe { mem.read() });
                }
                result
            } }

            close! { ($self, context, mem) {
                // SAFETY: same contract.
                let $refused = unsafe { $self.inner.ipc_close_mem_handle_exp(context, mem) };
                if $refused.is_success() {
                    $self.closed.add(mem, ());
                } else if !context.is_null() && $self.closed.get(mem).is_some() $instead
                $refused
            } }
        );
    };
}

second_close!(SecondIsSuccess, (self, refused) { return UrResult::SUCCESS; });
second_close!(SecondBreaksOpen, (self, refused) { self.broken.store(true, Ordering::Relaxed); });

layer!(SecondBreaksClose { closed: Live<()>, broken: AtomicBool }
    open! { (self, context, device, data, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.closed.remove(unsafe { mem.read() });
        }
        result
    } }

    close! { (self, context, mem) {
        if self.broken.swap(false, Ordering::Relaxed) {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) };
        if result.is_success() {
            self.closed.add(mem, ());
        } else if self.closed.get(mem).is_some() {
            self.broken.store(true, Ordering::Relaxed);
        }
        result
    } }
);

close_with_open!(ClosesNothing {}, (self, context, mem) {
    if self.open.get(mem) == Some(context) {
        return UrResult::SUCCESS;
    }
    // SAFETY: same contract.
    unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
});

/// A urUSMFree of an opened pointer does this.
macro_rules! free_of_opened {
    ($type:ident, ($self:ident, $context:ident, $mem:ident) $instead:block) => {
        close_with_open!($type { refused: Live<()> }, (self, context, mem) {
            if self.refused.get(mem).is_some() {
                return UrResult::ERROR_INVALID_OPERATION;
            }
            self.open.remove(mem);
            // SAFETY: same contract.
            unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
        }
        free! { ($self, $context, $mem) {
            if $self.open.get($mem).is_some() $instead
            // SAFETY: same contract.
            unsafe { $self.inner.usm_free($context, $mem) }
        } });
    };
}

free_of_opened!(FreeCloses, (self, context, mem) {
    self.open.remove(mem);
    // SAFETY: same contract.
    return unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) };
});

free_of_opened!(FreeClosesWithFailure, (self, context, mem) {
    // SAFETY: same contract.
    unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) };
});

free_of_opened!(FreeIsSuccess, (self, context, mem) { return UrResult::SUCCESS; });

free_of_opened!(FreeClears, (self, context, mem) {
    super::support::overwrite(&*self.inner, context, mem, 64);
});

free_of_opened!(FreePreventsClose, (self, context, mem) { self.refused.add(mem, ()); });
