//! Which thread runs what: devices side by side, the tests of one device in order.

use super::Runner;
use crate::discover::Device;
use crate::options::ExecutionOptions;
use crate::outcome::Record;
use crate::plan::Planned;
use crate::suite::Suite;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// What happens to a test.
pub(crate) enum Event {
    Started(Arc<Planned>),
    Finished(Box<Record>),
}

struct Order {
    planned: Arc<Planned>,
    events: Sender<Event>,
}

/// Takes tests from any thread. The workers are started by threads of the schedule's own, because they die with the thread
/// that starts them, and other threads come and go.
pub(crate) struct Schedule {
    devices: Vec<DeviceThread>,
}

struct DeviceThread {
    orders: Mutex<Sender<Order>>,
    thread: JoinHandle<Result<(), String>>,
}

impl Schedule {
    /// A thread for each device; nothing else is started yet.
    pub(crate) fn new(suite: &Arc<Suite>, devices: &[Device], options: ExecutionOptions) -> Self {
        let start = |device: &Device| {
            let (sender, receiver) = channel();
            let (suite, address) = (Arc::clone(suite), device.address.clone());
            let thread = std::thread::spawn(move || serve(Runner::new(&suite, &address, options), &receiver));
            DeviceThread { orders: Mutex::new(sender), thread }
        };
        Self { devices: devices.iter().map(start).collect() }
    }

    /// Has tests run, each when those that were given for its device before have ended. The events come as long as there
    /// are any to come.
    pub(crate) fn run<'p>(&self, tests: impl IntoIterator<Item = &'p Arc<Planned>>) -> Receiver<Event> {
        let (events, receiver) = channel();
        for planned in tests {
            let order = Order { planned: Arc::clone(planned), events: events.clone() };
            let orders = &self.devices[planned.device].orders;
            if orders.lock().unwrap_or_else(PoisonError::into_inner).send(order).is_err() {
                // The receiver is at hand.
                let _ = events.send(Event::Finished(Box::new(planned.lost())));
            }
        }
        receiver
    }

    /// Lets all workers leave, and says which did so badly.
    pub(crate) fn finish(self) -> Vec<String> {
        let (orders, threads): (Vec<_>, Vec<_>) =
            self.devices.into_iter().map(|device| (device.orders, device.thread)).unzip();
        drop(orders);
        let ended = |thread: JoinHandle<Result<(), String>>| {
            thread.join().unwrap_or_else(|_| Err("the thread of a device panicked".to_owned()))
        };
        threads.into_iter().filter_map(|thread| ended(thread).err()).collect()
    }
}

fn serve(mut runner: Runner<'_>, orders: &Receiver<Order>) -> Result<(), String> {
    for Order { planned, events } in orders {
        let record = planned.skipped().unwrap_or_else(|| {
            // Somebody who has stopped listening needs neither this nor the end.
            let _ = events.send(Event::Started(Arc::clone(&planned)));
            planned.judge(runner.run(&planned.test))
        });
        let _ = events.send(Event::Finished(Box::new(record)));
    }
    runner.finish()
}
