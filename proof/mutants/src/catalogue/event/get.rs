//! Defects of `urIPCGetEventHandleExp`.

use super::create::{create_with, flags};
use super::tools::{
    COMPLETE, Create, Get, Open, Put, STATUS, Signal, bytes, export, given, keep_in, other, shared,
};
use crate::catalogue::Catalogue;
use crate::layer::call::event_wait;
use crate::layer::codes::*;
use crate::layer::{Below, Family, Notes, Out, Ptr, Set, Waits};
use ur_ipc_api::{EventHandle, ExpEventFlags};
use ur_ipc_host::handle_data::SIZE;

/// Where the handle that was given stands.
fn data(c: &Get) -> Ptr {
    c.handle_data.get().unwrap_or(Ptr::NULL)
}

/// Whether an import was opened from one of these handles.
fn is_of(import: EventHandle, handles: &Set<Vec<u8>>, ur: &Below) -> bool {
    ur.import(import).is_some_and(|import| handles.has(&import.bytes))
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_get_gives_null", "Get succeeds and gives no bytes")
        .violates(&["event.get.success"])
        .then(|c: &Get, _| c.handle_data.set(Ptr::NULL));

    c.defect("event_get_gives_size_zero", "Get gives the size 0")
        .violates(&["event.get.success"])
        .then(|c: &Get, _| c.handle_data_size_ret.set(0));

    c.defect("event_get_gives_size_one_less", "Get gives a size that is one byte too small")
        .violates(&["event.get.success"])
        .then(|c: &Get, _| c.handle_data_size_ret.set(SIZE - 1));

    c.defect(
        "event_get_ends_earlier_handle",
        "A Get takes the place of the event's earlier handle, which opens nothing from then on",
    )
    .violates(&["event.get.repeated"])
    .refuses(INVALID_VALUE, |c: &Open, ur| {
        let exports = ur.all_exports(Family::Event);
        let source = export(c, ur).map(|export| export.source);
        let latest = exports.iter().rev().find(|export| Some(export.source) == source);
        latest.is_some_and(|latest| latest.bytes != bytes(c))
    });

    let [gets, first, puts] = shared::<Notes<EventHandle, Ptr>, 3>();
    c.defect(
        "event_get_cached_handle",
        "Get gives the event's first handle again, and the first Put ends it for all",
    )
    .violates(&["event.get.repeated", "event.put.success"])
    .instead(move |c: &Get, _| {
        let refused = c.handle_data.is_null() || c.handle_data_size_ret.is_null();
        let first = first.get(&c.event).filter(|_| !refused)?;
        c.handle_data.set(first);
        c.handle_data_size_ret.set(SIZE);
        Some(SUCCESS)
    })
    .then(move |c: &Get, _| {
        gets.set(c.event, data(c));
    })
    .then(move |c: &Put, _| puts.lock().retain(|_, data| *data != c.handle_data));

    c.defect("event_get_of_nothing_wrong_code", "Get without an event and without outputs blames a value")
        .violates(&["event.get.null_precedence"])
        .refuses(INVALID_VALUE, |c: &Get, _| {
            c.event.is_null() && c.handle_data.is_null() && c.handle_data_size_ret.is_null()
        });

    c.defect("event_get_null_event_as_pointer", "Get of a null event answers INVALID_NULL_POINTER")
        .violates(&["event.get.null_event"])
        .refuses(INVALID_NULL_POINTER, |c: &Get, _| c.event.is_null());

    c.defect("event_get_null_out_data_as_handle", "Get without a data pointer answers INVALID_NULL_HANDLE")
        .violates(&["event.get.null_out_data"])
        .refuses(INVALID_NULL_HANDLE, |c: &Get, _| c.handle_data.is_null());

    c.defect("event_get_null_out_size_optional", "Get without a size pointer gives the handle alone")
        .violates(&["event.get.null_out_size"])
        .instead(|c: &Get, ur| {
            let elsewhere = || Get { handle_data_size_ret: Out::of(&mut 0), ..*c }.run(ur);
            c.handle_data_size_ret.is_null().then(elsewhere)
        });

    events(c);
}

/// Defects that depend on the event.
fn events(c: &mut Catalogue) {
    let [pending, complete] = shared::<Set<EventHandle>, 2>();
    c.defect(
        "event_get_while_pending_completes_source",
        "A Get while a signal is pending makes the event report that it is complete",
    )
    .violates(&["event.get.repeated"])
    .then(move |c: &Get, ur| {
        if !ur.is_complete(c.event) {
            pending.add(c.event);
        }
    })
    .answers(STATUS, other(COMPLETE, move |event, _| complete.has(&event)));

    let [gets, asked, waited] = shared::<Set<Vec<u8>>, 3>();
    c.defect(
        "event_get_while_pending_gives_complete_import",
        "What a handle opens to that was made while a signal is pending is complete from the start",
    )
    .violates(&["event.get.repeated"])
    .then(move |c: &Get, ur| {
        if !ur.is_complete(c.event) {
            gets.add(data(c).bytes(SIZE));
        }
    })
    .answers(STATUS, other(COMPLETE, move |event, ur| is_of(event, &asked, ur)))
    .instead(move |c: &event_wait, ur| {
        let (done, pending): (Vec<_>, Vec<_>) =
            c.events().into_iter().partition(|event| is_of(*event, &waited, ur));
        (!done.is_empty()).then(|| if pending.is_empty() { SUCCESS } else { c.run_behind(&pending, ur) })
    });

    let [plain, signals, gets] = shared::<Set<EventHandle>, 3>();
    c.defect(
        "event_get_non_ipc_after_signal",
        "Get of a reusable event that is not to be shared is refused only before its first signal",
    )
    .violates(&["event.get.non_ipc"])
    .instead(move |c: &Create, ur| {
        let is_plain = flags(c) == 0 && !c.event_desc.is_null();
        is_plain.then(|| create_with(c, ExpEventFlags::IPC_EXP.0, ur))
    })
    .then(move |c: &Create, _| {
        if flags(c) == 0 {
            plain.add(given(c.event));
        }
    })
    .before(move |c: &Signal, _| {
        signals.remove(&given(c.event));
    })
    .refuses(INVALID_EVENT, move |c: &Get, _| gets.has(&c.event));

    let [created, last] = shared::<Notes<(), EventHandle>, 2>();
    c.defect(
        "event_get_exports_another_event",
        "Get of an event that cannot be exported exports the last one that can",
    )
    .violates(&["event.get.non_ipc", "event.get.imported", "event.get.profiling_or_timestamp"])
    .then(move |c: &Create, _| {
        if flags(c) == ExpEventFlags::IPC_EXP.0 {
            created.set((), given(c.event));
        }
    })
    .after(move |c: &Get, result, ur| {
        let event = last.get(&()).unwrap_or_default();
        let refused = [INVALID_EVENT, UNSUPPORTED_FEATURE].contains(&result);
        if refused { Get { event, ..*c }.run(ur) } else { result }
    });

    let [signals, signalled] = shared::<Set<EventHandle>, 2>();
    c.defect(
        "event_get_signalled_import_reexported",
        "Get of an import that this process has signalled gives the bytes that it was opened from",
    )
    .violates(&["event.get.imported"])
    .before(keep_in(signals))
    .after(move |c: &Get, result, ur| match ur.import(c.event) {
        Some(import) if result == INVALID_EVENT && signalled.has(&c.event) => {
            c.handle_data.set(Ptr(import.bytes.leak().as_mut_ptr().cast()));
            c.handle_data_size_ret.set(SIZE);
            SUCCESS
        }
        _ => result,
    });
}
