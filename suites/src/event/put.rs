//! `urIPCPutEventHandleExp`: what it releases, and what it leaves alone.

use super::calls::{see_signal, see_signal_across};
use crate::call_checks::put_without_context;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::UrResult;
use ur_ipc_fixtures::hierarchy::{Events, UrIpcEventTest, UrIpcOpenedEventTest, UrQueueTest};
use ur_ipc_fixtures::{At, Group, OWN_EVENT_HANDLES, Scenario, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::put");
    arguments(&mut group);
    group
        .test("keeps_source")
        .checks("event.put.keeps_source")
        .needs(&[OWN_EVENT_HANDLES])
        .twin_of(&["urIPCEventExpTest.PutLeavesProducerAlive"])
        .on(keeps_source);
    group.test("keeps_opened").checks("event.put.keeps_opened").needs(&[OWN_EVENT_HANDLES]).on(keeps_opened);
    group.test("keeps_opened_in_peer").checks("event.put.keeps_opened").across(keeps_opened_in_peer);

    // Putting one handle of an event leaves its other handles and their imports alone.
    group.test("keeps_other_handles").checks("event.put.keeps_opened").on(|_, f: &UrIpcOpenedEventTest| {
        for _ in 0..3 {
            f.export()?.release()?;
            let again = f.open()?;
            f.signal_and_finish(f.event())?;
            for event in [f.opened(), &again] {
                event.wait_complete("an import from a handle that was not put")?;
            }
        }
        Ok(())
    });
}

fn arguments(group: &mut Group<'_>) {
    // What Get gave can be put, every time.
    group
        .test("success")
        .checks("event.put.success")
        .twin_of(&["urIPCEventExpTest.GetReturnsBuffer"])
        .on(|_, f: &UrIpcEventTest| (0..4).try_for_each(|_| f.export()?.release()));

    // Several handles of one event are put one by one, in any order.
    group.test("in_any_order").checks("event.get.repeated").on(|t, f: &UrIpcEventTest| {
        let mut handles = (0..4).map(|_| f.export()).collect::<TestResult<Vec<_>>>()?;
        t.rng(0).shuffle(&mut handles);
        handles.into_iter().try_for_each(|handle| handle.release())
    });

    // A null context is refused, and the handle can still be read, opened and put.
    group.test("null_context").checks("event.put.null_context").needs(&[OWN_EVENT_HANDLES]).on(
        |t, f: &UrIpcEventTest| {
            let handle = f.export()?;
            let before = handle.bytes();
            put_without_context::<Events>(t, handle, |handle| {
                t.check(handle.bytes() == before, "a refused Put changed the bytes of the handle")?;
                let import = f.in_context().open_event(&handle.bytes())?;
                f.signal_and_finish(f.event())?;
                import.wait()
            })
        },
    );

    // A null data pointer is refused, and the same call with one succeeds.
    group
        .test("null_data")
        .checks("event.put.null_data")
        .twin_of(&["urIPCEventExpNegativeTest.PutWithNullData"])
        .on(|t, f: &UrIpcEventTest| {
            let handle = f.export()?;
            let called = t.ur().ipc_put_event_handle_exp(f.context(), null_mut());
            called.expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
            handle.release()
        });
}

/// Source and import share their state after Put, in both directions: each with a pair that nobody has signalled or asked,
/// since what an implementation forgets of later signals is no affair of Put.
#[track_caller]
fn check_shared_after_put(f: &UrIpcEventTest) -> TestResult {
    for by_import in [false, true] {
        let source = f.in_context().shareable_event()?;
        let handle = source.export()?;
        let import = f.in_context().open_event(&handle.bytes())?;
        handle.release()?;
        let (signalled, other) = if by_import { (&import, &source) } else { (&source, &import) };
        see_signal(f, signalled, other)?;
    }
    Ok(())
}

/// After Put the source can be waited on, signalled, exported and opened.
fn keeps_source(_: &TestContext, f: &UrIpcEventTest) -> TestResult {
    for _ in 0..2 {
        f.export()?.release()?;
        f.event().wait()?;
        f.signal_and_finish(f.event())?;
        f.event().check_complete("the source after Put and a signal")?;
        let handle = f.export()?;
        let import = f.in_context().open_event(&handle.bytes())?;
        f.signal_and_finish(&import)?;
        f.event().wait()?;
        handle.release()?;
    }
    check_shared_after_put(f)
}

/// An import that was opened before Put sees the source's signals after it, and the source sees those of the import.
fn keeps_opened(_: &TestContext, f: &UrIpcEventTest) -> TestResult {
    let handle = f.export()?;
    let import = f.in_context().open_event(&handle.bytes())?;
    handle.release()?;
    for signalled in [f.event(), &import, f.event()] {
        f.signal_and_finish(signalled)?;
        for event in [&import, f.event()] {
            event.wait_complete("source and import after Put")?;
        }
    }
    check_shared_after_put(f)
}

/// The same with the import in another process. Where signals can be held back, each side sees the other's pending, with an
/// event that nobody has signalled or asked.
fn keeps_opened_in_peer(s: &Scenario, f: &At<UrIpcEventTest>) -> TestResult {
    let handle = s.here(|_| f.export())?;
    let bytes = s.tell(|_| Ok(handle.bytes()))?;
    let queue = s.here(|_| f.in_context().queue())?;
    let (peer, c) = s.peer_with::<UrQueueTest>("consumer")?;
    let import = s.at(&peer, |_| c.in_context().open_event(&bytes))?;
    s.here(|_| {
        handle.take().release()?;
        f.signal_and_finish(f.event())
    })?;
    s.at(&peer, |_| {
        import.wait_complete("the import after Put and a signal of the source")?;
        c.signal_and_finish(&import)
    })?;
    s.here(|_| f.event().wait_complete("the source after Put and a signal from the other process"))?;
    for by_import in [false, true] {
        let source = s.here(|_| f.in_context().shareable_event())?;
        let handle = s.here(|_| source.export())?;
        let bytes = s.give(&peer, |_| Ok(handle.bytes()))?;
        let import = s.at(&peer, |_| c.in_context().open_event(&bytes))?;
        s.here(|_| handle.take().release())?;
        let here = (&s.here(|_| Ok(&*queue))?, &s.here(|_| Ok(&*source))?);
        let there = (&s.at(&peer, |_| Ok(c.queue()))?, &s.at(&peer, |_| Ok(&*import))?);
        if by_import {
            see_signal_across(s, there, here.1)?;
        } else {
            see_signal_across(s, here, there.1)?;
        }
    }
    s.leave(peer)
}
