//! What sharing does to the allocation that is shared.

use super::super::tools::layer;
use super::support::{Live, overwrite};
use crate::Legacy as Mutant;
use std::ptr::with_exposed_provenance_mut;
use ur_ipc_api::UrResult;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_get_clears_source",
        "Get zeroes the first bytes of what it exports",
        &["memory.source_undisturbed"],
        GetClears::make,
    ),
    Mutant::new(
        "memory_put_clears_source",
        "Put zeroes the first bytes of what was exported",
        &["memory.source_undisturbed"],
        PutClears::make,
    ),
    Mutant::new(
        "memory_put_frees_source",
        "Put frees what was exported",
        &["memory.source_undisturbed"],
        PutFrees::make,
    ),
    Mutant::new(
        "memory_close_clears_source",
        "Close zeroes the first bytes of what was opened",
        &["memory.source_undisturbed"],
        CloseClears::make,
    ),
    Mutant::new(
        "memory_exported_cannot_be_read",
        "a copy out of memory that has a handle is refused",
        &["memory.source_undisturbed"],
        ExportedUnreadable::make,
    ),
    Mutant::new(
        "memory_once_exported_is_read_only",
        "a copy into memory that had a handle is refused",
        &["memory.source_undisturbed"],
        OnceExportedReadOnly::make,
    ),
    Mutant::new(
        "memory_once_exported_cannot_be_filled",
        "a fill of memory that had a handle is refused",
        &["memory.source_undisturbed"],
        OnceExportedNotFilled::make,
    ),
    Mutant::new(
        "memory_once_exported_cannot_be_freed",
        "urUSMFree of memory that had a handle fails",
        &["memory.source_undisturbed", "memory.put.after_free"],
        OnceExportedNotFreed::make,
    ),
    Mutant::new(
        "memory_exported_three_times_cannot_be_freed",
        "urUSMFree of memory that had three handles fails",
        &["memory.source_undisturbed"],
        ThriceExportedNotFreed::make,
    ),
];

layer!(GetClears {}
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            overwrite(&*self.inner, context, mem, 1);
        }
        result
    } }
);

/// The methods that keep `self.exported`: handles, and the pointers that they were made for, until these are freed.
macro_rules! keep_exported {
    () => {
        keep_exported! { get }

        free! { (self, context, mem) {
            self.exported.remove_of(&mem.expose_provenance());
            // SAFETY: same contract.
            unsafe { self.inner.usm_free(context, mem) }
        } }
    };
    (get) => {
        get! { (self, context, mem, data, size) {
            // SAFETY: same contract.
            let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
            if result.is_success() {
                // SAFETY: written by the successful call.
                self.exported.add(unsafe { data.read() }, mem.expose_provenance());
            }
            result
        } }
    };
}

layer!(PutClears { exported: Live<usize> }
    keep_exported! {}

    put! { (self, context, data) {
        if let Some(source) = self.exported.remove(data) {
            overwrite(&*self.inner, context, with_exposed_provenance_mut(source), 1);
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
    } }
);

layer!(PutFrees { exported: Live<usize> }
    keep_exported! {}

    put! { (self, context, data) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_put_mem_handle_exp(context, data) };
        if let Some(source) = self.exported.remove(data) {
            // SAFETY: the host backend refuses what is not allocated.
            unsafe { self.inner.usm_free(context, with_exposed_provenance_mut(source)) };
        }
        result
    } }
);

layer!(CloseClears {}
    close! { (self, context, mem) {
        if !context.is_null() && !mem.is_null() {
            overwrite(&*self.inner, context, mem, 1);
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
    } }
);

layer!(ExportedUnreadable { exported: Live<usize> }
    keep_exported! {}

    put! { (self, context, data) {
        self.exported.remove(data);
        // SAFETY: same contract.
        unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
    } }

    copy! { (self, queue, blocking, dst, src, size, count, list, event) {
        if self.exported.count_of(&src.addr()) > 0 {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        // SAFETY: same contract.
        unsafe { self.inner.enqueue_usm_memcpy(queue, blocking, dst, src, size, count, list, event) }
    } }
);

/// The methods that keep in `self.put` the pointers whose handles were put, one for each, until urUSMFree; that fails
/// where there are as many.
macro_rules! keep_put {
    ($unfreed:literal) => {
        keep_exported! { get }

        put! { (self, context, data) {
            if let Some(source) = self.exported.remove(data) {
                self.put.add(data, source);
            }
            // SAFETY: same contract.
            unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
        } }

        free! { (self, context, mem) {
            if self.put.count_of(&mem.addr()) >= $unfreed {
                return UrResult::ERROR_INVALID_OPERATION;
            }
            self.put.remove_of(&mem.addr());
            self.exported.remove_of(&mem.addr());
            // SAFETY: same contract.
            unsafe { self.inner.usm_free(context, mem) }
        } }
    };
}

layer!(OnceExportedNotFreed { exported: Live<usize>, put: Live<usize> }
    keep_put! { 1 }
);

layer!(ThriceExportedNotFreed { exported: Live<usize>, put: Live<usize> }
    keep_put! { 3 }
);

layer!(OnceExportedReadOnly { exported: Live<usize>, put: Live<usize> }
    keep_put! { 1_000_000 }

    copy! { (self, queue, blocking, dst, src, size, count, list, event) {
        if self.put.count_of(&dst.addr()) > 0 {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        // SAFETY: same contract.
        unsafe { self.inner.enqueue_usm_memcpy(queue, blocking, dst, src, size, count, list, event) }
    } }
);

layer!(OnceExportedNotFilled { exported: Live<usize>, put: Live<usize> }
    keep_put! { 1_000_000 }

    fill! { (self, queue, mem, unit, pattern, size, count, list, event) {
        if self.put.count_of(&mem.addr()) > 0 {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        // SAFETY: same contract.
        unsafe { self.inner.enqueue_usm_fill(queue, mem, unit, pattern, size, count, list, event) }
    } }
);
