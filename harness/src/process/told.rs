//! What is told of the end of a process: how, and in which call.

use super::call_ring::CallRing;
use super::child::{ChildProcess, SeenEnd};
use crate::last_calls::{CallEnd, LastCall, Shown};
use crate::subject::subject;
use ur_ipc_fixtures::{ProcessEnd, RecordedCall};

/// What Rust's programs exit with when their main thread has panicked.
const PANICKED: i32 = 101;

impl ChildProcess {
    /// How it ended, and for which panic if it was one: "SIGSEGV", "exited with code 101 (panic at open.rs:12:9: no)".
    pub(crate) fn how(&self, end: SeenEnd) -> String {
        match self.crash().panic().filter(|_| may_be_a_panic(end)) {
            Some(panic) => format!("{end} ({panic})"),
            None => end.to_string(),
        }
    }

    /// ", in urX(...)" for calls that have not returned.
    pub(crate) fn in_flight(&self, shown: Shown) -> String {
        let unfinished = self.ring().unfinished();
        if unfinished.is_empty() { String::new() } else { format!(", in {}", all(&unfinished, shown)) }
    }

    /// How it ended and in which call, with nothing that another process would not say that ends in the same way.
    pub(crate) fn death(&self, end: SeenEnd) -> String {
        format!("{end} {}", place(self.ring(), end, Shown::Bare))
    }

    /// The entry points in which it ended.
    pub(crate) fn died_in(&self, end: SeenEnd) -> Vec<String> {
        let mut calls = self.ring().unfinished();
        let panicked = |last: &LastCall| last.end == CallEnd::Panicked && may_be_a_panic(end);
        if calls.is_empty() {
            calls.extend(self.ring().last().filter(panicked).and_then(|last| last.call));
        }
        calls.iter().map(RecordedCall::name).collect()
    }

    /// How it ended, and in which call, by its name alone: "SIGSEGV in urX". What is told of two runs can be compared.
    pub(crate) fn told(&self, end: SeenEnd) -> String {
        format!("{} {}", self.how(end), place(self.ring(), end, Shown::Bare))
    }
}

/// Whether a process that panics may end so.
fn may_be_a_panic(end: SeenEnd) -> bool {
    matches!(end, SeenEnd::Known(ProcessEnd::Exited(PANICKED) | ProcessEnd::Signalled(libc::SIGABRT)))
}

/// How a process ended, in these words, and in which call: "SIGSEGV in urX(...)".
pub(crate) fn with_call(ring: &CallRing, how: &str, end: SeenEnd) -> String {
    format!("{how} {}", place(ring, end, Shown::Whole))
}

fn place(ring: &CallRing, end: SeenEnd, shown: Shown) -> String {
    let unfinished = ring.unfinished();
    let place = if matches!(end, SeenEnd::Known(ProcessEnd::Exited(_))) { "inside" } else { "in" };
    if !unfinished.is_empty() {
        return format!("{place} {}", all(&unfinished, shown));
    }
    match ring.last() {
        Some(LastCall { end: CallEnd::Panicked, call: Some(call), .. }) if may_be_a_panic(end) => {
            format!("{place} {}", shown.call(&call))
        }
        Some(last) => format!("outside of {}, after {}", subject().called, shown.last(&last)),
        None => format!("before any call to {}", subject().called),
    }
}

fn all(calls: &[RecordedCall], shown: Shown) -> String {
    calls.iter().map(|call| shown.call(call)).collect::<Vec<_>>().join(" and ")
}
