//! Events that can be exported.

use crate::support::{Bed, Events, Guard, Kind, PAGE, listed, open_at};
use ur_ipc_api::DeviceInfo;
use ur_ipc_api::sycl::{Errc, Event};
use ur_ipc_fixtures::{
    At, EVENT_PROFILING, IPC_EVENTS, InCase, MIXED_EVENTS, REUSABLE_EVENTS, TestContext, TestResult, Tests,
};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::make");
    let draft = group.test("no_aspect").checks("sycl.event.make.no_aspect");
    draft
        .twin_of(&["IPCEventTests.MakeEventNoAspectThrows"])
        .needs(&[REUSABLE_EVENTS, IPC_EVENTS.lacking()])
        .on(|_, f: &Bed| {
            let made = f.sycl().make_event(Some(f.context()), Some(true), None);
            made.expect(Errc::FEATURE_NOT_SUPPORTED)?;
            for ipc in [None, Some(false)] {
                f.event_with(ipc, None).in_case(format!("enable_ipc {ipc:?}"))?.end()?;
            }
            Ok(())
        });

    // One device without the aspect in the context is enough, wherever it stands.
    let draft = group.test("no_aspect_beside").checks("sycl.event.make.no_aspect");
    draft.needs(&[IPC_EVENTS, MIXED_EVENTS]).on(|t, f: &Bed| {
        let other = listed(t, t.differing_device(DeviceInfo::IPC_EVENT_SUPPORT_EXP)?);
        for devices in [[f.device(), other], [other, f.device()]] {
            let both = Bed::over(t, &devices)?;
            let made = both.sycl().make_event(Some(both.context()), Some(true), None);
            made.expect(Errc::FEATURE_NOT_SUPPORTED)?;
            both.event_with(Some(false), None)?.end()?;
        }
        f.event()?.end()
    });

    let draft = group.test("not_with_profiling").checks("sycl.event.make.not_with_profiling");
    draft.twin_of(&["IPCEventTests.MakeEventIPCAndProfilingThrows"]).needs(&[IPC_EVENTS]).on(|_, f: &Bed| {
        let both = f.sycl().make_event(Some(f.context()), Some(true), Some(true));
        both.expect(Errc::INVALID)?;
        f.event_with(Some(true), Some(false))?.end()?;
        f.event_with(Some(true), None)?.end()
    });
    let draft = group.test("profiling_without_ipc").checks("sycl.event.make.not_with_profiling");
    draft.needs(&[IPC_EVENTS, EVENT_PROFILING]).on(|_, f: &Bed| {
        f.event_with(Some(false), Some(true))?.end()?;
        f.event_with(None, Some(true))?.end()
    });

    let mut group = tests.group("event", "event::enabled");
    let twins = &[
        "IPCEventTests.MakeEventIPCFlagSet",
        "IPCEventTests.DefaultEventNotIPC",
        "IPCEventTests.MakeEventNoIPCFlag",
        "e2e::ipc_event_basic",
    ];
    let draft = group.test("by_property").checks("sycl.event.enabled.by_property").twin_of(twins);
    draft.needs(&[IPC_EVENTS]).on(|t, f: &Bed| {
        let shared = f.event()?;
        check_enabled(t, f, "an event made with enable_ipc", &shared, true)?;
        f.signal(f.queue(), shared.raw())?;
        f.wait(shared.raw())?;
        check_enabled(t, f, "the same after a signal", &shared, true)?;
        with_others(f, |what, event| check_enabled(t, f, what, event, false))
    });

    let twins = &[
        "IPCEventTests.OpenCallsURAndImportedEventNotIPC",
        "IPCEventTests.OpenViewCallsUR",
        "e2e::ipc_event_round_trip",
    ];
    let draft = group.test("not_of_opened").checks("sycl.event.enabled.not_of_opened").twin_of(twins);
    draft.needs(&[IPC_EVENTS]).across(|s, f: &At<Bed>| {
        let event = s.here(|_| f.event())?;
        let handle = s.here(|_| f.export::<Events>(event.raw()))?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let opened = open_at(s, &consumer, &there, &handle)?;
        s.at(&consumer, |t| check_enabled(t, &there, "an opened event", &opened, false))?;
        s.leave(consumer)
    });

    let mut group = tests.group("event", "event::get");
    let draft = group.test("not_enabled").checks("sycl.event.get.not_enabled");
    let twins = &["IPCEventTests.GetOnNonIPCEventThrows", "e2e::ipc_event_negative"];
    draft.twin_of(twins).needs(&[IPC_EVENTS]).on(|_, f: &Bed| {
        with_others(f, |what, event| f.sycl().event_get(event.raw()).expect(Errc::INVALID).in_case(what))?;
        let shared = f.event()?;
        f.export::<Events>(shared.raw())?.put(f)
    });
    let draft = group.test("of_opened").checks("sycl.event.get.not_enabled");
    draft.twin_of(&["e2e::ipc_event_negative"]).needs(&[IPC_EVENTS]).across(|s, f: &At<Bed>| {
        let event = s.here(|_| f.event())?;
        s.here(|t| Events::write(f, event.raw(), t.source_pattern()))?;
        let handle = s.here(|_| f.export::<Events>(event.raw()))?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let opened = open_at(s, &consumer, &there, &handle)?;
        s.at(&consumer, |_| {
            there.sycl().event_get(opened.raw()).expect(Errc::INVALID)?;
            Events::verify(&there, opened.raw(), there.t().source_pattern())
        })?;
        s.leave(consumer)
    });

    // The handle of an event that was never signalled leads to the signals that come later.
    let draft = group.test("before_signal").checks("sycl.event.get.before_signal");
    let twins = &["IPCEventTests.GetCallsURAndReturnsHandle", "e2e::ipc_event_consumer_signal"];
    draft.twin_of(twins).needs(&[IPC_EVENTS]).across(|s, f: &At<Bed>| {
        let event = s.here(|_| f.event())?;
        let handle = s.here(|_| f.export::<Events>(event.raw()))?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let opened = open_at(s, &consumer, &there, &handle)?;
        let held = s.here(|_| f.hold_and_signal(event.raw()))?;
        if s.tell(|_| Ok(held.is_some()))? {
            s.at(&consumer, |_| {
                there.check_pending("an event opened before its first signal", opened.raw())
            })?;
        }
        s.here(|_| held.as_ref().map_or(Ok(()), |held| held.open()))?;
        s.at(&consumer, |_| there.wait_complete("an event opened before its first signal", opened.raw()))?;
        s.here(|_| f.finish())?;
        s.leave(consumer)
    });
}

#[track_caller]
fn check_enabled(t: &TestContext, f: &Bed, what: &str, event: &Guard<Event>, expected: bool) -> TestResult {
    let enabled = f.sycl().event_ipc_enabled(event.raw()).ok()?;
    t.check_eq(&format!("ext_oneapi_ipc_enabled of {what}"), enabled, expected)
}

/// Each kind of events that cannot be shared.
fn with_others(f: &Bed, look: impl Fn(&str, &Guard<Event>) -> TestResult) -> TestResult {
    for ipc in [None, Some(false)] {
        look(&format!("an event made with enable_ipc {ipc:?}"), &f.event_with(ipc, None)?)?;
    }
    look("a default-constructed event", &f.own_event(f.sycl().event_default().ok()?))?;
    let memory = f.malloc(PAGE)?;
    let of_command = f.own_event(f.sycl().event_of_command(f.queue(), memory.raw(), PAGE).ok()?);
    f.finish()?;
    look("the event of a command", &of_command)
}
