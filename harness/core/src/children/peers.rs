//! The pool of peers for a worker's tests.

use super::messages::Played;
use super::{Before, Death, LateEnd, TestOrder, process_end, spawn_peer};
use crate::device::Address;
use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use ur_ipc_fixtures::{FromPeer, Lost, PeerKind, PeerProcess, PeerSpawner, ProcessEnd, ToPeer};
use ur_ipc_isolated::crash::{CrashMemory, RawCrash, RawStacks};
use ur_ipc_isolated::{
    BadLeave, CallRing, ChannelError, ChildProcess, Patience, ProcessSnapshot, SeenEnd, Watch, lacked,
    restore_sigchld,
};
use ur_ipc_report::last_calls::{ProcessCalls, Shown, calls_in, peer};

/// Idle peers that are kept.
const KEPT: usize = 8;
/// A peer that has more descriptors open than this is not used again.
const DESCRIPTORS: usize = 512;
/// Time limit for the end of a peer that has closed its channel.
const CLOSED: Duration = Duration::from_secs(1);
/// Time limit for peers to leave while a test is at work.
const LEAVING: Duration = Duration::from_secs(5);
/// The same, in a test that has failed.
const RETIRING: Duration = Duration::from_secs(1);

/// Peers on one device: idle ones are used again. Copies are the same.
#[derive(Clone)]
pub struct Peers(Arc<PeerPool>);

struct PeerPool {
    address: Address,
    /// The process whose children the peers are.
    owner: u32,
    state: Mutex<PoolState>,
}

#[derive(Default)]
struct PoolState {
    /// The id of the current test.
    test: String,
    /// The calls that are known to hang, and how long a test may take.
    known: BTreeSet<String>,
    timeout: Duration,
    /// Time limit for peers to leave in it.
    patience: Duration,
    idle: Vec<IdlePeer>,
    /// The peers that the current test has started.
    used: Vec<Used>,
    /// The deaths of peers during their parts in the current test.
    deaths: Vec<Death>,
    /// In which calls those of them were that gave no answer in time.
    hangs: BTreeSet<String>,
    /// The stacks of all processes of the current test, when the first of them gave no answer in time.
    stacks: Vec<RawStacks>,
    /// Bad ends of peers after their parts that are not reported yet.
    late: Vec<LateEnd>,
}

/// The remains of a process: its calls and its crash record.
#[derive(Clone)]
struct Used {
    pid: u32,
    /// Its name in the test.
    name: String,
    /// Whether it had another part in the test before.
    had_part: bool,
    ring: Arc<CallRing>,
    crash: Arc<CrashMemory>,
}

/// The treatment of peers that do not leave in time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stayers {
    AreTold,
    AreEnded,
}

/// A peer that has played its part well.
struct IdlePeer {
    process: ChildProcess,
    /// The ids of the tests that it has had a part in, the last one last.
    tests: Vec<String>,
}

impl Peers {
    /// None yet, on this device.
    pub fn new(address: &Address) -> Self {
        let owner = std::process::id();
        Self(Arc::new(PeerPool { address: address.clone(), owner, state: Mutex::default() }))
    }

    /// A new test begins: nothing has been started yet. Peers that leave meanwhile may take a part of its time.
    pub fn begin_test(&self, order: &TestOrder) {
        let mut state = self.0.lock();
        state.test.clone_from(&order.test);
        state.known.clone_from(&order.hangs);
        state.timeout = order.time;
        state.patience = (order.time / 4).min(LEAVING);
        state.used.clear();
        state.deaths.clear();
        state.hangs.clear();
        state.stacks.clear();
    }

    /// Lets the idle peers leave: a test has failed in which they may have had a part. It has a verdict to tell, so those
    /// that take their time are ended, and nobody is blamed for that.
    pub fn retire_idle(&self) {
        let mut state = self.0.lock();
        let patience = state.patience.min(RETIRING);
        state.dismiss_idle(patience, Stayers::AreEnded);
    }

    /// Lets all peers leave, and says how those ended that did so badly.
    pub fn dismiss(&self, patience: Duration) -> Vec<LateEnd> {
        let mut state = self.0.lock();
        state.dismiss_idle(patience, Stayers::AreTold);
        std::mem::take(&mut state.late)
    }

    /// Late ends of peers after their part, told once.
    pub fn late(&self) -> Vec<LateEnd> {
        let mut state = self.0.lock();
        state.look_after_idle();
        std::mem::take(&mut state.late)
    }

    /// The last calls of the peers of the current test.
    pub fn last_calls(&self) -> Vec<ProcessCalls> {
        let calls = |Used { pid, name, had_part, ring, .. }| ProcessCalls {
            process: peer(pid),
            role: Some(name),
            calls: calls_in(&ring),
            had_part,
        };
        self.used().into_iter().map(calls).collect()
    }

    /// The crashes of the peers of the current test, with their process ids.
    pub fn crashes(&self) -> Vec<(u32, RawCrash)> {
        self.used().into_iter().filter_map(|used| Some((used.pid, used.crash.crash()?))).collect()
    }

    /// The deaths of the current test's peers during their parts.
    pub fn deaths(&self) -> Vec<Death> {
        self.0.lock().deaths.clone()
    }

    /// In which calls peers of the current test were that gave no answer in time.
    pub fn hangs(&self) -> BTreeSet<String> {
        self.0.lock().hangs.clone()
    }

    /// The stacks of all processes of the current test, if one of them gave no answer in time.
    pub fn stacks(&self) -> Vec<RawStacks> {
        std::mem::take(&mut self.0.lock().stacks)
    }

    fn used(&self) -> Vec<Used> {
        let mut used = self.0.lock().used.clone();
        used.sort_unstable_by_key(|used| used.pid);
        used
    }

    /// A process, and the tests that it has had a part in.
    fn acquire(&self, name: &str, kind: PeerKind) -> io::Result<(ChildProcess, Vec<String>)> {
        let mut state = self.0.lock();
        state.look_after_idle();
        let idle = if kind == PeerKind::Any { state.idle.pop() } else { None };
        let (process, tests) = match idle {
            Some(IdlePeer { process, tests }) => (process, tests),
            None => (spawn_peer(&self.0.address, kind)?, Vec::new()),
        };
        let (ring, crash) = (Arc::clone(process.ring()), Arc::clone(process.crash()));
        // One that plays a further part leaves the calls of that one.
        let pid = process.pid();
        let had_part = state.used.iter().any(|used| used.pid == pid);
        state.used.retain(|used| used.pid != pid);
        state.used.push(Used { pid, name: name.to_owned(), had_part, ring, crash });
        Ok((process, tests))
    }
}

impl PeerSpawner for Peers {
    fn spawn(&self, name: &str, kind: PeerKind) -> io::Result<Box<dyn PeerProcess>> {
        let (process, tests) = self.acquire(name, kind)?;
        let pool = Arc::clone(&self.0);
        Ok(Box::new(PooledPeer {
            process: Some(process),
            is_usual: matches!(kind, PeerKind::Any | PeerKind::Fresh),
            tests,
            pool,
        }))
    }
}

impl PeerPool {
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PeerPool {
    fn drop(&mut self) {
        if std::process::id() != self.owner {
            // In a fork, the peers are its parent's.
            return;
        }
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        state.idle.iter_mut().for_each(|peer| peer.process.kill());
    }
}

impl PoolState {
    /// Notes the ends of those that should be idle, and have ended.
    fn look_after_idle(&mut self) {
        // A test may have had them ignored.
        restore_sigchld();
        let (good, bad) = std::mem::take(&mut self.idle)
            .into_iter()
            .partition(|peer| peer.process.end().is_none() && peer.process.is_listening());
        self.idle = good;
        for mut peer in bad {
            // One that is ending closes its channel first.
            let how = match peer.process.await_end(CLOSED, || ()) {
                Some(end) => completed(&peer.process, end),
                None => {
                    format!(
                        "closed its channel to the test, or spoke unasked{}",
                        process_end::in_flight(&peer.process, Shown::Bare)
                    )
                }
            };
            self.ended_late(&peer, &how);
            peer.process.kill();
        }
    }

    /// Before the first process of the test is ended. The test has little time left.
    fn keep_stacks(&mut self) {
        if !self.stacks.is_empty() {
            return;
        }
        let until = Instant::now() + time_for_stacks(self.timeout);
        let left = || until.saturating_duration_since(Instant::now());
        let own = RawStacks::of(std::process::id(), left());
        // A forked peer works in a child of the process that was started.
        let of_peers = self.used.iter().flat_map(|used| RawStacks::of_tree(used.pid, left()));
        self.stacks = own.into_iter().chain(of_peers).collect();
    }

    fn watch(&self) -> Watch {
        Watch::new(self.known.clone(), self.timeout)
    }

    fn dismiss_idle(&mut self, patience: Duration, stayers: Stayers) {
        self.look_after_idle();
        let mut idle = std::mem::take(&mut self.idle);
        // All at once.
        idle.iter_mut().for_each(|peer| peer.process.hang_up());
        let until = Instant::now() + patience;
        for peer in idle {
            self.dismiss(peer, until.saturating_duration_since(Instant::now()), stayers);
        }
    }

    fn dismiss(&mut self, mut peer: IdlePeer, patience: Duration, stayers: Stayers) {
        match peer.process.dismiss(patience, || ()) {
            Ok(()) => {}
            Err(BadLeave::Died(end)) => {
                let how = format!("{} while it was leaving", completed(&peer.process, end));
                self.ended_late(&peer, &how);
            }
            Err(BadLeave::Stayed(_)) if stayers == Stayers::AreTold => {
                self.ended_late(
                    &peer,
                    &format!("did not leave{}", process_end::in_flight(&peer.process, Shown::Bare)),
                );
            }
            Err(BadLeave::Stayed(_)) => {}
        }
        peer.process.kill();
    }

    fn ended_late(&mut self, peer: &IdlePeer, how: &str) {
        let how = format!("peer {} {how}", peer.process.pid());
        if let Some((test, before)) = peer.tests.split_last() {
            self.late.push(LateEnd { test: test.clone(), how, before: Before::of(before) });
        }
    }
}

/// A peer that plays a part.
struct PooledPeer {
    /// Gone when it has been given back.
    process: Option<ChildProcess>,
    /// It may serve again. Of a forked one its parent is seen from here, which tells nothing of its condition.
    is_usual: bool,
    /// The ids of the tests that it has had a part in before.
    tests: Vec<String>,
    pool: Arc<PeerPool>,
}

impl PooledPeer {
    fn process(&self) -> &ChildProcess {
        self.process.as_ref().expect("it has not been given back")
    }

    /// Finds out why the peer neither answers nor listens.
    fn lost(&self, error: &ChannelError, deadline: Instant) -> Lost {
        let bare = |what| Lost { what, timed_out: false, end: None, calls: Vec::new(), shortage: None };
        match error {
            ChannelError::TimedOut => {
                let what = format!("did not answer in time{}", process_end::still_in(self.process()));
                let mut state = self.pool.lock();
                state.hangs.extend(self.process().ring().at_work().calls);
                state.keep_stacks();
                drop(state);
                Lost { timed_out: true, ..bare(what) }
            }
            ChannelError::Closed => match self.own_end(deadline) {
                Some(end) => {
                    // What it has printed went where this process prints.
                    let shortage = lacked(end, self.process().pid(), "");
                    // Also of a fresh process, as it may have opened what a worker shared that another test had damaged.
                    if shortage.is_none() {
                        self.pool.lock().deaths.push(Death::of(self.process(), end));
                    }
                    let calls = process_end::died_in(self.process(), end);
                    Lost { end: known(end), calls, shortage, ..bare(completed(self.process(), end)) }
                }
                None => bare(format!("closed its channel and lived on ({error})")),
            },
            // Whatever has become of the process, this is what went wrong.
            _ => bare(format!("cannot be spoken with: {error}")),
        }
    }

    /// Waits for the end of a process whose channel is closed. The limit is half of the test's remaining time, so that
    /// the test can still report.
    fn own_end(&self, deadline: Instant) -> Option<SeenEnd> {
        let patience = deadline.saturating_duration_since(Instant::now()) / 2;
        self.process().await_end(patience, || ())
    }
}

/// The part of a test's time that may go into the stacks of its processes.
pub(super) fn time_for_stacks(timeout: Duration) -> Duration {
    (timeout / 50).clamp(Duration::from_millis(20), Duration::from_millis(500))
}

/// Returns the end of a process, if it is known and is not due to a lost channel.
fn known(end: SeenEnd) -> Option<ProcessEnd> {
    match end {
        end if end.is_channel_lost() => None,
        SeenEnd::Known(end) => Some(end),
        SeenEnd::Unknown(_) => None,
    }
}

/// Completes "the peer ...".
fn completed(process: &ChildProcess, end: SeenEnd) -> String {
    let told = process_end::describe(process, end);
    match end {
        end if end.is_channel_lost() => "lost its channel, which was closed or replaced there".to_owned(),
        SeenEnd::Known(ProcessEnd::Signalled(_)) => format!("was ended by {told}"),
        SeenEnd::Known(_) => told,
        SeenEnd::Unknown(_) => format!("is {told}"),
    }
}

impl PeerProcess for PooledPeer {
    fn send(&mut self, message: &ToPeer, deadline: Instant) -> Result<(), Lost> {
        let sent = self.process().send(&Played(message), deadline);
        sent.map_err(|error| self.lost(&error, deadline))
    }

    fn receive(&mut self, deadline: Instant) -> Result<FromPeer, Lost> {
        let process = self.process();
        let mut watch = self.pool.lock().watch();
        process
            .receive(&mut Patience::until(deadline), || !watch.is_over(process.pid(), process.ring()))
            .map(|Played(message)| message)
            .map_err(|error| {
                let mut lost = self.lost(&error, deadline);
                if let Some(why) = watch.describe(&process.ring().at_work().calls) {
                    lost.what = format!("{}; {why}", lost.what);
                }
                lost
            })
    }

    fn kill(self: Box<Self>) {}

    fn give_back(mut self: Box<Self>) {
        let Some(process) = self.process.take() else { return };
        let mut state = self.pool.lock();
        let mut tests = std::mem::take(&mut self.tests);
        if tests.last() != Some(&state.test) {
            tests.push(state.test.clone());
        }
        let peer = IdlePeer { process, tests };
        if state.idle.len() < KEPT && self.is_usual && is_fit(peer.process.pid()) {
            state.idle.push(peer);
        } else {
            let patience = state.patience;
            state.dismiss(peer, patience, Stayers::AreTold);
        }
    }
}

/// Killed, so that no peer holds memory that the test then frees.
impl Drop for PooledPeer {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            process.kill();
        }
    }
}

/// True if a process can play another part: a part before may have used it up.
fn is_fit(pid: u32) -> bool {
    let few_descriptors = std::fs::read_dir(format!("/proc/{pid}/fd"))
        .is_ok_and(|open| open.take(DESCRIPTORS + 1).count() <= DESCRIPTORS);
    // It had this process's own limits and condition, and has changed them, if they differ.
    let limits = |of: &str| std::fs::read_to_string(format!("/proc/{of}/limits")).ok();
    few_descriptors
        && limits(&pid.to_string()) == limits("self")
        && ProcessSnapshot::of_this().changed(&ProcessSnapshot::of(pid)).is_none()
}
