//! Defects of signals, and of what is done before the first one.

use super::tools::*;
use crate::layer::sharing;
use std::thread::sleep;
use std::time::Duration;

/// Whether this is a signal on a queue with profiling.
fn is_profiled(c: &Signal, ur: &Below) -> bool {
    let flags: Option<QueueFlags> = ur.queue_info(c.queue, QueueInfo::FLAGS);
    !given(c.event).is_null() && flags.is_some_and(|flags| flags.contains(QueueFlags::PROFILING_ENABLE))
}

/// Defects of imports that are opened before the first signal.
fn initial_status(c: &mut Catalogue) {
    const EARLY: u64 = 1;
    let (signalled, pending) = (shared::<Set<Ptr>>(), shared::<Set<EventHandle>>());
    c.defect("event_import_before_first_signal_is_pending", "event.imported.initial_status")
        .does("What is opened from a handle that was made before the first signal is pending until it is signalled itself")
        .before(move |c: &Signal, _| {
            signalled.add(given(c.event).into());
            pending.remove(&given(c.event));
        })
        .then(move |c: &sharing::Get, _| {
            let early = c.family == Event && !signalled.has(&c.object);
            let handle = handle(Event, &c.bytes()).filter(|_| early)?;
            c.data.get()?.write_bytes(&HandleData { offset: EARLY, ..handle }.encode());
            Some(())
        })
        .instead(move |c: &sharing::Open, ur| {
            let early = c.handle().filter(|handle| c.family == Event && handle.offset == EARLY)?;
            let result = c.run_with(&HandleData { offset: 0, ..early }.encode(), ur);
            if result.is_success() {
                pending.add(EventHandle(c.object.get()?.0));
            }
            Some(result)
        })
        .answers(STATUS, other(EventStatus::SUBMITTED, move |event, _| pending.has(&event)));

    let signalled = shared::<Set<Ptr>>();
    c.defect("event_wait_before_first_signal_hangs", "event.imported.initial_status")
        .does("A wait on an import of an event of this process that nobody has signalled never ends")
        .seen_in("Level Zero driver, EventImp::hostSynchronize")
        .by(Manifestation::Hang)
        .before(move |c: &Signal, ur| {
            let event = given(c.event);
            signalled.add(ur.source_of_import(event).unwrap_or(event.into()));
        })
        .before(move |c: &event_wait, ur| {
            let source = |event: &EventHandle| ur.source_of_import(*event);
            let hangs = c.events().iter().filter_map(source).any(|source| !signalled.has(&source));
            hangs.then(|| sleep(Duration::from_secs(3600)))
        });
}

/// A source that is not asked between an import's signal and its own next one.
fn unasked(c: &mut Catalogue) {
    #[derive(Default)]
    struct Sources {
        /// The queue of their last signal.
        queues: Notes<Ptr, QueueHandle>,
        /// Those whose import has signalled since, and which nobody has asked.
        overtaken: Set<Ptr>,
        lost: Set<Ptr>,
    }
    let sources = shared::<Sources>();
    let asks = |event: EventHandle| _ = sources.overtaken.remove(&event.into());
    c.defect("event_own_signal_after_imports_lost", "event.imported.resignal")
        .does("A source stays pending that is signalled by its last queue after its import, if nobody has asked it meanwhile")
        .seen_in("Level Zero driver, Event::isCbIpcCommunicationUpdateNeeded")
        .before(move |c: &Signal, ur| {
            let event = given(c.event);
            sources.lost.remove(&event.into());
            if let Some(source) = ur.source_of_import(event) {
                sources.lost.remove(&source);
                sources.overtaken.add(source);
                return;
            }
            let same_queue = sources.queues.get(&event.into()) == Some(c.queue);
            sources.queues.set(event.into(), c.queue);
            if sources.overtaken.remove(&event.into()) && same_queue {
                sources.lost.add(event.into());
            }
        })
        .before(move |c: &event_wait, _| c.events().into_iter().for_each(asks))
        .before(move |c: &Info, _| asks(c.event))
        .answers(STATUS, other(EventStatus::SUBMITTED, |event, _| sources.lost.has(&event.into())));
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

    initial_status(c);
    unasked(c);

    c.defect("event_signal_of_import_gives_new_event", "event.imported.signal_seen_by_source")
        .does("A signal of an import signals a new event, which takes the place of the import")
        .seen_in("unified-runtime source/adapters/cuda/enqueue.cpp at 578c2a84a")
        .before(|c: &Signal, ur| ur.is_import(given(c.event)).then(|| c.event.set(EventHandle::NULL)));

    c.defect("event_signal_never_completes", "event.imported.signal_seen_by_source")
        .does("An import stays pending: its signal waits for itself")
        .by(Manifestation::Hang)
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
