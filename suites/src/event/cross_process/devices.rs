//! Events in contexts of two devices: queues of the other one wait for them, and may signal them.

use super::PATH;
use crate::event::calls::{SIGNAL_HELD, submit_signal};
use crate::open_calls::Opening;
use std::ptr::null;
use ur_ipc_fixtures::hierarchy::{Events, Shareable, UrQueueTest};
use ur_ipc_fixtures::objects::{Event, Queue};
use ur_ipc_fixtures::{At, IPC_EVENTS, InCase, Need, Process, Scenario, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    // Whichever process signals, a queue of the other device waits for it in the other process.
    group
        .test("other_device")
        .checks("cross_process.event.other_device")
        .needs(&[IPC_EVENTS, Need::PeerDevice])
        .across(|s, _: &At<()>| {
            on_two_devices(s, |source, import| {
                for (from, to) in [(source, import), (import, source), (source, import)] {
                    wait_on_other(s, from, to).in_case(format!("signalled in {}", from.name))?;
                }
                Ok(())
            })
        });

    // A queue of the other device signals, or is refused; what it signals is seen in the other process.
    group
        .test("other_device_signal")
        .checks("cross_process.event.other_device_signal")
        .needs(&[IPC_EVENTS, Need::PeerDevice])
        .across(|s, _: &At<()>| {
            on_two_devices(s, |source, import| {
                for (from, to) in [(source, import), (import, source)] {
                    signal_on_other(s, from, to).in_case(format!("signalled in {}", from.name))?;
                }
                Ok(())
            })
        });
}

/// One process with its event, the source or the import, and a queue on each device.
struct DeviceSide {
    name: &'static str,
    process: Process,
    // Fields drop in this order: the event before its context.
    event: At<Event>,
    own: At<Queue>,
    other: At<Queue>,
}

impl DeviceSide {
    fn new(
        s: &Scenario,
        (name, process): (&'static str, Process),
        event: At<Event>,
        f: &At<UrQueueTest>,
    ) -> TestResult<Self> {
        let own = s.in_process(process, |t| f.in_context().queue_on(t.device()))?;
        let other = s.in_process(process, |t| f.in_context().queue_on(t.second_device()))?;
        Ok(Self { name, process, event, own, other })
    }
}

fn on_both(t: &TestContext) -> TestResult<UrQueueTest> {
    UrQueueTest::over(t, &[t.device(), t.second_device()])
}

/// Shares an event of the device under test between two processes, in contexts of two devices.
fn on_two_devices(s: &Scenario, body: impl FnOnce(&DeviceSide, &DeviceSide) -> TestResult) -> TestResult {
    let ours = s.here(on_both)?;
    let event = s.here(|_| {
        let event = ours.in_context().shareable_event()?;
        ours.signal_and_finish(&event)?;
        Ok(event)
    })?;
    let handle = s.here(|_| event.export())?;
    let consumer = s.peer("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    let theirs = s.at(&consumer, on_both)?;
    let shared = s.ask(&consumer, |t| {
        let (called, import) = Opening::of(&theirs, &bytes).make::<Events>(t);
        if called.result.is_unsupported() {
            t.note_less("the other device shares no events");
            return called.offered().map(|_| false);
        }
        called.ok()?;
        Events::close_call(t.ur(), theirs.context(), Events::raw(import)).ok().map(|()| true)
    })?;
    if shared {
        let import = s.at(&consumer, |_| theirs.in_context().open_event(&bytes))?;
        let source = DeviceSide::new(s, ("the process of the source", Process::Here), event, &ours)?;
        let import = DeviceSide::new(s, ("the process of the import", consumer.process()), import, &theirs)?;
        body(&source, &import)?;
        // Both go before their contexts, and in their processes.
        drop((source, import));
    }
    s.leave(consumer)
}

/// Signals by a queue of the event's device in one process; a barrier behind the event, by a queue of the other device in the
/// other process, is complete when the signal has come, and not before.
fn wait_on_other(s: &Scenario, from: &DeviceSide, to: &DeviceSide) -> TestResult {
    let held = s.tell(TestContext::can_hold_work)?;
    let gate = s.in_process(from.process, |t| {
        let gate = from.own.hold_if_possible()?;
        submit_signal(&from.own, &from.event)?;
        t.let_threads_run();
        Ok(gate)
    })?;
    let behind = s.in_process(to.process, |_| {
        let behind = to.other.barrier(&[to.event.raw()])?;
        to.other.flush()?;
        Ok(behind)
    })?;
    if held {
        s.while_held(
            to.process,
            |t| Ok(t.while_held(SIGNAL_HELD).wait(behind.raw())),
            |s| s.in_process(from.process, |_| gate.take().map_or(Ok(()), |gate| gate.open())).map(drop),
        )?;
    }
    s.in_process(to.process, |_| {
        to.other.finish()?;
        behind.take().check_complete("a barrier of the other device, behind the event")?;
        to.event.check_complete("the event on the side that waits")
    })?;
    s.in_process(from.process, |_| {
        from.own.finish()?;
        from.event.check_complete("the event on the side that signalled")
    })
    .map(drop)
}

/// Signals by a queue of the other device in one process, where that is accepted: the other process, by a queue of the
/// event's device, sees the signal.
fn signal_on_other(s: &Scenario, from: &DeviceSide, to: &DeviceSide) -> TestResult {
    s.in_process(from.process, |t| {
        let mut event = from.event.raw();
        let called =
            t.ur().enqueue_events_wait_with_barrier_ext(from.other.raw(), null(), 0, null(), &raw mut event);
        t.observe("a signal by a queue of the other device", called.result);
        if !called.result.is_success() {
            return called.expect_error().map(drop);
        }
        t.check_eq("the event after the signal", event, from.event.raw())?;
        from.other.finish()?;
        from.event.check_complete("the event on the side that signalled")
    })?;
    s.in_process(to.process, |_| {
        let behind = to.own.barrier(&[to.event.raw()])?;
        to.own.finish()?;
        behind.check_complete("a barrier behind the event")?;
        to.event.check_complete("the event on the side that waits")
    })
    .map(drop)
}
