//! The schedule: devices side by side, the tests of one device in order, unless several may run at a time.

use super::{Aftermath, Runner, Stop};
use crate::device::Device;
use crate::plan::Planned;
use crate::suite::Suite;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use ur_ipc_report::options::ExecutionOptions;
use ur_ipc_report::outcome::{Execution, Record};

/// An event in the life of a test.
pub enum Event {
    /// A test begins.
    Started(Arc<Planned>),
    /// A test has been running for so long.
    Slow(Arc<Planned>, Duration),
    /// So many tests in a row of this one's device hung, so that its other tests do not run.
    GivenUp(Arc<Planned>, usize),
    /// A test has ended.
    Finished(Box<Record>),
}

/// A test to be run. However an order is lost, its test has an end.
struct ScheduledTest {
    planned: Arc<Planned>,
    /// None when the end has been told.
    events: Option<Sender<Event>>,
}

impl ScheduledTest {
    /// Somebody who has stopped listening needs neither the beginning nor the end.
    fn tell_start(&self) {
        if let Some(events) = &self.events {
            let _ = events.send(Event::Started(Arc::clone(&self.planned)));
        }
    }

    fn tell_given_up(&self, hangs: usize) {
        if let Some(events) = &self.events {
            let _ = events.send(Event::GivenUp(Arc::clone(&self.planned), hangs));
        }
    }

    fn tell_end(&mut self, record: Record) {
        if let Some(events) = self.events.take() {
            let _ = events.send(Event::Finished(Box::new(record)));
        }
    }

    /// The test has no end, whether it has begun or not.
    fn withdraw(mut self) {
        self.events = None;
    }
}

impl Drop for ScheduledTest {
    fn drop(&mut self) {
        self.tell_end(self.planned.lost());
    }
}

/// Takes tests from any thread. The workers are started by threads of the schedule's own, because they die with the thread
/// that starts them, and other threads come and go.
pub struct Schedule {
    devices: Vec<DeviceThreads>,
}

struct DeviceThreads {
    orders: Mutex<Sender<ScheduledTest>>,
    threads: Vec<JoinHandle<Aftermath>>,
}

impl Schedule {
    /// A thread for each test of a device that may run at a time; nothing else is started yet.
    pub fn new(suite: &Arc<Suite>, devices: &[Device], options: ExecutionOptions, stop: &Arc<Stop>) -> Self {
        let mut lanes = 0..;
        let mut start = |device: &Device| {
            let (sender, receiver) = channel();
            let receiver = Arc::new(Mutex::new(receiver));
            let threads = lanes.by_ref().take(options.jobs as usize).map(|lane| {
                let (suite, address, stop) = (Arc::clone(suite), device.address.clone(), Arc::clone(stop));
                let orders = Arc::clone(&receiver);
                std::thread::spawn(move || {
                    serve(Runner::new(&suite, &address, options), &orders, options.repeat, &stop, lane)
                })
            });
            DeviceThreads { orders: Mutex::new(sender), threads: threads.collect() }
        };
        Self { devices: devices.iter().map(&mut start).collect() }
    }

    /// Has tests run, each when those that were given for its device before have ended, but for those that may run beside it.
    /// The events come as long as there are any to come, with an end for each test, but for those that an interruption has
    /// come before.
    pub fn run<'p>(&self, tests: impl IntoIterator<Item = &'p Arc<Planned>>) -> Receiver<Event> {
        let (events, receiver) = channel();
        for planned in tests {
            let order = ScheduledTest { planned: Arc::clone(planned), events: Some(events.clone()) };
            let orders = &self.devices[planned.device].orders;
            // An order that cannot be given is lost.
            let _ = orders.lock().unwrap_or_else(PoisonError::into_inner).send(order);
        }
        receiver
    }

    /// Lets all processes leave, and gives what has come to light on each device.
    pub fn finish(self) -> Vec<Aftermath> {
        let (orders, threads): (Vec<_>, Vec<_>) =
            self.devices.into_iter().map(|device| (device.orders, device.threads)).unzip();
        drop(orders);
        let panicked = || Aftermath {
            problems: vec!["the thread of a device panicked".to_owned()],
            ..Aftermath::default()
        };
        let of_device = |threads: Vec<JoinHandle<Aftermath>>| {
            let ended = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| panicked()));
            ended.fold(Aftermath::default(), Aftermath::and)
        };
        threads.into_iter().map(of_device).collect()
    }
}

fn serve(
    mut runner: Runner<'_>,
    orders: &Mutex<Receiver<ScheduledTest>>,
    repeat: u32,
    stop: &Stop,
    lane: usize,
) -> Aftermath {
    let next = || orders.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
    for mut order in std::iter::from_fn(next) {
        if stop.interruption().is_some() {
            order.withdraw();
            continue;
        }
        let planned = Arc::clone(&order.planned);
        let unreached = || stop.enough(planned.device).map(|enough| planned.unreached(enough));
        let record = planned.skipped().or_else(unreached).or_else(|| {
            order.tell_start();
            let interrupted = |so_far: Option<&Execution>| {
                stop.keep(lane, so_far.map(|so_far| planned.judge(so_far.clone())));
                stop.interruption().is_some()
            };
            let record = planned.judge(planned.executed(repeat, interrupted, || runner.run(&planned))?);
            if let Some(hangs) = stop.count(planned.device, &record) {
                order.tell_given_up(hangs);
            }
            Some(record)
        });
        match record {
            Some(record) => order.tell_end(record),
            None => order.withdraw(),
        }
        stop.keep(lane, None);
    }
    runner.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ur_ipc_report::outcome::Outcome;
    use ur_ipc_report::requirements::{Chapter, Level};
    use ur_ipc_report::samples::empty_test;

    fn planned() -> Arc<Planned> {
        Arc::new(Planned {
            name: "host::dev0::a::b".to_owned(),
            device: 0,
            device_id: "host::dev0".to_owned(),
            test: empty_test("a::b", &[], &[]),
            level: Level::Must,
            chapter: Chapter::Specified,
            binds: true,
            known: None,
        })
    }

    #[test]
    fn what_is_lost_with_its_thread_has_an_end() {
        let (sender, orders) = channel();
        let thread = std::thread::spawn(move || -> Aftermath {
            let _first: ScheduledTest = orders.recv().unwrap();
            panic!("on purpose");
        });
        let schedule =
            Schedule { devices: vec![DeviceThreads { orders: Mutex::new(sender), threads: vec![thread] }] };
        let planned = planned();
        let events = schedule.run([&planned, &planned, &planned]);
        let ended =
            |event| matches!(event, Event::Finished(record) if record.outcome() == Outcome::HarnessError);
        assert_eq!(events.into_iter().map(ended).collect::<Vec<_>>(), [true; 3]);
        let problems: Vec<_> = schedule.finish().into_iter().map(|after| after.problems).collect();
        assert_eq!(problems, [["the thread of a device panicked"]]);
    }
}
