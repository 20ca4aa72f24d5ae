//! From a test's own report to an outcome.

use crate::children::{Done, HIDDEN};
use std::slice;
use ur_ipc_fixtures::Verdict;
use ur_ipc_isolated::crash::{RawStacks, Stacks};
use ur_ipc_report::cause::Cause;
use ur_ipc_report::last_calls::{LastCall, call_log, mark, peer};
use ur_ipc_report::outcome::{Execution, Outcome};

/// The stacks of one of the processes of a test, which is the worker or descends from it.
pub fn stacks_of(stacks: &RawStacks, worker: u32) -> Stacks {
    stacks_in(stacks, worker, "worker")
}

/// The stacks of a process that plays this role and has this number, or of one that descends from it.
pub fn stacks_in(stacks: &RawStacks, pid: u32, role: &str) -> Stacks {
    let process = if stacks.pid == pid { role.to_owned() } else { peer(stacks.pid) };
    stacks.named(process, &HIDDEN)
}

fn outcome_of(verdict: &Verdict) -> Outcome {
    match verdict {
        Verdict::Pass => Outcome::Pass,
        Verdict::Skip(_) => Outcome::Skip,
        Verdict::NotRun(_) => Outcome::NotRun,
        Verdict::NotDetermined(_) => Outcome::NotDetermined,
        Verdict::TimedOut(_) => Outcome::Timeout,
        Verdict::Fail(failures) if failures.iter().all(|failure| failure.blocks) => Outcome::Blocked,
        Verdict::Fail(_) => Outcome::Fail,
        _ => Outcome::HarnessError,
    }
}

/// Makes the record of a finished test. `duration_us` is the time seen by the harness, `calls` returns the last ones of the
/// worker, which are looked at only where the test went wrong.
pub fn execution_of(
    done: Done,
    duration_us: u64,
    calls: impl FnOnce() -> Vec<LastCall>,
    worker: u32,
) -> Execution {
    let failures = match &done.report.verdict {
        Verdict::Fail(failures) => &failures[..],
        Verdict::TimedOut(failure) => slice::from_ref(failure),
        _ => &[],
    };
    let failed_at = failures.iter().map(|failure| failure.location.clone()).collect();
    let outcome = outcome_of(&done.report.verdict);
    let (mut log, mut stacks) = (Vec::new(), Vec::new());
    if !outcome.is_good() {
        log = call_log(calls(), done.peer_calls);
        mark(&mut log, failures);
        stacks = done.stacks.iter().map(|stacks| stacks_of(stacks, worker)).collect();
    }
    let mut cause = failures.first().map(Cause::from);
    let reason = match done.report.verdict {
        Verdict::Pass => None,
        Verdict::Skip(lack) => {
            let reason = lack.to_string();
            cause = Some(lack.into());
            Some(reason)
        }
        Verdict::NotRun(why) | Verdict::NotDetermined(why) => Some(why),
        Verdict::TimedOut(failure) => Some(failure.to_string()),
        Verdict::Fail(failures) => {
            Some(failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        }
        other => Some(format!("unknown: {other:?}")),
    };
    let crashes = done.peer_crashes.into_iter().map(|(pid, crash)| crash.named(peer(pid), &HIDDEN)).collect();
    Execution {
        outcome,
        seen: None,
        late: None,
        reason,
        cause,
        tries: None,
        failed_at,
        checked: done.report.checked,
        duration_us,
        body_us: done.body.as_micros().try_into().unwrap_or(u64::MAX),
        notes: done.report.notes,
        crashes,
        stacks,
        call_log: log,
        output: None,
    }
}
