//! `urIPCGetEventHandleExp`: what it gives, and what it refuses.

use super::calls::{
    CommandEvent, SIGNAL_HELD, can_hold, check_complete, check_pending, hold_and_signal, submit_held_signal,
    submit_signal, wait,
};
use super::fixtures::{FreshEventFixture, ProfilingFixture, ReusableEventFixture, TimestampFixture};
use super::peers::{Importer, observe_signal, send_held_signal};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{EventHandle, ExpEventFlags, QueueFlags, UrResult};
use ur_ipc_fixtures::ladder::{
    CONSUMER, EventFixture, EventHandleFixture, OpenedEventFixture, UrContextTest, UrIpcEventHandleTest,
    UrIpcEventTest, UrIpcOpenedEventTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{
    create_event, create_queue, create_shareable_event, export_event, open_event,
};
use ur_ipc_fixtures::{HeldQueue, Link, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new("event::get::success", &["event.get.success"], with!(EventFixture, success))
        .twin_of(&["urIPCEventExpTest.GetReturnsBuffer"]),
    Test::new("event::get::null_event", &["event.get.null_event"], with!(EventFixture, null_event))
        .twin_of(&["urIPCEventExpNegativeTest.GetWithNullEvent"]),
    Test::new("event::get::null_out_data", &["event.get.null_out_data"], with!(EventFixture, null_out_data))
        .twin_of(&["urIPCEventExpNegativeTest.GetWithNullOutData"]),
    Test::new("event::get::null_out_size", &["event.get.null_out_size"], with!(EventFixture, null_out_size))
        .twin_of(&["urIPCEventExpNegativeTest.GetWithNullOutSize"]),
    Test::new(
        "event::get::null_precedence",
        &["event.get.null_precedence"],
        with!(EventFixture, null_precedence),
    ),
    Test::new("event::get::non_ipc", &["event.get.non_ipc"], with!(ReusableEventFixture, non_ipc)),
    Test::new("event::get::non_ipc_command", &["event.get.non_ipc"], with!(EventFixture, non_ipc_command)),
    Test::new("event::get::imported", &["event.get.imported"], with!(OpenedEventFixture, imported))
        .twin_of(&["urIPCEventExpNegativeTest.GetRejectsImportedEvent"]),
    Test::new(
        "event::get::imported_in_peer",
        &["event.get.imported"],
        with!(EventHandleFixture, imported_in_peer),
    )
    .roles(&[Role { name: CONSUMER, body: exports_import }]),
    Test::new(
        "event::get::profiling",
        &["event.get.profiling_or_timestamp"],
        with!(ProfilingFixture, profiling),
    ),
    Test::new(
        "event::get::timestamp",
        &["event.get.profiling_or_timestamp"],
        with!(TimestampFixture, timestamp),
    ),
    Test::new(
        "event::get::before_first_signal",
        &["event.get.before_first_signal"],
        with!(FreshEventFixture, before_first_signal),
    ),
    Test::new(
        "event::get::before_first_signal_by_import",
        &["event.get.before_first_signal"],
        with!(FreshEventFixture, before_first_signal_by_import),
    ),
    Test::new(
        "event::get::before_first_signal_in_peer",
        &["event.get.before_first_signal"],
        with!(FreshEventFixture, before_first_signal_in_peer),
    )
    .roles(&[Role { name: CONSUMER, body: signals_first }]),
    Test::new("event::get::repeated", &["event.get.repeated"], with!(EventFixture, repeated))
        .twin_of(&["urIPCEventExpTest.MultipleRoundTrips"]),
    Test::new("event::get::while_pending", &["event.get.repeated"], with!(EventFixture, while_pending)),
];

/// An event gives a buffer with bytes, and the bytes open it.
fn success(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let (mut data, mut size) = (null_mut(), 0usize);
    t.ur().ipc_get_event_handle_exp(f.event(), &raw mut data, &raw mut size).ok()?;
    t.check(!data.is_null(), "Get succeeded and gave no buffer")?;
    t.check(size > 0, "Get succeeded and gave a buffer of no bytes")?;
    t.ur().ipc_put_event_handle_exp(f.context(), data).ok()?;
    let handle = f.export(t)?;
    let import = open_event(t, f.context(), &handle.bytes())?;
    wait(t, import.raw())
}

/// A null event is refused, and the same call with an event succeeds.
fn null_event(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let (mut data, mut size) = (null_mut(), 0usize);
    t.ur()
        .ipc_get_event_handle_exp(EventHandle::NULL, &raw mut data, &raw mut size)
        .expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
    f.export(t)?.release()
}

/// A null data pointer is refused, and the same call with one succeeds.
fn null_out_data(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let mut size = 0usize;
    t.ur()
        .ipc_get_event_handle_exp(f.event(), null_mut(), &raw mut size)
        .expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
    f.export(t)?.release()
}

/// A null size pointer is refused, and the same call with one succeeds.
fn null_out_size(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let mut data = null_mut();
    t.ur()
        .ipc_get_event_handle_exp(f.event(), &raw mut data, null_mut())
        .expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
    f.export(t)?.release()
}

/// With everything null, one of the two codes for null comes back; records which.
fn null_precedence(t: &TestContext<'_>, _: &impl UrIpcEventTest) -> TestResult {
    let called = t.ur().ipc_get_event_handle_exp(EventHandle::NULL, null_mut(), null_mut());
    t.observe("checked first", called.result);
    called.expect_any(&[UrResult::ERROR_INVALID_NULL_HANDLE, UrResult::ERROR_INVALID_NULL_POINTER])
}

/// The call on an event that cannot be exported, and then on one that can.
#[track_caller]
fn refused(
    t: &TestContext<'_>,
    f: &impl UrIpcEventTest,
    event: EventHandle,
    codes: &[UrResult],
) -> TestResult {
    let (mut data, mut size) = (null_mut(), 0usize);
    let called = t.ur().ipc_get_event_handle_exp(event, &raw mut data, &raw mut size);
    let code = called.result;
    called.expect_any(codes)?;
    if codes.len() > 1 {
        t.observe("the code", code);
    }
    f.export(t)?.release()
}

/// A reusable event without the IPC flag cannot be exported, before and after a signal.
fn non_ipc(t: &TestContext<'_>, f: &ReusableEventFixture<'_>) -> TestResult {
    let plain = create_event(t, f.context(), ExpEventFlags::NONE_SET)?;
    refused(t, &**f, plain.raw(), &[UrResult::ERROR_INVALID_EVENT])?;
    f.signal_and_finish(t, plain.raw())?;
    refused(t, &**f, plain.raw(), &[UrResult::ERROR_INVALID_EVENT])
}

/// The event of an ordinary command cannot be exported.
fn non_ipc_command(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let mut event = EventHandle::NULL;
    t.ur().enqueue_events_wait_with_barrier(f.queue(), 0, null(), &raw mut event).ok()?;
    let event = CommandEvent::adopt(t, event)?;
    refused(t, f, event.raw(), &[UrResult::ERROR_INVALID_EVENT])?;
    wait(t, event.raw())
}

/// An import cannot be exported, and still works.
fn imported(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    refused(t, f, f.opened(), &[UrResult::ERROR_INVALID_EVENT])?;
    f.signal_and_finish(t, f.opened())?;
    refused(t, f, f.opened(), &[UrResult::ERROR_INVALID_EVENT])?;
    wait(t, f.opened())
}

/// An import cannot be exported in another process either.
fn imported_in_peer(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.join()?;
    wait(t, f.event())
}

fn exports_import(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let (mut data, mut size) = (null_mut(), 0usize);
    t.ur()
        .ipc_get_event_handle_exp(c.event(), &raw mut data, &raw mut size)
        .expect(UrResult::ERROR_INVALID_EVENT)?;
    wait(t, c.event())?;
    // The same call with an event that this process has made.
    let own = create_shareable_event(t, c.context())?;
    submit_signal(t, c.queue().raw(), own.raw())?;
    t.ur().queue_finish(c.queue().raw()).ok()?;
    export_event(t, c.context(), own.raw())?.release()
}

/// An event with profiling cannot be exported.
fn profiling(t: &TestContext<'_>, f: &ProfilingFixture<'_>) -> TestResult {
    let profiled = create_event(t, f.context(), ExpEventFlags::ENABLE_PROFILING)?;
    let codes = [UrResult::ERROR_UNSUPPORTED_FEATURE, UrResult::ERROR_INVALID_EVENT];
    refused(t, &**f, profiled.raw(), &codes)
}

/// The event of a recorded time stamp cannot be exported.
fn timestamp(t: &TestContext<'_>, f: &TimestampFixture<'_>) -> TestResult {
    let mut event = EventHandle::NULL;
    t.ur().enqueue_timestamp_recording_exp(f.queue(), true, 0, null(), &raw mut event).ok()?;
    let event = CommandEvent::adopt(t, event)?;
    refused(t, &**f, event.raw(), &[UrResult::ERROR_UNSUPPORTED_FEATURE, UrResult::ERROR_INVALID_EVENT])
}

/// An event can be exported and opened before its first signal, which the source then makes.
fn before_first_signal(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let handle = f.export(t)?;
    let import = open_event(t, f.context(), &handle.bytes())?;
    if can_hold(t)? {
        // A new event may well report to be complete: only a pending signal shows that it is seen.
        return hold_and_signal(t, f.context(), f.event(), import.raw());
    }
    f.signal_and_finish(t, f.event())?;
    wait(t, import.raw())?;
    check_complete(t, "the import after the source's first signal", import.raw())?;
    check_complete(t, "the source after its first signal", f.event())
}

/// The first signal of an event may come from its import.
fn before_first_signal_by_import(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let handle = f.export(t)?;
    let import = open_event(t, f.context(), &handle.bytes())?;
    if can_hold(t)? {
        return hold_and_signal(t, f.context(), import.raw(), f.event());
    }
    f.signal_and_finish(t, import.raw())?;
    wait(t, f.event())?;
    check_complete(t, "the source after its import's first signal", f.event())?;
    check_complete(t, "the import after its first signal", import.raw())
}

/// The first signal may come from another process, the second from this one.
fn before_first_signal_in_peer(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let handle = f.export(t)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &handle.bytes())?;
    if can_hold(t)? {
        observe_signal(t, &mut peer, f.event())?;
    } else {
        peer.recv("signalled")?;
        wait(t, f.event())?;
        check_complete(t, "the source after a signal from the other process", f.event())?;
    }
    f.signal_and_finish(t, f.event())?;
    peer.send("again", &[])?;
    peer.join()
}

fn signals_first(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    if can_hold(t)? {
        send_held_signal(t, &mut link, c.queue(), c.event())?;
    } else {
        submit_signal(t, c.queue().raw(), c.event())?;
        link.send("signalled", &[])?;
    }
    link.recv("again")?;
    wait(t, c.event())?;
    check_complete(t, "the import after the source's signal", c.event())
}

/// Every Get of one event gives a handle that opens it, before and after it is signalled again.
fn repeated(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let mut handles = Vec::new();
    let mut imports = Vec::new();
    for round in 0..4 {
        for _ in 0..3 {
            let handle = f.export(t)?;
            imports.push(open_event(t, f.context(), &handle.bytes())?);
            handles.push(handle);
        }
        f.signal_and_finish(t, if round % 2 == 0 { f.event() } else { imports[round].raw() })?;
        for import in &imports {
            wait(t, import.raw())?;
            check_complete(t, "an import of one of several handles", import.raw())?;
        }
        check_complete(t, "the source of several handles", f.event())?;
    }
    // Every handle opens at the end too, whatever was exported after it.
    for handle in &handles {
        wait(t, open_event(t, f.context(), &handle.bytes())?.raw())?;
    }
    // Put in another order than got.
    t.rng(0).shuffle(&mut handles);
    handles.into_iter().try_for_each(|handle| handle.release())
}

/// A Get while a signal is held back neither waits for it nor changes the event, and what it gives opens to the same
/// pending event.
fn while_pending(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    for _ in 0..2 {
        let gate = HeldQueue::hold(t, &queue)?;
        submit_held_signal(t, queue.raw(), f.event())?;
        let handle = f.export(t)?;
        check_pending(t, "the source after a Get", f.event())?;
        let import = open_event(t, f.context(), &handle.bytes())?;
        check_pending(t, "what a handle opens to that was made while its event is pending", import.raw())?;
        t.while_held(SIGNAL_HELD).wait(import.raw()).finish(queue.raw()).until(|| gate.open())?;
        for (what, event) in [("the import", import.raw()), ("the source", f.event())] {
            check_complete(t, what, event)?;
        }
        handle.release()?;
    }
    Ok(())
}
