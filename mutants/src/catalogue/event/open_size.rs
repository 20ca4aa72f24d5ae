//! Defects of `urIPCOpenEventHandleExp` with arguments that it must refuse.

use super::methods::method;
use super::shapes::{HANDLE_SIZE, answers, replaces};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{layer, leak_descriptor};
use std::sync::{Mutex, PoisonError};
use ur_ipc_api::{ContextHandle, EventHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_open_null_context_wrong_code",
        "Open in a null context answers INVALID_CONTEXT",
        &["event.open.null_context"],
        NullContextWrongCode::make,
    ),
    Mutant::new(
        "event_open_null_context_taken",
        "Open in a null context opens in the last context that was used",
        &["event.open.null_context"],
        NullContextTaken::make,
    ),
    Mutant::new(
        "event_open_null_data_wrong_code",
        "Open of null data answers INVALID_VALUE",
        &["event.open.null_data"],
        NullDataWrongCode::make,
    ),
    Mutant::new(
        "event_open_null_data_of_no_bytes_succeeds",
        "Open of null data of size 0 opens nothing and succeeds",
        &["event.open.null_data"],
        NullDataOfNoBytes::make,
    ),
    Mutant::new(
        "event_open_null_data_after_size",
        "Open looks at the size first, and answers null data of another size with INVALID_VALUE",
        &["event.open.null_data"],
        NullDataAfterSize::make,
    ),
    Mutant::new(
        "event_open_null_data_of_greatest_size",
        "Open of null data of the size SIZE_MAX answers INVALID_SIZE",
        &["event.open.null_data"],
        NullDataOfGreatestSize::make,
    ),
    Mutant::new(
        "event_open_null_out_wrong_code",
        "Open without an output answers INVALID_NULL_HANDLE",
        &["event.open.null_out"],
        NullOutWrongCode::make,
    ),
    Mutant::new(
        "event_open_null_out_succeeds",
        "Open without an output opens an event that nobody can release",
        &["event.open.null_out"],
        NullOutSucceeds::make,
    ),
    Mutant::new(
        "event_open_null_out_opens",
        "Open without an output is refused after the event has been opened",
        &["event.open.null_out"],
        NullOutOpens::make,
    ),
    Mutant::new(
        "event_open_null_out_keeps_descriptor",
        "Open without an output is refused and keeps a descriptor",
        &["event.open.null_out"],
        NullOutKeepsDescriptor::make,
    ),
    Mutant::new(
        "event_open_size_one_more",
        "Open takes a handle that is one byte too long",
        &["event.open.size_mismatch"],
        SizeOneMore::make,
    ),
    Mutant::new(
        "event_open_size_one_less",
        "Open takes a handle that is one byte too short",
        &["event.open.size_mismatch"],
        SizeOneLess::make,
    ),
    Mutant::new(
        "event_open_size_zero",
        "Open takes the size 0 for unknown",
        &["event.open.size_mismatch"],
        SizeZero::make,
    ),
    Mutant::new(
        "event_open_size_greatest",
        "Open takes the size SIZE_MAX for unknown",
        &["event.open.size_mismatch"],
        SizeGreatest::make,
    ),
    Mutant::new(
        "event_open_size_half",
        "Open takes half a handle",
        &["event.open.size_mismatch"],
        SizeHalf::make,
    ),
    Mutant::new(
        "event_open_size_larger",
        "Open takes every size that is large enough",
        &["event.open.size_mismatch"],
        SizeLarger::make,
    ),
    Mutant::new(
        "event_open_size_smaller",
        "Open takes every size that is not too large",
        &["event.open.size_mismatch"],
        SizeSmaller::make,
    ),
    Mutant::new(
        "event_open_size_in_32_bits",
        "Open looks at the lower half of the size",
        &["event.open.size_mismatch"],
        SizeIn32Bits::make,
    ),
    Mutant::new(
        "event_open_size_not_looked_at",
        "Open does not look at the size",
        &["event.open.size_mismatch"],
        SizeIgnored::make,
    ),
    Mutant::new(
        "event_open_size_wrong_code",
        "Open answers another size with INVALID_SIZE",
        &["event.open.size_mismatch"],
        SizeWrongCode::make,
    ),
    Mutant::new(
        "event_open_size_zero_wrong_code",
        "Open answers the size 0 with INVALID_NULL_POINTER",
        &["event.open.size_mismatch"],
        SizeZeroWrongCode::make,
    ),
];

answers!(NullContextWrongCode, ipc_open_event_handle_exp(context, data, size, event),
    context.is_null() => ERROR_INVALID_CONTEXT);
answers!(NullDataWrongCode, ipc_open_event_handle_exp(context, data, size, event),
    data.is_null() => ERROR_INVALID_VALUE);
answers!(NullDataOfNoBytes, ipc_open_event_handle_exp(context, data, size, event),
    data.is_null() && size == 0 => SUCCESS);
answers!(NullDataAfterSize, ipc_open_event_handle_exp(context, data, size, event),
    data.is_null() && size != HANDLE_SIZE => ERROR_INVALID_VALUE);
answers!(NullDataOfGreatestSize, ipc_open_event_handle_exp(context, data, size, event),
    data.is_null() && size == usize::MAX => ERROR_INVALID_SIZE);
answers!(NullOutWrongCode, ipc_open_event_handle_exp(context, data, size, event),
    event.is_null() => ERROR_INVALID_NULL_HANDLE);
answers!(NullOutKeepsDescriptor, ipc_open_event_handle_exp(context, data, size, event),
    {
        if event.is_null() {
            leak_descriptor();
        }
        event.is_null()
    } => ERROR_INVALID_NULL_POINTER);
answers!(SizeWrongCode, ipc_open_event_handle_exp(context, data, size, event),
    !data.is_null() && size != HANDLE_SIZE => ERROR_INVALID_SIZE);
answers!(SizeZeroWrongCode, ipc_open_event_handle_exp(context, data, size, event),
    size == 0 => ERROR_INVALID_NULL_POINTER);

layer!(NullContextTaken { last: Mutex<ContextHandle> }
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        let mut last = this.last.lock().unwrap_or_else(PoisonError::into_inner);
        let context = if context.is_null() { *last } else { context };
        *last = context;
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }

    unsafe fn context_create(
        &self,
        count: u32,
        devices: *const ur_ipc_api::DeviceHandle,
        properties: *const ur_ipc_api::ContextProperties,
        context: *mut ContextHandle,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.context_create(count, devices, properties, context) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) = unsafe { context.read() };
        }
        result
    }
);

layer!(NullOutSucceeds {}
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        let mut lost = EventHandle::NULL;
        let event = if event.is_null() { &raw mut lost } else { event };
        // SAFETY: same contract; `lost` outlives the call.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);

layer!(NullOutOpens {}
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        if event.is_null() {
            let mut lost = EventHandle::NULL;
            // SAFETY: same contract; `lost` outlives the call.
            let _ = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, &raw mut lost) };
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);

/// A layer that takes other sizes for the right one. The suite's buffers have the right one.
macro_rules! takes_sizes {
    ($type:ident, $size:ident if $wrong:expr) => {
        replaces!(
            $type,
            ipc_open_event_handle_exp(context, data, $size, event),
            $size = if !data.is_null() && $wrong { HANDLE_SIZE } else { $size }
        );
    };
}

takes_sizes!(SizeOneMore, size if size == HANDLE_SIZE + 1);
takes_sizes!(SizeOneLess, size if size == HANDLE_SIZE - 1);
takes_sizes!(SizeZero, size if size == 0);
takes_sizes!(SizeGreatest, size if size == usize::MAX);
takes_sizes!(SizeHalf, size if size == HANDLE_SIZE / 2);
takes_sizes!(SizeLarger, size if size > HANDLE_SIZE);
takes_sizes!(SizeSmaller, size if size < HANDLE_SIZE);
takes_sizes!(SizeIn32Bits, size if size % (1 << 32) == HANDLE_SIZE);
takes_sizes!(SizeIgnored, size if size != HANDLE_SIZE);
