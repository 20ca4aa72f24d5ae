//! Calls that fail and leave something in their outputs.

use super::methods::method;
use super::shapes::{HANDLE_SIZE, adjusts};
use crate::Legacy as Mutant;
use crate::catalogue::tools::layer;
use ur_ipc_api::{EventHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_failed_get_leaves_data",
        "A failed Get leaves a dangling pointer as the data",
        &["event.outputs_untouched_on_error"],
        GetLeavesData::make,
    ),
    Mutant::new(
        "event_failed_get_leaves_size",
        "A failed Get leaves the size of a handle",
        &["event.outputs_untouched_on_error"],
        GetLeavesSize::make,
    ),
    Mutant::new(
        "event_get_without_data_gives_size",
        "Get without a data pointer fails after it has stored the size",
        &["event.outputs_untouched_on_error"],
        GetWithoutData::make,
    ),
    Mutant::new(
        "event_get_of_import_leaves_data",
        "Get of an import fails and leaves a dangling pointer as the data",
        &["event.outputs_untouched_on_error"],
        GetOfImportLeavesData::make,
    ),
    Mutant::new(
        "event_failed_open_leaves_event",
        "A failed Open leaves a handle that names nothing",
        &["event.outputs_untouched_on_error"],
        OpenLeavesEvent::make,
    ),
    Mutant::new(
        "event_open_of_corrupt_bytes_leaves_event",
        "Open of corrupt bytes fails and leaves a handle that names nothing",
        &["event.outputs_untouched_on_error"],
        CorruptOpenLeavesEvent::make,
    ),
    Mutant::new(
        "event_open_of_other_size_leaves_event",
        "Open of another size fails and leaves a handle that names nothing",
        &["event.outputs_untouched_on_error"],
        OtherSizeLeavesEvent::make,
    ),
    Mutant::new(
        "event_failed_create_leaves_event",
        "A failed creation leaves a handle that names nothing",
        &["event.outputs_untouched_on_error"],
        CreateLeavesEvent::make,
    ),
    Mutant::new(
        "event_create_with_reserved_flag_leaves_event",
        "Creation with a reserved flag fails and leaves a handle that names nothing",
        &["event.outputs_untouched_on_error"],
        ReservedFlagLeavesEvent::make,
    ),
];

/// A handle that names nothing.
const NOTHING: usize = 0xdead_0008;

adjusts!(GetLeavesData, ipc_get_event_handle_exp(event, data, size), result => {
    if !result.is_success() && !data.is_null() {
        // SAFETY: writable as UR demands.
        unsafe { data.write(std::ptr::without_provenance_mut(NOTHING)) };
    }
    result
});

adjusts!(GetLeavesSize, ipc_get_event_handle_exp(event, data, size), result => {
    if !result.is_success() && !size.is_null() {
        // SAFETY: writable as UR demands.
        unsafe { size.write(HANDLE_SIZE) };
    }
    result
});

adjusts!(GetWithoutData, ipc_get_event_handle_exp(event, data, size), result => {
    if data.is_null() && !size.is_null() {
        // SAFETY: writable as UR demands.
        unsafe { size.write(HANDLE_SIZE) };
    }
    result
});

adjusts!(GetOfImportLeavesData, ipc_get_event_handle_exp(event, data, size), result => {
    if result == UrResult::ERROR_INVALID_EVENT {
        // SAFETY: not null, or the code would be another; writable as UR demands.
        unsafe { data.write(std::ptr::without_provenance_mut(NOTHING)) };
    }
    result
});

/// A call that leaves an event where its result is such.
macro_rules! leaves_event {
    ($type:ident, $method:ident($($arg:ident),*) -> $event:ident, $result:ident if $failed:expr) => {
        adjusts!($type, $method($($arg),*), $result => {
            if $failed && !$event.is_null() {
                // SAFETY: writable as UR demands.
                unsafe { $event.write(EventHandle::from_address(NOTHING)) };
            }
            $result
        });
    };
}

leaves_event!(OpenLeavesEvent, ipc_open_event_handle_exp(context, data, size, event) -> event,
    result if !result.is_success());
leaves_event!(CorruptOpenLeavesEvent, ipc_open_event_handle_exp(context, data, size, event) -> event,
    result if result == UrResult::ERROR_INVALID_VALUE && size == HANDLE_SIZE);
leaves_event!(OtherSizeLeavesEvent, ipc_open_event_handle_exp(context, data, size, event) -> event,
    result if result == UrResult::ERROR_INVALID_VALUE && size > HANDLE_SIZE);
leaves_event!(CreateLeavesEvent, event_create_exp(context, device, desc, event) -> event,
    result if !result.is_success());
leaves_event!(ReservedFlagLeavesEvent, event_create_exp(context, device, desc, event) -> event,
    result if result == UrResult::ERROR_INVALID_ENUMERATION);
