//! Signals that are counted by too small a counter.

use super::tools::*;

/// The object that counts the signals of both sides of an event, if they are in one process.
fn one(event: EventHandle, ur: &Below) -> Ptr {
    ur.source_of_import(event).unwrap_or_else(|| event.into())
}

pub(super) fn defects(c: &mut Catalogue) {
    let signals = shared::<Notes<Ptr, usize>>();
    c.defect("event_signal_256_counts_as_done", "event.imported.many_signals")
        .does("Every 256th signal of an event counts as done before it is")
        .then(move |c: &Signal, ur| signals.count(one(given(c.event), ur)))
        .answers(
            STATUS,
            other(COMPLETE, move |event, ur| {
                signals.get(&one(event, ur)).is_some_and(|count| count % COUNTED == 0)
            }),
        );

    for (imports, side) in [(false, "source"), (true, "import")] {
        let signals = Notes::default();
        c.defect(format!("cross_event_signal_256_of_{side}_lost"), "cross_process.event.many_signals")
            .does(format!("Every 256th signal of {side}s is lost"))
            .also(&["event.imported.many_signals"])
            .instead(move |c: &Signal, ur| {
                let event = given(c.event);
                let counts = !event.is_null() && ur.is_import(event) == imports;
                (counts && signals.count(event) % COUNTED == COUNTED - 1).then(|| lose(c, ur))
            });
    }
}
