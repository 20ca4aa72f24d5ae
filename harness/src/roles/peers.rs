//! Where the peers of a worker's tests come from.

use super::{Address, ChildRole};
use crate::process::{CallRing, ChannelError, ChildProcess, SeenEnd, Streams, spawn_child};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use ur_ipc_fixtures::{FromPeer, Lost, PeerProcess, PeerSpawner, ProcessEnd, ToPeer};

/// Idle peers that are kept.
const KEPT: usize = 8;
/// A peer that has more descriptors open than this is not used again.
const DESCRIPTORS: usize = 512;
/// How many calls of a peer are shown.
const SHOWN: usize = 16;

/// Peers on one device: idle ones are used again. Copies are the same.
#[derive(Clone)]
pub(crate) struct Peers(Arc<Pool>);

struct Pool {
    address: Address,
    /// The process whose children the peers are.
    owner: u32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    idle: Vec<ChildProcess>,
    /// The peers that the current test has started: process id and log of calls.
    used: Vec<(u32, Arc<CallRing>)>,
}

impl Peers {
    pub(crate) fn new(address: &Address) -> Self {
        let owner = std::process::id();
        Self(Arc::new(Pool { address: address.clone(), owner, state: Mutex::default() }))
    }

    /// A new test begins: nothing has been started yet.
    pub(crate) fn begin_test(&self) {
        self.0.lock().used.clear();
    }

    /// Ends the idle peers: a test has failed in which they may have had a part.
    pub(crate) fn retire_idle(&self) {
        let idle = std::mem::take(&mut self.0.lock().idle);
        idle.into_iter().for_each(|mut peer| peer.kill());
    }

    /// The last calls of the peers of the current test, with their process ids.
    pub(crate) fn last_calls(&self) -> Vec<(u32, Vec<String>)> {
        let mut used = self.0.lock().used.clone();
        used.sort_unstable_by_key(|(pid, _)| *pid);
        used.dedup_by_key(|(pid, _)| *pid);
        used.into_iter().map(|(pid, ring)| (pid, ring.tail(SHOWN))).collect()
    }

    fn acquire(&self) -> Result<ChildProcess, String> {
        let mut state = self.0.lock();
        let process = loop {
            match state.idle.pop() {
                Some(peer) if peer.end().is_none() && peer.is_connected() => break peer,
                Some(mut peer) => peer.kill(),
                None => {
                    break spawn_child(ChildRole::Peer, &self.0.address, Streams::Inherited)
                        .map_err(|error| error.to_string())?;
                }
            }
        };
        state.used.push((process.pid(), Arc::clone(process.ring())));
        Ok(process)
    }
}

impl PeerSpawner for Peers {
    fn spawn(&self) -> Result<Box<dyn PeerProcess>, String> {
        Ok(Box::new(Peer { process: Some(self.acquire()?), pool: Arc::clone(&self.0) }))
    }
}

impl Pool {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if std::process::id() != self.owner {
            // In a fork, the peers are its parent's.
            return;
        }
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        state.idle.iter_mut().for_each(ChildProcess::kill);
    }
}

/// A peer that plays a part.
struct Peer {
    /// Gone when it has been given back.
    process: Option<ChildProcess>,
    pool: Arc<Pool>,
}

impl Peer {
    fn process(&self) -> &ChildProcess {
        self.process.as_ref().expect("it has not been given back")
    }

    /// What has become of it, if it neither answers nor listens.
    fn lost(&self, error: &ChannelError, deadline: Instant) -> Lost {
        let (what, end) = match error {
            ChannelError::TimedOut => ("said nothing in time".to_owned(), None),
            ChannelError::Closed => match self.own_end(deadline) {
                Some(end) => (format!("{} ({error})", told(end)), known(end)),
                None => (format!("closed its channel and lived on ({error})"), None),
            },
            // Whatever has become of the process, this is what went wrong.
            _ => (format!("cannot be spoken with: {error}"), None),
        };
        Lost { what, timed_out: matches!(error, ChannelError::TimedOut), end }
    }

    /// How a process whose channel is closed ends. It is given half of the time that the test has left, so that the test
    /// has time to tell.
    fn own_end(&self, deadline: Instant) -> Option<SeenEnd> {
        let patience = deadline.saturating_duration_since(Instant::now()) / 2;
        self.process().await_end(patience, || ())
    }
}

/// How its process ended by itself.
fn known(end: SeenEnd) -> Option<ProcessEnd> {
    match end {
        end if end.is_channel_lost() => None,
        SeenEnd::Known(end) => Some(end),
        SeenEnd::Unknown(_) => None,
    }
}

/// Completes "it ...".
fn told(end: SeenEnd) -> String {
    match end {
        end if end.is_channel_lost() => "lost its channel, which was closed or replaced there".to_owned(),
        SeenEnd::Known(end @ ProcessEnd::Signalled(_)) => format!("was ended by {end}"),
        SeenEnd::Known(end) => end.to_string(),
        end @ SeenEnd::Unknown(_) => format!("is {end}"),
    }
}

impl PeerProcess for Peer {
    fn send(&mut self, message: &ToPeer, deadline: Instant) -> Result<(), Lost> {
        let sent = self.process().send(message, deadline);
        sent.map_err(|error| self.lost(&error, deadline))
    }

    fn receive(&mut self, deadline: Instant) -> Result<FromPeer, Lost> {
        self.process().receive(deadline, || ()).map_err(|error| self.lost(&error, deadline))
    }

    fn kill(self: Box<Self>) {}

    fn give_back(mut self: Box<Self>) {
        if let Some(process) = self.process.take_if(|process| is_fit(process.pid())) {
            let mut state = self.pool.lock();
            if state.idle.len() < KEPT {
                state.idle.push(process);
            } else {
                self.process = Some(process);
            }
        }
    }
}

/// Killed, so that no peer holds memory that the test then frees.
impl Drop for Peer {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            process.kill();
        }
    }
}

/// Whether a process can play another part: a part before may have used it up.
fn is_fit(pid: u32) -> bool {
    let few_descriptors = std::fs::read_dir(format!("/proc/{pid}/fd"))
        .is_ok_and(|open| open.take(DESCRIPTORS + 1).count() <= DESCRIPTORS);
    // It had this process's own limits, and has changed them, if they differ.
    let limits = |of: &str| std::fs::read_to_string(format!("/proc/{of}/limits")).ok();
    few_descriptors && limits(&pid.to_string()) == limits("self")
}
