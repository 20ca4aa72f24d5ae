//! Steps that several threads take at once.

use super::super::protocol::{OrderedStep, Relayed, Seen};
use super::{Actor, NotDone};
use std::sync::Arc;
use std::{hint, io, panic, thread};
use ur_ipc_fixtures::{Shortage, StartLine};
use ur_ipc_isolated::monotonic;
use ur_ipc_model::Step;

/// So long before its moment a thread does not leave the processor any more, in nanoseconds.
const CLOSE: u64 = 50_000;

impl Actor {
    /// Has each thread do its steps until one ends otherwise than it is expected to. All begin at this moment, or as soon as
    /// the last is there. The first thread is this one; the others are fresh.
    ///
    /// # Errors
    /// What is no step, names what there is not, or keeps a thread from being started.
    pub fn perform_at_once(
        &mut self,
        threads: &[Vec<OrderedStep>],
        handles: &[Relayed],
        moment: u64,
    ) -> Result<Vec<Vec<Seen>>, NotDone> {
        self.receive(handles)?;
        let Some((own, others)) = threads.split_first() else { return Ok(Vec::new()) };
        let ready = &StartLine::new(threads.len());
        let (mut all, forks) = thread::scope(|scope| {
            let mut begun = Vec::with_capacity(others.len());
            for steps in others {
                let mut fork = self.fork();
                let body = move || {
                    if !ready.wait() {
                        return (fork, Ok(Vec::new()));
                    }
                    wait_until(moment);
                    let seen = fork.steps(steps);
                    (fork, seen)
                };
                let thread = thread::Builder::new().spawn_scoped(scope, body);
                begun.push(thread.inspect_err(|_| ready.call_off()).map_err(|error| not_started(&error))?);
            }
            ready.wait();
            wait_until(moment);
            let (mut all, mut forks) = (vec![self.steps(own)], Vec::new());
            for thread in begun {
                // What the backend panics with ends the process in each thread.
                let (fork, seen) = thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
                forks.push(fork);
                all.push(seen);
            }
            Ok::<_, NotDone>((all, forks))
        })?;
        forks.into_iter().for_each(|fork| self.take_over(fork));
        all.drain(..).collect()
    }

    /// One that knows the same names. No step names what another one makes at the same time.
    fn fork(&self) -> Self {
        Self {
            environment: Arc::clone(&self.environment),
            things: self.things.clone(),
            bytes: self.bytes.clone(),
            pools: Arc::clone(&self.pools),
            granule: self.granule,
        }
    }

    /// Knows what the other one has made, too.
    fn take_over(&mut self, fork: Self) {
        for (name, thing) in fork.things {
            self.things.entry(name).or_insert(thing);
        }
        for (name, bytes) in fork.bytes {
            self.bytes.entry(name).or_insert(bytes);
        }
        self.granule = self.granule.max(fork.granule);
    }
}

/// Why there is no thread to take steps at once with others.
fn not_started(error: &io::Error) -> NotDone {
    let shortage = Shortage::of_start(error).map(|shortage| format!(": {shortage}")).unwrap_or_default();
    NotDone::Unable(format!("a thread cannot be started: {error}{shortage}"))
}

/// Waits as long as a step of a section is to be late.
pub(super) fn pause(step: &Step) {
    if let Some(place) = step.place.filter(|place| place.delay > 0) {
        wait_until(monotonic() + u64::from(place.delay) * 1000);
    }
}

/// Waits for a moment of the monotonic clock. No sleep is as short as that.
fn wait_until(moment: u64) {
    loop {
        match moment.saturating_sub(monotonic()) {
            0 => return,
            left if left > CLOSE => thread::yield_now(),
            _ => hint::spin_loop(),
        }
    }
}
