//! Defects of `urIPCGetEventHandleExp` with null arguments.

use super::methods::method;
use super::shapes::answers;
use crate::Legacy as Mutant;
use crate::catalogue::tools::layer;
use std::ptr::null_mut;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_get_null_event_wrong_code",
        "Get of a null event answers INVALID_EVENT",
        &["event.get.null_event"],
        NullEventWrongCode::make,
    ),
    Mutant::new(
        "event_get_null_event_as_pointer",
        "Get of a null event answers INVALID_NULL_POINTER",
        &["event.get.null_event"],
        NullEventAsPointer::make,
    ),
    Mutant::new(
        "event_get_null_event_succeeds",
        "Get of a null event succeeds and gives nothing",
        &["event.get.null_event"],
        NullEventSucceeds::make,
    ),
    Mutant::new(
        "event_get_null_out_data_wrong_code",
        "Get without a data pointer answers INVALID_VALUE",
        &["event.get.null_out_data"],
        NullOutDataWrongCode::make,
    ),
    Mutant::new(
        "event_get_null_out_data_as_handle",
        "Get without a data pointer answers INVALID_NULL_HANDLE",
        &["event.get.null_out_data"],
        NullOutDataAsHandle::make,
    ),
    Mutant::new(
        "event_get_null_out_data_gives_size",
        "Get without a data pointer succeeds and gives the size alone",
        &["event.get.null_out_data"],
        NullOutDataGivesSize::make,
    ),
    Mutant::new(
        "event_get_null_out_size_optional",
        "Get without a size pointer gives the handle alone",
        &["event.get.null_out_size"],
        NullOutSizeOptional::make,
    ),
    Mutant::new(
        "event_get_null_out_size_wrong_code",
        "Get without a size pointer answers INVALID_SIZE",
        &["event.get.null_out_size"],
        NullOutSizeWrongCode::make,
    ),
];

answers!(NullEventWrongCode, ipc_get_event_handle_exp(event, data, size),
    event.is_null() => ERROR_INVALID_EVENT);
answers!(NullEventAsPointer, ipc_get_event_handle_exp(event, data, size),
    event.is_null() => ERROR_INVALID_NULL_POINTER);
answers!(NullEventSucceeds, ipc_get_event_handle_exp(event, data, size),
    event.is_null() => SUCCESS);
answers!(NullOutDataWrongCode, ipc_get_event_handle_exp(event, data, size),
    data.is_null() => ERROR_INVALID_VALUE);
answers!(NullOutDataAsHandle, ipc_get_event_handle_exp(event, data, size),
    data.is_null() => ERROR_INVALID_NULL_HANDLE);
answers!(NullOutSizeWrongCode, ipc_get_event_handle_exp(event, data, size),
    size.is_null() => ERROR_INVALID_SIZE);

layer!(NullOutDataGivesSize {}
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        let mut own = null_mut();
        let data = if data.is_null() { &raw mut own } else { data };
        // SAFETY: same contract; `own` outlives the call.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }
);

layer!(NullOutSizeOptional {}
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        let mut own = 0;
        let size = if size.is_null() { &raw mut own } else { size };
        // SAFETY: same contract; `own` outlives the call.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }
);
