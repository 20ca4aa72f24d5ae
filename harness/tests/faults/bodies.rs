//! The bodies of the misbehaving tests.

use crate::backend::Fault;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, DeviceInfo};
use ur_ipc_fixtures::{Called, Link, Peer, TestContext, TestResult};

fn call<'t>(t: &'t TestContext<'_>, fault: Fault) -> Called<'t> {
    t.ur().ipc_open_mem_handle_exp(
        ContextHandle::NULL,
        t.env().device(),
        null_mut(),
        fault as usize,
        null_mut(),
    )
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
