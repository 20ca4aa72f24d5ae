//! Ends a worker with everything that belongs to it.

use super::child::ChildProcess;
use super::patience::wait_until;
use super::state::{children_of, process_state};
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use std::time::Duration;

/// Time limit for the end of peers, after which their worker is killed too.
const PEERS: Duration = Duration::from_secs(1);
/// Time limit for the end of a killed process. If a driver holds it inside the kernel, it may never end.
const KILLED: Duration = Duration::from_secs(20);

/// Kills a worker that leads a process group: first its children, which may have its memory open, then the
/// whole group. Waits until the worker is gone. Harmless if it has ended.
pub fn end_group(worker: &mut ChildProcess) {
    let child = worker.child();
    let leader = Pid::from_raw(child.id().cast_signed());
    if matches!(child.try_wait(), Ok(None)) {
        // Stopped, it cannot start further children while those it has are being killed.
        let _ = kill(leader, Signal::SIGSTOP);
        let peers = children_of(child.id());
        for &peer in &peers {
            let _ = kill(Pid::from_raw(peer.cast_signed()), Signal::SIGKILL);
        }
        wait_until(PEERS, || {
            peers.iter().all(|&peer| matches!(process_state(peer), None | Some('Z' | 'X'))).then_some(())
        });
        // Errors mean that there is nobody left to kill. The leader may have gone over to another group.
        let _ = killpg(leader, Signal::SIGKILL);
        let _ = kill(leader, Signal::SIGKILL);
    }
    if wait_until(KILLED, || child.try_wait().transpose()).is_none() {
        tracing::error!("process {leader} was killed and does not go");
    }
}
