//! Signals, waits and times of events, shared or not.

use super::event::noted;
use super::tools::*;

/// A queue beside another one, of the same context.
fn other_queue(sycl: &Below<'_>, contexts: &Notes<Queue, (Context, Device)>, queue: Queue) -> Result<Queue> {
    match contexts.get(&queue) {
        Some((context, device)) => sycl.queue_create(context, device, QueueProperties::default()),
        None => Ok(queue),
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_is_incomplete_at_first", "sycl.event.state.complete_at_first")
        .does("an event is submitted, whatever has become of it")
        .also(&["sycl.reusable_event.make.complete"])
        .event_status(|sycl, event| sycl.event_status(event).and(Ok(EventStatus::Submitted)));

    c.defect("event_is_always_complete", "sycl.event.state.shared")
        .does("an event is complete, whatever has become of it")
        .also(&["sycl.reusable_event.signal.status"])
        .event_status(|sycl, event| sycl.event_status(event).and(Ok(EventStatus::Complete)));

    c.defect("event_opens_to_other", "sycl.event.state.shared")
        .does("open gives another event")
        .also(&["sycl.event.order.queue"])
        .event_open(|sycl, bytes, overload, context| match bytes.len() {
            SIZE => other_event(sycl, context),
            _ => sycl.event_open(bytes, overload, context),
        });

    c.defect("event_wait_returns", "sycl.event.order.wait")
        .does("wait returns at once")
        .event_wait(|_, _| Ok(()));

    let opened = shared::<Notes<Event, u32>>();
    c.defect("event_wait_needs_exporter", "sycl.event.producer_dies")
        .does("an opened event cannot be waited for when its exporter has ended")
        .event_open(|sycl, bytes, overload, context| {
            let event = sycl.event_open(bytes, overload, context)?;
            exporter(bytes, Family::Event).map(|exporter| opened.set(event, exporter));
            Ok(event)
        })
        .event_wait(|sycl, event| match opened.get(&event).is_some_and(has_ended) {
            true => thrown(Errc::RUNTIME),
            false => sycl.event_wait(event),
        })
        .event_status(|sycl, event| match opened.get(&event).is_some_and(has_ended) {
            true => thrown(Errc::RUNTIME),
            false => sycl.event_status(event),
        })
        .event_destroy(|sycl, event| match opened.get(&event).is_some_and(has_ended) {
            true => thrown(Errc::RUNTIME),
            false => sycl.event_destroy(event),
        });

    // What the suite holds queues back with comes from outside of SYCL, and works.
    let (exported, holds) = (shared::<Set<Vec<u8>>>(), shared::<Set<Event>>());
    c.defect("event_waits_of_queues_are_nothing", "sycl.event.order.queue")
        .does("enqueue_wait_event and enqueue_wait_events do nothing")
        .also(&[
            "sycl.reusable_event.wait.order",
            "sycl.reusable_event.wait.captured",
            "sycl.event.order.chain",
        ])
        .handle_data(|sycl, handle| {
            let bytes = sycl.handle_data(handle)?;
            exported.add(bytes.clone());
            Ok(bytes)
        })
        .event_open(|sycl, bytes, overload, context| {
            let event = sycl.event_open(bytes, overload, context)?;
            let own = exporter(bytes, Family::Event) == Some(std::process::id());
            if own && !exported.has(&bytes.to_vec()) {
                holds.add(event);
            }
            Ok(event)
        })
        .enqueue_wait_event(|sycl, queue, event| match holds.has(&event) {
            true => sycl.enqueue_wait_event(queue, event),
            false => Ok(()),
        })
        .enqueue_wait_events(|_, _, _| Ok(()));

    c.defect("event_waits_for_last", "sycl.reusable_event.wait.several")
        .does("enqueue_wait_events waits for the last event only")
        .enqueue_wait_events(|sycl, queue, events| {
            sycl.enqueue_wait_events(queue, &events[events.len().saturating_sub(1)..])
        });

    c.defect("event_of_command_is_not_waited_for", "sycl.reusable_event.wait.of_command")
        .does("a queue does not wait for the event of a command")
        .event_of_command(|sycl, queue, to, bytes| {
            let event = sycl.event_of_command(queue, to, bytes)?;
            sycl.event_destroy(event)?;
            sycl.event_default()
        })
        .enqueue_wait_event(|sycl, queue, event| {
            let waits = sycl.enqueue_wait_event(queue, event);
            if waits.is_err() { Ok(()) } else { waits }
        });

    let opened = shared::<Set<Event>>();
    noted(c.defect("event_signal_of_opened_is_lost", "sycl.event.order.chain"), opened)
        .does("a signal of an opened event is lost")
        .also(&["sycl.event.state.shared"])
        .enqueue_signal_event(|sycl, queue, event| match opened.has(&event) {
            true => Ok(()),
            false => sycl.enqueue_signal_event(queue, event),
        });

    let signalled = shared::<Set<Event>>();
    c.defect("event_is_signalled_once", "sycl.reusable_event.signal.again")
        .does("an event can be signalled once")
        .enqueue_signal_event(|sycl, queue, event| match signalled.add(event) {
            true => sycl.enqueue_signal_event(queue, event),
            false => thrown(Errc::INVALID),
        });

    let queues = shared::<Notes<Queue, (Context, Device)>>();
    c.defect("event_signal_is_early", "sycl.reusable_event.signal.out_of_order")
        .does("a signal does not wait for the commands before it")
        .also(&["sycl.reusable_event.signal.status", "sycl.event.order.wait"])
        .queue_create(|sycl, context, device, properties| {
            let queue = sycl.queue_create(context, device, properties)?;
            queues.set(queue, (context, device));
            Ok(queue)
        })
        .enqueue_signal_event(|sycl, queue, event| {
            sycl.enqueue_signal_event(other_queue(sycl, queues, queue)?, event)
        });

    let (queues, signalled) = (shared::<Notes<Queue, (Context, Device)>>(), shared::<Set<Queue>>());
    c.defect("event_signal_is_no_barrier", "sycl.reusable_event.signal.barrier")
        .does("a copy behind a signal in an out-of-order queue waits for nothing")
        .queue_create(|sycl, context, device, properties| {
            let queue = sycl.queue_create(context, device, properties)?;
            if !properties.in_order {
                queues.set(queue, (context, device));
            }
            Ok(queue)
        })
        .enqueue_signal_event(|sycl, queue, event| {
            signalled.add(queue);
            sycl.enqueue_signal_event(queue, event)
        })
        .queue_memcpy(|sycl, queue, to, from, bytes| {
            let queue = if signalled.has(&queue) { other_queue(sycl, queues, queue)? } else { queue };
            sycl.queue_memcpy(queue, to, from, bytes)
        });

    c.defect("event_signal_in_other_context_is_lost", "sycl.reusable_event.signal.other_context")
        .does("what throws invalid in a signal is done instead, and nothing comes of it")
        .also(&["sycl.event.signal.profiling_queue"])
        .enqueue_signal_event(|sycl, queue, event| match sycl.enqueue_signal_event(queue, event) {
            Err(error) if error.errc == Errc::INVALID => Ok(()),
            signalled => signalled,
        });

    c.defect("event_signal_of_wrong_queue_says_runtime", "sycl.event.signal.profiling_queue")
        .does("a signal in a queue that may not throws runtime")
        .also(&["sycl.reusable_event.signal.other_context", "sycl.event.open.of_context"])
        .enqueue_signal_event(|sycl, queue, event| {
            with_code(sycl.enqueue_signal_event(queue, event), Errc::INVALID, Errc::RUNTIME)
        });

    c.defect("event_wait_in_other_context_is_nothing", "sycl.reusable_event.wait.other_context")
        .does("what throws invalid in a wait is done instead, and nothing comes of it")
        .enqueue_wait_event(|sycl, queue, event| match sycl.enqueue_wait_event(queue, event) {
            Err(error) if error.errc == Errc::INVALID => Ok(()),
            waits => waits,
        });

    let profiling = shared::<Set<Queue>>();
    c.defect("event_signal_of_opened_is_refused", "sycl.event.signal.profiling_queue_opened")
        .does("a signal of any event in a queue that takes times throws")
        .queue_create(|sycl, context, device, properties| {
            let queue = sycl.queue_create(context, device, properties)?;
            if properties.enable_profiling {
                profiling.add(queue);
            }
            Ok(queue)
        })
        .enqueue_signal_event(|sycl, queue, event| match profiling.has(&queue) {
            true => thrown(Errc::INVALID),
            false => sycl.enqueue_signal_event(queue, event),
        });

    c.defect("event_times_of_any", "sycl.event.profiling_info")
        .does("an event that takes no times has the time 1")
        .also(&["sycl.reusable_event.profiling.by_queue"])
        .event_profiling_info(|sycl, event, time| Ok(sycl.event_profiling_info(event, time).unwrap_or(1)));

    c.defect("event_times_run_backwards", "sycl.reusable_event.profiling")
        .does("the end of a signal is before its submission")
        .event_profiling_info(|sycl, event, time| {
            let asked = match time {
                ProfilingTime::Submit => ProfilingTime::End,
                ProfilingTime::Start => ProfilingTime::Start,
                ProfilingTime::End => ProfilingTime::Submit,
            };
            let told = sycl.event_profiling_info(event, asked)?;
            Ok(if asked == ProfilingTime::Submit { told - 1 } else { told })
        });
}
