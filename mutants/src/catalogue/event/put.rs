//! Defects of `urIPCPutEventHandleExp` that show in its answer.

use super::methods::method;
use super::shapes::{HANDLE_SIZE, adjusts, answers};
use crate::Legacy as Mutant;
use crate::catalogue::tools::layer;
use std::sync::{Mutex, PoisonError};
use ur_ipc_api::{ContextHandle, EventHandle, EventInfo, UrIpc, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_put_not_implemented",
        "Put is optional and answers UNSUPPORTED_FEATURE",
        &["event.put.success"],
        NotImplemented::make,
    ),
    Mutant::new(
        "event_put_fails_after_release",
        "Put releases the handle and fails",
        &["event.put.success"],
        FailsAfterRelease::make,
    ),
    Mutant::new(
        "event_put_takes_latest_only",
        "Put takes the handle of the last Get and no earlier one",
        &["event.put.success"],
        TakesLatestOnly::make,
    ),
    Mutant::new(
        "event_put_takes_oldest_only",
        "Put takes handles in the order in which they were got",
        &["event.put.success"],
        TakesOldestOnly::make,
    ),
    Mutant::new(
        "event_put_null_context_ignored",
        "Put does not look at the context",
        &["event.put.null_context"],
        NullContextIgnored::make,
    )
    .seen_in("unified-runtime source/adapters/level_zero/v2/ipc_event.cpp at 578c2a84a"),
    Mutant::new(
        "event_put_null_context_releases",
        "Put with a null context is refused and releases the handle all the same",
        &["event.put.null_context"],
        NullContextReleases::make,
    ),
    Mutant::new(
        "event_put_null_context_wrong_code",
        "Put with a null context answers INVALID_CONTEXT",
        &["event.put.null_context"],
        NullContextWrongCode::make,
    ),
    Mutant::new(
        "event_put_null_context_clears_bytes",
        "Put with a null context is refused and clears the bytes of the handle",
        &["event.put.null_context"],
        NullContextClearsBytes::make,
    ),
    Mutant::new(
        "event_put_null_data_succeeds",
        "Put of a null pointer does nothing and succeeds",
        &["event.put.null_data"],
        NullDataSucceeds::make,
    ),
    Mutant::new(
        "event_put_null_data_wrong_code",
        "Put of a null pointer answers INVALID_VALUE",
        &["event.put.null_data"],
        NullDataWrongCode::make,
    ),
    Mutant::new(
        "event_put_null_data_as_handle",
        "Put of a null pointer answers INVALID_NULL_HANDLE",
        &["event.put.null_data"],
        NullDataAsHandle::make,
    ),
];

answers!(NotImplemented, ipc_put_event_handle_exp(_context, _data), true => ERROR_UNSUPPORTED_FEATURE);

adjusts!(FailsAfterRelease, ipc_put_event_handle_exp(context, data), result => {
    if result.is_success() { UrResult::ERROR_INVALID_VALUE } else { result }
});

answers!(NullContextWrongCode, ipc_put_event_handle_exp(context, data),
    context.is_null() => ERROR_INVALID_CONTEXT);
answers!(NullDataSucceeds, ipc_put_event_handle_exp(context, data), data.is_null() => SUCCESS);
answers!(NullDataWrongCode, ipc_put_event_handle_exp(context, data),
    data.is_null() => ERROR_INVALID_VALUE);
answers!(NullDataAsHandle, ipc_put_event_handle_exp(context, data),
    data.is_null() => ERROR_INVALID_NULL_HANDLE);

/// A layer that puts only one of the handles that are out, which `$pick` finds.
macro_rules! puts_only {
    ($type:ident, $pick:ident) => {
        layer!($type { out: Mutex<Vec<usize>> }
            method! { ipc_get_event_handle_exp(this, event, data, size) {
                // SAFETY: same contract.
                let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    let address = unsafe { data.read() }.addr();
                    this.out.lock().unwrap_or_else(PoisonError::into_inner).push(address);
                }
                result
            } }

            method! { ipc_put_event_handle_exp(this, context, data) {
                let mut out = this.out.lock().unwrap_or_else(PoisonError::into_inner);
                if !data.is_null() && out.$pick() != Some(&data.addr()) {
                    return UrResult::ERROR_INVALID_VALUE;
                }
                // SAFETY: same contract.
                let result = unsafe { this.inner.ipc_put_event_handle_exp(context, data) };
                if result.is_success() {
                    out.retain(|&address| address != data.addr());
                }
                result
            } }
        );
    };
}

puts_only!(TakesLatestOnly, last);
puts_only!(TakesOldestOnly, first);

/// A layer that knows the context of the last exported event.
macro_rules! knows_context {
    ($type:ident, |$this:ident, $last:ident, $context:ident, $data:ident| $put:block) => {
        layer!($type { last: Mutex<ContextHandle> }
            method! { ipc_get_event_handle_exp(this, event, data, size) {
                *this.last.lock().unwrap_or_else(PoisonError::into_inner) = context_of(&*this.inner, event);
                // SAFETY: same contract.
                unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
            } }

            method! { ipc_put_event_handle_exp($this, $context, $data) {
                let $last = *$this.last.lock().unwrap_or_else(PoisonError::into_inner);
                $put
            } }
        );
    };
}

fn context_of(inner: &dyn UrIpc, event: EventHandle) -> ContextHandle {
    let mut context = ContextHandle::NULL;
    let value = (&raw mut context).cast();
    // SAFETY: one handle fits; the host backend refuses what is no event.
    let _ = unsafe { inner.event_get_info(event, EventInfo::CONTEXT, 8, value, std::ptr::null_mut()) };
    context
}

knows_context!(NullContextIgnored, |this, last, context, data| {
    let context = if context.is_null() { last } else { context };
    // SAFETY: same contract.
    unsafe { this.inner.ipc_put_event_handle_exp(context, data) }
});

knows_context!(NullContextReleases, |this, last, context, data| {
    let refused = context.is_null();
    // SAFETY: same contract.
    let result = unsafe { this.inner.ipc_put_event_handle_exp(if refused { last } else { context }, data) };
    if refused { UrResult::ERROR_INVALID_NULL_HANDLE } else { result }
});

layer!(NullContextClearsBytes {}
    method! { ipc_put_event_handle_exp(this, context, data) {
        if context.is_null() && !data.is_null() {
            // SAFETY: the bytes of a handle belong to whoever got it.
            unsafe { data.cast::<u8>().write_bytes(0, HANDLE_SIZE) };
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_put_event_handle_exp(context, data) }
    } }
);
