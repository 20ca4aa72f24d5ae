//! Results of Get for events, and their lifetime.

use super::tools::*;
use crate::variants::counted;
use crate::variants::handles::recycled;

pub(super) fn variants(c: &mut Catalogue) {
    c.variant(
        "event_of_times_is_no_event_to_share",
        format!(
            "{IPC_YML}, urIPCGetEventHandleExp: INVALID_EVENT, \"`hEvent` was not created with the \
             UR_EXP_EVENT_FLAG_IPC_EXP flag.\"; an event with profiling or of a time stamp cannot have it, \
             and nothing puts UNSUPPORTED_FEATURE first, \"`hEvent` has profiling or timestamping \
             enabled.\""
        ),
    )
    .of(&["event.get.profiling_or_timestamp"])
    .does("Get of an event that keeps times is refused with INVALID_EVENT")
    .after(
        |c: &Get, result, _| {
            if c.family == Event && result == UNSUPPORTED_FEATURE { INVALID_EVENT } else { result }
        },
    );

    recycled(
        c.variant(
            "event_put_handles_open_until_the_end",
            format!(
                "{IPC_YML}, urIPCPutEventHandleExp: \"Releases the resources associated with IPC event handle data\"; whether \
                 copied bytes open after that is not said"
            ),
        ),
        Event,
    )
    .of(&["event.open.stale", "lifetime.event.release_order", "lifetime.event.put_after_release"])
    .does("the bytes of a handle that was put open as long as the event is there, and the next Get gives them again");

    counted::gets(
        Event,
        c.variant(
            "event_get_counts",
            format!(
                "{IPC_YML}, urIPCGetEventHandleExp: \"an opaque byte buffer allocated and owned by the implementation\"; nowhere: \
                 that each Get has one of its own"
            ),
        )
        .of(&["event.put.null_context", "event.open.stale"])
        .does("all Gets of an event give the same buffer, which is there until each of them was put"),
    );
}
