//! Shared events and times.

use crate::support::{Bed, Events, open_at};
use ur_ipc_api::sycl::{Errc, ProfilingTime, QueueProperties};
use ur_ipc_fixtures::{At, IPC_EVENTS, Tests};

const WITH_TIMES: QueueProperties = QueueProperties { in_order: true, enable_profiling: true };

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::profiling");
    let draft = group.test("signal").checks("sycl.event.signal.profiling_queue").needs(&[IPC_EVENTS]);
    draft.on(|_, f: &Bed| {
        let event = f.event()?;
        if let Some(queue) = f.queue_if_any(WITH_TIMES)? {
            f.sycl().enqueue_signal_event(queue.raw(), event.raw()).expect(Errc::INVALID)?;
            f.check_complete("an event after a signal that was refused", event.raw())?;
            f.sycl().enqueue_wait_event(queue.raw(), event.raw()).ok()?;
            f.sycl().queue_wait(queue.raw()).ok()?;
        }
        f.signal(f.queue(), event.raw())?;
        f.wait_complete("an event signalled in a queue without times", event.raw())
    });

    let draft = group.test("signal_of_opened").checks("sycl.event.signal.profiling_queue_opened");
    draft.needs(&[IPC_EVENTS]).across(|s, f: &At<Bed>| {
        let event = s.here(|_| f.event())?;
        let handle = s.here(|_| f.export::<Events>(event.raw()))?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let opened = open_at(s, &consumer, &there, &handle)?;
        s.at(&consumer, |t| {
            if let Some(queue) = there.queue_if_any(WITH_TIMES)? {
                let signalled = there.sycl().enqueue_signal_event(queue.raw(), opened.raw()).offered()?;
                match signalled.result {
                    Ok(()) => t.observe("a signal of an opened event in a queue with times", "is taken"),
                    Err(error) => {
                        t.observe(
                            "a signal of an opened event in a queue with times",
                            format!("threw {error}"),
                        );
                    }
                }
                there.sycl().queue_wait(queue.raw()).ok()?;
            }
            there.wait_complete("the opened event", opened.raw())
        })?;
        s.leave(consumer)
    });

    let draft = group.test("info").checks("sycl.event.profiling_info").needs(&[IPC_EVENTS]);
    draft.on(|t, f: &Bed| {
        let event = f.event()?;
        f.signal(f.queue(), event.raw())?;
        f.wait(event.raw())?;
        let asked = f.sycl().event_profiling_info(event.raw(), ProfilingTime::End).offered()?;
        match asked.result {
            Ok(time) => t.observe("the end of a signal of a shared event", format!("{time} ns")),
            Err(error) => {
                t.observe("asking for the end of a signal of a shared event", format!("threw {error}"))
            }
        }
        Ok(())
    });
}
