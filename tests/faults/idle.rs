//! Misbehaviour of an idle process, and the tools to hit just that moment.

use crate::perform::perform;
use crate::place::{Place, ordered};
use crate::traces::state;
use std::fs::{self, File};
use std::os::unix::process::parent_id;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// Beside the working directory of a run, where nobody looks for what is left.
const STARTED: &str = "../a-worker-has-started";
const PLAYED: &str = "../a-part-has-been-played";

/// Time for which a process that may live on is watched.
const LOOK: Duration = Duration::from_secs(3);

/// True if no worker of this run has started before.
pub fn is_first() -> bool {
    File::create_new(STARTED).is_ok()
}

/// Stops the harness, has a thread wait until this worker waits for an order that does not come, and misbehave then;
/// afterwards the harness goes on.
pub fn strike_as_worker() {
    let (harness, worker) = (parent_id().cast_signed(), std::process::id());
    // SAFETY: no pointers.
    unsafe { libc::kill(harness, libc::SIGSTOP) };
    while !threads(harness).all(|state| state == Some('T')) {
        thread::sleep(Duration::from_millis(1));
    }
    // SAFETY: the child makes few calls, and ends.
    if unsafe { libc::fork() } == 0 {
        // SAFETY: no pointers.
        unsafe { libc::setsid() };
        wait_for_its_end(worker);
        // SAFETY: no pointers; ends the process at once.
        unsafe {
            libc::kill(harness, libc::SIGCONT);
            libc::_exit(0);
        }
    }
    thread::spawn(move || {
        let mut slept = 0;
        while slept < 20 {
            slept = if is_asleep(worker) { slept + 1 } else { 0 };
            thread::sleep(Duration::from_millis(1));
        }
        perform(ordered(Place::Idle).expect("it was ordered"));
    });
}

/// Has a thread wait until the test says that this peer's part is over, and misbehave then.
pub fn strike_as_peer() {
    thread::spawn(|| {
        while !Path::new(PLAYED).exists() {
            thread::sleep(Duration::from_millis(1));
        }
        perform(ordered(Place::PeerIdle).expect("it was ordered"));
    });
}

/// The part of this peer is over: gives it time to misbehave.
pub fn played(pid: u32) {
    if ordered(Place::PeerIdle).is_some() {
        File::create(PLAYED).expect("a file can be made");
        wait_for_its_end(pid);
    }
}

/// Waits until a process has ended, or for a while.
fn wait_for_its_end(pid: u32) {
    let until = Instant::now() + LOOK;
    while !matches!(state(Path::new(&format!("/proc/{pid}/stat"))), None | Some('Z'))
        && Instant::now() < until
    {
        thread::sleep(Duration::from_millis(1));
    }
}

/// The states of all threads of a process.
fn threads(pid: i32) -> impl Iterator<Item = Option<char>> {
    let all = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    all.map(|thread| state(&thread.path().join("stat")))
}

/// True if the main thread of a process sleeps.
fn is_asleep(pid: u32) -> bool {
    state(Path::new(&format!("/proc/{pid}/task/{pid}/stat"))) == Some('S')
}
