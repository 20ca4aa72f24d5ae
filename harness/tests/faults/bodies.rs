//! The bodies of the misbehaving tests.

use crate::backend::AS_ORDERED;
use crate::fault::Fault;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, DeviceInfo};
use ur_ipc_fixtures::{Called, Link, Peer, Stop, TestContext, TestResult};

fn call<'t>(t: &'t TestContext<'_>, fault: Fault) -> Called<'t> {
    call_with(t, fault as usize)
}

fn call_with<'t>(t: &'t TestContext<'_>, size: usize) -> Called<'t> {
    t.ur().ipc_open_mem_handle_exp(ContextHandle::NULL, t.env().device(), null_mut(), size, null_mut())
}

/// Its call misbehaves if that was ordered; and what it releases at its end.
pub fn struck(t: &TestContext<'_>) -> TestResult {
    struct Opened<'t>(&'t TestContext<'t>);
    impl Drop for Opened<'_> {
        fn drop(&mut self) {
            if let Err(Stop::Fail(failure)) =
                self.0.ur().ipc_close_mem_handle_exp(ContextHandle::NULL, null_mut()).ok()
            {
                self.0.tear_down_failed(*failure);
            }
        }
    }
    let _opened = Opened(t);
    call_with(t, AS_ORDERED).ok()
}

/// Its peer's call misbehaves, or its peer at its start, if that was ordered.
pub fn struck_peer(t: &TestContext<'_>) -> TestResult {
    call(t, Fault::None).ok()?;
    let mut peer = Peer::start(t, "struck_role")?;
    peer.recv("pid")?;
    peer.join()
}

pub fn struck_role(t: &TestContext<'_>, link: &Link) -> TestResult {
    link.send("pid", std::process::id().to_string().as_bytes())?;
    call_with(t, AS_ORDERED).ok()
}

/// Its peer outlives it, as far as the test is concerned.
pub fn forgets_its_peer(t: &TestContext<'_>) -> TestResult {
    call(t, Fault::None).ok()?;
    let mut peer = Peer::start(t, "hanging_role")?;
    peer.recv("pid")?;
    std::mem::forget(peer);
    Ok(())
}

/// The descriptors of its peer are closed under it.
pub fn loses_its_peer(t: &TestContext<'_>) -> TestResult {
    let mut peer = Peer::start(t, "hanging_role")?;
    peer.recv("pid")?;
    call(t, Fault::ClosePeers).ok()?;
    peer.join()
}

/// Its peer dies while nobody can see how.
pub fn cannot_see_its_peer_die(t: &TestContext<'_>) -> TestResult {
    call(t, Fault::IgnoreSignals).ok()?;
    let mut peer = Peer::start(t, "crashing_role")?;
    peer.recv("pid")?;
    peer.join()
}

/// Peers begin with clean signals, whatever was done to those of the test.
pub fn has_peers_with_clean_signals(t: &TestContext<'_>) -> TestResult {
    call(t, Fault::BlockSignals).ok()?;
    call(t, Fault::IgnoreSignals).ok()?;
    let mut peer = Peer::start(t, "signals_role")?;
    let signals = peer.recv("signals")?;
    t.check_eq("blocked and ignored", String::from_utf8_lossy(&signals).as_ref(), "0 and 0")?;
    peer.join()
}

pub fn signals_role(t: &TestContext<'_>, link: &Link) -> TestResult {
    call(t, Fault::None).ok()?;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let set = |name| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        u64::from_str_radix(line.trim(), 16).unwrap_or(u64::MAX)
    };
    // Rust's own start ignores SIGPIPE; 32 and 33 are the C library's own.
    let others = set("SigIgn:") & !(1 << (libc::SIGPIPE - 1) | 0b11 << 31);
    link.send("signals", format!("{:x} and {others:x}", set("SigBlk:")).as_bytes())
}

macro_rules! faults {
    ($($name:ident $fault:ident,)*) => {$(
        pub fn $name(t: &TestContext<'_>) -> TestResult {
            call(t, Fault::$fault).ok()
        }
    )*};
}
faults! {
    good None,
    segfault Segfault,
    abort Abort,
    exit_zero ExitZero,
    exit_at_once ExitAtOnce,
    hang Hang,
    stop Stop,
    garble Garble,
    close_all CloseAll,
    exhaust Exhaust,
    flood Flood,
    device_lost DeviceLost,
    daemon Daemon,
    kill Kill,
    stack_overflow StackOverflow,
    fork_and_die ForkAndDie,
}

pub fn wrong(t: &TestContext<'_>) -> TestResult {
    println!("printed by the test");
    t.ur().device_retain(t.env().device()).ok()
}

pub fn panics(t: &TestContext<'_>) -> TestResult {
    call(t, Fault::None).ok()?;
    panic!("on purpose")
}

pub fn skips(t: &TestContext<'_>) -> TestResult {
    t.require(DeviceInfo::IPC_MEMORY_SUPPORT_EXP)
}

pub fn calls_nothing(t: &TestContext<'_>) -> TestResult {
    t.check(true, "always true")
}

pub fn checks_nothing(t: &TestContext<'_>) -> TestResult {
    let _ = call(t, Fault::None);
    Ok(())
}

/// Waits longer than it may, but in the test's own code.
pub fn waits(t: &TestContext<'_>) -> TestResult {
    call(t, Fault::None).ok()?;
    t.wait_until("something that never comes", || Ok(false))
}

/// Nothing is inherited that was not meant: the one who starts the harness leaves descriptor 57 open.
pub fn inherits_nothing(t: &TestContext<'_>) -> TestResult {
    call(t, Fault::None).ok()?;
    // SAFETY: only asks.
    let flags = unsafe { libc::fcntl(57, libc::F_GETFD) };
    t.check_eq("descriptor 57", flags, -1)
}

pub fn many_threads(t: &TestContext<'_>) -> TestResult {
    let results: Vec<TestResult> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..8).map(|_| scope.spawn(|| (0..200).try_for_each(|_| call(t, Fault::None).ok()))).collect();
        threads.into_iter().map(|thread| thread.join().expect("the thread ends")).collect()
    });
    results.into_iter().collect()
}

macro_rules! peers {
    ($($name:ident $role:ident $fault:ident,)*) => {$(
        pub fn $name(t: &TestContext<'_>) -> TestResult {
            call(t, Fault::None).ok()?;
            let mut peer = Peer::start(t, stringify!($role))?;
            let pid = peer.recv("pid")?;
            t.note(format!("pid {}", String::from_utf8_lossy(&pid)));
            peer.join()
        }

        pub fn $role(t: &TestContext<'_>, link: &Link) -> TestResult {
            link.send("pid", std::process::id().to_string().as_bytes())?;
            call(t, Fault::$fault).ok()
        }
    )*};
}
peers! {
    good_peer good_role None,
    crashing_peer crashing_role Segfault,
    hanging_peer hanging_role Hang,
}

/// Its peer is at work while it hangs itself.
pub fn hangs_with_a_peer(t: &TestContext<'_>) -> TestResult {
    let mut peer = Peer::start(t, "hanging_role")?;
    peer.recv("pid")?;
    call(t, Fault::Hang).ok()
}
