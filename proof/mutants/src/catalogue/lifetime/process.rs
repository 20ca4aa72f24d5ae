//! Calls that leave their mark on the process: children, threads, signals of the system.

use crate::catalogue::tools::*;
use std::ptr::null_mut;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Starts a child that ends at once, and does not reap it.
fn leave_child() {
    // SAFETY: the child does nothing but end.
    if unsafe { libc::fork() } == 0 {
        // SAFETY: ends the process, and nothing else.
        unsafe { libc::_exit(0) };
    }
}

/// Starts a thread that never ends.
fn leave_thread() {
    std::thread::spawn(|| {
        loop {
            std::thread::park();
        }
    });
}

/// Keeps a signal from the calling thread from now on.
fn block_signal() {
    // SAFETY: the set is initialised before it is used, and lives through the calls.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGUSR2);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, null_mut());
    }
}

/// Has the process ignore a signal, from the third time on.
fn ignore_signal() {
    static CALLS: Counter = Counter::new();
    if CALLS.next() >= 2 {
        // SAFETY: nothing is called when the signal comes.
        unsafe { libc::signal(libc::SIGUSR2, libc::SIG_IGN) };
    }
}

/// The traces that a call leaves, in the words of ids and sentences, with the functions that leave them.
const MARKS: [(&str, &str, fn()); 4] = [
    ("child", "leaves a child that nobody reaps", leave_child),
    ("thread", "leaves a thread", leave_thread),
    ("blocked_signal", "blocks a signal in the thread that calls", block_signal),
    ("ignored_signal", "has the process ignore a signal, from the third time on", ignore_signal),
];

/// Whether this process has forked since this was asked first.
fn has_forked() -> bool {
    static ASKED: Once = Once::new();
    static FORKED: AtomicBool = AtomicBool::new(false);
    extern "C" fn note() {
        FORKED.store(true, Ordering::Relaxed);
    }
    // SAFETY: the handler may be called at any time, and for ever.
    ASKED.call_once(|| unsafe { _ = libc::pthread_atfork(None, Some(note), None) });
    FORKED.load(Ordering::Relaxed)
}

pub(super) fn defects(c: &mut Catalogue) {
    let met = shared::<Set<i32>>();
    c.defect("lifetime_open_knows_one_process", "lifetime.counts.processes")
        .does("Open is refused when the handle is of another process than the first")
        .refuses(OUT_OF_RESOURCES, move |c: &Open, _| {
            let Some(handle) = c.handle().filter(|_| c.is_foreign()) else { return false };
            let mut known = met.lock();
            known.insert(handle.pid);
            known.len() > 1
        });

    for (family, name, object) in FAMILIES {
        for (mark, does, leave) in MARKS {
            c.defect(format!("lifetime_{name}_open_leaves_{mark}"), "lifetime.process")
                .does(format!("Open of {object} {does}"))
                .then(move |c: &Open, _| (c.family == family).then(leave));
        }
    }

    for (family, name, object) in FAMILIES {
        c.defect(format!("lifetime_{name}_open_after_fork_fails"), "lifetime.forked_child")
            .does(format!("Open of {object} fails in a process that has forked since"))
            .refuses(INVALID_OPERATION, move |c: &Open, _| c.family == family && has_forked());
    }
}
