//! Waits for all queues of a process that wait for something in memory.
//!
//! Programs and engines of other processes write that memory, and send no notice. One thread looks, at first every few
//! microseconds, then less and less often. A thread that waits for a queue looks as well.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Queue;
use crate::errno::Errno;
use crate::gpu::{Compare, Memory, Width};
use crate::{sys, threads};

/// The first pause of the thread between two reads. It grows up to `LONGEST`.
const SHORTEST: Duration = Duration::from_micros(20);
/// The limit of the pause.
const LONGEST: Duration = Duration::from_millis(1);

/// The condition that a queue waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Condition {
    pub(super) address: u64,
    pub(super) width: Width,
    pub(super) value: u64,
    pub(super) compare: Compare,
}

impl Condition {
    /// True if it holds. Where nothing is mapped any more the queue is to find out itself.
    pub(super) fn holds(&self, memory: &dyn Memory) -> bool {
        let found = match self.width {
            Width::Dword => memory.load_u32(self.address).map(u64::from),
            Width::Qword => memory.load_u64(self.address),
        };
        found.is_ok_and(|found| self.compare.holds(found, self.value)) || found_fault(memory, self)
    }
}

fn found_fault(memory: &dyn Memory, condition: &Condition) -> bool {
    memory.load_u32(condition.address).is_err()
}

/// All queues that wait, and the thread that looks.
#[derive(Debug, Default)]
pub struct Waiter {
    state: Mutex<WaiterState>,
    /// There is something to look for, and there was nothing.
    wanted: Condvar,
}

#[derive(Debug, Default)]
struct WaiterState {
    waiting: Vec<(Arc<Queue>, Condition)>,
    sleep: Duration,
    has_thread: bool,
}

impl Waiter {
    /// Has a queue be told when its condition holds.
    pub(super) fn add(self: &Arc<Self>, queue: Arc<Queue>, condition: Condition) -> Result<(), Errno> {
        let mut state = self.lock();
        if !state.has_thread {
            let waiter = Arc::clone(self);
            threads::spawn("xe-waiter", move || waiter.look_for_ever())?;
            state.has_thread = true;
        }
        state.waiting.push((queue, condition));
        state.sleep = SHORTEST;
        self.wanted.notify_one();
        Ok(())
    }

    /// Forgets a queue.
    pub(super) fn remove(&self, queue: &Arc<Queue>) {
        self.lock().waiting.retain(|(waiting, _)| !Arc::ptr_eq(waiting, queue));
    }

    /// Looks at once.
    pub fn look(&self) {
        look(&mut self.lock());
    }

    fn look_for_ever(&self) {
        // Sleeps are short, and would be twice as long with the usual slack.
        // SAFETY: no memory is passed.
        let _ = unsafe { sys::call(libc::SYS_prctl, [sys::word(libc::PR_SET_TIMERSLACK), 1000]) };
        let mut state = self.lock();
        loop {
            look(&mut state);
            state = if state.waiting.is_empty() {
                self.wanted.wait(state).unwrap_or_else(PoisonError::into_inner)
            } else {
                let sleep = state.sleep;
                state.sleep = (sleep + sleep / 4).min(LONGEST);
                self.wanted.wait_timeout(state, sleep).unwrap_or_else(PoisonError::into_inner).0
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, WaiterState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn look(state: &mut WaiterState) {
    let before = state.waiting.len();
    state.waiting.retain(|(queue, condition)| {
        let holds = condition.holds(&*queue.vm);
        if holds {
            queue.awaited_came();
        }
        !holds
    });
    if state.waiting.len() != before {
        state.sleep = SHORTEST;
    }
}
