//! What runs the commands of a queue: one thread for an in-order queue, one for each waiting command of an
//! out-of-order queue. A command that need not wait runs on the thread that enqueues it.

use super::command::{Command, Work};
use crate::error::{Outcome, resources};
use crate::event::Event;
use crate::event_page::{Dependency, EventPage};
use crate::registry::lock;
use crate::sys::process::now;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// In place of a command's number: all of them.
const ALL: u64 = u64::MAX;

/// Runs commands in their order, or as soon as they can.
#[derive(Debug)]
pub struct Engine {
    in_order: bool,
    stop: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The number of the next command.
    next: u64,
    /// What is accepted and not done, with what each completes.
    outstanding: BTreeMap<u64, Arc<EventPage>>,
    /// In order: what waits for its turn.
    turn: VecDeque<(u64, Command)>,
    /// In order: one is running.
    active: bool,
    /// The threads, by the command that each runs; that of an in-order queue under [`ALL`].
    threads: BTreeMap<u64, JoinHandle<()>>,
    /// What running commands are parked on.
    parked: HashMap<u64, Arc<EventPage>>,
    /// Out of order: the last barrier, which later commands wait for.
    barrier: Option<Arc<EventPage>>,
    /// No more commands will come.
    closed: bool,
}

/// How a command relates to the others of its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Not at all.
    Free,
    /// It waits for all earlier ones.
    AfterAll,
    /// Later ones wait for it.
    Barrier,
    /// Both.
    FullBarrier,
}

impl Engine {
    /// An engine with nothing to do.
    pub fn new(in_order: bool) -> Self {
        Self { in_order, stop: AtomicBool::new(false), state: Mutex::default(), changed: Condvar::new() }
    }

    /// Accepts a command, and gives what it completes. `event` is what it signals: when nothing can fail any more,
    /// `accepted` is called with it and the signal is appended.
    ///
    /// # Errors
    /// `OUT_OF_RESOURCES` if there is no thread to run it; then nothing has happened.
    pub fn submit(
        self: &Arc<Self>,
        work: Work,
        mut dependencies: Vec<Dependency>,
        order: Order,
        event: Option<&Arc<Event>>,
        accepted: impl FnOnce(&Event),
    ) -> Outcome<Dependency> {
        let queued = now();
        let mut state = lock(&self.state);
        let mut ready = work.is_bounded();
        if self.in_order {
            ready &= state.outstanding.is_empty();
        } else {
            if matches!(order, Order::AfterAll | Order::FullBarrier) {
                dependencies.extend(state.outstanding.values().map(Dependency::on));
            }
            dependencies.extend(state.barrier.iter().map(Dependency::on));
        }
        ready &= dependencies.iter().all(Dependency::is_met);
        if self.in_order && !ready && state.threads.is_empty() {
            state.threads.insert(ALL, self.start_thread()?);
        }
        let done = Arc::new(EventPage::local());
        done.append();
        let completion = Dependency::on(&done);
        let id = state.next;
        state.next += 1;
        state.outstanding.insert(id, Arc::clone(&done));
        if !self.in_order && matches!(order, Order::Barrier | Order::FullBarrier) {
            state.barrier = Some(Arc::clone(&done));
        }
        let signal = event.map(|event| {
            accepted(event);
            (Arc::clone(event), event.page.append())
        });
        let command = Command { dependencies, work, signal, done, queued };
        match (self.in_order, ready) {
            (true, true) => {
                state.active = true;
                drop(state);
                self.run(id, command);
            }
            (true, false) => {
                state.turn.push_back((id, command));
                drop(state);
                self.changed.notify_all();
            }
            (false, true) => {
                drop(state);
                self.run(id, command);
            }
            (false, false) => {
                drop(state);
                self.run_elsewhere(id, command);
            }
        }
        Ok(completion)
    }

    /// Blocks until every command that was accepted before the call is done.
    pub fn finish(&self) {
        let mut state = lock(&self.state);
        let last = state.next;
        while state.outstanding.keys().next().is_some_and(|&first| first < last) {
            state = self.wait(state);
        }
        // Their commands are done, so that nothing is left for these threads but to end. With them go their stacks.
        let later = state.threads.split_off(&last);
        let ending = std::mem::replace(&mut state.threads, later);
        drop(state);
        join(ending.into_values());
    }

    /// True if every command is done.
    pub fn is_idle(&self) -> bool {
        lock(&self.state).outstanding.is_empty()
    }

    /// No more commands will come: the thread ends when those that were accepted are done, and has ended on return
    /// if none is left.
    pub fn close(&self) {
        let mut state = lock(&self.state);
        state.closed = true;
        let ending =
            if state.outstanding.is_empty() { std::mem::take(&mut state.threads) } else { BTreeMap::new() };
        drop(state);
        self.changed.notify_all();
        join(ending.into_values());
    }

    /// Gives up what has not begun: nothing of the engine stays parked, whatever it waits for.
    pub fn abandon(&self) {
        self.stop.store(true, Ordering::Release);
        let mut state = lock(&self.state);
        state.closed = true;
        let given_up = std::mem::take(&mut state.turn);
        for page in state.parked.values() {
            page.nudge();
        }
        drop(state);
        drop(given_up);
        self.changed.notify_all();
    }

    fn run(&self, id: u64, command: Command) {
        command.run(&self.stop, |page| {
            lock(&self.state).parked.insert(id, Arc::clone(page));
        });
        let mut state = lock(&self.state);
        state.parked.remove(&id);
        state.outstanding.remove(&id);
        if self.in_order {
            state.active = false;
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Runs a command on a thread of its own; on this one if there is no other to be had.
    fn run_elsewhere(self: &Arc<Self>, id: u64, command: Command) {
        let slot = Arc::new(Mutex::new(Some(command)));
        let spawned = thread::Builder::new().name("ur-command".to_owned()).spawn({
            let (engine, slot) = (Arc::clone(self), Arc::clone(&slot));
            move || {
                let command = lock(&slot).take();
                if let Some(command) = command {
                    engine.run(id, command);
                }
            }
        });
        match spawned {
            Ok(thread) => {
                let mut state = lock(&self.state);
                state.threads.retain(|_, thread| !thread.is_finished());
                state.threads.insert(id, thread);
            }
            Err(_) => {
                let command = lock(&slot).take();
                if let Some(command) = command {
                    self.run(id, command);
                }
            }
        }
    }

    fn start_thread(self: &Arc<Self>) -> Outcome<JoinHandle<()>> {
        let engine = Arc::clone(self);
        let body = move || {
            while let Some((id, command)) = engine.next() {
                engine.run(id, command);
            }
        };
        thread::Builder::new().name("ur-queue".to_owned()).spawn(body).map_err(resources)
    }

    /// The next command in order, marked as running; none when no more will come.
    fn next(&self) -> Option<(u64, Command)> {
        let mut state = lock(&self.state);
        loop {
            if !state.active {
                if let Some(next) = state.turn.pop_front() {
                    state.active = true;
                    return Some(next);
                }
                if state.closed {
                    return None;
                }
            }
            state = self.wait(state);
        }
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for threads that have nothing left to do. One of them may be the caller, if a host task calls UR against
/// the rules.
fn join(threads: impl Iterator<Item = JoinHandle<()>>) {
    for thread in threads.filter(|thread| thread.thread().id() != thread::current().id()) {
        // A panic of the thread has already been reported on its own.
        let _ = thread.join();
    }
}
