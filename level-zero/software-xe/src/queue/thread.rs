//! The thread of a queue.

use std::sync::Arc;
use std::time::Duration;

use super::waiter::Condition;
use super::{Awaited, Job, Queue};
use crate::clock::SystemClock;
use crate::device::Device;
use crate::errno::Errno;
use crate::gpu::{Engine, EngineClass, Memory, Resume, Stop};
use crate::machine::Machine;
use crate::report::say;
use crate::threads;

/// Looks at a condition before others look for the queue: what comes at once is not worth a sleep.
const LOOKS: u32 = 8;
/// After how long an engine's caches have written back everything.
const CACHES_KEEP: Duration = Duration::from_millis(20);

/// Starts the thread of a queue.
pub(super) fn start(
    machine: Arc<Machine>,
    device: &'static Device,
    class: EngineClass,
    queue: Arc<Queue>,
) -> Result<(), Errno> {
    let clock = Arc::new(SystemClock::new(device.timestamp_frequency));
    let mut engine = Engine::new(class, device, machine.kernels(), clock);
    engine.set_late_writes(machine.settings.late_writes);
    threads::spawn("xe-queue", move || Runner { machine, queue, engine }.run_all())
}

struct Runner {
    machine: Arc<Machine>,
    queue: Arc<Queue>,
    engine: Engine,
}

impl Runner {
    fn run_all(mut self) {
        while let Some(job) = self.queue.next_job() {
            if job.hangs {
                self.hang();
            } else {
                self.run(&job);
            }
            self.machine.progress.advance();
        }
    }

    fn run(&mut self, job: &Job) {
        if self.run_batch(job.batch)
            && let Some((address, value)) = job.fence
            && let Err(fault) = self.queue.vm.store_u64(address, value)
        {
            self.ban(&format!("the fence of a submission: {fault}"));
        }
    }

    /// Whether the batch has come to its end.
    fn run_batch(&mut self, batch: u64) -> bool {
        let mut start = Resume::Batch(batch);
        loop {
            match self.engine.run(&*self.queue.vm, start) {
                Stop::End => return true,
                Stop::Fault(fault) => {
                    self.ban(&fault.to_string());
                    return false;
                }
                Stop::Wait { address, width, value, compare } => {
                    self.machine.progress.advance();
                    let condition = Condition { address, width, value, compare };
                    self.log(|| format!("a queue waits for {condition:x?}"));
                    if !self.wait_for(condition) {
                        return false;
                    }
                    self.log(|| format!("a queue goes on at {address:#x}"));
                    start = Resume::Continue;
                }
            }
        }
    }

    /// Waits for a condition. Says whether the queue goes on.
    fn wait_for(&mut self, condition: Condition) -> bool {
        for _ in 0..LOOKS {
            if condition.holds(&*self.queue.vm) {
                return !self.queue.is_killed();
            }
            std::thread::yield_now();
        }
        if let Err(errno) = self.machine.waiter.add(Arc::clone(&self.queue), condition) {
            self.ban(&format!("the thread that waits for queues cannot be started: {errno}"));
            return false;
        }
        loop {
            let timeout = self.engine.holds_writes().then_some(CACHES_KEEP);
            match self.queue.wait_for_awaited(timeout) {
                Awaited::Came => return true,
                Awaited::NotYet => self.engine.write_back(&*self.queue.vm),
                Awaited::Killed => {
                    self.machine.waiter.remove(&self.queue);
                    return false;
                }
            }
        }
    }

    /// Stays where it is until the queue is killed.
    fn hang(&self) {
        while self.queue.wait_for_awaited(None) != Awaited::Killed {}
    }

    fn log(&self, line: impl FnOnce() -> String) {
        if self.machine.report.logs() {
            self.machine.report.log(&line());
        }
    }

    fn ban(&self, why: &str) {
        self.queue.ban();
        self.machine.report.count("a queue is banned");
        self.machine.report.log(why);
        say(&format!("a queue is banned: {why}"));
    }
}
