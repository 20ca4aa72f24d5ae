//! Opened events.

use crate::support::{Bed, Events, Held, Kind, listed, open_at, source};
use ur_ipc_api::DeviceInfo;
use ur_ipc_api::sycl::{Errc, Overload};
use ur_ipc_fixtures::hierarchy::Fixture;
use ur_ipc_fixtures::{At, IPC_EVENTS, MIXED_EVENTS, Scenario, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::open");
    // A queue of the context signals it; one of another context is refused, and leaves it as it was.
    group.test("of_context").checks("sycl.event.open.of_context").needs(&[IPC_EVENTS]).across(
        |s, f: &At<Bed>| {
            let event = s.here(|_| f.event())?;
            let handle = s.here(|_| f.export::<Events>(event.raw()))?;
            let (consumer, there) = s.peer_with::<Bed>("consumer")?;
            let opened = open_at(s, &consumer, &there, &handle)?;
            s.at(&consumer, |t| {
                let elsewhere = Bed::set_up(t)?;
                elsewhere
                    .sycl()
                    .enqueue_signal_event(elsewhere.queue(), opened.raw())
                    .expect(Errc::INVALID)?;
                there.check_complete("an event after a signal that was refused", opened.raw())?;
                there.signal(there.queue(), opened.raw())?;
                there.wait_complete("an event after a signal", opened.raw())
            })?;
            s.here(|_| f.wait_complete("the source after a signal elsewhere", event.raw()))?;
            s.leave(consumer)
        },
    );

    // Whichever way it is opened, what is opened is this event and no other: pending while its signal is held back.
    for (name, requirement, overload) in [
        ("all_are_one", "sycl.event.open.repeated", Overload::Data),
        ("view_is_that_event", "sycl.event.open.view", Overload::View),
    ] {
        let draft = group.test(name).checks(requirement).needs(&[IPC_EVENTS]);
        draft.across(move |s, f: &At<Bed>| all_are_one(s, f, overload));
    }

    // One device without the aspect in the context is enough, wherever it stands.
    let draft = group.test("no_aspect_beside").checks("sycl.event.open.no_aspect");
    draft.needs(&[IPC_EVENTS, MIXED_EVENTS]).across(|s, f: &At<Bed>| {
        let (_event, handle) = source::<Events>(s, f)?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes().to_vec()))?;
        s.at(&consumer, |t| {
            let (own, other) =
                (t.sycl_device(), listed(t, t.differing_device(DeviceInfo::IPC_EVENT_SUPPORT_EXP)?));
            for devices in [[own, other], [other, own]] {
                let both = Bed::over(t, &devices)?;
                let opened = both.sycl().event_open(&bytes, Overload::Data, Some(both.context()));
                opened.expect(Errc::FEATURE_NOT_SUPPORTED)?;
            }
            there.open_by::<Events>(&bytes, Overload::Data)?.end()
        })?;
        s.leave(consumer)
    });

    // An import outlives its source, whose last signal has come.
    let draft = group.test("outlives_source").checks("sycl.event.opened_outlives_source");
    draft.twin_of(&["e2e::ipc_event_lifetime"]).needs(&[IPC_EVENTS]).across(|s, f: &At<Bed>| {
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        for again in [false, true] {
            let event = s.here(|_| f.event())?;
            s.here(|t| Events::write(f, event.raw(), t.source_pattern()))?;
            let handle = s.here(|_| f.export::<Events>(event.raw()))?;
            let opened = open_at(s, &consumer, &there, &handle)?;
            s.here(|t| {
                if again {
                    Events::write(f, event.raw(), t.source_pattern())?;
                }
                handle.take().put(f)?;
                event.take().end()
            })?;
            s.at(&consumer, |_| {
                there.wait_complete("an import that has outlived its source", opened.raw())?;
                opened.take().end()
            })?;
        }
        s.leave(consumer)
    });
}

/// Imports of one handle, and one of another event beside them, which stays complete.
fn all_are_one(s: &Scenario, f: &At<Bed>, overload: Overload) -> TestResult {
    let events = s.here(|_| Ok((f.event()?, f.event()?)))?;
    let handles =
        s.here(|_| Ok((f.export::<Events>(events.0.raw())?, f.export::<Events>(events.1.raw())?)))?;
    let (consumer, there) = s.peer_with::<Bed>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok((handles.0.bytes().to_vec(), handles.1.bytes().to_vec())))?;
    let opened = s.at(&consumer, |_| {
        let other = there.open_by::<Events>(&bytes.1, overload)?;
        let imports = (0..3).map(|_| there.open_by::<Events>(&bytes.0, overload));
        Ok((imports.collect::<TestResult<Vec<_>>>()?, other))
    })?;
    let held = s.here(|_| f.hold_and_signal(events.0.raw()))?;
    let is_held = s.tell(|_| Ok(held.is_some()))?;
    s.at(&consumer, |t| {
        t.give_fair_time();
        for import in opened.0.iter().filter(|_| is_held) {
            there.check_pending("an import of the event", import.raw())?;
        }
        there.check_complete("the import of another event", opened.1.raw())
    })?;
    s.here(|_| held.as_ref().map_or(Ok(()), Held::open))?;
    s.at(&consumer, |_| {
        opened.0.iter().try_for_each(|import| there.wait_complete("an import of the event", import.raw()))
    })?;
    s.here(|_| f.finish())?;
    drop((opened, there));
    s.leave(consumer)
}
