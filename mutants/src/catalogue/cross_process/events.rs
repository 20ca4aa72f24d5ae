//! Signals that do not pass between processes as they should.

use super::sharing::lock;
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, know_events, layer};
use std::collections::HashMap;
use std::ffi::c_void;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::ptr::{null, null_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "cross_event_import_is_snapshot",
        "An import shows what its source was when it was opened",
        &[
            "cross_process.event.producer_signal",
            "cross_process.event.repeated_signals",
            "cross_process.event.multiple_consumers",
        ],
        ImportIsSnapshot::make,
    )
    .seen_in("Level Zero driver, in its one-way mode"),
    Mutant::new(
        "cross_event_import_is_never_complete",
        "The status of an import stays what it was before the signal",
        &["cross_process.event.producer_signal"],
        ImportIsNeverComplete::make,
    ),
    Mutant::new(
        "cross_event_wait_skips_imports",
        "A wait on an import does not wait",
        &["cross_process.event.producer_signal", "cross_process.event.repeated_signals"],
        WaitSkipsImports::make,
    ),
    Mutant::new(
        "cross_event_wait_skips_sources",
        "A wait on an event that was exported does not wait",
        &["cross_process.event.consumer_signal", "cross_process.event.repeated_signals"],
        WaitSkipsSources::make,
    ),
    Mutant::new(
        "cross_event_import_signal_is_lost",
        "A signal of an import stays in its process",
        &["cross_process.event.consumer_signal", "cross_process.event.repeated_signals"],
        ImportSignalIsLost::make,
    ),
    Mutant::new(
        "cross_event_import_signal_is_early",
        "A signal of an import does not wait for the commands before it",
        &["cross_process.event.consumer_signal", "cross_process.event.orders_data"],
        ImportSignalIsEarly::make,
    ),
    Mutant::new(
        "cross_event_source_signal_is_early",
        "A signal of an exported event does not wait for the commands before it",
        &["cross_process.event.orders_data", "cross_process.event.producer_signal"],
        SourceSignalIsEarly::make,
    ),
    Mutant::new(
        "cross_event_wait_list_skips_imports",
        "A copy does not wait for the imports in its wait list",
        &["cross_process.event.wait_list", "cross_process.event.orders_data"],
        WaitListSkipsImports::make,
    ),
    Mutant::new(
        "cross_event_wait_list_refused",
        "A copy with an import in its wait list is refused",
        &["cross_process.event.wait_list"],
        WaitListRefused::make,
    ),
    Mutant::new(
        "cross_event_wait_list_skips_sources",
        "A copy does not wait for exported events in its wait list",
        &["cross_process.event.orders_data"],
        WaitListSkipsSources::make,
    ),
    Mutant::new(
        "cross_event_complete_is_final",
        "An event that was seen complete stays so, whatever signals follow",
        &["cross_process.event.repeated_signals"],
        CompleteIsFinal::make,
    ),
    Mutant::new(
        "cross_event_third_signal_is_lost",
        "The third signal of a process on an event is lost",
        &["cross_process.event.repeated_signals"],
        ThirdSignalIsLost::make,
    ),
    Mutant::new(
        "cross_event_second_process_has_snapshot",
        "The second process that opens a handle is not told of signals",
        &["cross_process.event.multiple_consumers"],
        SecondProcessHasSnapshot::make,
    ),
];

/// Defines a layer that knows imports and exported events.
macro_rules! knowing_events {
    ($type:ident { $($field:ident: $ty:ty)? } $($method:item)*) => {
        layer!($type { imports: Known, sources: Known $(, $field: $ty)? }
            know_events!();

            $($method)*
        );

        impl KnowsEvents for $type {
            fn is_import(&self, event: EventHandle) -> bool {
                self.imports.has(event.address())
            }

            fn is_source(&self, event: EventHandle) -> bool {
                self.sources.has(event.address())
            }
        }
    };
}

/// What layers of [`knowing_events`] know.
trait KnowsEvents {
    /// Whether an event was opened from a handle.
    fn is_import(&self, event: EventHandle) -> bool;
    /// Whether an event was exported.
    fn is_source(&self, event: EventHandle) -> bool;
}

/// The entry point that waits, for the events only that are not skipped.
macro_rules! wait_without {
    (|$this:ident, $event:ident| $skipped:expr) => {
        unsafe fn event_wait(&self, count: u32, list: *const EventHandle) -> UrResult {
            let $this = self;
            // SAFETY: same contract.
            let mut events = unsafe { list_of(count, list) };
            events.retain(|&$event| !$skipped);
            if events.is_empty() && !list.is_null() && count > 0 {
                return UrResult::SUCCESS;
            }
            let list = if list.is_null() { null() } else { events.as_ptr() };
            let count = if list.is_null() { count } else { events.len() as u32 };
            // SAFETY: the events are the caller's.
            unsafe { self.inner.event_wait(count, list) }
        }
    };
}

/// The entry point that queries events, with another status for some.
macro_rules! status_of {
    (|$this:ident, $event:ident, $status:ident| $new:expr) => {
        unsafe fn event_get_info(
            &self,
            $event: EventHandle,
            name: EventInfo,
            size: usize,
            value: *mut c_void,
            size_ret: *mut usize,
        ) -> UrResult {
            let $this = self;
            // SAFETY: same contract.
            let result = unsafe { self.inner.event_get_info($event, name, size, value, size_ret) };
            if result.is_success() && name == EventInfo::COMMAND_EXECUTION_STATUS && !value.is_null() {
                // SAFETY: the call has just written a status there.
                unsafe {
                    let $status = value.cast::<EventStatus>().read_unaligned();
                    value.cast::<EventStatus>().write_unaligned($new);
                }
            }
            result
        }
    };
}

/// The entry point that signals, with another queue or none: `None` loses the signal.
macro_rules! signal_on {
    (|$this:ident, $queue:ident, $event:ident| $new:expr) => {
        unsafe fn enqueue_events_wait_with_barrier_ext(
            &self,
            $queue: QueueHandle,
            properties: *const ExpEnqueueExtProperties,
            count: u32,
            list: *const EventHandle,
            event: *mut EventHandle,
        ) -> UrResult {
            let $this = self;
            // SAFETY: `event` is null or readable.
            let $event = if event.is_null() { EventHandle::NULL } else { unsafe { event.read() } };
            let queue: Option<QueueHandle> = $new;
            let Some(queue) = queue else { return UrResult::SUCCESS };
            // SAFETY: same contract, on a queue of the same context.
            unsafe { self.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) }
        }
    };
}

/// The entry point that copies, without some events of its wait list.
macro_rules! copy_without {
    (|$this:ident, $waited:ident| $skipped:expr) => {
        unsafe fn enqueue_usm_memcpy(
            &self,
            queue: QueueHandle,
            blocking: bool,
            dst: *mut c_void,
            src: *const c_void,
            size: usize,
            count: u32,
            list: *const EventHandle,
            event: *mut EventHandle,
        ) -> UrResult {
            let $this = self;
            // SAFETY: same contract.
            let mut events = unsafe { list_of(count, list) };
            let before = events.len();
            events.retain(|&$waited| !$skipped);
            let (count, list) = match events.len() {
                same if same == before => (count, list),
                0 => (0, null()),
                fewer => (fewer as u32, events.as_ptr()),
            };
            // SAFETY: same contract, with a part of the wait list.
            unsafe { self.inner.enqueue_usm_memcpy(queue, blocking, dst, src, size, count, list, event) }
        }
    };
}

/// A list of events.
///
/// # Safety
/// `list` is null or has `count` events.
unsafe fn list_of(count: u32, list: *const EventHandle) -> Vec<EventHandle> {
    if list.is_null() {
        return Vec::new();
    }
    // SAFETY: this function's contract.
    unsafe { std::slice::from_raw_parts(list, count as usize) }.to_vec()
}

/// A new queue of the same context and device, on which nothing is before a signal.
fn idle_queue(below: &dyn UrIpc, queue: QueueHandle) -> Option<QueueHandle> {
    let (mut context, mut device, mut idle) = (ContextHandle::NULL, DeviceHandle::NULL, QueueHandle::NULL);
    // SAFETY: there is room for a handle each; the host backend refuses what is no queue.
    unsafe {
        below.queue_get_info(queue, QueueInfo::CONTEXT, 8, (&raw mut context).cast(), null_mut());
        below.queue_get_info(queue, QueueInfo::DEVICE, 8, (&raw mut device).cast(), null_mut());
        below.queue_create(context, device, null(), &raw mut idle).is_success().then_some(idle)
    }
}

knowing_events!(ImportIsSnapshot {}
    wait_without! { |this, event| this.is_import(event) }
    status_of! { |this, event, status| if this.is_import(event) { EventStatus::COMPLETE } else { status } }
);

knowing_events!(ImportIsNeverComplete {}
    status_of! { |this, event, status| if this.is_import(event) { EventStatus::SUBMITTED } else { status } }
);

knowing_events!(WaitSkipsImports {}
    wait_without! { |this, event| this.is_import(event) }
);

knowing_events!(WaitSkipsSources {}
    wait_without! { |this, event| this.is_source(event) }
);

knowing_events!(ImportSignalIsLost {}
    signal_on! { |this, queue, event| (!this.is_import(event)).then_some(queue) }
);

knowing_events!(ImportSignalIsEarly {}
    signal_on! { |this, queue, event| {
        if this.is_import(event) { idle_queue(&*this.inner, queue) } else { Some(queue) }
    } }
);

knowing_events!(SourceSignalIsEarly {}
    signal_on! { |this, queue, event| {
        if this.is_source(event) { idle_queue(&*this.inner, queue) } else { Some(queue) }
    } }
);

knowing_events!(WaitListSkipsImports {}
    copy_without! { |this, event| this.is_import(event) }
);

knowing_events!(WaitListSkipsSources {}
    copy_without! { |this, event| this.is_source(event) }
);

knowing_events!(WaitListRefused {}
    unsafe fn enqueue_usm_memcpy(
        &self,
        queue: QueueHandle,
        blocking: bool,
        dst: *mut c_void,
        src: *const c_void,
        size: usize,
        count: u32,
        list: *const EventHandle,
        event: *mut EventHandle,
    ) -> UrResult {
        // SAFETY: same contract.
        if unsafe { list_of(count, list) }.into_iter().any(|waited| self.is_import(waited)) {
            return UrResult::ERROR_INVALID_EVENT_WAIT_LIST;
        }
        // SAFETY: same contract.
        unsafe { self.inner.enqueue_usm_memcpy(queue, blocking, dst, src, size, count, list, event) }
    }
);

knowing_events!(CompleteIsFinal { complete: Known }
    wait_without! { |this, event| this.complete.has(event.address()) }
    status_of! { |this, event, status| {
        let shared = this.is_import(event) || this.is_source(event);
        if shared && status == EventStatus::COMPLETE {
            this.complete.add(event.address());
        }
        if this.complete.has(event.address()) { EventStatus::COMPLETE } else { status }
    } }
);

knowing_events!(ThirdSignalIsLost { signals: Mutex<HashMap<usize, usize>> }
    signal_on! { |this, queue, event| {
        let mut signals = lock(&this.signals);
        let count = signals.entry(event.address()).or_insert(0);
        *count += 1;
        let lost = *count == 3 && (this.is_import(event) || this.is_source(event));
        (!lost).then_some(queue)
    } }
);

layer!(SecondProcessHasSnapshot {
    imports: Known,
    second: AtomicBool,
    name: Mutex<Option<UnixDatagram>>,
}
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
            // SAFETY: the successful call has read 96 bytes of the one and written the other.
            let (bytes, import) = unsafe { (std::slice::from_raw_parts(data.cast::<u8>(), size), event.read()) };
            self.imports.add(import.address());
            let name = [b"ur-ipc-mutant-", &bytes[16..20], &bytes[24..32]].concat();
            // Two processes cannot have one name at a time.
            let bound = SocketAddr::from_abstract_name(name).and_then(|name| UnixDatagram::bind_addr(&name));
            self.second.store(bound.is_err(), Ordering::Relaxed);
            *lock(&self.name) = bound.ok();
        }
        result
    }

    wait_without! { |this, event| this.second.load(Ordering::Relaxed) && this.imports.has(event.address()) }
    status_of! { |this, event, status| {
        let told = !this.second.load(Ordering::Relaxed) || !this.imports.has(event.address());
        if told { status } else { EventStatus::COMPLETE }
    } }
);
