//! Signals that do not wait for the events in the wait list of their barrier.

use super::tools::*;

/// Whether this is a signal of an event that is shared, on the side that is asked for.
fn signals(c: &Signal, ur: &Below, imports: bool) -> bool {
    let event = given(c.event);
    !event.is_null() && ur.is_import(event) == imports
}

/// Whether a barrier has properties with flags.
pub(super) fn has_hint(c: &Signal) -> bool {
    // SAFETY: the caller's properties, which live through the call.
    unsafe { c.properties.0.as_ref() }.is_some_and(|given| given.flags != ExpEnqueueExtFlags::NONE_SET)
}

pub(super) fn defects(c: &mut Catalogue) {
    for (imports, side) in [(false, "source"), (true, "import")] {
        for (which, does, kept) in [
            ("list", "nothing in its wait list", (|_| Vec::new()) as fn(&[EventHandle]) -> Vec<EventHandle>),
            ("all_but_first", "only the first event in its wait list", |list| list[..1].to_vec()),
            ("all_but_last", "only the last event in its wait list", |list| list[list.len() - 1..].to_vec()),
        ] {
            let defect = c
                .defect(format!("event_signal_of_{side}_ignores_{which}"), "event.imported.signal_wait_list")
                .does(format!("A signal of {side}s waits for {does}"))
                .also(&["cross_process.event.signal_wait_list"])
                .instead(move |c: &Signal, ur| {
                    let list = c.events();
                    (!list.is_empty() && signals(c, ur, imports)).then(|| c.run_behind(&kept(&list), ur))
                });
            if which == "list" && !imports {
                defect.seen_in("Level Zero v2 adapter, found by reading");
            }
        }

        c.defect(
            format!("event_signal_of_{side}_at_low_power_ignores_list"),
            "event.imported.signal_wait_list",
        )
        .does(format!("A signal of {side}s with the hint of low power waits for nothing in its wait list"))
        .instead(move |c: &Signal, ur| {
            (has_hint(c) && signals(c, ur, imports)).then(|| c.run_behind(&[], ur))
        });

        c.defect(
            format!("event_signal_of_{side}_ignores_imports_in_list"),
            "cross_process.event.signal_wait_list",
        )
        .does(format!("A signal of {side}s does not wait for imports in its wait list"))
        .also(&["event.imported.signal_wait_list"])
        .instead(move |c: &Signal, ur| behind_no_import(signals(c, ur, imports), c, ur));
    }
}
