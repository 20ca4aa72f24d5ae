//! What is opened.

use crate::support::{Bed, Events, Kind, open_at};
use ur_ipc_api::sycl::Errc;
use ur_ipc_fixtures::ladder::Fixture;
use ur_ipc_fixtures::{At, IPC_EVENTS, Tests};

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

    // An import outlives its source, whose last signal has come.
    let draft = group.test("outlives_source").checks("sycl.event.opened_outlives_source");
    draft.twin_of(&["e2e::ipc_event_lifetime"]).needs(&[IPC_EVENTS]).across(|s, f: &At<Bed>| {
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        for signalled in [false, true] {
            let event = s.here(|_| f.event())?;
            let handle = s.here(|_| f.export::<Events>(event.raw()))?;
            let opened = open_at(s, &consumer, &there, &handle)?;
            s.here(|t| {
                if signalled {
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
