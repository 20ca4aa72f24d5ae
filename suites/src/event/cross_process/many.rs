//! Signals between more than two processes.

use super::{Consumer, PATH};
use crate::event::calls::{SIGNAL_HELD, hold_signal};
use ur_ipc_fixtures::hierarchy::UrIpcEventHandleTest;
use ur_ipc_fixtures::{At, HOST_TASKS, Scenario, TestContext, TestResult, Tests};

const CONSUMERS: usize = 3;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    // Several processes open one handle, and each sees each signal, whoever makes it.
    group.test("multiple_consumers").checks("cross_process.event.multiple_consumers").across(
        |s, f: &At<UrIpcEventHandleTest>| {
            let consumers = start(s, f)?;
            for signaller in consumers.iter().map(Some).chain([None]) {
                if let Some(c) = signaller {
                    s.at(&c.peer, |_| c.import.signal_and_finish(c.event()))?;
                } else {
                    s.here(|_| f.signal_and_finish(f.event()))?;
                }
                let waits =
                    consumers.iter().map(|c| s.start(&c.peer, |_| c.event().wait_complete("the import")));
                for wait in waits.collect::<TestResult<Vec<_>>>()? {
                    s.finish(wait)?;
                }
                s.here(|_| f.event().wait_complete("the source"))?;
            }
            Ok(())
        },
    );

    // Several processes see each signal pending while it is held back, and complete when it has come.
    group
        .test("multiple_consumers_held")
        .checks("cross_process.event.multiple_consumers")
        .needs(&[HOST_TASKS])
        .across(|s, f: &At<UrIpcEventHandleTest>| {
            let queue = s.here(|_| f.in_context().queue())?;
            let consumers = start(s, f)?;
            for _ in 0..2 {
                let gate = s.here(|t| hold_signal(t, &queue, f.event()))?;
                for c in &consumers {
                    s.at(&c.peer, |_| c.event().check_pending("the import"))?;
                }
                while_all_wait(s, &consumers, Box::new(move |s| s.here(|_| gate.open()).map(drop)))?;
                for c in &consumers {
                    s.at(&c.peer, |_| c.event().check_complete("the import"))?;
                }
                s.here(|_| queue.finish())?;
            }
            Ok(())
        });
}

fn start(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult<Vec<Consumer>> {
    (0..CONSUMERS).map(|_| Consumer::start(s, "consumer", || f.handle())).collect()
}

/// Does `then` while all of these are inside a wait for the event, and sees the waits end after it.
fn while_all_wait(
    s: &Scenario,
    consumers: &[Consumer],
    then: Box<dyn FnOnce(&Scenario) -> TestResult + '_>,
) -> TestResult {
    let Some((c, others)) = consumers.split_first() else { return then(s) };
    let wait = |t: &TestContext| Ok(t.while_held(SIGNAL_HELD).wait(c.event().raw()));
    s.while_held(c.peer.process(), wait, |s| while_all_wait(s, others, then))
}
