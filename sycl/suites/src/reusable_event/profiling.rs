//! Events with times.

use crate::support::{Bed, WORK, listed};
use ur_ipc_api::DeviceInfo;
use ur_ipc_api::sycl::{Errc, Event, ProfilingTime, QueueProperties};
use ur_ipc_fixtures::{EVENT_PROFILING, MIXED_EVENT_PROFILING, REUSABLE_EVENTS, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("reusable_event", "reusable_event::profiling");
    let draft = group.test("times").checks("sycl.reusable_event.profiling");
    draft.needs(&[REUSABLE_EVENTS, EVENT_PROFILING]).on(|_, f: &Bed| {
        let event = f.event_with(None, Some(true))?;
        has_times(f, event.raw())
    });
    let draft = group.test("times_by_queue").checks("sycl.reusable_event.profiling.by_queue");
    draft.needs(&[REUSABLE_EVENTS, EVENT_PROFILING]).on(|t, f: &Bed| {
        const WHAT: &str = "the times of an event without enable_profiling, signalled in a queue with it";
        let event = f.event_with(None, None)?;
        if let Some(queue) = f.queue_if_any(QueueProperties { in_order: true, enable_profiling: true })? {
            f.signal(queue.raw(), event.raw())?;
            f.wait(event.raw())?;
            let asked = f.sycl().event_profiling_info(event.raw(), ProfilingTime::End).offered()?;
            match asked.result {
                Ok(time) => t.observe(WHAT, format!("it ended at {time} ns")),
                Err(error) => t.observe(WHAT, format!("threw {error}")),
            }
        }
        f.wait_complete("the event", event.raw())
    });

    let draft = group.test("no_aspect").checks("sycl.reusable_event.profiling.no_aspect");
    draft.needs(&[REUSABLE_EVENTS, EVENT_PROFILING.lacking()]).on(|_, f: &Bed| {
        let made = f.sycl().make_event(Some(f.context()), None, Some(true));
        made.expect(Errc::FEATURE_NOT_SUPPORTED)?;
        f.event_with(None, Some(false))?.end()
    });

    // One device without the aspect in the context is enough, wherever it stands; false asks for nothing.
    let draft = group.test("no_aspect_beside").checks("sycl.reusable_event.profiling.no_aspect");
    draft.needs(&[REUSABLE_EVENTS, EVENT_PROFILING, MIXED_EVENT_PROFILING]).on(|t, f: &Bed| {
        let other = listed(t, t.differing_device(DeviceInfo::PER_EVENT_PROFILING_SUPPORT_EXP)?);
        for devices in [[f.device(), other], [other, f.device()]] {
            let both = Bed::over(t, &devices)?;
            let made = both.sycl().make_event(Some(both.context()), None, Some(true));
            made.expect(Errc::FEATURE_NOT_SUPPORTED)?;
            both.event_with(None, Some(false))?.end()?;
        }
        f.event_with(None, Some(true))?.end()
    });
}

/// Each signal has its times: one for all three, as the text has it now, or submission, start and end in this order, as it
/// had it before. None ends before the signal before it.
#[track_caller]
fn has_times(f: &Bed, event: Event) -> TestResult {
    let (t, memory) = (f.t(), f.malloc(WORK)?);
    let (mut last, mut all_are_one) = (0, true);
    for value in 1..=3 {
        f.start_work(f.queue(), memory.raw(), value)?;
        f.signal(f.queue(), event)?;
        f.wait(event)?;
        let time = |which| f.sycl().event_profiling_info(event, which).ok();
        let times = [time(ProfilingTime::Submit)?, time(ProfilingTime::Start)?, time(ProfilingTime::End)?];
        t.check(times.is_sorted() && times[0] > 0, format!("submission, start and end are at {times:?} ns"))?;
        t.check(
            times[2] >= last,
            format!("a signal ended at {} ns, and one before it at {last} ns", times[2]),
        )?;
        last = times[2];
        all_are_one &= times.iter().all(|time| *time == last);
    }
    let reading = if all_are_one { "one time for all three" } else { "submission, start and end in order" };
    t.observe("reading followed", reading);
    Ok(())
}
