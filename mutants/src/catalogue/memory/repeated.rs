//! `urIPCGetMemHandleExp`: several handles of one allocation.

use super::super::tools::layer;
use super::support::{Copies, Live, lock};
use crate::Legacy as Mutant;
use std::collections::BTreeMap;
use std::ptr::with_exposed_provenance_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_api::UrResult;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_get_gives_same_buffer",
        "Gets on one allocation give one buffer, which the last Put frees",
        &["memory.get.repeated"],
        SameBuffer::make,
    ),
    Mutant::new(
        "memory_first_put_ends_all_handles",
        "the first Put of a handle of an allocation ends its other handles, whose Put succeeds",
        &["memory.get.repeated"],
        FirstPutEndsAll::make,
    ),
    Mutant::new(
        "memory_get_gives_sizes_that_differ",
        "every second handle is one byte longer",
        &["memory.get.repeated"],
        SizesDiffer::make,
    ),
    Mutant::new(
        "memory_get_refuses_second_handle",
        "Get on an allocation that has a handle fails",
        &["memory.get.repeated", "memory.put.success"],
        SecondRefused::make,
    ),
    Mutant::new(
        "memory_get_gives_seven_handles",
        "Get on an allocation that has seven handles fails",
        &["memory.get.repeated", "memory.put.takes_original_pointer"],
        SevenHandles::make,
    ),
    Mutant::new(
        "memory_get_counts_handles_ever_made",
        "Get fails when the context has given 64 handles in its life, although they were put",
        &["memory.put.takes_original_pointer"],
        HandlesEverMade::make,
    ),
    Mutant::new(
        "memory_get_works_once",
        "an allocation can be exported once, Put or not",
        &["memory.get.repeated", "memory.put.success", "memory.source_undisturbed"],
        ExportedOnce::make,
    ),
];

layer!(SameBuffer { shared: Mutex<BTreeMap<usize, (usize, usize, usize)>> }
    get! { (self, context, mem, data, size) {
        let mut shared = lock(&self.shared);
        let sound = !context.is_null() && !data.is_null() && !size.is_null();
        if let Some((at, len, count)) = shared.get_mut(&mem.addr()).filter(|_| sound) {
            *count += 1;
            // SAFETY: writable, as they were for the first Get.
            unsafe {
                data.write(with_exposed_provenance_mut(*at));
                size.write(*len);
            }
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            let (at, len) = unsafe { (data.read(), size.read()) };
            shared.insert(mem.addr(), (at.expose_provenance(), len, 1));
        }
        result
    } }

    put! { (self, context, data) {
        let mut shared = lock(&self.shared);
        let found = shared.values_mut().find(|(at, _, _)| *at == data.addr() && !context.is_null());
        if let Some((_, _, count)) = found {
            *count -= 1;
            if *count > 0 {
                return UrResult::SUCCESS;
            }
        }
        shared.retain(|_, (at, _, _)| *at != data.addr() || context.is_null());
        // SAFETY: same contract.
        unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
    } }
);

layer!(FirstPutEndsAll { copies: Copies, shared: Live<()>, put: Live<()> }
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if !result.is_success() {
            return result;
        }
        // SAFETY: written by the successful call.
        let own = unsafe { data.read() };
        match self.shared.newest() {
            Some((first, ())) => {
                // SAFETY: the buffer of a handle that lives is replaced by a copy of that of the first one, which
                // lives as well; the new handle is known to nobody.
                unsafe {
                    self.inner.ipc_put_mem_handle_exp(context, own);
                    data.write(first);
                    self.copies.replace(data, size, 0);
                }
            }
            None => self.shared.add(own, ()),
        }
        result
    } }

    put! { (self, context, data) {
        match self.copies.remove(context, data) {
            Some(first) => {
                if self.shared.remove(first).is_some() {
                    self.put.add(first, ());
                    // SAFETY: a handle that nobody has put.
                    unsafe { self.inner.ipc_put_mem_handle_exp(context, first) };
                }
                UrResult::SUCCESS
            }
            None => {
                if self.put.remove(data).is_some() {
                    return UrResult::SUCCESS;
                }
                self.shared.remove(data);
                // SAFETY: same contract.
                unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
            }
        }
    } }
);

layer!(SizesDiffer { copies: Copies, made: AtomicUsize }
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            let longer = self.made.fetch_add(1, Ordering::Relaxed) % 2;
            // SAFETY: written by the successful call.
            unsafe { self.copies.replace(data, size, longer) };
        }
        result
    } }

    put! { (self, context, data) {
        let original = self.copies.remove(context, data).unwrap_or(data);
        // SAFETY: same contract.
        unsafe { self.inner.ipc_put_mem_handle_exp(context, original) }
    } }

    open! { (self, context, device, data, size, mem) {
        let size = if size == super::support::HANDLE_SIZE + 1 { size - 1 } else { size };
        // SAFETY: same contract; fewer bytes are read than promised.
        unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) }
    } }
);

/// Get fails where an allocation has as many handles.
macro_rules! handles_at_once {
    ($type:ident, $most:literal) => {
        layer!($type { live: Live<usize> }
            get! { (self, context, mem, data, size) {
                if self.live.count_of(&mem.addr()) == $most {
                    return UrResult::ERROR_OUT_OF_RESOURCES;
                }
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
        );
    };
}

handles_at_once!(SecondRefused, 1);
handles_at_once!(SevenHandles, 7);

layer!(HandlesEverMade { made: Mutex<BTreeMap<usize, usize>> }
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            let mut made = lock(&self.made);
            let made = made.entry(context.address()).or_default();
            *made += 1;
            if *made > 64 {
                // SAFETY: written by the successful call; nobody else knows the handle.
                unsafe { self.inner.ipc_put_mem_handle_exp(context, data.read()) };
                return UrResult::ERROR_OUT_OF_RESOURCES;
            }
        }
        result
    } }
);

layer!(ExportedOnce { exported: Live<()> }
    get! { (self, context, mem, data, size) {
        if self.exported.get(mem).is_some() {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            self.exported.add(mem, ());
        }
        result
    } }

    free! { (self, context, mem) {
        self.exported.remove(mem);
        // SAFETY: same contract.
        unsafe { self.inner.usm_free(context, mem) }
    } }
);
