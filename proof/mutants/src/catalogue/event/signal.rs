//! Defects of signals, and of what is done before the first one.

use super::tools::*;
use std::thread::sleep;
use std::time::Duration;

/// Whether this is a signal on a queue with profiling.
fn is_profiled(c: &Signal, ur: &Below) -> bool {
    let flags: Option<QueueFlags> = ur.queue_info(c.queue, QueueInfo::FLAGS);
    !given(c.event).is_null() && flags.is_some_and(|flags| flags.contains(QueueFlags::PROFILING_ENABLE))
}

pub(super) fn defects(c: &mut Catalogue) {
    let signalled = shared::<Set<EventHandle>>();
    c.defect("event_get_needs_signal", "event.get.before_first_signal")
        .does("Get fails before the event's first signal")
        .before(keep_in(signalled))
        .after(
            move |c: &Get, result, _| {
                if result.is_success() && !signalled.has(&c.event) { INVALID_ARGUMENT } else { result }
            },
        );

    let signalled = shared::<Set<EventHandle>>();
    c.defect("event_open_needs_signal", "event.get.before_first_signal")
        .does("Open fails before the event's first signal")
        .before(keep_in(signalled))
        .refuses(INVALID_VALUE, move |c: &Open, ur| {
            export(c, ur).is_some_and(|export| !signalled.has(&EventHandle(export.source.0)))
        });

    let signals = Set::default();
    c.defect("event_first_signal_of_import_lost", "event.get.before_first_signal")
        .does("The first signal of an event is lost if it comes from its import")
        .instead(move |c: &Signal, ur| {
            signals.add(given(c.event).into());
            let first = ur.source_of_import(given(c.event)).is_some_and(|source| !signals.has(&source));
            first.then(|| lose(c, ur))
        });

    let signals = Set::default();
    c.defect("event_first_signal_from_other_process_lost", "event.get.before_first_signal")
        .does("The first signal of an import from another process is lost")
        .instead(move |c: &Signal, ur| {
            let is_foreign = ur.is_import(given(c.event)) && ur.source_of_import(given(c.event)).is_none();
            (is_foreign && signals.add(given(c.event))).then(|| lose(c, ur))
        });

    let signals = Set::default();
    c.defect("event_first_signal_of_exported_source_lost", "event.get.before_first_signal")
        .does("The first signal of an event is lost if the event was exported before it")
        .instead(move |c: &Signal, ur| {
            (signals.add(given(c.event)) && ur.is_source(given(c.event))).then(|| lose(c, ur))
        });

    c.defect("event_signal_of_import_gives_new_event", "event.imported.signal_seen_by_source")
        .does("A signal of an import signals a new event, which takes the place of the import")
        .seen_in("unified-runtime source/adapters/cuda/enqueue.cpp at 578c2a84a")
        .before(|c: &Signal, ur| ur.is_import(given(c.event)).then(|| c.event.set(EventHandle::NULL)));

    c.defect("event_signal_never_completes", "event.imported.signal_seen_by_source")
        .does("An import stays pending: its signal waits for itself")
        .by(Manner::Hang)
        .changes(|c: &Signal, ur| {
            if !ur.is_import(given(c.event)) {
                return *c;
            }
            let queue = ur.another_queue(c.queue);
            enqueue_task(queue, || sleep(Duration::from_secs(3600)), ur);
            Signal { queue, ..*c }
        });

    c.defect("event_signal_on_profiling_queue_gives_new_event", "event.imported.queue_kinds")
        .does("A signal on a queue with profiling gives a new event in the place of the caller's")
        .before(|c: &Signal, ur| is_profiled(c, ur).then(|| c.event.set(EventHandle::NULL)));

    c.defect("event_signal_on_profiling_queue_code_unknown", "event.imported.queue_kinds")
        .does("A signal on a queue with profiling fails with a number that is no code of UR's")
        .refuses(UrResult(0x7800_0001), is_profiled);

    c.defect("event_signal_on_profiling_queue_breaks_event", "event.imported.queue_kinds")
        .does("A signal on a queue with profiling is refused and releases the event")
        .refuses(UrResult::ERROR_INVALID_QUEUE_PROPERTIES, |c: &Signal, ur| {
            is_profiled(c, ur) && event_release { event: given(c.event) }.run(ur).is_success()
        });
}
