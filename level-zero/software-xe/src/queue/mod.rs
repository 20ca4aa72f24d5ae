//! Queues: each has an engine's context and a thread that runs what is submitted.

mod thread;
mod waiter;

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use waiter::Waiter;

use crate::device::{Device, class};
use crate::errno::Errno;
use crate::fence::{Fence, Promise};
use crate::gpu::EngineClass;
use crate::machine::Machine;
use crate::vm::{LastBind, Vm};

/// Submissions that may wait in a queue.
const MOST_JOBS: usize = 1000;

/// A queue.
#[derive(Debug)]
pub struct Queue {
    /// The address space that it runs in; for a queue of bindings, the one that it changes.
    pub vm: Arc<Vm>,
    /// Whether it is no engine's, but for bindings.
    pub is_bind: bool,
    /// Of a queue of bindings, the last one.
    pub last_bind: LastBind,
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    jobs: VecDeque<Job>,
    /// The submission that runs.
    running: bool,
    /// Whether what the queue waits for has come.
    awaited_came: bool,
    killed: bool,
    banned: bool,
}

/// Something that is submitted.
#[derive(Debug)]
pub struct Job {
    /// The fences that have to come before it.
    pub waits: Vec<Arc<Fence>>,
    /// The address of the batch, if there is one.
    pub batch: Option<u64>,
    /// The fence that is written when it has run: its address in the address space, and the value.
    pub fence: Option<(u64, u64)>,
    /// Whether it never gets its turn.
    pub hangs: bool,
    /// Goes when it is done, or never will be.
    pub done: Promise,
}

impl Queue {
    /// A queue of an engine of this class, with its thread.
    pub fn start(
        machine: &Arc<Machine>,
        device: &'static Device,
        engine: u16,
        vm: Arc<Vm>,
    ) -> Result<Arc<Self>, Errno> {
        let queue = Arc::new(Self { is_bind: false, ..Self::for_binds(vm) });
        let class = match engine {
            class::COPY => EngineClass::Copy,
            class::COMPUTE => EngineClass::Compute,
            class::RENDER => EngineClass::Render,
            _ => EngineClass::Media,
        };
        thread::start(Arc::clone(machine), device, class, Arc::clone(&queue))?;
        Ok(queue)
    }

    /// A queue of bindings. They are done when they are asked for, in order.
    pub fn for_binds(vm: Arc<Vm>) -> Self {
        Self {
            vm,
            is_bind: true,
            last_bind: LastBind::default(),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Submits something.
    pub fn submit(&self, job: Job) -> Result<(), Errno> {
        let mut state = self.lock();
        if state.banned || state.killed {
            return Err(Errno::ECANCELED);
        }
        // Others wait for room in the ring in their turn.
        if self.vm.is_long_running() && state.jobs.len() >= MOST_JOBS {
            return Err(Errno::EAGAIN);
        }
        state.jobs.push_back(job);
        self.changed.notify_all();
        Ok(())
    }

    /// Whether it runs nothing any more, as something went wrong.
    pub fn is_banned(&self) -> bool {
        self.lock().banned
    }

    /// Has it run nothing any more.
    pub fn ban(&self) {
        let mut state = self.lock();
        state.banned = true;
        let jobs = std::mem::take(&mut state.jobs);
        drop(state);
        drop(jobs);
    }

    /// Ends it, whatever it is doing, and its thread. Returns when nothing runs any more.
    pub fn kill(&self) {
        let mut state = self.lock();
        state.killed = true;
        let jobs = std::mem::take(&mut state.jobs);
        self.changed.notify_all();
        while state.running {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        drop(jobs);
    }

    /// The next submission; none once the queue is killed.
    fn next_job(&self) -> Option<Job> {
        let mut state = self.lock();
        state.running = false;
        self.changed.notify_all();
        loop {
            if state.killed {
                return None;
            }
            if let Some(job) = state.jobs.pop_front() {
                state.running = true;
                return Some(job);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until what the queue waits for has come, or the time is up if there is one: then it is not.
    fn wait_for_awaited(&self, timeout: Option<Duration>) -> Awaited {
        let mut state = self.lock();
        loop {
            if state.killed {
                return Awaited::Killed;
            }
            if std::mem::take(&mut state.awaited_came) {
                return Awaited::Came;
            }
            state = match timeout {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(timeout) => {
                    let waited = self.changed.wait_timeout(state, timeout);
                    let (state, result) = waited.unwrap_or_else(PoisonError::into_inner);
                    if result.timed_out() && !state.awaited_came && !state.killed {
                        return Awaited::NotYet;
                    }
                    state
                }
            };
        }
    }

    /// Says that what the queue waits for has come.
    fn awaited_came(&self) {
        self.lock().awaited_came = true;
        self.changed.notify_all();
    }

    fn is_killed(&self) -> bool {
        self.lock().killed
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result of a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Came,
    NotYet,
    Killed,
}
