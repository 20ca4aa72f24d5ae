//! The engine of a queue. An in-order queue has one thread; an out-of-order queue has one for each waiting
//! command. A command that need not wait runs on the thread that enqueues it.

use crate::event_page::{Dependency, EventPage};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Debug;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// In place of a command's number: all of them.
const ALL: u64 = u64::MAX;

/// The work of a command, for its turn.
pub trait Work: Debug + Send + 'static {
    /// True if it ends in a bounded time, whatever the user does: such work may run on the thread that submits it.
    fn is_bounded(&self) -> bool;

    /// The objects that are dropped when the command is done, its signal included; and with a command that is given up.
    type Held: Send;

    /// Does it. What the command signals is signalled afterwards.
    fn run(self) -> Self::Held;
}

/// A command that was accepted.
#[derive(Debug)]
struct EngineCommand<W> {
    /// The signals that must have come before it begins.
    dependencies: Vec<Dependency>,
    work: W,
    /// The page that it signals, and the number of the signal.
    signal: Option<(Arc<EventPage>, u64)>,
    /// Completed by it, once and last.
    done: Arc<EventPage>,
}

impl<W: Work> EngineCommand<W> {
    /// Waits, works and signals, unless it is stopped while it waits. `waiting` is told of every page before the
    /// wait for it.
    fn run(self, stop: &AtomicBool, waiting: impl Fn(&Arc<EventPage>)) {
        for dependency in &self.dependencies {
            if !dependency.is_met() {
                waiting(dependency.page());
                if !dependency.wait(Some(stop)) {
                    return;
                }
            }
        }
        let _held = self.work.run();
        if let Some((page, number)) = self.signal {
            page.complete(number);
        }
        self.done.complete(1);
    }
}

/// Runs commands in their order, or as soon as they can.
#[derive(Debug)]
pub struct Engine<W> {
    in_order: bool,
    stop: AtomicBool,
    state: Mutex<EngineState<W>>,
    changed: Condvar,
}

#[derive(Debug)]
struct EngineState<W> {
    /// The number of the next command.
    next: u64,
    /// The commands that are accepted and not done, by number, each with the page that it completes.
    outstanding: BTreeMap<u64, Arc<EventPage>>,
    /// In order: what waits for its turn.
    turn: VecDeque<(u64, EngineCommand<W>)>,
    /// In order: one is running.
    active: bool,
    /// The threads, by the command that each runs; that of an in-order queue under [`ALL`].
    threads: BTreeMap<u64, JoinHandle<()>>,
    /// The pages that running commands are parked on.
    parked: HashMap<u64, Arc<EventPage>>,
    /// Out of order: the last barrier, which later commands wait for.
    barrier: Option<Arc<EventPage>>,
    /// No more commands will come.
    closed: bool,
}

impl<W> Default for EngineState<W> {
    fn default() -> Self {
        Self {
            next: 0,
            outstanding: BTreeMap::new(),
            turn: VecDeque::new(),
            active: false,
            threads: BTreeMap::new(),
            parked: HashMap::new(),
            barrier: None,
            closed: false,
        }
    }
}

/// The order of a command among the others of its queue.
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

impl<W: Work> Engine<W> {
    /// An engine with nothing to do.
    #[must_use]
    pub fn new(in_order: bool) -> Self {
        Self { in_order, stop: AtomicBool::new(false), state: Mutex::default(), changed: Condvar::new() }
    }

    /// Accepts a command, and gives what it completes. `signal` is the event that it signals: when nothing can fail
    /// any more, `accepted` is called and the signal is appended.
    ///
    /// # Errors
    /// If there is no thread to run it; then nothing has happened.
    pub fn submit(
        self: &Arc<Self>,
        work: W,
        mut dependencies: Vec<Dependency>,
        order: Order,
        signal: Option<&Arc<EventPage>>,
        accepted: impl FnOnce(),
    ) -> io::Result<Dependency> {
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
        accepted();
        let signal = signal.map(|page| (Arc::clone(page), page.append()));
        let command = EngineCommand { dependencies, work, signal, done };
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
        self.finish_by(None);
    }

    /// As [`Engine::finish`], but gives up at the deadline; true if they are done.
    pub fn finish_by(&self, deadline: Option<Instant>) -> bool {
        let mut state = lock(&self.state);
        let last = state.next;
        while state.outstanding.keys().next().is_some_and(|&first| first < last) {
            state = match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
                None => self.wait(state),
                Some(left) if left.is_zero() => return false,
                Some(left) => {
                    self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        // Their commands are done, so that nothing is left for these threads but to end. With them go their stacks.
        let later = state.threads.split_off(&last);
        let ending = std::mem::replace(&mut state.threads, later);
        drop(state);
        join(ending.into_values());
        true
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
        for (id, _) in &given_up {
            state.outstanding.remove(id);
        }
        for page in state.parked.values() {
            page.nudge();
        }
        drop(state);
        drop(given_up);
        self.changed.notify_all();
    }

    fn run(&self, id: u64, command: EngineCommand<W>) {
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
    fn run_elsewhere(self: &Arc<Self>, id: u64, command: EngineCommand<W>) {
        let slot = Arc::new(Mutex::new(Some(command)));
        let spawned = thread::Builder::new().name("soft-command".to_owned()).spawn({
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

    fn start_thread(self: &Arc<Self>) -> io::Result<JoinHandle<()>> {
        let engine = Arc::clone(self);
        let body = move || {
            while let Some((id, command)) = engine.next() {
                engine.run(id, command);
            }
        };
        thread::Builder::new().name("soft-queue".to_owned()).spawn(body)
    }

    /// The next command in order, marked as running; none when no more will come.
    fn next(&self) -> Option<(u64, EngineCommand<W>)> {
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

    fn wait<'a>(&self, state: MutexGuard<'a, EngineState<W>>) -> MutexGuard<'a, EngineState<W>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for threads that have nothing left to do. One of them may be the caller, if a host function calls back
/// against the rules.
fn join(threads: impl Iterator<Item = JoinHandle<()>>) {
    for thread in threads.filter(|thread| thread.thread().id() != thread::current().id()) {
        // A panic of the thread has already been reported on its own.
        let _ = thread.join();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Nothing;

    impl Work for Nothing {
        type Held = ();

        fn is_bounded(&self) -> bool {
            true
        }

        fn run(self) {}
    }

    #[test]
    fn an_engine_that_is_given_up_ends() {
        for in_order in [true, false] {
            let engine = Arc::new(Engine::new(in_order));
            let (never, signal) = (Arc::new(EventPage::local()), Arc::new(EventPage::local()));
            never.append();
            for _ in 0..3 {
                let dependencies = vec![Dependency::on(&never)];
                engine.submit(Nothing, dependencies, Order::Free, Some(&signal), || ()).expect("a thread");
            }
            assert!(!engine.finish_by(Some(Instant::now())));
            engine.abandon();
            engine.finish();
            engine.close();
            assert!(engine.is_idle() && !signal.has_completed(1));
        }
    }
}
