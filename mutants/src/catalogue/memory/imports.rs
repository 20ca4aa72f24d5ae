//! Several opens of one handle, in one context and in two.

use super::super::tools::layer;
use super::support::{HANDLE_SIZE, Live, Ranges, SOURCE, allocate, bytes, lock, place, with_queue};
use crate::Legacy as Mutant;
use std::collections::BTreeMap;
use std::ptr::{null, null_mut, with_exposed_provenance_mut};
use std::sync::Mutex;
use ur_ipc_api::{ContextHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_open_refuses_handle_that_is_open",
        "Open refuses a handle that is open",
        &["memory.open.multiple"],
        SecondRefused::make,
    ),
    Mutant::new(
        "memory_open_takes_handle_eight_times",
        "Open refuses a handle that is open eight times",
        &["memory.open.multiple"],
        EightTimes::make,
    ),
    Mutant::new(
        "memory_open_takes_handle_once",
        "Open takes a handle once, whether it was closed since or not",
        &["memory.open.multiple", "memory.close.double"],
        OpenedOnce::make,
    ),
    Mutant::new(
        "memory_second_open_gives_copy",
        "a second Open of a handle gives a copy of the memory",
        &["memory.open.multiple", "memory.open.two_contexts", "memory.close.one_of_two_opens"],
        SecondIsCopy::make,
    ),
    Mutant::new(
        "memory_first_close_closes_shared_pointer",
        "Opens of one handle give one pointer, which the first Close closes",
        &["memory.close.one_of_two_opens", "memory.open.multiple"],
        FirstCloseCloses::make,
    ),
    Mutant::new(
        "memory_last_close_but_one_closes",
        "Opens of one handle give one pointer, which the last Close but one closes",
        &["memory.close.one_of_two_opens", "memory.open.multiple"],
        LastButOneCloses::make,
    ),
    Mutant::new(
        "memory_close_closes_all_of_handle",
        "Close closes every pointer that was opened with the handle",
        &["memory.close.one_of_two_opens", "memory.open.multiple"],
        ClosesAll::make,
    ),
    Mutant::new(
        "memory_close_closes_oldest_of_handle",
        "Close closes the oldest pointer that was opened with the handle",
        &["memory.close.one_of_two_opens", "memory.open.multiple"],
        ClosesOldest::make,
    ),
    Mutant::new(
        "memory_close_closes_newest_of_handle",
        "Close closes the newest pointer that was opened with the handle",
        &["memory.close.one_of_two_opens", "memory.open.multiple"],
        ClosesNewest::make,
    ),
    Mutant::new(
        "memory_close_makes_others_read_only",
        "after the first Close nothing can be written through other pointers",
        &["memory.close.one_of_two_opens"],
        OthersReadOnly::make,
    ),
    Mutant::new(
        "memory_open_refuses_second_context",
        "Open refuses a handle that is open in another context",
        &["memory.open.two_contexts"],
        SecondContextRefused::make,
    ),
    Mutant::new(
        "memory_open_shares_pointer_among_contexts",
        "Opens of one handle in two contexts give one pointer, which the first Close closes",
        &["memory.open.two_contexts"],
        SharedAmongContexts::make,
    ),
    Mutant::new(
        "memory_close_closes_in_other_contexts",
        "Close closes the pointers of the handle in other contexts, too",
        &["memory.open.two_contexts"],
        ClosesOtherContexts::make,
    ),
    Mutant::new(
        "memory_open_in_second_context_gives_copy",
        "Open of a handle that is open in another context gives a copy of the memory",
        &["memory.open.two_contexts"],
        CopyInSecondContext::make,
    ),
    Mutant::new(
        "memory_open_finds_pointer_by_allocation",
        "a cache of opened pointers tells allocations apart, but not the offsets of handles",
        &["cross_process.memory.many_and_large", "memory.get.interior_pointer"],
        ByAllocation::make,
    ),
    Mutant::new(
        "memory_open_finds_pointer_by_address_of_bytes",
        "a cache of opened pointers goes by the address of the handle data",
        &["cross_process.memory.many_and_large", "memory.concurrent"],
        ByAddress::make,
    ),
    Mutant::new(
        "memory_open_finds_pointer_by_descriptor",
        "a cache of opened pointers goes by the exporter's process id and descriptor, and keeps what was closed",
        &["cross_process.memory.reopen_new_allocation"],
        ByDescriptor::make,
    ),
    Mutant::new(
        "memory_open_evicts_other_handle",
        "Open of a second handle of an allocation closes what was opened with the first one",
        &["cross_process.memory.many_and_large"],
        EvictsOther::make,
    )
    .seen_in("unified-memory-framework a12247bc, found by reading"),
];

/// A pointer that was opened: in which context, and with which bytes.
type Import = (ContextHandle, Vec<u8>);

/// A layer that keeps in `self.open` what is open. Open does the first before the call below, unless its arguments
/// are plainly wrong, and Close the second instead of that.
macro_rules! imports {
    (
        $type:ident { $($field:ident: $ty:ty),* },
        open($self:ident, $context:ident, $device:ident, $bytes:ident, $mem:ident) $before:block,
        close($close_context:ident, $closed:ident) $close:block
    ) => {
        layer!($type { open: Live<Import>, $($field: $ty),* }
            open! { ($self, $context, $device, data, size, $mem) {
                if data.is_null() || size != HANDLE_SIZE || $mem.is_null() || $context.is_null() {
                    // SAFETY: same contract.
                    return unsafe {
                        $self.inner.ipc_open_mem_handle_exp($context, $device, data, size, $mem)
                    };
                }
                // SAFETY: readable for its size.
                let $bytes = unsafe { bytes(data, size) };
                $before
                // SAFETY: same contract.
                let result = unsafe {
                    $self.inner.ipc_open_mem_handle_exp($context, $device, data, size, $mem)
                };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    $self.open.add(unsafe { $mem.read() }, ($context, $bytes));
                }
                result
            } }

            close! { ($self, $close_context, $closed) $close }
        );
    };
}

/// Open is refused where a condition on what is open holds.
macro_rules! open_refused {
    ($type:ident, |$open:ident, $context:ident, $bytes:ident| $condition:expr) => {
        imports!($type {}, open(self, $context, device, $bytes, mem) {
            let $open = &self.open;
            if $condition {
                return UrResult::ERROR_INVALID_OPERATION;
            }
        }, close(context, mem) {
            self.open.remove(mem);
            // SAFETY: same contract.
            unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
        });
    };
}

open_refused!(SecondRefused, |open, context, bytes| open.find(|(_, (_, other))| *other == bytes).is_some());
open_refused!(EightTimes, |open, context, bytes| open.count_of(&(context, bytes.clone())) == 8);
open_refused!(SecondContextRefused, |open, context, bytes| {
    open.find(|(_, (in_context, other))| *in_context != context && *other == bytes).is_some()
});

imports!(OpenedOnce { ever: Mutex<Vec<Vec<u8>>> }, open(self, context, device, bytes, mem) {
    if lock(&self.ever).contains(&bytes) {
        return UrResult::ERROR_INVALID_OPERATION;
    }
}, close(context, mem) {
    if let Some((_, bytes)) = self.open.remove(mem) {
        lock(&self.ever).push(bytes);
    }
    // SAFETY: same contract.
    unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
});

/// Open gives a copy of what is open where a condition holds.
macro_rules! copies {
    ($type:ident, |$in_context:ident, $context:ident| $condition:expr) => {
        imports!($type { copies: Live<()> }, open(self, $context, device, bytes, mem) {
            let same = |(_, ($in_context, other)): &(usize, Import)| *other == bytes && $condition;
            if let Some((source, (own, _))) = self.open.find(same) {
                let (_, size) = place(&*self.inner, own, source);
                let result = allocate(&*self.inner, ($context, device), size, mem);
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    let copy = unsafe { mem.read() };
                    self.copies.add(copy, ());
                    let mut content = vec![0u8; size];
                    let content = content.as_mut_ptr().cast::<std::ffi::c_void>();
                    for (context, dst, src) in [(own, content, source), ($context, copy, content)] {
                        with_queue(&*self.inner, context, |queue| {
                            let inner = &self.inner;
                            // SAFETY: both have the size, and the copy is waited for.
                            unsafe { inner.enqueue_usm_memcpy(queue, true, dst, src, size, 0, null(), null_mut()) };
                        });
                    }
                }
                return result;
            }
        }, close(context, mem) {
            if self.copies.remove(mem).is_some() {
                // SAFETY: this layer allocated it.
                return unsafe { self.inner.usm_free(context, mem) };
            }
            self.open.remove(mem);
            // SAFETY: same contract.
            unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
        });
    };
}

copies!(SecondIsCopy, |_in_context, context| true);
copies!(CopyInSecondContext, |in_context, context| *in_context != context);

/// Close of a pointer closes others of the same handle as well, where a condition holds; a later Close of those
/// succeeds.
macro_rules! closes_others {
    ($type:ident, |$in_context:ident, $context:ident| $condition:expr) => {
        imports!($type { gone: Live<()> }, open(self, context, device, bytes, mem) {
        }, close($context, mem) {
            if self.gone.remove(mem).is_some() {
                return UrResult::SUCCESS;
            }
            let handle = self.open.remove(mem).map(|(_, bytes)| bytes);
            let same = |(_, ($in_context, other)): &(usize, Import)| {
                Some(other) == handle.as_ref() && $condition
            };
            while let Some((other, (own, _))) = self.open.find(same) {
                self.open.remove(other);
                self.gone.add(other, ());
                // SAFETY: a pointer that is open.
                unsafe { self.inner.ipc_close_mem_handle_exp(own, other) };
            }
            // SAFETY: same contract.
            unsafe { self.inner.ipc_close_mem_handle_exp($context, mem) }
        });
    };
}

closes_others!(ClosesAll, |_in_context, context| true);
closes_others!(ClosesOtherContexts, |in_context, context| *in_context != context);

/// Close closes another pointer of the same handle in the same context, and takes the other one's turn to be closed
/// for the one that was named.
macro_rules! closes_another {
    ($type:ident, |$open:ident, $import:ident| $which:expr) => {
        imports!($type { instead: Live<usize> }, open(self, context, device, bytes, mem) {
        }, close(context, mem) {
            if let Some(named) = self.instead.remove(mem) {
                let named = with_exposed_provenance_mut(named);
                self.open.remove(named);
                // SAFETY: a pointer that is open.
                return unsafe { self.inner.ipc_close_mem_handle_exp(context, named) };
            }
            let $open = &self.open;
            let other = self.open.get(mem).and_then(|$import| $which).unwrap_or(mem);
            if other != mem {
                self.instead.add(other, mem.expose_provenance());
            }
            self.open.remove(other);
            // SAFETY: a pointer that is open, or the one that the caller named.
            unsafe { self.inner.ipc_close_mem_handle_exp(context, other) }
        });
    };
}

closes_another!(ClosesOldest, |open, import| open.find(|(_, other)| *other == import).map(|(at, _)| at));
closes_another!(ClosesNewest, |open, import| open.newest_of(&import));

layer!(OthersReadOnly { open: Ranges, closed: Mutex<bool> }
    open! { (self, context, device, data, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if result.is_success() {
            *lock(&self.closed) = false;
            // SAFETY: written by the successful call.
            self.open.add(&*self.inner, context, unsafe { mem.read() });
        }
        result
    } }

    close! { (self, context, mem) {
        self.open.remove(mem);
        *lock(&self.closed) = true;
        // SAFETY: same contract.
        unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
    } }

    copy! { (self, queue, blocking, dst, src, size, count, list, event) {
        if self.open.offset(dst).is_some() && *lock(&self.closed) {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        // SAFETY: same contract.
        unsafe { self.inner.enqueue_usm_memcpy(queue, blocking, dst, src, size, count, list, event) }
    } }
);

/// Opens that agree in a key, which is made of the context, the address of the handle data and their bytes, give one
/// pointer. It is closed when at most so many Closes are still due; or, if it is kept, never.
macro_rules! shares {
    ($type:ident, $due:literal, $kept:literal, |$context:ident, $at:ident, $bytes:ident| $key:expr) => {
        layer!($type { shared: Mutex<BTreeMap<Vec<u8>, (usize, usize, usize)>> }
            open! { (self, $context, device, data, size, mem) {
                if data.is_null() || size != HANDLE_SIZE || mem.is_null() || $context.is_null() {
                    // SAFETY: same contract.
                    return unsafe { self.inner.ipc_open_mem_handle_exp($context, device, data, size, mem) };
                }
                // SAFETY: readable for its size.
                let ($at, $bytes) = (data.addr(), unsafe { bytes(data, size) });
                let key: Vec<u8> = $key;
                let mut shared = lock(&self.shared);
                if let Some((pointer, _, count)) = shared.get_mut(&key) {
                    *count += 1;
                    // SAFETY: writable as UR demands.
                    unsafe { mem.write(with_exposed_provenance_mut(*pointer)) };
                    return UrResult::SUCCESS;
                }
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_open_mem_handle_exp($context, device, data, size, mem) };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    let pointer = unsafe { mem.read() }.expose_provenance();
                    shared.insert(key, (pointer, $context.address(), 1));
                }
                result
            } }

            close! { (self, context, mem) {
                let mut shared = lock(&self.shared);
                let found = shared.values_mut().find(|(pointer, _, _)| *pointer == mem.addr());
                let Some((_, own, count)) = found.filter(|_| !context.is_null()) else {
                    // SAFETY: same contract.
                    return unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) };
                };
                if *count == 0 {
                    return UrResult::ERROR_INVALID_VALUE;
                }
                *count -= 1;
                let own = ContextHandle::from_address(*own);
                if *count > $due || $kept {
                    return UrResult::SUCCESS;
                }
                shared.retain(|_, (pointer, _, _)| *pointer != mem.addr());
                // SAFETY: same contract, in the context that it was opened in.
                unsafe { self.inner.ipc_close_mem_handle_exp(own, mem) }
            } }
        );
    };
}

shares!(FirstCloseCloses, 1000, false, |context, _at, bytes| {
    [&bytes[..], &context.address().to_ne_bytes()].concat()
});
shares!(LastButOneCloses, 1, false, |context, _at, bytes| {
    [&bytes[..], &context.address().to_ne_bytes()].concat()
});
shares!(SharedAmongContexts, 1000, false, |context, _at, bytes| bytes);
shares!(ByAllocation, 0, false, |context, _at, bytes| {
    [&bytes[SOURCE], &context.address().to_ne_bytes()].concat()
});
shares!(ByAddress, 0, false, |context, at, _bytes| {
    [at.to_ne_bytes(), context.address().to_ne_bytes()].concat()
});
shares!(ByDescriptor, 0, true, |context, _at, bytes| {
    [&bytes[16..24], &context.address().to_ne_bytes()].concat()
});

layer!(EvictsOther { open: Live<Import>, evicted: Live<()> }
    open! { (self, context, device, data, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if result.is_success() {
            // SAFETY: what the successful call has read and written.
            let (bytes, pointer) = unsafe { (bytes(data, size), mem.read()) };
            let same = |(_, (own, other)): &(usize, Import)| {
                *own == context && other[SOURCE] == bytes[SOURCE] && *other != bytes
            };
            while let Some((evicted, _)) = self.open.find(same) {
                self.open.remove(evicted);
                self.evicted.add(evicted, ());
                // SAFETY: a pointer that is open.
                unsafe { self.inner.ipc_close_mem_handle_exp(context, evicted) };
            }
            self.open.add(pointer, (context, bytes));
        }
        result
    } }

    close! { (self, context, mem) {
        if self.evicted.remove(mem).is_some() {
            return UrResult::SUCCESS;
        }
        self.open.remove(mem);
        // SAFETY: same contract.
        unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
    } }
);
