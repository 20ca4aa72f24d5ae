//! Reusable events, as far as sharing needs them.

mod profiling;
mod signal;
mod wait;

use crate::support::Bed;
use ur_ipc_fixtures::{REUSABLE_EVENTS, Tests};

pub(crate) fn tests(tests: &mut Tests) {
    let mut group = tests.group("reusable_event", "reusable_event::make");
    let draft = group.test("complete").checks("sycl.reusable_event.make.complete").needs(&[REUSABLE_EVENTS]);
    draft.on(|_, f: &Bed| {
        for ipc in [None, Some(false)] {
            let event = f.event_with(ipc, None)?;
            f.check_complete("an event that was made", event.raw())?;
            f.wait(event.raw())?;
            f.sycl().enqueue_wait_event(f.queue(), event.raw()).ok()?;
            f.finish()?;
            event.end()?;
        }
        let event = f.own_event(f.sycl().event_default().ok()?);
        f.wait_complete("a default-constructed event", event.raw())
    });
    signal::tests(tests);
    wait::tests(tests);
    profiling::tests(tests);
}
