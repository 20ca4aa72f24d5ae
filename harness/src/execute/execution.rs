//! From a test's own report to an outcome.

use crate::outcome::{Execution, Outcome};
use crate::roles::Done;
use ur_ipc_fixtures::Verdict;

/// What a finished test amounts to. `duration_us` is the time seen by the harness.
pub(crate) fn execution_of(done: Done, duration_us: u64, mut call_log: Vec<String>) -> Execution {
    let failed_at = match &done.report.verdict {
        Verdict::Fail(failures) => failures.iter().map(|failure| failure.location.clone()).collect(),
        Verdict::TimedOut(failure) => vec![failure.location.clone()],
        _ => Vec::new(),
    };
    let (outcome, reason) = match done.report.verdict {
        Verdict::Pass => (Outcome::Pass, None),
        Verdict::Skip(reason) => (Outcome::Skip, Some(reason)),
        Verdict::NotRun(reason) => (Outcome::NotRun, Some(reason)),
        Verdict::NotDetermined(why) => (Outcome::NotDetermined, Some(why)),
        Verdict::TimedOut(failure) => (Outcome::Timeout, Some(failure.to_string())),
        Verdict::Fail(failures) => {
            let lines: Vec<String> = failures.iter().map(ToString::to_string).collect();
            let blocked = failures.iter().all(|failure| failure.blocks);
            (if blocked { Outcome::Blocked } else { Outcome::Fail }, Some(lines.join("\n")))
        }
        other => (Outcome::HarnessError, Some(format!("unknown: {other:?}"))),
    };
    if outcome.is_good() {
        call_log.clear();
    }
    for (pid, calls) in done.peer_calls {
        call_log.push(format!("peer {pid}:"));
        call_log.extend(calls.into_iter().map(|call| format!("  {call}")));
    }
    let crashes =
        done.peer_crashes.into_iter().map(|(pid, crash)| crash.named(format!("peer {pid}"))).collect();
    Execution {
        outcome,
        seen: None,
        late: None,
        reason,
        tries: None,
        failed_at,
        checked: done.report.checked,
        duration_us,
        body_us: done.body.as_micros().try_into().unwrap_or(u64::MAX),
        notes: done.report.notes,
        crashes,
        call_log,
        output: None,
    }
}
