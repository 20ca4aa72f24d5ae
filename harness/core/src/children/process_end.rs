//! Describes the end of a process: how, and in which call.

use ur_ipc_fixtures::{ProcessEnd, RecordedCall};
use ur_ipc_isolated::{CallEnd, CallRing, ChildProcess, SeenEnd};
use ur_ipc_report::last_calls::{LastCall, Shown, unfinished_in};
use ur_ipc_report::subject::subject;

/// ", in urX(...)" for calls that have not returned.
pub fn in_flight(process: &ChildProcess, shown: Shown) -> String {
    let unfinished = unfinished_in(process.ring());
    if unfinished.is_empty() { String::new() } else { format!(", in {}", all(&unfinished, shown)) }
}

/// Describes the end of a process and the call that it was in. Equal ends of different processes give equal texts.
pub fn death(process: &ChildProcess, end: SeenEnd) -> String {
    with_call(process.ring(), &end.to_string(), end, Shown::Bare)
}

/// The entry points in which it ended.
pub fn died_in(process: &ChildProcess, end: SeenEnd) -> Vec<String> {
    let mut calls = unfinished_in(process.ring());
    if calls.is_empty() {
        calls.extend(panicked_in(process.ring(), end));
    }
    calls.iter().map(RecordedCall::name).collect()
}

/// Describes the end of a process, with the bare name of its call: "SIGSEGV in urX". Texts of two runs can be compared.
pub fn describe(process: &ChildProcess, end: SeenEnd) -> String {
    with_call(process.ring(), &process.how(end), end, Shown::Bare)
}

/// Joins a description of an end with the call in which the process ended: "SIGSEGV in urX(...)".
pub fn with_call(ring: &CallRing, how: &str, end: SeenEnd, shown: Shown) -> String {
    format!("{how} {}", place(ring, end, shown))
}

fn place(ring: &CallRing, end: SeenEnd, shown: Shown) -> String {
    let unfinished = unfinished_in(ring);
    let place = if matches!(end, SeenEnd::Known(ProcessEnd::Exited(_))) { "inside" } else { "in" };
    if !unfinished.is_empty() {
        return format!("{place} {}", all(&unfinished, shown));
    }
    if let Some(call) = panicked_in(ring, end) {
        return format!("{place} {}", shown.call(&call));
    }
    match last_in(ring) {
        Some(last) => format!("outside of {}, after {}", subject().called, shown.last(&last)),
        None => format!("before any call to {}", subject().called),
    }
}

/// The last call.
pub fn last_in(ring: &CallRing) -> Option<LastCall> {
    ring.last().map(LastCall::from)
}

/// The last call, if it panicked and that may be how the process ended.
fn panicked_in(ring: &CallRing, end: SeenEnd) -> Option<RecordedCall> {
    last_in(ring).filter(|last| last.end == CallEnd::Panicked && end.may_be_a_panic())?.call
}

fn all(calls: &[RecordedCall], shown: Shown) -> String {
    calls.iter().map(|call| shown.call(call)).collect::<Vec<_>>().join(" and ")
}
