//! Defects of `urIPCPutEventHandleExp` that show in the events that it leaves behind.

use super::methods::method;
use super::shapes::{HANDLE_SIZE, Handles, Pairs, events, lose_signals, note_handles, overwrite, target};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use ur_ipc_api::{EventHandle, EventInfo, EventStatus, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_put_releases_source",
        "Put releases the event that was exported",
        &["event.put.keeps_source"],
        ReleasesSource::make,
    ),
    Mutant::new(
        "event_put_ends_exports",
        "After a Put the event cannot be exported again",
        &["event.put.keeps_source"],
        EndsExports::make,
    ),
    Mutant::new(
        "event_put_ends_signals",
        "After a Put the event cannot be signalled",
        &["event.put.keeps_source"],
        EndsSignals::make,
    ),
    Mutant::new(
        "event_put_loses_signals_of_source",
        "After a Put signals of the source are lost",
        &["event.put.keeps_source", "event.put.keeps_opened"],
        LosesSignals::make,
    ),
    Mutant::new(
        "event_put_closes_imports",
        "Put releases what was opened from the handle",
        &["event.put.keeps_opened"],
        ClosesImports::make,
    ),
    Mutant::new(
        "event_put_makes_imports_invalid",
        "After a Put a wait on what was opened from the handle fails",
        &["event.put.keeps_opened"],
        MakesImportsInvalid::make,
    ),
    Mutant::new(
        "event_put_freezes_imports",
        "After a Put what was opened from the handle stays complete whatever is signalled",
        &["event.put.keeps_opened"],
        FreezesImports::make,
    ),
    Mutant::new(
        "event_put_cuts_off_imports",
        "After a Put signals of what was opened from the handle are lost",
        &["event.put.keeps_opened"],
        CutsOffImports::make,
    ),
    Mutant::new(
        "event_put_ends_other_handles",
        "Put of one handle of an event ends its other handles",
        &["event.put.keeps_opened"],
        EndsOtherHandles::make,
    ),
    Mutant::new(
        "event_put_cuts_off_other_processes",
        "After a Put signals of the event do not reach what other processes opened",
        &["event.put.keeps_opened"],
        CutsOffOtherProcesses::make,
    ),
];

/// The entry point that exports events, noting whose handle is where.
macro_rules! note_source {
    ($sources:ident) => {
        method! { ipc_get_event_handle_exp(this, event, data, size) {
            // SAFETY: same contract.
            let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
            if result.is_success() {
                // SAFETY: written by the successful call.
                this.$sources.set(unsafe { data.read() }.addr(), event.address());
            }
            result
        } }
    };
}

/// The entry point that releases handles; then `$then` with the address of the event.
macro_rules! after_put {
    ($sources:ident, |$this:ident, $event:ident| $then:expr) => {
        method! { ipc_put_event_handle_exp($this, context, data) {
            // SAFETY: same contract.
            let result = unsafe { $this.inner.ipc_put_event_handle_exp(context, data) };
            if let Some($event) = $this.$sources.take(data.addr()).filter(|_| result.is_success()) {
                $then;
            }
            result
        } }
    };
}

layer!(ReleasesSource { sources: Pairs }
    note_source! { sources }

    after_put! { sources, |this, event| {
        // SAFETY: the host backend refuses handles that are gone.
        let _ = unsafe { this.inner.event_release(EventHandle::from_address(event)) };
    } }
);

layer!(EndsExports { sources: Pairs, ended: Known }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.ended.has(event.address()) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            this.sources.set(unsafe { data.read() }.addr(), event.address());
        }
        result
    } }

    after_put! { sources, |this, event| this.ended.add(event) }
);

layer!(EndsSignals { sources: Pairs, ended: Known }
    note_source! { sources }

    after_put! { sources, |this, event| this.ended.add(event) }

    method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
        // SAFETY: null or readable.
        if this.ended.has(unsafe { target(event) }.address()) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        // SAFETY: same contract.
        unsafe { this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) }
    } }
);

layer!(LosesSignals { sources: Pairs, ended: Known }
    note_source! { sources }

    after_put! { sources, |this, event| this.ended.add(event) }

    lose_signals! { ended }
);

/// The entry points that export and open events, noting from which handle each import was opened.
macro_rules! note_imports {
    ($handles:ident, $imports:ident) => {
        method! { ipc_get_event_handle_exp(this, event, data, size) {
            // SAFETY: same contract.
            let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
            if result.is_success() {
                // SAFETY: written by the successful call.
                unsafe { this.$handles.add(data.read(), size.read(), data.read().addr()) };
            }
            result
        } }

        method! { ipc_open_event_handle_exp(this, context, data, size, event) {
            // SAFETY: same contract.
            let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
            // SAFETY: readable for its size, which is that of a handle.
            if let Some(handle) = unsafe { this.$handles.get(data, size) }.filter(|_| result.is_success()) {
                // SAFETY: written by the successful call.
                this.$imports.set(handle, unsafe { event.read() }.address());
            }
            result
        } }
    };
}

layer!(ClosesImports { handles: Handles, imports: Pairs }
    note_imports! { handles, imports }

    after_put! { imports, |this, import| {
        // SAFETY: the host backend refuses handles that are gone.
        let _ = unsafe { this.inner.event_release(EventHandle::from_address(import)) };
    } }
);

layer!(MakesImportsInvalid { handles: Handles, imports: Pairs, ended: Known }
    note_imports! { handles, imports }

    after_put! { imports, |this, import| this.ended.add(import) }

    method! { event_wait(this, count, list) {
        // SAFETY: null or an array of `count` events.
        if unsafe { events(count, list) }.iter().any(|event| this.ended.has(event.address())) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_wait(count, list) }
    } }
);

layer!(FreezesImports { handles: Handles, imports: Pairs, ended: Known }
    note_imports! { handles, imports }

    after_put! { imports, |this, import| this.ended.add(import) }

    method! { event_wait(this, count, list) {
        // SAFETY: null or an array of `count` events.
        if unsafe { events(count, list) }.iter().any(|event| this.ended.has(event.address())) {
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_wait(count, list) }
    } }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        let frozen = name == EventInfo::COMMAND_EXECUTION_STATUS && this.ended.has(event.address());
        if result.is_success() && frozen {
            // SAFETY: the call has just written a status there.
            unsafe { overwrite(value, EventStatus::COMPLETE) };
        }
        result
    } }
);

layer!(CutsOffImports { handles: Handles, imports: Pairs, ended: Known }
    note_imports! { handles, imports }

    after_put! { imports, |this, import| this.ended.add(import) }

    lose_signals! { ended }
);

layer!(EndsOtherHandles { sources: Pairs, handles: Handles, ended: Known }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            unsafe {
                this.sources.set(data.read().addr(), event.address());
                this.handles.add(data.read(), size.read(), event.address());
            }
        }
        result
    } }

    after_put! { sources, |this, event| this.ended.add(event) }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        if unsafe { this.handles.get(data, size) }.is_some_and(|source| this.ended.has(source)) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);

layer!(CutsOffOtherProcesses { handles: Handles, opened_here: Known, cut_off: Known }
    note_handles! { handles }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        if let Some(source) = unsafe { this.handles.get(data, size) } {
            this.opened_here.add(source);
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }

    method! { ipc_put_event_handle_exp(this, context, data) {
        // SAFETY: null, or what Get gave.
        if let Some(source) = unsafe { this.handles.get(data, HANDLE_SIZE) }
            && !this.opened_here.has(source)
        {
            this.cut_off.add(source);
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_put_event_handle_exp(context, data) }
    } }

    lose_signals! { cut_off }
);
