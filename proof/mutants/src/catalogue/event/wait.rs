//! Defects of waits on imports and their sources, by the host and by commands.

use super::tools::*;
use std::time::Duration;

/// The number of imports in the list of a wait.
pub(super) fn imports(c: &impl Waits, ur: &Below) -> usize {
    c.events().iter().filter(|event| ur.is_import(**event)).count()
}

/// Whether all events in the list of a wait are complete.
pub(super) fn done(c: &event_wait, ur: &Below) -> bool {
    c.events().iter().all(|event| ur.is_complete(*event))
}

/// The list without second handles of one shared event, and without as many events at its end.
fn compacted(events: &[EventHandle], ur: &Below) -> Vec<EventHandle> {
    let state = |event: EventHandle| {
        let export = || ur.all_exports(Event).into_iter().find(|export| export.source == Ptr::from(event));
        let of_source = || handle(Event, &export()?.bytes);
        handle_of(event, ur).or_else(of_source).map(|handle| handle.object)
    };
    let (mut seen, mut kept) = (Vec::new(), Vec::new());
    for &event in events {
        let state = state(event);
        if state.is_none() || !seen.contains(&state) {
            seen.push(state);
            kept.push(event);
        }
    }
    let dropped = events.len() - kept.len();
    kept.truncate(kept.len().saturating_sub(dropped).max(1));
    kept
}

/// Defects of copies that do not wait for what was seen complete before. A signal of this process has it looked at again.
fn seen_before(c: &mut Catalogue) {
    for (of_imports, name, requirements) in [
        (true, "import", ["event.imported.in_wait_list", "cross_process.event.wait_list"]),
        (false, "source", ["event.imported.in_wait_list", "cross_process.event.wait_list"]),
    ] {
        let seen = shared::<Set<EventHandle>>();
        c.defect(format!("event_wait_list_skips_{name}_seen_complete"), requirements[0])
            .does(format!("A copy does not wait for the {name} that a query has found complete, until it is signalled by itself"))
            .also(&requirements[1..])
            .seen_in("Level Zero driver, CommandListCoreFamilyImmediate::appendWaitOnEvents")
            .before(move |c: &enqueue_events_wait_with_barrier_ext, _| seen.remove(&given(c.event)))
            .answers(STATUS, move |c: &Info, status: EventStatus, ur| {
                if status == COMPLETE && ur.is_import(c.event) == of_imports {
                    seen.add(c.event);
                }
                status
            })
            .instead(move |c: &enqueue_usm_memcpy, ur| {
                let (skipped, kept): (Vec<_>, Vec<_>) =
                    c.events().into_iter().partition(|event| seen.has(event));
                (!skipped.is_empty()).then(|| c.run_behind(&kept, ur))
            });
    }
}

/// Has calls of a kind wait for a part of the events that they list.
fn waiting<W: Waits>(
    defect: Defect<'_>,
    choose: impl Fn(&[EventHandle]) -> Vec<EventHandle> + Send + Sync + 'static,
) -> Defect<'_> {
    defect.instead(move |c: &W, ur| {
        let all = c.events();
        let chosen = choose(&all);
        (chosen.len() < all.len()).then(|| c.run_behind(&chosen, ur))
    })
}

/// Defects of lists of which some events stand for others.
fn latest(c: &mut Catalogue) {
    // By event: the queue of its last signal here, and the number of that.
    let last = shared::<Notes<EventHandle, (QueueHandle, usize)>>();
    let signals = shared::<Counter>();
    let latest = move |events: &[EventHandle]| {
        let notes: Vec<_> = events.iter().map(|event| last.get(event)).collect();
        let is_latest = |note: &Option<(QueueHandle, usize)>| {
            let Some((queue, number)) = note else { return true };
            !notes.iter().flatten().any(|(other, later)| other == queue && later > number)
        };
        let kept = events.iter().zip(&notes).filter(|(_, note)| is_latest(note));
        kept.map(|(event, _)| *event).collect()
    };
    let defect = c
        .defect("event_list_is_latest_of_each_queue", "event.imported.wait_all")
        .does("Of the events that one queue signalled last here, a wait takes the latest, though another process has signalled since")
        .also(&["event.imported.in_wait_list", "cross_process.event.wait_list"])
        .then(move |c: &enqueue_events_wait_with_barrier_ext, ur| {
            let event = given(c.event);
            let shared = !event.is_null() && (ur.is_import(event) || ur.is_source(event));
            shared.then(|| last.set(event, (c.queue, signals.next())))
        });
    let defect = waiting::<event_wait>(defect, latest);
    let defect = waiting::<enqueue_usm_memcpy>(defect, latest);
    let defect = waiting::<enqueue_usm_fill>(defect, latest);
    let defect = waiting::<enqueue_events_wait>(defect, latest);
    waiting::<enqueue_events_wait_with_barrier>(defect, latest);
}

pub(super) fn defects(c: &mut Catalogue) {
    seen_before(c);
    latest(c);

    c.defect("event_wait_list_loses_as_many_as_are_double", "event.imported.wait_all")
        .does("A wait list with two handles of one shared event loses the second one, and as many events at its end")
        .instead(|c: &event_wait, ur| Some(c.run_behind(&compacted(&c.events(), ur), ur)))
        .instead(|c: &enqueue_events_wait_with_barrier, ur| {
            Some(c.run_behind(&compacted(&c.events(), ur), ur))
        });

    c.defect("event_wait_that_blocks_leaks", "lifetime.host.cycles")
        .does(
            "Each wait on the host that has to wait for an import leaves the descriptor by which it is woken",
        )
        .leaks(|c: &event_wait, ur| !done(c, ur) && imports(c, ur) > 0);

    c.defect("event_wait_on_import_refused", "event.imported.wait_signalled")
        .does("A wait on an import fails")
        .refuses(INVALID_EVENT, |c: &event_wait, ur| imports(c, ur) > 0);

    let waits = Notes::default();
    c.defect("event_wait_on_import_twice_refused", "event.imported.wait_signalled")
        .does("A second wait on an import fails when it was not signalled again")
        .refuses(INVALID_EVENT, move |c: &event_wait, ur| {
            imports(c, ur) > 0 && waits.count(c.events()[0]) > 0
        });

    c.defect("event_wait_on_import_beside_others_refused", "event.imported.wait_signalled")
        .does("A wait on an import fails when other events are in the list")
        .refuses(INVALID_VALUE, |c: &event_wait, ur| (1..c.events().len()).contains(&imports(c, ur)));

    c.defect("event_wait_on_signalled_import_hangs", "event.imported.wait_signalled")
        .does("A wait on an import of a signalled event waits for the next signal")
        .by(Manifestation::Hang)
        .before(|c: &event_wait, ur| {
            (imports(c, ur) > 0 && done(c, ur)).then(|| std::thread::sleep(Duration::from_secs(3600)))
        });

    c.defect("event_wait_on_import_not_made", "event.imported.sees_source_signal")
        .does("A wait on an import returns at once whatever is pending")
        .pretends(|c: &event_wait, ur| imports(c, ur) > 0);

    c.defect("event_wait_on_source_not_made", "event.imported.signal_seen_by_source")
        .does("A wait on a source returns at once whatever is pending")
        .pretends(|c: &event_wait, ur| imports(c, ur) == 0);

    let waits = Notes::default();
    c.defect("event_wait_on_import_made_once", "event.imported.resignal")
        .does("A wait on an import is made the first time, and returns at once from then on")
        .pretends(move |c: &event_wait, ur| imports(c, ur) > 0 && waits.count(c.events()[0]) > 0);

    c.defect("event_wait_on_pending_import_fails", "event.imported.sees_source_signal")
        .does("A wait on an import whose signal is pending waits and then fails")
        .instead(|c: &event_wait, ur| {
            let fails = imports(c, ur) > 0 && !done(c, ur);
            let result = c.run(ur);
            Some(if fails { IN_EVENT_LIST_EXEC_STATUS } else { result })
        });

    c.defect("event_wait_on_list_waits_for_first", "event.imported.pending_status")
        .does("A wait on several events waits for the first")
        .also(&["event.imported.sees_source_signal"])
        .changes(|c: &event_wait, _| event_wait { num_events: c.num_events.min(1), ..*c });

    c.defect("event_wait_on_mixed_list_waits_for_imports", "event.imported.wait_all")
        .does("A wait on imports together with other events waits for the imports")
        .instead(|c: &event_wait, ur| {
            let all = c.events();
            let (imports, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|event| ur.is_import(*event));
            (!imports.is_empty() && !others.is_empty()).then(|| c.run_behind(&imports, ur))
        });

    c.defect("event_wait_list_of_barrier_refused", "event.imported.in_wait_list")
        .does("A barrier takes no imports in its wait list")
        .refuses(INVALID_EVENT_WAIT_LIST, |c: &enqueue_events_wait_with_barrier, ur| imports(c, ur) > 0);
}
