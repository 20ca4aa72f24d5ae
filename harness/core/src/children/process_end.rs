//! Describes the end of a process: how, and in which call.

use ur_ipc_fixtures::{ProcessEnd, RecordedCall};
use ur_ipc_isolated::{CallEnd, CallRing, ChildProcess, NotedCall, SeenEnd};
use ur_ipc_report::last_calls::{LastCall, Shown, unfinished_in};
use ur_ipc_report::subject::subject;

/// ", in urX(...)" for calls that have not returned.
pub fn in_flight(process: &ChildProcess, shown: Shown) -> String {
    unfinished(process, ", in", shown)
}

/// "; it is still in urX" for calls that have not returned.
pub fn still_in(process: &ChildProcess) -> String {
    unfinished(process, "; it is still in", Shown::Bare)
}

fn unfinished(process: &ChildProcess, lead: &str, shown: Shown) -> String {
    let unfinished = unfinished_in(process.ring());
    if unfinished.is_empty() { String::new() } else { format!("{lead} {}", all(&unfinished, shown)) }
}

/// The entry points in which it ended: those of the thread that crashed, or of all threads if that is not known.
pub fn died_in(process: &ChildProcess, end: SeenEnd) -> Vec<String> {
    let unfinished = process.ring().unfinished();
    let crash = process.crash().crash();
    let crash = crash.filter(|crash| end == SeenEnd::Known(ProcessEnd::Signalled(crash.signal)));
    let in_it = |noted: &NotedCall| crash.as_ref().is_none_or(|crash| crash.thread_number == noted.thread);
    let mut calls: Vec<String> = unfinished.into_iter().filter(in_it).map(|noted| noted.name).collect();
    if calls.is_empty() {
        calls.extend(panicked_in(process.ring(), end).map(|call| call.name()));
    }
    calls
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

/// A single call in this form. Of several each name, with the number of calls, as the last calls have their arguments.
fn all(calls: &[RecordedCall], shown: Shown) -> String {
    if let [call] = calls {
        return shown.call(call);
    }
    let mut counts: Vec<(String, usize)> = Vec::new();
    for name in calls.iter().map(RecordedCall::name) {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let told = counts.into_iter().map(|(name, count)| match count {
        1 => name,
        _ => format!("{name} ({count} calls)"),
    });
    told.collect::<Vec<_>>().join(" and ")
}
