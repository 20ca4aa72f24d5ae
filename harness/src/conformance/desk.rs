//! Where trials hand their tests in: one thread with one runner for each device.

use crate::backend::Suite;
use crate::device::Device;
use crate::execution::Runner;
use crate::options::ExecutionOptions;
use crate::outcome::{Execution, Outcome};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use ur_ipc_fixtures::Test;

struct Order {
    test: Test,
    reply: Sender<Execution>,
}

/// Takes orders from any thread. The workers are started by threads of the desk's own, because they die with
/// the thread that starts them, and the threads of trials come and go.
pub(super) struct Desk {
    /// For each device.
    orders: Vec<Mutex<Sender<Order>>>,
    threads: Vec<JoinHandle<Result<(), String>>>,
}

impl Desk {
    pub(super) fn open(suite: &Arc<Suite>, devices: &[Device], options: ExecutionOptions) -> Self {
        let mut desk = Self { orders: Vec::new(), threads: Vec::new() };
        for device in devices {
            let (sender, receiver) = channel();
            let (suite, label, index) = (Arc::clone(suite), device.label.clone(), device.index);
            desk.orders.push(Mutex::new(sender));
            desk.threads.push(std::thread::spawn(move || {
                serve(Runner::new(&suite, &label, index, options), &receiver)
            }));
        }
        desk
    }

    /// Runs a test on a device, when the tests handed in before have ended.
    pub(super) fn run(&self, device: usize, test: &Test) -> Execution {
        let (reply, answer) = channel();
        let sent = self.orders[device]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .send(Order { test: *test, reply })
            .is_ok();
        let executed = if sent { answer.recv().ok() } else { None };
        executed
            .unwrap_or_else(|| Execution::bare(Outcome::HarnessError, "the thread of the device has ended"))
    }

    /// Lets all workers leave, and says which did so badly.
    pub(super) fn close(self) -> Vec<String> {
        drop(self.orders);
        // A panic there has been printed, and its test has got its verdict.
        self.threads.into_iter().filter_map(|thread| thread.join().ok()?.err()).collect()
    }
}

fn serve(mut runner: Runner<'_>, orders: &Receiver<Order>) -> Result<(), String> {
    for order in orders {
        // Nobody waits for the answer if the trial's thread has panicked.
        let _ = order.reply.send(runner.run(&order.test));
    }
    runner.finish()
}
