//! Defects of `urIPCOpenEventHandleExp` with several contexts.

use super::methods::method;
use super::shapes::{Handles, Pairs, note_handles, note_sources, overwrite, remember_imports};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use std::ptr::null_mut;
use ur_ipc_api::{ContextHandle, EventHandle, EventInfo, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_open_other_context_refused",
        "Open fails in another context than the source's",
        &["event.open.other_context"],
        OtherContextRefused::make,
    ),
    Mutant::new(
        "event_open_other_context_not_reported",
        "An import reports the context of its source",
        &["event.open.other_context"],
        OtherContextNotReported::make,
    ),
    Mutant::new(
        "event_open_source_moves_context",
        "The source reports the context in which it was opened last",
        &["event.open.other_context"],
        SourceMovesContext::make,
    ),
    Mutant::new(
        "event_open_second_context_refused",
        "Open of a handle fails in a second context",
        &["event.open.other_context"],
        SecondContextRefused::make,
    ),
    Mutant::new(
        "event_open_reports_no_context",
        "An import reports a null context",
        &["event.imported.info_basic", "event.open.other_context"],
        ReportsNoContext::make,
    ),
];

/// The context of an event.
fn context_of(inner: &dyn ur_ipc_api::UrIpc, event: usize) -> ContextHandle {
    let mut context = ContextHandle::NULL;
    let (event, value) = (EventHandle::from_address(event), (&raw mut context).cast());
    // SAFETY: one handle fits; the host backend refuses what is no event.
    let _ = unsafe { inner.event_get_info(event, EventInfo::CONTEXT, 8, value, null_mut()) };
    context
}

layer!(OtherContextRefused { handles: Handles }
    note_handles! { handles }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        let source = unsafe { this.handles.get(data, size) };
        if !context.is_null() && source.is_some_and(|source| context_of(&*this.inner, source) != context) {
            return UrResult::ERROR_INVALID_CONTEXT;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);

layer!(OtherContextNotReported { handles: Handles, imports: Pairs }
    note_handles! { handles }

    note_sources! { handles, imports }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        if let Some(source) = this.imports.get(event.address())
            && result.is_success()
            && name == EventInfo::CONTEXT
        {
            // SAFETY: the call has just written a handle there.
            unsafe { overwrite(value, context_of(&*this.inner, source)) };
        }
        result
    } }
);

layer!(SourceMovesContext { handles: Handles, moved: Pairs }
    note_handles! { handles }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        // SAFETY: readable for its size, which is that of a handle.
        if let Some(source) = unsafe { this.handles.get(data, size) }.filter(|_| result.is_success()) {
            this.moved.set(source, context.address());
        }
        result
    } }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        if let Some(context) = this.moved.get(event.address())
            && result.is_success()
            && name == EventInfo::CONTEXT
        {
            // SAFETY: the call has just written a handle there.
            unsafe { overwrite(value, context) };
        }
        result
    } }
);

layer!(SecondContextRefused { opened: Handles }
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        let before = unsafe { this.opened.get(data, size) };
        if !context.is_null() && before.is_some_and(|before| before != context.address()) {
            return UrResult::ERROR_INVALID_CONTEXT;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        if result.is_success() {
            // SAFETY: the successful call has read the bytes.
            unsafe { this.opened.add(data, size, context.address()) };
        }
        result
    } }
);

layer!(ReportsNoContext { imported: Known }
    remember_imports! { imported }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        if result.is_success() && name == EventInfo::CONTEXT && this.imported.has(event.address()) {
            // SAFETY: the call has just written a handle there.
            unsafe { overwrite(value, ContextHandle::NULL) };
        }
        result
    } }
);
