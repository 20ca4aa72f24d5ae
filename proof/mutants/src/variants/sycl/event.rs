//! `ipc::event`.

use super::tools::*;

pub(super) fn variants(c: &mut Catalogue) {
    c.sycl_variant("sycl_event_put_does_nothing", "PR 22845: \"`ipc::event::put()` becomes a no-op.\"")
        .of(&["sycl.event.put.optional"])
        .does("put of an event's handle does nothing")
        .event_put(|_, _, _| Ok(()));

    let handles = shared::<Notes<Event, Vec<u8>>>();
    let given = shared::<Notes<Handle, Event>>();
    c.sycl_variant(
        "sycl_event_has_one_handle",
        "PR 22845: \"Cache the exported IPC event handle on event_impl the first time `ipc::event::get()` \
         is called\"; before, each get gave one of its own",
    )
    .of(&["sycl.event.get.repeated", "sycl.event.put.optional"])
    .does("every handle of an event has the bytes of its first, which put leaves alone")
    .event_get(|sycl, event| {
        let handle = sycl.event_get(event)?;
        if handles.get(&event).is_none() {
            handles.set(event, sycl.handle_data(handle)?);
        }
        given.set(handle, event);
        Ok(handle)
    })
    .handle_data(|sycl, handle| first(handles, given, handle).map_or_else(|| sycl.handle_data(handle), Ok))
    .handle_data_view(|sycl, handle| {
        first(handles, given, handle).map_or_else(|| sycl.handle_data_view(handle), Ok)
    })
    .event_put(|_, _, _| Ok(()))
    .handle_destroy(|sycl, handle| {
        given.take(&handle);
        sycl.handle_destroy(handle)
    })
    .event_destroy(|sycl, event| {
        handles.take(&event);
        sycl.event_destroy(event)
    });

    let profiling = shared::<Set<Queue>>();
    c.sycl_variant(
        "sycl_signal_of_opened_in_timed_queue_refused",
        "text, PR 21334: an event cannot have enable_profiling and enable_ipc; what becomes of a signal of \
         an opened one in a queue with times is not said, and the runtime refuses it of events with \
         enable_ipc alone",
    )
    .of(&["sycl.event.signal.profiling_queue_opened"])
    .does("a signal of an opened event in a queue with enable_profiling throws invalid")
    .queue_create(|sycl, context, device, properties| {
        let queue = sycl.queue_create(context, device, properties)?;
        if properties.enable_profiling {
            profiling.add(queue);
        }
        Ok(queue)
    })
    .queue_destroy(|sycl, queue| {
        profiling.remove(&queue);
        sycl.queue_destroy(queue)
    })
    .event_open(|sycl, bytes, overload, context| {
        let event = sycl.event_open(bytes, overload, context)?;
        opened().add(event);
        Ok(event)
    })
    .event_destroy(|sycl, event| {
        opened().remove(&event);
        sycl.event_destroy(event)
    })
    .enqueue_signal_event(|sycl, queue, event| match profiling.has(&queue) && opened().has(&event) {
        true => thrown(Errc::INVALID),
        false => sycl.enqueue_signal_event(queue, event),
    });

    let contexts = shared::<Set<Event>>();
    c.sycl_variant(
        "sycl_wait_in_other_context_is_waited_for",
        "reusable text, enqueue_wait_event: the events \"do _not_ need to have the same context as `q`\", \
         and Implementation limitations: they \"need to have the same context as `q`\"",
    )
    .of(&["sycl.reusable_event.wait.other_context"])
    .does("a wait that the implementation below refuses is made by the host")
    .enqueue_wait_event(|sycl, queue, event| match sycl.enqueue_wait_event(queue, event) {
        Err(error) if error.errc == Errc::INVALID => {
            contexts.add(event);
            sycl.event_wait(event)
        }
        waits => waits,
    });
}

fn first(handles: &Notes<Event, Vec<u8>>, given: &Notes<Handle, Event>, handle: Handle) -> Option<Vec<u8>> {
    handles.get(&given.get(&handle)?)
}

/// The events that were opened.
fn opened() -> &'static Set<Event> {
    static OPENED: std::sync::LazyLock<Set<Event>> = std::sync::LazyLock::new(Set::default);
    &OPENED
}
