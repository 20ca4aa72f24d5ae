//! Runs a plan: devices side by side, the tests of one device in order.

use crate::backend::Suite;
use crate::execution::Runner;
use crate::options::ExecutionOptions;
use crate::outcome::Record;
use crate::plan::{Plan, Planned};
use std::sync::mpsc::{Sender, channel};
use std::thread::scope;

/// What happens during a run.
pub(crate) enum Event<'p> {
    Started(&'p Planned),
    Finished(Box<Record>),
    /// All tests of a device have ended, and then its worker ended badly.
    LeftBadly(String),
}

/// Runs all tests of a plan. Events arrive one at a time, on the calling thread.
pub(crate) fn run_plan<'p>(
    suite: &Suite,
    plan: &'p Plan,
    options: ExecutionOptions,
    mut on_event: impl FnMut(Event<'p>),
) {
    scope(|threads| {
        let (sender, receiver) = channel();
        for number in 0..plan.devices.len() {
            let sender = sender.clone();
            // Workers die with the thread that starts them, so each device's thread lives as long as its
            // runner does.
            threads.spawn(move || run_device(suite, plan, number, options, &sender));
        }
        drop(sender);
        for event in receiver {
            on_event(event);
        }
    });
}

fn run_device<'p>(
    suite: &Suite,
    plan: &'p Plan,
    number: usize,
    options: ExecutionOptions,
    sender: &Sender<Event<'p>>,
) {
    let device = &plan.devices[number];
    let mut runner = Runner::new(suite, &device.label, device.index, options);
    for planned in plan.tests.iter().filter(|planned| planned.device == number) {
        let record = match planned.skipped() {
            Some(record) => record,
            None => {
                let _ = sender.send(Event::Started(planned));
                planned.record(runner.run(&planned.test))
            }
        };
        if sender.send(Event::Finished(Box::new(record))).is_err() {
            // Nobody listens any more.
            return;
        }
    }
    if let Err(how) = runner.finish() {
        let _ = sender.send(Event::LeftBadly(how));
    }
}
