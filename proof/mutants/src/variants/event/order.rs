//! Orders of operations that no text prescribes.

use super::tools::*;

/// Makes calls wait for the same events once each, in another order.
fn sorted<C: Waits>(variant: Freedom<'_>) -> Freedom<'_> {
    variant.instead(|c: &C, ur| {
        let mut events = c.events();
        if events.is_empty() || events.iter().any(|event| event.is_null()) {
            return None;
        }
        events.sort_by_key(|event| std::cmp::Reverse(event.address()));
        events.dedup();
        Some(c.run_behind(&events, ur))
    })
}

pub(super) fn variants(c: &mut Catalogue) {
    c.variant(
        "event_lists_are_sorted",
        "event.yml, urEventWait: \"a list of events to wait for completion\"; enqueue.yml, \
         phEventWaitList: \"a list of events that must be complete before this command can be executed\"; \
         nothing is said of their order, or of one that is there twice",
    )
    .of(&["event.imported.wait_all", "event.imported.signal_wait_list"])
    .does("each wait list is sorted, and an event that is in it twice is waited for once")
    .with(sorted::<event_wait>)
    .with(sorted::<enqueue_usm_memcpy>)
    .with(sorted::<enqueue_usm_fill>)
    .with(sorted::<enqueue_events_wait>)
    .with(sorted::<enqueue_events_wait_with_barrier>)
    .with(sorted::<Signal>);

    let lock = shared::<Kept<()>>();
    c.variant("event_calls_one_at_a_time", LOCKS)
        .of(&["event.concurrent", "event.concurrent_same_object"])
        .does("creations, Gets, Puts, Opens and releases of events are made one at a time; waits are not")
        .with(one_at_a_time::<Create>(lock))
        .with(one_at_a_time::<ipc_get_event_handle_exp>(lock))
        .with(one_at_a_time::<ipc_put_event_handle_exp>(lock))
        .with(one_at_a_time::<ipc_open_event_handle_exp>(lock))
        .with(one_at_a_time::<event_release>(lock));
}
