//! Events with times.

use crate::support::{Bed, WORK};
use ur_ipc_api::sycl::{Errc, ProfilingTime};
use ur_ipc_fixtures::{EVENT_PROFILING, REUSABLE_EVENTS, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("reusable_event", "reusable_event::profiling");
    let draft = group.test("times").checks("sycl.reusable_event.profiling");
    draft.needs(&[REUSABLE_EVENTS, EVENT_PROFILING]).on(|t, f: &Bed| {
        let (event, memory) = (f.event_with(None, Some(true))?, f.malloc(WORK)?);
        let mut last = 0;
        for value in 1..=3 {
            f.start_work(f.queue(), memory.raw(), value)?;
            f.signal(f.queue(), event.raw())?;
            f.wait(event.raw())?;
            let time = |which| f.sycl().event_profiling_info(event.raw(), which).ok();
            let times =
                [time(ProfilingTime::Submit)?, time(ProfilingTime::Start)?, time(ProfilingTime::End)?];
            t.check(
                times.is_sorted() && times[0] > 0,
                format!("submission, start and end are at {times:?} ns"),
            )?;
            t.check(
                times[2] >= last,
                format!("a signal ended at {} ns, and one before it at {last} ns", times[2]),
            )?;
            last = times[2];
        }
        Ok(())
    });

    let draft = group.test("no_aspect").checks("sycl.reusable_event.profiling.no_aspect");
    draft.needs(&[REUSABLE_EVENTS, EVENT_PROFILING.lacking()]).on(|_, f: &Bed| {
        let made = f.sycl().make_event(Some(f.context()), None, Some(true));
        made.expect(Errc::FEATURE_NOT_SUPPORTED)?;
        f.event_with(None, Some(false))?.end()
    });
}
