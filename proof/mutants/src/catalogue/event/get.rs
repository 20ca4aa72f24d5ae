//! Defects of `urIPCGetEventHandleExp`.

use super::create::{create_with, flags};
use super::tools::*;

/// The address of the handle that Get gave.
fn data(c: &Get) -> Ptr {
    c.handle_data.get().unwrap_or(Ptr::NULL)
}

/// Whether an import was opened from one of these handles.
fn is_of(import: EventHandle, handles: &Set<Vec<u8>>, ur: &Below) -> bool {
    ur.import(import).is_some_and(|import| handles.has(&import.bytes))
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_get_gives_null", "event.get.success")
        .does("Get succeeds and gives no bytes")
        .then(|c: &Get, _| c.handle_data.set(Ptr::NULL));

    c.defect("event_get_gives_size_zero", "event.get.success")
        .does("Get gives the size 0")
        .then(|c: &Get, _| c.handle_data_size_ret.set(0));

    c.defect("event_get_gives_size_one_less", "event.get.success")
        .does("Get gives a size that is one byte too small")
        .then(|c: &Get, _| c.handle_data_size_ret.set(SIZE - 1));

    c.defect("event_get_ends_earlier_handle", "event.get.repeated")
        .does("A Get takes the place of the event's earlier handle, which opens nothing from then on")
        .refuses(INVALID_VALUE, |c: &Open, ur| {
            let exports = ur.all_exports(Event);
            let source = export(c, ur).map(|export| export.source);
            let latest = exports.iter().rev().find(|export| Some(export.source) == source);
            latest.is_some_and(|latest| latest.bytes != bytes(c))
        });

    let first = shared::<Notes<EventHandle, Ptr>>();
    c.defect("event_get_cached_handle", "event.get.repeated")
        .does("Get gives the event's first handle again, and the first Put ends it for all")
        .also(&["event.put.success"])
        .instead(move |c: &Get, _| {
            let refused = c.handle_data.is_null() || c.handle_data_size_ret.is_null();
            let first = first.get(&c.event).filter(|_| !refused)?;
            c.handle_data.set(first);
            c.handle_data_size_ret.set(SIZE);
            Some(SUCCESS)
        })
        .then(move |c: &Get, _| first.set(c.event, data(c)))
        .then(move |c: &Put, _| first.lock().retain(|_, data| *data != c.handle_data));

    c.defect("event_get_of_nothing_wrong_code", "event.get.null_precedence")
        .does("Get without an event and without outputs blames a value")
        .refuses(INVALID_VALUE, |c: &Get, _| {
            c.event.is_null() && c.handle_data.is_null() && c.handle_data_size_ret.is_null()
        });

    c.defect("event_get_null_event_as_pointer", "event.get.null_event")
        .does("Get of a null event answers INVALID_NULL_POINTER")
        .refuses(INVALID_NULL_POINTER, |c: &Get, _| c.event.is_null());

    c.defect("event_get_null_out_data_as_handle", "event.get.null_out_data")
        .does("Get without a data pointer answers INVALID_NULL_HANDLE")
        .refuses(INVALID_NULL_HANDLE, |c: &Get, _| c.handle_data.is_null());

    c.defect("event_get_null_out_size_optional", "event.get.null_out_size")
        .does("Get without a size pointer gives the handle alone")
        .instead(|c: &Get, ur| {
            let elsewhere = || Get { handle_data_size_ret: Out::of(&mut 0), ..*c }.run(ur);
            c.handle_data_size_ret.is_null().then(elsewhere)
        });

    events(c);
}

/// Defects that depend on the event.
fn events(c: &mut Catalogue) {
    let pending = shared::<Set<EventHandle>>();
    c.defect("event_get_while_pending_completes_source", "event.get.repeated")
        .does("A Get while a signal is pending makes the event report that it is complete")
        .then(move |c: &Get, ur| (!ur.is_complete(c.event)).then(|| pending.add(c.event)))
        .answers(STATUS, other(COMPLETE, move |event, _| pending.has(&event)));

    let early = shared::<Set<Vec<u8>>>();
    c.defect("event_get_while_pending_gives_complete_import", "event.get.repeated")
        .does("What a handle opens to that was made while a signal is pending is complete from the start")
        .then(move |c: &Get, ur| (!ur.is_complete(c.event)).then(|| early.add(data(c).bytes(SIZE))))
        .answers(STATUS, other(COMPLETE, move |event, ur| is_of(event, early, ur)))
        .instead(move |c: &event_wait, ur| {
            let (done, pending): (Vec<_>, Vec<_>) =
                c.events().into_iter().partition(|event| is_of(*event, early, ur));
            (!done.is_empty()).then(|| if pending.is_empty() { SUCCESS } else { c.run_behind(&pending, ur) })
        });

    let plain = shared::<Set<EventHandle>>();
    c.defect("event_get_non_ipc_after_signal", "event.get.non_ipc")
        .does("Get of a reusable event that is not to be shared is refused only before its first signal")
        .instead(move |c: &Create, ur| {
            let is_plain = flags(c) == 0 && !c.event_desc.is_null();
            is_plain.then(|| create_with(c, ExpEventFlags::IPC_EXP.0, ur))
        })
        .then(move |c: &Create, _| (flags(c) == 0).then(|| plain.add(given(c.event))))
        .before(move |c: &Signal, _| plain.remove(&given(c.event)))
        .refuses(INVALID_EVENT, move |c: &Get, _| plain.has(&c.event));

    let last = shared::<Notes<(), EventHandle>>();
    c.defect("event_get_exports_another_event", "event.get.non_ipc")
        .does("Get of an event that cannot be exported exports the last one that can")
        .also(&["event.get.imported", "event.get.profiling_or_timestamp"])
        .then(move |c: &Create, _| {
            (flags(c) == ExpEventFlags::IPC_EXP.0).then(|| last.set((), given(c.event)))
        })
        .after(move |c: &Get, result, ur| {
            let event = last.get(&()).unwrap_or_default();
            let refused = [INVALID_EVENT, UNSUPPORTED_FEATURE].contains(&result);
            if refused { Get { event, ..*c }.run(ur) } else { result }
        });

    let signalled = shared::<Set<EventHandle>>();
    c.defect("event_get_signalled_import_reexported", "event.get.imported")
        .does("Get of an import that this process has signalled gives the bytes that it was opened from")
        .before(keep_in(signalled))
        .after(move |c: &Get, result, ur| match ur.import(c.event) {
            Some(import) if result == INVALID_EVENT && signalled.has(&c.event) => {
                c.handle_data.set(Ptr(import.bytes.leak().as_mut_ptr().cast()));
                c.handle_data_size_ret.set(SIZE);
                SUCCESS
            }
            _ => result,
        });
}
