//! `urIPCPutEventHandleExp`: what it releases, and what it leaves alone.

use super::calls::{can_hold, check_complete, hold_and_signal, submit_signal, wait};
use super::peers::{Importer, observe_signal, send_held_signal};
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, EventHandle, QueueFlags, UrResult};
use ur_ipc_fixtures::ladder::{
    CONSUMER, EventFixture, OpenedEventFixture, UrIpcEventTest, UrIpcOpenedEventTest,
};
use ur_ipc_fixtures::objects::{create_queue, open_event};
use ur_ipc_fixtures::{Link, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new("event::put::success", &["event.put.success"], with!(EventFixture, success))
        .twin_of(&["urIPCEventExpTest.GetReturnsBuffer"]),
    Test::new("event::put::null_context", &["event.put.null_context"], with!(EventFixture, null_context)),
    Test::new("event::put::null_data", &["event.put.null_data"], with!(EventFixture, null_data))
        .twin_of(&["urIPCEventExpNegativeTest.PutWithNullData"]),
    Test::new("event::put::keeps_source", &["event.put.keeps_source"], with!(EventFixture, keeps_source))
        .twin_of(&["urIPCEventExpTest.PutLeavesProducerAlive"]),
    Test::new("event::put::keeps_opened", &["event.put.keeps_opened"], with!(EventFixture, keeps_opened)),
    Test::new(
        "event::put::keeps_opened_in_peer",
        &["event.put.keeps_opened"],
        with!(EventFixture, keeps_opened_in_peer),
    )
    .roles(&[Role { name: CONSUMER, body: outlives_handle }]),
    Test::new(
        "event::put::keeps_other_handles",
        &["event.put.keeps_opened"],
        with!(OpenedEventFixture, keeps_other_handles),
    ),
];

/// What Get gave can be put, one handle or several, in any order.
fn success(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    f.export(t)?.release()?;
    let mut handles = (0..4).map(|_| f.export(t)).collect::<TestResult<Vec<_>>>()?;
    t.rng(0).shuffle(&mut handles);
    handles.into_iter().try_for_each(|handle| handle.release())
}

/// A null context is refused, and the handle can still be read, opened and put.
fn null_context(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let handle = f.export(t)?;
    let before = handle.bytes();
    for _ in 0..2 {
        let called = t.ur().ipc_put_event_handle_exp(ContextHandle::NULL, handle.raw().at.raw());
        if called.result.is_success() {
            // It was released after all; a second Put would touch what is no longer there.
            handle.forget();
            return called.expect(UrResult::ERROR_INVALID_NULL_HANDLE);
        }
        called.expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
        t.check(handle.bytes() == before, "a refused Put changed the bytes of the handle")?;
    }
    let import = open_event(t, f.context(), &handle.bytes())?;
    f.signal_and_finish(t, f.event())?;
    wait(t, import.raw())?;
    handle.release()
}

/// A null data pointer is refused, and the same call with one succeeds.
fn null_data(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let handle = f.export(t)?;
    t.ur().ipc_put_event_handle_exp(f.context(), null_mut()).expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
    handle.release()
}

/// Source and import still share their state, in both directions; without a gate, nothing more is looked at.
#[track_caller]
fn check_shared(t: &TestContext<'_>, f: &impl UrIpcEventTest, import: EventHandle) -> TestResult {
    if !can_hold(t)? {
        return Ok(());
    }
    hold_and_signal(t, f.context(), f.event(), import)?;
    hold_and_signal(t, f.context(), import, f.event())
}

/// After Put the source can be waited on, signalled, exported and opened.
fn keeps_source(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    for _ in 0..3 {
        f.export(t)?.release()?;
        wait(t, f.event())?;
        f.signal_and_finish(t, f.event())?;
        check_complete(t, "the source after Put and a signal", f.event())?;
        let handle = f.export(t)?;
        let import = open_event(t, f.context(), &handle.bytes())?;
        f.signal_and_finish(t, import.raw())?;
        wait(t, f.event())?;
        check_shared(t, f, import.raw())?;
        handle.release()?;
    }
    Ok(())
}

/// What was opened before Put sees the source's signals after it, and the source those of the import.
fn keeps_opened(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let handle = f.export(t)?;
    let import = open_event(t, f.context(), &handle.bytes())?;
    handle.release()?;
    for signalled in [f.event(), import.raw(), f.event()] {
        f.signal_and_finish(t, signalled)?;
        for event in [import.raw(), f.event()] {
            wait(t, event)?;
            check_complete(t, "source and import after Put", event)?;
        }
    }
    check_shared(t, f, import.raw())
}

/// The same with the import in another process. Where signals can be held back, each side sees the other's pending.
fn keeps_opened_in_peer(t: &TestContext<'_>, f: &impl UrIpcEventTest) -> TestResult {
    let handle = f.export(t)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &handle.bytes())?;
    peer.recv("opened")?;
    handle.release()?;
    f.signal_and_finish(t, f.event())?;
    peer.meet("put")?;
    peer.recv("signalled")?;
    wait(t, f.event())?;
    check_complete(t, "the source after Put and a signal from the other process", f.event())?;
    // The event is not used again before both have seen this signal.
    peer.meet("seen")?;
    if can_hold(t)? {
        let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
        send_held_signal(t, &mut peer, &queue, f.event())?;
        observe_signal(t, &mut peer, f.event())?;
    }
    peer.join()
}

fn outlives_handle(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    link.send("opened", &[])?;
    link.meet("put")?;
    wait(t, c.event())?;
    check_complete(t, "the import after Put and a signal of the source", c.event())?;
    submit_signal(t, c.queue().raw(), c.event())?;
    t.ur().queue_finish(c.queue().raw()).ok()?;
    link.send("signalled", &[])?;
    link.meet("seen")?;
    if can_hold(t)? {
        observe_signal(t, &mut link, c.event())?;
        send_held_signal(t, &mut link, c.queue(), c.event())?;
    }
    Ok(())
}

/// Putting one handle of an event leaves its other handles and their imports alone.
fn keeps_other_handles(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    for _ in 0..3 {
        f.export(t)?.release()?;
        let again = f.open(t)?;
        f.signal_and_finish(t, f.event())?;
        for event in [f.opened(), again.raw()] {
            wait(t, event)?;
            check_complete(t, "an import from a handle that was not put", event)?;
        }
    }
    Ok(())
}
