//! Threads: calls on fresh ones, and on several at once.

use super::super::tools::layer;
use super::support::{Live, bytes, lock};
use crate::Legacy as Mutant;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ptr::with_exposed_provenance_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{ThreadId, sleep};
use std::time::Duration;
use ur_ipc_api::{ContextHandle, ContextProperties, DeviceHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_get_needs_thread_of_context",
        "Get fails on a thread that has made no context",
        &["memory.any_thread", "memory.concurrent"],
        GetNeedsContext::make,
    )
    .seen_in("unified-memory-framework a12247bc, found by reading"),
    Mutant::new(
        "memory_put_needs_thread_of_context",
        "Put fails on a thread that has made no context",
        &["memory.any_thread", "memory.concurrent"],
        PutNeedsContext::make,
    ),
    Mutant::new(
        "memory_open_needs_thread_of_context",
        "Open fails on a thread that has made no context",
        &["memory.any_thread", "memory.concurrent"],
        OpenNeedsContext::make,
    ),
    Mutant::new(
        "memory_close_needs_thread_of_context",
        "Close fails on a thread that has made no context",
        &["memory.any_thread", "memory.concurrent"],
        CloseNeedsContext::make,
    )
    .seen_in("unified-memory-framework a12247bc, found by reading"),
    Mutant::new(
        "memory_put_needs_thread_of_get",
        "Put fails on another thread than that of the handle's Get",
        &["memory.any_thread"],
        PutNeedsOwnThread::make,
    ),
    Mutant::new(
        "memory_close_needs_thread_of_open",
        "Close fails on another thread than that of the pointer's Open",
        &["memory.any_thread"],
        CloseNeedsOwnThread::make,
    ),
    Mutant::new(
        "memory_get_fails_beside_another",
        "Get fails while another thread is in Get",
        &["memory.concurrent"],
        GetAlone::make,
    ),
    Mutant::new(
        "memory_put_fails_beside_another",
        "Put fails while another thread is in Put",
        &["memory.concurrent"],
        PutAlone::make,
    ),
    Mutant::new(
        "memory_open_fails_beside_another",
        "Open fails while another thread is in Open",
        &["memory.concurrent"],
        OpenAlone::make,
    ),
    Mutant::new(
        "memory_close_fails_beside_another",
        "Close fails while another thread is in Close",
        &["memory.concurrent"],
        CloseAlone::make,
    ),
    Mutant::new(
        "memory_get_shares_scratch_among_threads",
        "Get writes the handle by way of a place that all threads share",
        &["memory.concurrent"],
        SharedScratch::make,
    ),
    Mutant::new(
        "memory_open_shares_output_among_threads",
        "Open gives the pointer by way of a place that all threads share",
        &["memory.concurrent"],
        SharedOutput::make,
    ),
    Mutant::new(
        "memory_get_of_two_threads_gives_one_buffer",
        "two threads in Get of one allocation are given the same buffer",
        &["memory.concurrent"],
        SameBuffer::make,
    ),
    Mutant::new(
        "memory_open_fails_beside_get",
        "Open fails while another thread is in Get",
        &["memory.concurrent"],
        OpenBesideGet::make,
    ),
    Mutant::new(
        "memory_get_on_fresh_thread_gives_dead_handle",
        "Get on a thread that has made no context gives a handle that does not open",
        &["memory.any_thread", "memory.concurrent"],
        DeadHandle::make,
    ),
];

/// How long a call takes at the place where another one must not come between: long enough that the other threads come
/// there on a busy machine too.
const WINDOW: Duration = Duration::from_millis(5);

thread_local! {
    static MADE_CONTEXT: Cell<bool> = const { Cell::new(false) };
}

/// The entry point fails on threads that have made no context.
macro_rules! needs_context {
    ($type:ident, $entry:ident($($arg:ident),*), $method:ident) => {
        layer!($type {}
            unsafe fn context_create(
                &self,
                count: u32,
                devices: *const DeviceHandle,
                properties: *const ContextProperties,
                context: *mut ContextHandle,
            ) -> UrResult {
                MADE_CONTEXT.set(true);
                // SAFETY: same contract.
                unsafe { self.inner.context_create(count, devices, properties, context) }
            }

            $entry! { (self, $($arg),*) {
                if !MADE_CONTEXT.get() {
                    return UrResult::ERROR_INVALID_CONTEXT;
                }
                // SAFETY: same contract.
                unsafe { self.inner.$method($($arg),*) }
            } }
        );
    };
}

needs_context!(GetNeedsContext, get(context, mem, data, size), ipc_get_mem_handle_exp);
needs_context!(PutNeedsContext, put(context, data), ipc_put_mem_handle_exp);
needs_context!(OpenNeedsContext, open(context, device, data, size, mem), ipc_open_mem_handle_exp);
needs_context!(CloseNeedsContext, close(context, mem), ipc_close_mem_handle_exp);

fn this_thread() -> ThreadId {
    std::thread::current().id()
}

layer!(PutNeedsOwnThread { of: Live<ThreadId> }
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.of.add(unsafe { data.read() }, this_thread());
        }
        result
    } }

    put! { (self, context, data) {
        if self.of.get(data).is_some_and(|of| of != this_thread()) {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        self.of.remove(data);
        // SAFETY: same contract.
        unsafe { self.inner.ipc_put_mem_handle_exp(context, data) }
    } }
);

layer!(CloseNeedsOwnThread { of: Live<ThreadId> }
    open! { (self, context, device, data, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.of.add(unsafe { mem.read() }, this_thread());
        }
        result
    } }

    close! { (self, context, mem) {
        if self.of.get(mem).is_some_and(|of| of != this_thread()) {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        self.of.remove(mem);
        // SAFETY: same contract.
        unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
    } }
);

/// The entry point fails while another thread is in it.
macro_rules! alone {
    ($type:ident, $entry:ident($($arg:ident),*), $method:ident) => {
        layer!($type { inside: AtomicUsize }
            $entry! { (self, $($arg),*) {
                if self.inside.fetch_add(1, Ordering::AcqRel) > 0 {
                    self.inside.fetch_sub(1, Ordering::AcqRel);
                    return UrResult::ERROR_OUT_OF_RESOURCES;
                }
                sleep(WINDOW);
                // SAFETY: same contract.
                let result = unsafe { self.inner.$method($($arg),*) };
                self.inside.fetch_sub(1, Ordering::AcqRel);
                result
            } }
        );
    };
}

alone!(GetAlone, get(context, mem, data, size), ipc_get_mem_handle_exp);
alone!(PutAlone, put(context, data), ipc_put_mem_handle_exp);
alone!(OpenAlone, open(context, device, data, size, mem), ipc_open_mem_handle_exp);
alone!(CloseAlone, close(context, mem), ipc_close_mem_handle_exp);

layer!(OpenBesideGet { inside: AtomicUsize }
    get! { (self, context, mem, data, size) {
        self.inside.fetch_add(1, Ordering::AcqRel);
        sleep(WINDOW);
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        self.inside.fetch_sub(1, Ordering::AcqRel);
        result
    } }

    open! { (self, context, device, data, size, mem) {
        if self.inside.load(Ordering::Acquire) > 0 {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) }
    } }
);

layer!(DeadHandle {}
    unsafe fn context_create(
        &self,
        count: u32,
        devices: *const DeviceHandle,
        properties: *const ContextProperties,
        context: *mut ContextHandle,
    ) -> UrResult {
        MADE_CONTEXT.set(true);
        // SAFETY: same contract.
        unsafe { self.inner.context_create(count, devices, properties, context) }
    }

    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() && !MADE_CONTEXT.get() {
            // SAFETY: the buffer of a handle that nobody else knows yet.
            unsafe { data.read().cast::<u8>().write_bytes(0, size.read()) };
        }
        result
    } }
);

layer!(SharedScratch { scratch: Mutex<Vec<u8>> }
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            // SAFETY: the buffer of a handle that nobody else knows yet.
            *lock(&self.scratch) = unsafe { bytes(data.read(), size.read()) };
            sleep(WINDOW);
            let scratch = lock(&self.scratch);
            // SAFETY: as above; all handles have the same size.
            unsafe { data.read().cast::<u8>().copy_from(scratch.as_ptr(), scratch.len()) };
        }
        result
    } }
);

layer!(SharedOutput { output: AtomicUsize }
    open! { (self, context, device, data, size, mem) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.output.store(unsafe { mem.read() }.expose_provenance(), Ordering::Release);
            sleep(WINDOW);
            // SAFETY: as above.
            unsafe { mem.write(with_exposed_provenance_mut(self.output.load(Ordering::Acquire))) };
        }
        result
    } }
);

layer!(SameBuffer { inside: Mutex<BTreeMap<usize, (usize, usize)>> }
    get! { (self, context, mem, data, size) {
        let other = lock(&self.inside).get(&mem.addr()).copied();
        if let Some((at, len)) = other {
            // SAFETY: writable, as they were for the other thread's Get.
            unsafe {
                data.write(with_exposed_provenance_mut(at));
                size.write(len);
            }
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            let (at, len) = unsafe { (data.read(), size.read()) };
            lock(&self.inside).insert(mem.addr(), (at.expose_provenance(), len));
            sleep(WINDOW);
            lock(&self.inside).remove(&mem.addr());
        }
        result
    } }
);
