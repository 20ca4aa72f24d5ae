//! Where the peers of a worker's tests come from.

use super::ChildRole;
use crate::call_ring::CallRing;
use crate::process::{ChildSpec, Streams, spawn_child};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use ur_ipc_fixtures::{PeerProcess, PeerSpawner};

/// Idle peers that are kept.
const KEPT: usize = 8;
/// A peer that has more descriptors open than this is not used again.
const DESCRIPTORS: usize = 512;
/// How many calls of a peer are shown.
const SHOWN: usize = 16;

/// Peers on one device: idle ones are used again.
pub(crate) struct PeerPool {
    label: String,
    index: usize,
    /// The process whose children the peers are.
    owner: u32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    idle: Vec<PeerProcess>,
    rings: HashMap<u32, CallRing>,
    /// Process ids of the peers that the current test has acquired.
    used: Vec<u32>,
}

impl PeerPool {
    pub(crate) fn new(label: &str, index: usize) -> Self {
        Self { label: label.to_owned(), index, owner: std::process::id(), state: Mutex::default() }
    }

    /// A new test begins: nothing has been acquired yet.
    pub(crate) fn begin_test(&self) {
        let mut state = self.lock();
        let State { idle, rings, used } = &mut *state;
        used.clear();
        rings.retain(|pid, _| idle.iter().any(|peer| peer.child.id() == *pid));
    }

    /// The last calls of the peers of the current test, with their process ids.
    pub(crate) fn last_calls(&self) -> Vec<(u32, Vec<String>)> {
        let state = self.lock();
        let mut pids = state.used.clone();
        pids.sort_unstable();
        pids.dedup();
        pids.iter().filter_map(|pid| Some((*pid, state.rings.get(pid)?.tail(SHOWN)))).collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PeerSpawner for PeerPool {
    fn acquire(&self) -> Result<PeerProcess, String> {
        let mut state = self.lock();
        while let Some(mut peer) = state.idle.pop() {
            if matches!(peer.child.try_wait(), Ok(None)) && peer.channel.is_whole() {
                state.used.push(peer.child.id());
                return Ok(peer);
            }
            end(peer);
        }
        let spec = ChildSpec { role: ChildRole::Peer, label: &self.label, index: self.index };
        let child = spawn_child(&spec, Streams::Inherited).map_err(|error| error.to_string())?;
        let pid = child.child.id();
        state.rings.insert(pid, child.ring);
        state.used.push(pid);
        Ok(PeerProcess { child: child.child, channel: child.channel })
    }

    fn release(&self, process: PeerProcess) {
        let fit = is_fit(process.child.id());
        let mut state = self.lock();
        if fit && state.idle.len() < KEPT {
            state.idle.push(process);
        } else {
            end(process);
        }
    }

    fn started(&self) -> usize {
        self.lock().used.len()
    }
}

impl Drop for PeerPool {
    fn drop(&mut self) {
        if std::process::id() != self.owner {
            // In a fork, the peers are its parent's.
            return;
        }
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        state.idle.drain(..).for_each(end);
    }
}

/// Whether a process can play another role: a role before may have used it up.
fn is_fit(pid: u32) -> bool {
    let few_descriptors = std::fs::read_dir(format!("/proc/{pid}/fd"))
        .is_ok_and(|open| open.take(DESCRIPTORS + 1).count() <= DESCRIPTORS);
    // It had this process's own limits, and has changed them, if they differ.
    let limits = |of: &str| std::fs::read_to_string(format!("/proc/{of}/limits")).ok();
    few_descriptors && limits(&pid.to_string()) == limits("self")
}

fn end(mut peer: PeerProcess) {
    // It may be gone already, which is just as well.
    let _ = peer.child.kill();
    let _ = peer.child.wait();
}
