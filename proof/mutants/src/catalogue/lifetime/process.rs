//! Calls that leave their mark on the process: children, threads, signals of the system.

use super::FAMILIES;
use crate::catalogue::tools::*;
use std::ptr::null_mut;

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

/// What a call leaves, in the words of ids and sentences, and how.
const MARKS: [(&str, &str, fn()); 4] = [
    ("child", "leaves a child that nobody reaps", leave_child),
    ("thread", "leaves a thread", leave_thread),
    ("blocked_signal", "blocks a signal in the thread that calls", block_signal),
    ("ignored_signal", "has the process ignore a signal, from the third time on", ignore_signal),
];

/// A defect of one kind of call of a family.
fn leaves<'c>(
    c: &'c mut Catalogue,
    (name, object): (&str, &str),
    call: &str,
    mark: (&str, &str),
) -> Defect<'c> {
    c.defect(format!("lifetime_{name}_{call}_leaves_{}", mark.0), "lifetime.process")
        .does(format!("{call} of {object} {}", mark.1))
}

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object) in FAMILIES {
        for (mark, does, leave) in MARKS {
            let (of, what) = ((name, object), (mark, does));
            leaves(c, of, "open", what).then(move |c: &Open, _| (c.family == family).then(leave));
            // What stays in one call stays in the same way in another.
            if mark == "child" {
                leaves(c, of, "get", what).then(move |c: &Get, _| (c.family == family).then(leave));
                leaves(c, of, "put", what).then(move |c: &Put, _| (c.family == family).then(leave));
                leaves(c, of, "close", what)
                    .then(move |c: &Close, _| (c.family == family).then(leave))
                    .then(move |_: &event_release, _| (family == Event).then(leave));
            }
        }
    }
}
