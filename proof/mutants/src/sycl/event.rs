//! `make_event`, and `ipc::event`.

use super::tools::*;

/// Notes what is opened.
pub(super) fn noted<'d>(defect: Defect<'d>, opened: &'static Set<Event>) -> Defect<'d> {
    defect.event_open(move |sycl, bytes, overload, context| {
        let event = sycl.event_open(bytes, overload, context)?;
        opened.add(event);
        Ok(event)
    })
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_is_never_enabled", "sycl.event.enabled.by_property")
        .does("ext_oneapi_ipc_enabled is false of every event")
        .event_ipc_enabled(|_, _| Ok(false));

    let opened = shared::<Set<Event>>();
    noted(c.defect("event_opened_is_enabled", "sycl.event.enabled.not_of_opened"), opened)
        .does("ext_oneapi_ipc_enabled is true of opened events")
        .event_ipc_enabled(|sycl, event| Ok(opened.has(&event) || sycl.event_ipc_enabled(event)?));

    c.defect("event_of_command_is_enabled", "sycl.event.enabled.by_property")
        .does("ext_oneapi_ipc_enabled is true of every event")
        .also(&["sycl.event.enabled.not_of_opened"])
        .event_ipc_enabled(|_, _| Ok(true));

    c.defect("event_takes_times_and_is_shared", "sycl.event.make.not_with_profiling")
        .does("an event can have enable_ipc and enable_profiling")
        .make_event(|sycl, context, enable, profiling| match (enable, profiling) {
            (Some(true), Some(true)) => sycl.make_event(context, enable, None),
            _ => sycl.make_event(context, enable, profiling),
        });

    c.defect("event_with_both_says_runtime", "sycl.event.make.not_with_profiling")
        .does("enable_ipc and enable_profiling together throw runtime")
        .make_event(|sycl, context, enable, profiling| {
            with_code(sycl.make_event(context, enable, profiling), Errc::INVALID, Errc::RUNTIME)
        });

    c.defect("event_with_property_false_refused", "sycl.event.make.not_with_profiling")
        .does("enable_ipc with enable_profiling{false} throws")
        .make_event(|sycl, context, enable, profiling| match (enable, profiling) {
            (Some(true), Some(false)) => thrown(Errc::INVALID),
            _ => sycl.make_event(context, enable, profiling),
        });

    c.defect("event_with_times_refused", "sycl.event.make.not_with_profiling")
        .does("enable_profiling throws")
        .make_event(|sycl, context, enable, profiling| match profiling {
            Some(true) => thrown(Errc::INVALID),
            _ => sycl.make_event(context, enable, profiling),
        });

    c.defect("event_make_without_aspect_says_invalid", "sycl.event.make.no_aspect")
        .does("enable_ipc on a device without the aspect throws invalid")
        .on("no-event")
        .make_event(|sycl, context, enable, profiling| {
            let made = sycl.make_event(context, enable, profiling);
            with_code(made, Errc::FEATURE_NOT_SUPPORTED, Errc::INVALID)
        });

    c.defect("event_make_with_times_says_invalid", "sycl.reusable_event.profiling.no_aspect")
        .does("enable_profiling on a device without that throws invalid")
        .on("no-profiling")
        .make_event(|sycl, context, enable, profiling| {
            let made = sycl.make_event(context, enable, profiling);
            with_code(made, Errc::FEATURE_NOT_SUPPORTED, Errc::INVALID)
        });

    c.defect("event_make_needs_one_device_that_shares", "sycl.event.make.no_aspect")
        .does("enable_ipc needs the aspect of one device of the context, not of all")
        .on("mixed")
        .make_event(|sycl, context, enable, profiling| match sycl.make_event(context, enable, profiling) {
            Err(error) if enable == Some(true) && error.errc == Errc::FEATURE_NOT_SUPPORTED => {
                sycl.make_event(Some(new_context(sycl, Device(0))?), enable, profiling)
            }
            made => made,
        });

    c.defect("event_make_needs_one_device_with_times", "sycl.reusable_event.profiling.no_aspect")
        .does("enable_profiling needs the aspect of one device of the context, not of all")
        .on("mixed")
        .make_event(|sycl, context, enable, profiling| match sycl.make_event(context, enable, profiling) {
            Err(error) if profiling == Some(true) && error.errc == Errc::FEATURE_NOT_SUPPORTED => {
                sycl.make_event(Some(new_context(sycl, Device(0))?), enable, profiling)
            }
            made => made,
        });

    c.defect("event_open_needs_one_device_that_shares", "sycl.event.open.no_aspect")
        .does("opening needs the aspect of one device of the context, not of all")
        .on("mixed")
        .event_open(|sycl, bytes, overload, context| match sycl.event_open(bytes, overload, context) {
            Err(error) if error.errc == Errc::FEATURE_NOT_SUPPORTED => {
                sycl.event_open(bytes, overload, Some(new_context(sycl, Device(0))?))
            }
            opened => opened,
        });

    c.defect("event_made_in_other_context", "sycl.event.default_context")
        .does("make_event without a context makes it in one of its own")
        .make_event(|sycl, context, enable, profiling| {
            let context = context.map_or_else(|| new_context(sycl, Device(0)), Ok)?;
            sycl.make_event(Some(context), enable, profiling)
        });

    get(c);
    put(c);
    of_opened(c);
}

fn get(c: &mut Catalogue) {
    c.defect("event_get_of_any_works", "sycl.event.get.not_enabled")
        .does("any event can be exported")
        .event_get(|sycl, event| match sycl.event_ipc_enabled(event)? {
            true => sycl.event_get(event),
            false => sycl.event_get(sycl.make_event(None, Some(true), None)?),
        });

    c.defect("event_get_of_not_enabled_says_runtime", "sycl.event.get.not_enabled")
        .does("get of an event without enable_ipc throws runtime")
        .event_get(|sycl, event| with_code(sycl.event_get(event), Errc::INVALID, Errc::RUNTIME));

    let signalled = shared::<Set<Event>>();
    c.defect("event_get_wants_signal", "sycl.event.get.before_signal")
        .does("an event that was never signalled cannot be exported")
        .enqueue_signal_event(|sycl, queue, event| {
            signalled.add(event);
            sycl.enqueue_signal_event(queue, event)
        })
        .event_get(|sycl, event| match signalled.has(&event) || !sycl.event_ipc_enabled(event)? {
            true => sycl.event_get(event),
            false => thrown(Errc::INVALID),
        });

    let exported = shared::<Set<Event>>();
    c.defect("event_get_again_refused", "sycl.event.get.repeated")
        .does("an event can be exported once")
        .event_get(|sycl, event| match exported.add(event) {
            true => sycl.event_get(event),
            false => thrown(Errc::RUNTIME),
        });
}

fn put(c: &mut Catalogue) {
    c.defect("event_put_throws", "sycl.event.put.optional")
        .does("put throws")
        .event_put(|sycl, handle, context| sycl.event_put(handle, context).and(thrown(Errc::RUNTIME)));

    let exported = shared::<Notes<Handle, Event>>();
    c.defect("event_end_wants_put", "sycl.event.put.optional")
        .does("what was exported cannot end before its handles are put")
        .event_get(|sycl, event| {
            let handle = sycl.event_get(event)?;
            exported.set(handle, event);
            Ok(handle)
        })
        .event_put(|sycl, handle, context| {
            exported.take(&handle);
            sycl.event_put(handle, context)
        })
        .event_destroy(|sycl, event| match exported.lock().values().any(|other| *other == event) {
            true => thrown(Errc::INVALID),
            false => sycl.event_destroy(event),
        });

    c.defect("event_get_leaks", "sycl.event.no_leak").does("get leaves a descriptor behind").event_get(
        |sycl, event| {
            leak_descriptor();
            sycl.event_get(event)
        },
    );

    let events = shared::<Notes<Handle, Event>>();
    let ended = shared::<Set<Event>>();
    c.defect("event_put_ends_event", "sycl.event.put.keeps_event")
        .does("an event whose handle was put cannot be exported or signalled any more")
        .event_get(|sycl, event| match ended.has(&event) {
            true => thrown(Errc::INVALID),
            false => {
                let handle = sycl.event_get(event)?;
                events.set(handle, event);
                Ok(handle)
            }
        })
        .event_put(|sycl, handle, context| {
            events.take(&handle).map(|event| ended.add(event));
            sycl.event_put(handle, context)
        })
        .enqueue_signal_event(|sycl, queue, event| match ended.has(&event) {
            true => thrown(Errc::INVALID),
            false => sycl.enqueue_signal_event(queue, event),
        });

    let opened = shared::<Notes<Event, u32>>();
    c.defect("event_put_ends_opened", "sycl.event.put.keeps_opened")
        .does("an opened event cannot be waited for any more when its exporter has put a handle")
        .event_open(|sycl, bytes, overload, context| {
            let event = sycl.event_open(bytes, overload, context)?;
            exporter(bytes, Family::Event).map(|exporter| opened.set(event, exporter));
            Ok(event)
        })
        .event_put(|sycl, handle, context| {
            tell_put();
            sycl.event_put(handle, context)
        })
        .event_wait(|sycl, event| match opened.get(&event).is_some_and(has_put) {
            true => thrown(Errc::RUNTIME),
            false => sycl.event_wait(event),
        });
}

fn of_opened(c: &mut Catalogue) {
    c.defect("event_opens_in_other_context", "sycl.event.open.of_context")
        .does("an opened event is of a context of its own")
        .also(&["sycl.event.default_context"])
        .event_open(|sycl, bytes, overload, _| {
            sycl.event_open(bytes, overload, Some(new_context(sycl, Device(0))?))
        });

    let exported = shared::<Set<Vec<u8>>>();
    c.defect("event_opens_elsewhere_only", "sycl.event.state.shared")
        .does("bytes do not open in the process that exported them")
        .handle_data(|sycl, handle| {
            let bytes = sycl.handle_data(handle)?;
            exported.add(bytes.clone());
            Ok(bytes)
        })
        .event_open(|sycl, bytes, overload, context| match exported.has(&bytes.to_vec()) {
            true => thrown(Errc::RUNTIME),
            false => sycl.event_open(bytes, overload, context),
        });

    let ended = shared::<Kept<bool>>();
    let opened = shared::<Set<Event>>();
    c.defect("event_end_ends_handles", "sycl.event.source_outlives_opened")
        .does("nothing opens any more in a process in which an opened event has ended")
        .event_open(|sycl, bytes, overload, context| {
            if *ended.lock() && bytes.len() == SIZE {
                return thrown(Errc::RUNTIME);
            }
            let event = sycl.event_open(bytes, overload, context)?;
            opened.add(event);
            Ok(event)
        })
        .event_destroy(|sycl, event| {
            *ended.lock() |= opened.has(&event);
            sycl.event_destroy(event)
        });
}
