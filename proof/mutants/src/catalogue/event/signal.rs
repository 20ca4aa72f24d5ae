//! Defects of signals, and of what is done before the first one.

use super::tools::{Get, Open, Signal, enqueue_task, export, given, keep_in, lose, shared, source};
use crate::Manner;
use crate::catalogue::Catalogue;
use crate::layer::call::event_release;
use crate::layer::codes::*;
use crate::layer::{Below, Set};
use std::thread::sleep;
use std::time::Duration;
use ur_ipc_api::{EventHandle, QueueFlags, QueueInfo, UrResult};

/// Whether this is a signal on a queue with profiling.
fn is_profiled(c: &Signal, ur: &Below) -> bool {
    let flags: Option<QueueFlags> = ur.queue_info(c.queue, QueueInfo::FLAGS);
    !given(c.event).is_null() && flags.is_some_and(|flags| flags.contains(QueueFlags::PROFILING_ENABLE))
}

pub(super) fn defects(c: &mut Catalogue) {
    let [signals, gets] = shared::<Set<EventHandle>, 2>();
    c.defect("event_get_needs_signal", "Get fails before the event's first signal")
        .violates(&["event.get.before_first_signal"])
        .before(keep_in(signals))
        .after(
            move |c: &Get, result, _| {
                if result.is_success() && !gets.has(&c.event) { INVALID_ARGUMENT } else { result }
            },
        );

    let [signals, opens] = shared::<Set<EventHandle>, 2>();
    c.defect("event_open_needs_signal", "Open fails before the event's first signal")
        .violates(&["event.get.before_first_signal"])
        .before(keep_in(signals))
        .refuses(INVALID_VALUE, move |c: &Open, ur| {
            export(c, ur).is_some_and(|export| !opens.has(&EventHandle(export.source.0)))
        });

    let signals = Set::default();
    c.defect(
        "event_first_signal_of_import_lost",
        "The first signal of an event is lost if it comes from its import",
    )
    .violates(&["event.get.before_first_signal"])
    .instead(move |c: &Signal, ur| {
        signals.add(given(c.event).into());
        let first = source(given(c.event), ur).is_some_and(|source| !signals.has(&source));
        first.then(|| lose(c, ur))
    });

    let signals = Set::default();
    c.defect(
        "event_first_signal_from_other_process_lost",
        "The first signal of an import from another process is lost",
    )
    .violates(&["event.get.before_first_signal"])
    .instead(move |c: &Signal, ur| {
        let is_foreign = ur.is_import(given(c.event)) && source(given(c.event), ur).is_none();
        (is_foreign && signals.add(given(c.event))).then(|| lose(c, ur))
    });

    let signals = Set::default();
    c.defect(
        "event_first_signal_of_exported_source_lost",
        "The first signal of an event is lost if the event was exported before it",
    )
    .violates(&["event.get.before_first_signal"])
    .instead(move |c: &Signal, ur| {
        (signals.add(given(c.event)) && ur.is_source(given(c.event))).then(|| lose(c, ur))
    });

    c.defect(
        "event_signal_of_import_gives_new_event",
        "A signal of an import signals a new event, which takes the place of the import",
    )
    .violates(&["event.imported.signal_seen_by_source"])
    .seen_in("unified-runtime source/adapters/cuda/enqueue.cpp at 578c2a84a")
    .before(|c: &Signal, ur| {
        if ur.is_import(given(c.event)) {
            c.event.set(EventHandle::NULL);
        }
    });

    c.defect("event_signal_never_completes", "An import stays pending: its signal waits for itself")
        .violates(&["event.imported.signal_seen_by_source"])
        .by(Manner::Hang)
        .changes(|c: &Signal, ur| {
            if !ur.is_import(given(c.event)) {
                return *c;
            }
            let queue = ur.another_queue(c.queue);
            enqueue_task(queue, || sleep(Duration::from_secs(3600)), ur);
            Signal { queue, ..*c }
        });

    c.defect(
        "event_signal_on_profiling_queue_gives_new_event",
        "A signal on a queue with profiling gives a new event in the place of the caller's",
    )
    .violates(&["event.imported.queue_kinds"])
    .before(|c: &Signal, ur| {
        if is_profiled(c, ur) {
            c.event.set(EventHandle::NULL);
        }
    });

    c.defect(
        "event_signal_on_profiling_queue_code_unknown",
        "A signal on a queue with profiling fails with a number that is no code of UR's",
    )
    .violates(&["event.imported.queue_kinds"])
    .refuses(UrResult(0x7800_0001), is_profiled);

    c.defect(
        "event_signal_on_profiling_queue_breaks_event",
        "A signal on a queue with profiling is refused and releases the event",
    )
    .violates(&["event.imported.queue_kinds"])
    .refuses(UrResult::ERROR_INVALID_QUEUE_PROPERTIES, |c: &Signal, ur| {
        is_profiled(c, ur) && event_release { event: given(c.event) }.run(ur).is_success()
    });
}
