//! `urIPCGetEventHandleExp`: what it gives, and what it refuses.

use super::calls::{SIGNAL_HELD, hold_signal, see_signal, see_signal_across};
use crate::call_checks::get;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{EventHandle, ExpEventFlags, UrResult};
use ur_ipc_fixtures::hierarchy::{Consumer, Events, UrIpcEventTest, UrIpcOpenedEventTest, UrQueueTest};
use ur_ipc_fixtures::objects::Event;
use ur_ipc_fixtures::{
    At, Called, EVENT_PROFILING, Group, HOST_TASKS, IPC_EVENTS, OWN_EVENT_HANDLES, REUSABLE_EVENTS,
    TIMESTAMPS, TestResult, Tests, Ur, case,
};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::get");
    arguments(&mut group);
    own_events(&mut group);
    imports(&mut group);
    events_of_other_kinds(&mut group);
    before_first_signal(&mut group);
    repeated(&mut group);
}

fn arguments(group: &mut Group<'_>) {
    // An event gives a buffer with bytes, and the bytes open it elsewhere.
    let draft = group.test("success").checks("event.get.success");
    draft.twin_of(&["urIPCEventExpTest.GetReturnsBuffer"]).on(|t, f: &UrIpcEventTest| {
        let (mut data, mut size) = (null_mut(), 0);
        t.ur().ipc_get_event_handle_exp(f.event().raw(), &raw mut data, &raw mut size).ok()?;
        t.check(!data.is_null(), "Get succeeded and gave no buffer")?;
        t.check(size > 0, "Get succeeded and gave a buffer of no bytes")?;
        t.ur().ipc_put_event_handle_exp(f.context(), data).ok()
    });
    let draft = group.test("success_elsewhere").checks("event.get.success");
    draft.in_consumer(|_, c: &Consumer<Events>| c.open()?.wait());

    // Each missing argument is refused, and the same call with it succeeds.
    type Call = for<'u> fn(&'u Ur, EventHandle) -> Called<'u>;
    let null_event: Call = |ur, _| ur.ipc_get_event_handle_exp(EventHandle::NULL, &mut null_mut(), &mut 0);
    let null_out_data: Call = |ur, event| ur.ipc_get_event_handle_exp(event, null_mut(), &mut 0);
    let null_out_size: Call = |ur, event| ur.ipc_get_event_handle_exp(event, &mut null_mut(), null_mut());
    group
        .table([
            case("null_event", "event.get.null_event", (null_event, UrResult::ERROR_INVALID_NULL_HANDLE))
                .twin_of(&["urIPCEventExpNegativeTest.GetWithNullEvent"]),
            case(
                "null_out_data",
                "event.get.null_out_data",
                (null_out_data, UrResult::ERROR_INVALID_NULL_POINTER),
            )
            .twin_of(&["urIPCEventExpNegativeTest.GetWithNullOutData"]),
            case(
                "null_out_size",
                "event.get.null_out_size",
                (null_out_size, UrResult::ERROR_INVALID_NULL_POINTER),
            )
            .twin_of(&["urIPCEventExpNegativeTest.GetWithNullOutSize"]),
        ])
        .on(|t, f: &UrIpcEventTest, &(call, code)| {
            call(t.ur(), f.event().raw()).expect(code)?;
            f.export()?.release()
        });

    // With everything null, one of the two codes for null comes back; records which.
    group.test("null_precedence").checks("event.get.null_precedence").on(|t, _: &UrIpcEventTest| {
        let called = t.ur().ipc_get_event_handle_exp(EventHandle::NULL, null_mut(), null_mut());
        t.observe("checked first", called.result);
        called.expect_any(&[UrResult::ERROR_INVALID_NULL_HANDLE, UrResult::ERROR_INVALID_NULL_POINTER])
    });
}

/// The call on an event that cannot be exported, and then on one that can.
#[track_caller]
fn refused(f: &UrIpcEventTest, event: &Event, codes: &[UrResult]) -> TestResult {
    let called = get::<Events>(f.t(), f.context(), event.raw()).0;
    let code = called.result;
    called.expect_any(codes)?;
    if codes.len() > 1 {
        f.t().observe("the code", code);
    }
    f.export()?.release()
}

fn own_events(group: &mut Group<'_>) {
    // A reusable event without the IPC flag cannot be exported, before and after a signal.
    group.test("non_ipc").checks("event.get.non_ipc").needs(&[REUSABLE_EVENTS]).on(
        |_, f: &UrIpcEventTest| {
            let plain = f.in_context().event(ExpEventFlags::NONE_SET)?;
            refused(f, &plain, &[UrResult::ERROR_INVALID_EVENT])?;
            f.signal_and_finish(&plain)?;
            refused(f, &plain, &[UrResult::ERROR_INVALID_EVENT])
        },
    );

    // The event of an ordinary command cannot be exported.
    group.test("non_ipc_command").checks("event.get.non_ipc").on(|_, f: &UrIpcEventTest| {
        let event = f.queue().barrier(&[])?;
        refused(f, &event, &[UrResult::ERROR_INVALID_EVENT])?;
        event.wait()
    });
}

fn imports(group: &mut Group<'_>) {
    // An import cannot be exported, and still works.
    group
        .test("imported")
        .checks("event.get.imported")
        .twin_of(&["urIPCEventExpNegativeTest.GetRejectsImportedEvent"])
        .on(|_, f: &UrIpcOpenedEventTest| {
            refused(f, f.opened(), &[UrResult::ERROR_INVALID_EVENT])?;
            f.signal_and_finish(f.opened())?;
            refused(f, f.opened(), &[UrResult::ERROR_INVALID_EVENT])?;
            f.opened().wait()
        });

    // An import cannot be exported in another process either.
    group.test("imported_in_peer").checks("event.get.imported").in_consumer::<Events>(|t, c| {
        let import = c.open()?;
        get::<Events>(t, c.context(), import.raw()).0.expect(UrResult::ERROR_INVALID_EVENT)?;
        import.wait()?;
        // The same call with an event that this process has made.
        let own = c.in_context().shareable_event()?;
        c.signal_and_finish(&own)?;
        own.export()?.release()
    });
}

fn events_of_other_kinds(group: &mut Group<'_>) {
    let codes = [UrResult::ERROR_UNSUPPORTED_FEATURE, UrResult::ERROR_INVALID_EVENT];

    // An event with profiling cannot be exported.
    let draft = group.test("profiling").checks("event.get.profiling_or_timestamp").needs(&[EVENT_PROFILING]);
    draft.on(move |_, f: &UrIpcEventTest| {
        refused(f, &f.in_context().event(ExpEventFlags::ENABLE_PROFILING)?, &codes)
    });

    // The event of a recorded time stamp cannot be exported.
    let draft = group.test("timestamp").checks("event.get.profiling_or_timestamp").needs(&[TIMESTAMPS]);
    draft.on(move |t, f: &UrIpcEventTest| {
        let (queue, mut event) = (f.queue().raw(), EventHandle::NULL);
        t.ur().enqueue_timestamp_recording_exp(queue, true, 0, std::ptr::null(), &raw mut event).ok()?;
        refused(f, &f.queue().event_of_command(event)?, &codes)
    });
}

fn before_first_signal(group: &mut Group<'_>) {
    // An event can be exported and opened before its first signal, which may come from either side. A new event may
    // well report to be complete: where signals can be held back, only a pending one shows that it is seen.
    for (name, by_import) in [("before_first_signal", false), ("before_first_signal_by_import", true)] {
        let draft = group.test(name).checks("event.get.before_first_signal");
        let draft = draft.needs(&[IPC_EVENTS, OWN_EVENT_HANDLES]);
        draft.on(move |_, f: &UrQueueTest| {
            let source = f.in_context().shareable_event()?;
            let handle = source.export()?;
            let import = f.in_context().open_event(&handle.bytes())?;
            if by_import { see_signal(f, &import, &source) } else { see_signal(f, &source, &import) }
        });
    }

    // The first signal may come from another process, the second from this one.
    let draft = group.test("before_first_signal_in_peer").checks("event.get.before_first_signal");
    draft.needs(&[IPC_EVENTS]).across(|s, f: &At<UrQueueTest>| {
        let source = s.here(|_| f.in_context().shareable_event())?;
        let handle = s.here(|_| source.export())?;
        let bytes = s.tell(|_| Ok(handle.bytes()))?;
        let (peer, c) = s.peer_with::<UrQueueTest>("consumer")?;
        let import = s.at(&peer, |_| c.in_context().open_event(&bytes))?;
        let signals = (&s.at(&peer, |_| Ok(c.queue()))?, &s.at(&peer, |_| Ok(&*import))?);
        see_signal_across(s, signals, &s.here(|_| Ok(&*source))?)?;
        s.here(|_| f.signal_and_finish(&source))?;
        s.at(&peer, |_| import.wait_complete("the import after the source's signal"))?;
        s.leave(peer)
    });
}

fn repeated(group: &mut Group<'_>) {
    // Every Get of one event gives a handle that opens it, before and after it is signalled again.
    group
        .test("repeated")
        .checks("event.get.repeated")
        .needs(&[OWN_EVENT_HANDLES])
        .twin_of(&["urIPCEventExpTest.MultipleRoundTrips"])
        .on(|t, f: &UrIpcEventTest| {
            let (mut handles, mut imports) = (Vec::new(), Vec::new());
            for round in 0..4 {
                for _ in 0..3 {
                    let handle = f.export()?;
                    imports.push(f.in_context().open_event(&handle.bytes())?);
                    handles.push(handle);
                }
                f.signal_and_finish(if round % 2 == 0 { f.event() } else { &imports[round] })?;
                for import in &imports {
                    import.wait_complete("an import of one of several handles")?;
                }
                f.event().check_complete("the source of several handles")?;
            }
            // Every handle opens at the end too, whatever was exported after it.
            for handle in &handles {
                f.in_context().open_event(&handle.bytes())?.wait()?;
            }
            // Put in another order than got.
            t.rng(0).shuffle(&mut handles);
            handles.into_iter().try_for_each(|handle| handle.release())
        });

    // A Get while a signal is held back neither waits for it nor changes the event, and what it gives opens to the same
    // pending event.
    group.test("while_pending").checks("event.get.repeated").needs(&[OWN_EVENT_HANDLES, HOST_TASKS]).on(
        |t, f: &UrIpcEventTest| {
            let queue = f.in_context().queue()?;
            for _ in 0..2 {
                let gate = hold_signal(t, &queue, f.event())?;
                let handle = f.export()?;
                f.event().check_pending("the source after a Get")?;
                let import = f.in_context().open_event(&handle.bytes())?;
                import.check_pending("what a handle opens to that was made while its event is pending")?;
                t.while_held(SIGNAL_HELD).wait(import.raw()).finish(queue.raw()).until(|| gate.open())?;
                import.check_complete("the import")?;
                f.event().check_complete("the source")?;
                handle.release()?;
            }
            Ok(())
        },
    );
}
