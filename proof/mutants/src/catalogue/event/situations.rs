//! Wait lists that go wrong where several things come together: how long they are, and which thread makes the call.

use super::signal_lists::has_hint;
use super::tools::*;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// As many as a word has bits.
const WORD: usize = 64;

pub(super) fn defects(c: &mut Catalogue) {
    ignored::<enqueue_usm_memcpy>(c, "copy", "copy");
    ignored::<enqueue_usm_memcpy_2d>(c, "copy_of_rows", "copy of rows").also(&["memory.open.copies_2d"]);
    ignored::<enqueue_usm_fill>(c, "fill", "fill");
    ignored::<enqueue_events_wait>(c, "wait_of_queue", "wait of a queue");
    ignored::<enqueue_events_wait_with_barrier>(c, "barrier", "barrier");
    ignored::<enqueue_events_wait_with_barrier_ext>(c, "barrier_of_event", "barrier of an event");
    ignored::<enqueue_timestamp_recording_exp>(c, "time_stamp", "time stamp");
    ignored::<enqueue_host_task_exp>(c, "host_task", "host task");

    c.defect("event_list_of_barrier_at_low_power_ignored", "cross_process.event.wait_list")
        .does("A barrier with the hint of low power that signals no event of its caller's waits for nothing in its wait list")
        .instead(|c: &Signal, ur| {
            (has_hint(c) && given(c.event).is_null() && !c.events().is_empty()).then(|| c.run_behind(&[], ur))
        });

    c.defect("event_list_of_blocking_copy_ignored", "cross_process.event.wait_list")
        .does("A copy that blocks waits for nothing in its wait list")
        .instead(|c: &enqueue_usm_memcpy, ur| {
            (c.blocking && !c.events().is_empty()).then(|| c.run_behind(&[], ur))
        });
}

/// The first command of a kind that a thread enqueues does not wait for a long list.
fn ignored<'c, C: Waits>(c: &'c mut Catalogue, name: &str, what: &str) -> Defect<'c> {
    c.defect(format!("event_long_list_of_{name}_ignored_on_new_thread"), "cross_process.event.wait_list")
        .does(format!("The first {what} of a thread waits for nothing in a list of more than {WORD} events"))
        .instead(|c: &C, ur| {
            let first = is_first(std::any::type_name::<C>());
            (first && c.events().len() > WORD).then(|| c.run_behind(&[], ur))
        })
}

/// Whether this thread makes such a call for the first time.
fn is_first(call: &'static str) -> bool {
    thread_local!(static MADE: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) });
    MADE.with_borrow_mut(|made| made.insert(call))
}
