//! Calls that fail and leave something in their outputs.

use super::tools::*;

/// The address of a handle that names nothing.
const NOTHING: usize = 0xdead_0008;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_failed_get_leaves_data", "event.outputs_untouched_on_error")
        .does("A failed Get leaves a dangling pointer as the data")
        .failed(|c: &Get, _| c.handle_data.set(Ptr::from_address(NOTHING)));

    c.defect("event_failed_get_leaves_size", "event.outputs_untouched_on_error")
        .does("A failed Get leaves the size of a handle")
        .failed(|c: &Get, _| c.handle_data_size_ret.set(SIZE));

    c.defect("event_failed_open_leaves_event", "event.outputs_untouched_on_error")
        .does("A failed Open leaves a handle that names nothing")
        .failed(|c: &Open, _| c.event.set(EventHandle::from_address(NOTHING)));

    c.defect("event_create_with_reserved_flag_leaves_event", "event.outputs_untouched_on_error")
        .does("Creation with a reserved flag fails and leaves a handle that names nothing")
        .after(|c: &Create, result, _| {
            if result == INVALID_ENUMERATION {
                c.event.set(EventHandle::from_address(NOTHING));
            }
            result
        });
}
