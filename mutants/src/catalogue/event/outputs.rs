//! Calls that fail and leave something in their outputs.

use super::tools::{Create, Get, Open, failed};
use crate::catalogue::Catalogue;
use crate::layer::Ptr;
use crate::layer::codes::*;
use ur_ipc_api::EventHandle;
use ur_ipc_host::handle_data::SIZE;

/// The address of a handle that names nothing.
const NOTHING: usize = 0xdead_0008;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_failed_get_leaves_data", "A failed Get leaves a dangling pointer as the data")
        .violates(&["event.outputs_untouched_on_error"])
        .after(failed(|c: &Get, _| c.handle_data.set(Ptr::from_address(NOTHING))));

    c.defect("event_failed_get_leaves_size", "A failed Get leaves the size of a handle")
        .violates(&["event.outputs_untouched_on_error"])
        .after(failed(|c: &Get, _| c.handle_data_size_ret.set(SIZE)));

    c.defect("event_failed_open_leaves_event", "A failed Open leaves a handle that names nothing")
        .violates(&["event.outputs_untouched_on_error"])
        .after(failed(|c: &Open, _| c.event.set(EventHandle::from_address(NOTHING))));

    c.defect(
        "event_create_with_reserved_flag_leaves_event",
        "Creation with a reserved flag fails and leaves a handle that names nothing",
    )
    .violates(&["event.outputs_untouched_on_error"])
    .after(|c: &Create, result, _| {
        if result == INVALID_ENUMERATION {
            c.event.set(EventHandle::from_address(NOTHING));
        }
        result
    });
}
