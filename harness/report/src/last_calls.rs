//! The last calls of the processes of a test, on one scale of time.

use serde::{Deserialize, Serialize};
use std::fmt;
use ur_ipc_fixtures::{Argument, Failure, RecordedCall};
use ur_ipc_isolated::{CallEnd, CallRing, NotedCall};

/// The name of the process that runs the test itself.
pub const WORKER: &str = "worker";

/// Returns the name of another process of a test.
pub fn peer(pid: u32) -> String {
    format!("peer {pid}")
}

/// Of no more peers of a test the calls are kept.
pub const MOST_PEERS: usize = 16;

/// The last calls of one process of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProcessCalls {
    /// Which process: `worker`, `peer 4711`.
    pub process: String,
    /// What the test calls it, and what failures in it name: `consumer`; absent of the worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its calls, in the order in which they began.
    pub calls: Vec<LastCall>,
    /// Whether it had another part in the test before, whose calls are not here.
    #[serde(default, skip_serializing_if = "is_false")]
    pub had_part: bool,
}

/// One call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LastCall {
    /// When it began, in microseconds since the first of the calls that are shown of the test, whatever its process.
    pub at_us: u64,
    /// How long it took, in microseconds; absent where it has not come to an end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_us: Option<u64>,
    /// The entry point with its arguments by name, and the result, if there is one: for people.
    pub text: String,
    /// The same for programs; absent in results that were written before there was such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<RecordedCall>,
    /// How it ended.
    pub end: CallEnd,
    /// Whether it cleans up after a failure.
    #[serde(default, skip_serializing_if = "is_false")]
    pub clean_up: bool,
    /// Whether the test failed at it: what came back is not what is required.
    #[serde(default, skip_serializing_if = "is_false")]
    pub failed: bool,
}

/// Returns the words that stand in place of the result of a call that has none.
pub const fn instead_of_result(end: CallEnd) -> Option<&'static str> {
    match end {
        CallEnd::Returned => None,
        CallEnd::Panicked => Some("panicked"),
        CallEnd::HasNotReturned => Some("has not returned"),
    }
}

impl LastCall {
    /// Whether the test went wrong here.
    pub const fn went_wrong(&self) -> bool {
        self.failed || instead_of_result(self.end).is_some()
    }

    /// The call in a process that ended in this way, if it did.
    pub(super) fn in_process(&self, end: Option<&str>) -> String {
        match end {
            Some(how) if self.end == CallEnd::HasNotReturned => {
                format!("{} ... {INSIDE_AT_END} ({how})", self.text)
            }
            _ => self.to_string(),
        }
    }
}

/// Words for a call of a process that has ended. One of those that had not returned may have ended it.
pub const INSIDE_AT_END: &str = "had not returned when the process ended";

impl fmt::Display for LastCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Shown::Whole.last(self))
    }
}

impl From<NotedCall> for LastCall {
    /// The call as the process has left it, which may have written over it: then it has its bytes for its arguments.
    fn from(noted: NotedCall) -> Self {
        let NotedCall { at_us, took_us, end, clean_up, name, given, written, result, .. } = noted;
        let call = RecordedCall::from_json(&given).unwrap_or_else(|| RecordedCall {
            cut: true,
            ..RecordedCall::new(name + &String::from_utf8_lossy(&given))
        });
        let call = match end {
            CallEnd::Returned => {
                let outputs = Argument::from_json(&written).unwrap_or_default();
                RecordedCall { outputs, result: Some(result), ..call }
            }
            CallEnd::Panicked | CallEnd::HasNotReturned => call,
        };
        let (text, call) = (call.to_string(), Some(call));
        Self { at_us, took_us, text, call, end, clean_up, failed: false }
    }
}

/// The calls of the current test in a ring.
pub fn calls_in(ring: &CallRing) -> Vec<LastCall> {
    ring.calls().into_iter().map(LastCall::from).collect()
}

/// Those of them that have not returned.
pub fn unfinished_in(ring: &CallRing) -> Vec<RecordedCall> {
    ring.unfinished().into_iter().filter_map(|noted| LastCall::from(noted).call).collect()
}

/// The form in which calls are shown.
#[derive(Clone, Copy)]
pub enum Shown {
    /// With their arguments.
    Whole,
    /// Without.
    Bare,
}

impl Shown {
    /// A call.
    #[must_use]
    pub fn call(self, call: &RecordedCall) -> String {
        match self {
            Self::Whole => call.to_string(),
            Self::Bare => call.without_arguments(),
        }
    }

    /// With how it ended.
    pub fn last(self, last: &LastCall) -> String {
        let instead = instead_of_result(last.end).map(|instead| format!(" ... {instead}"));
        let call = last.call.as_ref().map_or_else(|| last.text.clone(), |call| self.call(call));
        call + &instead.unwrap_or_default()
    }
}

/// The calls of a test, each with the time since the first. Those of the worker and the peers are on one clock.
pub fn call_log(worker: Vec<LastCall>, peers: Vec<ProcessCalls>) -> Vec<ProcessCalls> {
    let worker = ProcessCalls { process: WORKER.to_owned(), role: None, calls: worker, had_part: false };
    let mut log: Vec<ProcessCalls> =
        Some(worker).filter(|worker| !worker.calls.is_empty()).into_iter().collect();
    log.extend(peers);
    let all = || log.iter().flat_map(|process| &process.calls);
    let first = all().map(|call| call.at_us).min().unwrap_or_default();
    log.iter_mut().flat_map(|process| &mut process.calls).for_each(|call| call.at_us -= first);
    log
}

/// Marks the calls at which these failures were seen.
pub fn mark(log: &mut [ProcessCalls], failures: &[Failure]) {
    for failure in failures {
        if failure.call.is_none() {
            continue;
        }
        let calls = log.iter_mut().filter(|process| process.role == failure.peer);
        let alike = calls
            .flat_map(|process| &mut process.calls)
            .filter(|call| !call.clean_up && call.call.as_ref() == failure.call.as_deref());
        // Of calls that are told alike the last one ended the test.
        if let Some(call) = alike.max_by_key(|call| call.at_us) {
            call.failed = true;
        }
    }
}

fn is_false(yes: &bool) -> bool {
    !yes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{came_back, of_peer, returned};

    #[test]
    fn times_begin_with_the_first_call_of_any_process() {
        let log = call_log(vec![returned(1_050, "urA()")], vec![of_peer(vec![returned(1_000, "urB()")])]);
        let told: Vec<(&str, u64)> =
            log.iter().map(|process| (process.process.as_str(), process.calls[0].at_us)).collect();
        assert_eq!(told, [("worker", 50), ("peer 7", 0)]);
    }

    #[test]
    fn a_worker_without_calls_has_no_place() {
        assert_eq!(call_log(Vec::new(), Vec::new()), []);
        assert_eq!(call_log(Vec::new(), vec![of_peer(Vec::new())]), [of_peer(Vec::new())]);
    }

    #[test]
    fn a_failure_marks_the_last_call_like_it_in_its_process() {
        let made = |at_us, name: &'static str| came_back(at_us, RecordedCall::new(name));
        let clean_up = LastCall { clean_up: true, ..made(9, "urA") };
        let calls = vec![made(0, "urA"), made(4, "urB"), made(5, "urA"), clean_up];
        let marked = |failure: Failure| -> Vec<(String, u64)> {
            let mut log = call_log(calls.clone(), vec![of_peer(calls.clone())]);
            mark(&mut log, &[failure]);
            let all = log.iter().flat_map(|of| of.calls.iter().map(move |call| (of, call)));
            let failed = all.filter(|(_, call)| call.failed);
            failed.map(|(of, call)| (of.process.clone(), call.at_us)).collect()
        };
        let failure = || Failure::new("no").at_call(RecordedCall::new("urA"));
        assert_eq!(marked(failure()), [("worker".to_owned(), 5)]);
        assert_eq!(marked(failure().in_peer("consumer")), [("peer 7".to_owned(), 5)]);
        assert!(marked(failure().in_peer("producer")).is_empty());
        assert!(marked(Failure::new("no")).is_empty());
        assert!(marked(Failure::new("no").at_call(RecordedCall::new("urC"))).is_empty());
    }
}
