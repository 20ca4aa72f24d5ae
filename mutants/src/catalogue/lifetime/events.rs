//! Events, imports and handles that depend on each other's lives.

use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{Defect, End, Events, Get, Notes, Open, Put, lock, make};
use crate::catalogue::tools::{Known, know_events, layer};
use std::collections::HashSet;
use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use ur_ipc_api::*;

const FINAL_RELEASE: &[&str] = &["lifetime.event.final_release"];
const SURVIVES: &[&str] = &["lifetime.event.import_survives_source"];
const ORDER: &[&str] = &["lifetime.event.release_order"];
const NOT_RECYCLED: &[&str] = &["lifetime.event.not_recycled"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "lifetime_event_import_release_refused",
        "The release of an import is refused: it is to be closed",
        FINAL_RELEASE,
        make::<Events, ImportReleaseRefused>,
    ),
    Mutant::new(
        "lifetime_event_import_release_ends_exports",
        "After the release of an import its source cannot be exported",
        FINAL_RELEASE,
        make::<Events, ImportReleaseEndsExports>,
    ),
    Mutant::new(
        "lifetime_event_import_release_ends_handle",
        "After the release of an import its process cannot open the handle again",
        FINAL_RELEASE,
        make::<Events, ImportReleaseEndsHandle>,
    ),
    Mutant::new(
        "lifetime_event_import_release_releases_source",
        "The release of an import takes a reference of its source in the same process",
        FINAL_RELEASE,
        make::<Events, ImportReleaseReleasesSource>,
    ),
    Mutant::new(
        "lifetime_event_imported_at_wait",
        "An event is imported anew by each wait, which fails when source and handle are gone",
        SURVIVES,
        ImportedAtWait::make,
    )
    .seen_in("Level Zero driver, which imports counter memory anew"),
    Mutant::new(
        "lifetime_event_source_release_ends_wait",
        "A wait on an import fails after the release of its source in the same process",
        SURVIVES,
        SourceReleaseEndsWait::make,
    ),
    Mutant::new(
        "lifetime_event_source_release_resets_import",
        "An import is pending again after the release of its source in the same process",
        SURVIVES,
        SourceReleaseResetsImport::make,
    ),
    Mutant::new(
        "lifetime_event_put_after_source_refused",
        "Put is refused after the release of the source",
        ORDER,
        make::<Events, PutAfterSourceRefused>,
    ),
    Mutant::new(
        "lifetime_event_exported_source_in_use",
        "The release of a source is refused while it has handles",
        ORDER,
        make::<Events, ExportedSourceInUse>,
    ),
    Mutant::new(
        "lifetime_event_imported_source_in_use",
        "The release of a source is refused while it has imports in the same process",
        ORDER,
        make::<Events, ImportedSourceInUse>,
    ),
    Mutant::new(
        "lifetime_event_import_release_after_source_refused",
        "The release of an import is refused after that of its source",
        ORDER,
        make::<Events, ImportReleaseAfterSourceRefused>,
    ),
    Mutant::new(
        "lifetime_event_put_while_imported_refused",
        "Put is refused while an import of the handle lives",
        ORDER,
        make::<Events, PutWhileImportedRefused>,
    ),
    Mutant::new(
        "lifetime_event_exported_is_recycled",
        "A released event is kept in a pool, and the next one created is the same",
        NOT_RECYCLED,
        ExportedIsRecycled::make,
    )
    .seen_in("intel/llvm PR 22445, review"),
    Mutant::new(
        "lifetime_event_import_looks_at_newest",
        "An import whose source was released shows the status of the newest event of its process",
        NOT_RECYCLED,
        ImportLooksAtNewest::make,
    ),
];

#[derive(Default)]
struct ImportReleaseRefused {
    imports: Notes<()>,
}

impl Defect for ImportReleaseRefused {
    fn open(&self, call: &Open<'_>) -> UrResult {
        call.run_noted(&self.imports)
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        if self.imports.get(call.object.addr()).is_some() {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        call.run()
    }
}

/// Remembers which events were exported and imported here, and what has become of them.
#[derive(Default)]
struct History {
    /// Sources by the addresses of their handles.
    handles: Notes<usize>,
    /// Sources by the tokens in their handles.
    sources: Notes<usize>,
    /// Tokens of the handles that imports were opened from, by the addresses of the imports.
    imports: Notes<u64>,
    /// Sources that were released.
    released: Notes<()>,
}

impl History {
    fn get(&self, call: &Get<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.handles.set(call.gave(), call.object.addr());
            self.sources.set(token_at(call), call.object.addr());
            // An address may be that of a new event.
            self.released.take(call.object.addr());
        }
        result
    }

    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.imports.set(call.gave(), call.token());
        }
        result
    }

    /// The source in this process of an import.
    fn source(&self, import: usize) -> Option<usize> {
        self.sources.get(usize::try_from(self.imports.get(import)?).ok()?)
    }

    /// Whether the event is an import.
    fn is_import(&self, event: usize) -> bool {
        self.imports.get(event).is_some()
    }
}

/// The token in the handle that a successful call gave.
fn token_at(call: &Get<'_>) -> usize {
    // SAFETY: a successful call has written there, and the host backend's handles have 96 bytes.
    unsafe { call.data.read().cast::<u8>().add(24).cast::<usize>().read_unaligned() }
}

/// Defines a defect that knows the history: what it does in place of a release and of a Put.
macro_rules! with_history {
    ($defect:ident, |$this:ident, $end:ident| $release:expr, |$in_put:ident, $put:ident| $put_body:expr) => {
        #[derive(Default)]
        struct $defect {
            history: History,
        }

        impl Defect for $defect {
            fn get(&self, call: &Get<'_>) -> UrResult {
                self.history.get(call)
            }

            fn open(&self, call: &Open<'_>) -> UrResult {
                self.history.open(call)
            }

            fn release(&self, $end: &End<'_>) -> UrResult {
                let $this = &self.history;
                $release
            }

            fn put(&self, $put: &Put<'_>) -> UrResult {
                let $in_put = &self.history;
                $put_body
            }
        }
    };
}

with_history!(
    ImportReleaseReleasesSource,
    |history, end| {
        if let Some(source) = history.source(end.object.addr()) {
            history.imports.take(end.object.addr());
            // SAFETY: the host backend refuses what is no event.
            unsafe { end.below.event_release(EventHandle::from_address(source)) };
        }
        end.run()
    },
    |_history, put| put.run()
);

with_history!(
    PutAfterSourceRefused,
    |history, end| {
        history.released.set(end.object.addr(), ());
        end.run()
    },
    |history, put| {
        let source = history.handles.take(put.data.addr());
        if source.is_some_and(|source| history.released.get(source).is_some()) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        put.run()
    }
);

with_history!(
    ExportedSourceInUse,
    |history, end| {
        if !history.is_import(end.object.addr()) && history.handles.count() > 0 {
            return UrResult::ERROR_HANDLE_OBJECT_IN_USE;
        }
        end.run()
    },
    |history, put| {
        history.handles.take(put.data.addr());
        put.run()
    }
);

with_history!(
    ImportedSourceInUse,
    |history, end| {
        let was_import = history.imports.take(end.object.addr()).is_some();
        if !was_import && history.imports.count() > 0 {
            return UrResult::ERROR_HANDLE_OBJECT_IN_USE;
        }
        end.run()
    },
    |_history, put| put.run()
);

with_history!(
    ImportReleaseAfterSourceRefused,
    |history, end| {
        match history.source(end.object.addr()) {
            Some(source) if history.released.get(source).is_some() => return UrResult::ERROR_INVALID_EVENT,
            Some(_) => {}
            None => history.released.set(end.object.addr(), ()),
        }
        end.run()
    },
    |_history, put| put.run()
);

with_history!(
    PutWhileImportedRefused,
    |history, end| {
        history.imports.take(end.object.addr());
        end.run()
    },
    |history, put| {
        if history.imports.count() > 0 { UrResult::ERROR_HANDLE_OBJECT_IN_USE } else { put.run() }
    }
);

#[derive(Default)]
struct ImportReleaseEndsExports {
    history: History,
    ended: AtomicBool,
}

impl Defect for ImportReleaseEndsExports {
    fn get(&self, call: &Get<'_>) -> UrResult {
        if self.ended.load(Ordering::Relaxed) {
            UrResult::ERROR_INVALID_EVENT
        } else {
            self.history.get(call)
        }
    }

    fn open(&self, call: &Open<'_>) -> UrResult {
        self.history.open(call)
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        if self.history.is_import(call.object.addr()) {
            self.ended.store(true, Ordering::Relaxed);
        }
        call.run()
    }
}

#[derive(Default)]
struct ImportReleaseEndsHandle {
    history: History,
    ended: Mutex<HashSet<u64>>,
}

impl Defect for ImportReleaseEndsHandle {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if lock(&self.ended).contains(&call.token()) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        self.history.open(call)
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        if let Some(token) = self.history.imports.take(call.object.addr()) {
            lock(&self.ended).insert(token);
        }
        call.run()
    }
}

/// The contexts and bytes of imports.
type Opened = Notes<(ContextHandle, Vec<u8>)>;

layer!(ImportedAtWait { opened: Opened }
    unsafe fn ipc_open_event_handle_exp(
        &self,
        context: ContextHandle,
        data: *const c_void,
        size: usize,
        event: *mut EventHandle,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_event_handle_exp(context, data, size, event) };
        if result.is_success() {
            // SAFETY: the successful call has read the one and written the other.
            let (bytes, event) = unsafe { (std::slice::from_raw_parts(data.cast::<u8>(), size), event.read()) };
            self.opened.set(event.address(), (context, bytes.to_vec()));
        }
        result
    }

    unsafe fn event_wait(&self, count: u32, list: *const EventHandle) -> UrResult {
        for index in 0..if list.is_null() { 0 } else { count as usize } {
            // SAFETY: the list has so many handles.
            let event = unsafe { list.add(index).read() };
            let Some((context, bytes)) = self.opened.get(event.address()) else { continue };
            let mut again = EventHandle::NULL;
            let (data, size) = (bytes.as_ptr().cast(), bytes.len());
            // SAFETY: the bytes are those of a handle.
            unsafe {
                let result = self.inner.ipc_open_event_handle_exp(context, data, size, &raw mut again);
                if !result.is_success() {
                    return result;
                }
                self.inner.event_release(again);
            }
        }
        // SAFETY: same contract.
        unsafe { self.inner.event_wait(count, list) }
    }
);

/// Defines a layer that knows whether a source was released whose import may live.
macro_rules! after_release_of_source {
    ($type:ident { $($field:ident: $ty:ty)? } $($method:item)*) => {
        layer!($type { imports: Known, sources: Known, ended: AtomicBool $(, $field: $ty)? }
            know_events!();

            unsafe fn event_release(&self, event: EventHandle) -> UrResult {
                if !self.imports.remove(event.address()) && self.sources.remove(event.address()) {
                    self.ended.store(true, Ordering::Relaxed);
                }
                // SAFETY: same contract.
                unsafe { self.inner.event_release(event) }
            }

            $($method)*
        );
    };
}

after_release_of_source!(SourceReleaseEndsWait {}
    unsafe fn event_wait(&self, count: u32, list: *const EventHandle) -> UrResult {
        // SAFETY: a list that is not empty has a first handle.
        let first = if list.is_null() || count == 0 { EventHandle::NULL } else { unsafe { list.read() } };
        if self.ended.load(Ordering::Relaxed) && self.imports.has(first.address()) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        // SAFETY: same contract.
        unsafe { self.inner.event_wait(count, list) }
    }
);

after_release_of_source!(SourceReleaseResetsImport {}
    unsafe fn event_get_info(
        &self,
        event: EventHandle,
        name: EventInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.event_get_info(event, name, size, value, size_ret) };
        let is_status = name == EventInfo::COMMAND_EXECUTION_STATUS && !value.is_null();
        if result.is_success()
            && is_status
            && self.ended.load(Ordering::Relaxed)
            && self.imports.has(event.address())
        {
            // SAFETY: the call has just written a status there.
            unsafe { value.cast::<EventStatus>().write_unaligned(EventStatus::SUBMITTED) };
        }
        result
    }
);

layer!(ExportedIsRecycled { exported: Known, pool: Mutex<Vec<EventHandle>> }
    unsafe fn event_create_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        desc: *const ExpEventDesc,
        event: *mut EventHandle,
    ) -> UrResult {
        // SAFETY: `desc` is null or readable.
        let flags = if desc.is_null() { ExpEventFlags::NONE_SET } else { unsafe { desc.read().flags } };
        let pooled = if flags == ExpEventFlags::IPC_EXP { lock(&self.pool).pop() } else { None };
        if let Some(pooled) = pooled
            && !event.is_null()
        {
            // SAFETY: writable as UR demands.
            unsafe { event.write(pooled) };
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        unsafe { self.inner.event_create_exp(context, device, desc, event) }
    }

    unsafe fn ipc_get_event_handle_exp(
        &self,
        event: EventHandle,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        self.exported.add(event.address());
        // SAFETY: same contract.
        unsafe { self.inner.ipc_get_event_handle_exp(event, data, size) }
    }

    unsafe fn event_release(&self, event: EventHandle) -> UrResult {
        if self.exported.remove(event.address()) {
            lock(&self.pool).push(event);
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        unsafe { self.inner.event_release(event) }
    }
);

after_release_of_source!(ImportLooksAtNewest { newest: AtomicUsize }
    unsafe fn event_get_info(
        &self,
        event: EventHandle,
        name: EventInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        let newest = EventHandle::from_address(self.newest.load(Ordering::Relaxed));
        let stale = self.ended.load(Ordering::Relaxed) && self.imports.has(event.address());
        let asked = if stale && !newest.is_null() { newest } else { event };
        // SAFETY: same contract; the newest event is one of the caller's.
        unsafe { self.inner.event_get_info(asked, name, size, value, size_ret) }
    }

    unsafe fn enqueue_events_wait_with_barrier_ext(
        &self,
        queue: QueueHandle,
        properties: *const ExpEnqueueExtProperties,
        count: u32,
        list: *const EventHandle,
        event: *mut EventHandle,
    ) -> UrResult {
        // SAFETY: `event` is null or readable.
        let signalled = if event.is_null() { EventHandle::NULL } else { unsafe { event.read() } };
        self.newest.store(signalled.address(), Ordering::Relaxed);
        // SAFETY: same contract.
        unsafe { self.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) }
    }
);
