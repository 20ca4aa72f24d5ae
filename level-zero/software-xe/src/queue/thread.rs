//! The thread of a queue.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::waiter::Condition;
use super::{Awaited, Job, Queue};
use crate::clock::SystemClock;
use crate::device::Device;
use crate::errno::Errno;
use crate::fence::wait_until;
use crate::gpu::{Engine, EngineClass, Memory, Resume, Stop};
use crate::machine::Machine;
use crate::report::say;
use crate::threads;

/// Looks at a condition before others look for the queue: what comes at once is not worth a sleep.
const LOOKS: u32 = 8;
/// After how long an engine's caches have written back everything.
const CACHES_KEEP: Duration = Duration::from_millis(20);

/// The first pause of a batch that reads memory again and again. It grows up to `LONGEST_PAUSE`.
const SHORTEST_PAUSE: Duration = Duration::from_micros(20);
/// The limit of such a pause.
const LONGEST_PAUSE: Duration = Duration::from_millis(1);
/// The time limit of a submission: the default of an engine's `job_timeout_ms`.
const JOB_TIMEOUT: Duration = Duration::from_secs(5);

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
    threads::spawn("xe-queue", move || Runner { machine, queue, engine, limit: None }.run_all())
}

struct Runner {
    machine: Arc<Machine>,
    queue: Arc<Queue>,
    engine: Engine,
    /// When the submission that runs is to have ended.
    limit: Option<Instant>,
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
        let come = || job.waits.iter().all(|fence| fence.has_come());
        wait_until(&self.machine.progress, None, || come() || self.queue.is_killed());
        let Some(batch) = job.batch else { return };
        if self.queue.is_killed() {
            return;
        }
        self.limit = self.limit();
        if self.run_batch(batch)
            && let Some((address, value)) = job.fence
            && let Err(fault) = self.queue.vm.store_u64(address, value)
        {
            self.ban(&format!("the fence of a submission: {fault}"));
        }
    }

    /// Whether the batch has come to its end.
    fn run_batch(&mut self, batch: u64) -> bool {
        let mut start = Resume::Batch(batch);
        let mut pause = SHORTEST_PAUSE;
        loop {
            match self.engine.run(&*self.queue.vm, start) {
                Stop::End => return true,
                Stop::Fault(fault) => {
                    self.ban(&fault.to_string());
                    return false;
                }
                Stop::Pause => {
                    self.machine.progress.advance();
                    if !self.pause(&mut pause) {
                        return false;
                    }
                    start = Resume::Continue;
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

    /// Waits a little, and longer each time. Says whether the queue goes on.
    fn pause(&mut self, pause: &mut Duration) -> bool {
        if self.limit.is_some_and(|limit| Instant::now() >= limit) {
            self.ban("a submission takes longer than the kernel lets it");
            return false;
        }
        if self.engine.holds_writes() {
            self.engine.write_back(&*self.queue.vm);
        }
        let awaited = self.queue.wait_for_awaited(Some(*pause));
        *pause = (*pause + *pause / 4).min(LONGEST_PAUSE);
        awaited != Awaited::Killed
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
            let left = self.limit.map(|limit| limit.saturating_duration_since(Instant::now()));
            let keep = self.engine.holds_writes().then_some(CACHES_KEEP);
            match self.queue.wait_for_awaited(left.into_iter().chain(keep).min()) {
                Awaited::Came => return true,
                Awaited::NotYet if left == Some(Duration::ZERO) => {
                    self.machine.waiter.remove(&self.queue);
                    self.ban("a submission takes longer than the kernel lets it");
                    return false;
                }
                Awaited::NotYet => self.engine.write_back(&*self.queue.vm),
                Awaited::Killed => {
                    self.machine.waiter.remove(&self.queue);
                    return false;
                }
            }
        }
    }

    /// Stays where it is until the queue is killed, or the kernel has enough of it.
    fn hang(&self) {
        let limit = self.limit();
        loop {
            let left = limit.map(|limit| limit.saturating_duration_since(Instant::now()));
            match self.queue.wait_for_awaited(left) {
                Awaited::Killed => return,
                Awaited::NotYet => return self.ban("a submission takes longer than the kernel lets it"),
                Awaited::Came => {}
            }
        }
    }

    /// When a submission that begins now is to have ended. Where an address space is for long ones there is no limit.
    fn limit(&self) -> Option<Instant> {
        (!self.queue.vm.is_long_running()).then(|| Instant::now() + JOB_TIMEOUT)
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
