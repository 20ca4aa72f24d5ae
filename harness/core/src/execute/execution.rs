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
    let went_wrong = !matches!(done.report.verdict, Verdict::Pass | Verdict::Skip(_));
    let (mut log, mut stacks) = (Vec::new(), Vec::new());
    if went_wrong {
        log = call_log(calls(), done.peer_calls);
        mark(&mut log, failures);
        stacks = done.stacks.iter().map(|stacks| stacks_of(stacks, worker)).collect();
    }
    let mut cause = failures.first().map(Cause::from);
    let (outcome, reason) = match done.report.verdict {
        Verdict::Pass => (Outcome::Pass, None),
        Verdict::Skip(lack) => {
            let reason = lack.to_string();
            cause = Some(lack.into());
            (Outcome::Skip, Some(reason))
        }
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
