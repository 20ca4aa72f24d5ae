//! Calls in lines: those of all processes in order of time, and apart from them those that clean up.

use crate::cause::Cause;
use crate::last_calls::{LastCall, ProcessCalls, WORKER};
use crate::outcome::{Execution, Outcome};
use ur_ipc_fixtures::Symptom;

/// As many calls are shown of a process, the last ones: the result file has more.
const SHOWN: usize = 16;
/// As many calls are shown of those that clean up after a failure.
const CLEAN_UP: usize = 8;

/// A call, and what its process is called in front of it.
struct Row<'l> {
    label: &'l str,
    call: &'l LastCall,
    end: Option<String>,
}

/// Returns the line above the calls. Unless the worker is the only process, it names the process of each role.
pub(super) fn heading(log: &[ProcessCalls]) -> String {
    if is_of_worker(log) {
        return "last calls:".to_owned();
    }
    let told = |process: &ProcessCalls| {
        let name = process.role.as_ref().map(|role| format!("{role} is {}", process.process));
        match (name, process.calls.is_empty()) {
            (Some(name), false) => Some(name),
            (Some(name), true) => Some(format!("{name}, without a call")),
            (None, false) => None,
            (None, true) => Some(format!("{} made no call", process.process)),
        }
    };
    let told: Vec<String> = log.iter().filter_map(told).collect();
    let told = if told.is_empty() { String::new() } else { format!(" ({})", told.join("; ")) };
    format!("last calls in order of time{told}:")
}

/// The lines. Each begins with its process, unless there is but the one that runs the test.
pub(super) fn lines(execution: &Execution) -> Vec<String> {
    let log = &execution.call_log;
    let (mut own, mut late, mut earlier, mut later) = (Vec::new(), Vec::new(), 0, 0);
    let failed_at = log.iter().flat_map(|process| &process.calls).filter(|call| call.failed);
    let failed_at = failed_at.map(|call| call.at_us).max();
    // Calls in which a process ended or hangs are of interest, whenever they began.
    let is_behind = |call: &&LastCall| !call.went_wrong() && failed_at.is_some_and(|at| call.at_us > at);
    for process in log {
        let label = if is_of_worker(log) { "" } else { process.role.as_deref().unwrap_or(&process.process) };
        let alone = log.iter().filter(|other| other.role == process.role).count() == 1;
        let end = early_end(process, alone, execution);
        let row = |call| Row { label, call, end: end.clone() };
        let (cleaning, calls): (Vec<_>, Vec<_>) = process.calls.iter().partition(|call| call.clean_up);
        let (behind, calls): (Vec<_>, Vec<_>) = calls.into_iter().partition(is_behind);
        later += behind.len();
        let left_out = calls.len().saturating_sub(SHOWN);
        earlier += left_out;
        own.extend(calls.into_iter().skip(left_out).map(row));
        late.extend(cleaning.into_iter().map(row));
    }
    let width = own.iter().chain(&late).map(|row| row.label.chars().count()).max().unwrap_or_default();
    let width = if width > 0 { width + 2 } else { 0 };
    let line =
        |Row { label, call, end }: &Row<'_>| format!("{label:<width$}{}", call.in_process(end.as_deref()));
    for rows in [&mut own, &mut late] {
        rows.sort_by_key(|row| row.call.at_us);
    }
    let mut lines: Vec<String> = own.iter().map(line).collect();
    if earlier > 0 {
        lines.insert(0, format!("... {earlier} before; --json has all"));
    }
    if later > 0 {
        lines.push(format!("... {later} after the failure; --json has all"));
    }
    if !late.is_empty() {
        lines.push(format!("{}:", clean_up_of(execution)));
        lines.extend(late.iter().take(CLEAN_UP).map(|row| format!("  {}", line(row))));
    }
    if late.len() > CLEAN_UP {
        lines.push(format!("  ... and {} more", late.len() - CLEAN_UP));
    }
    lines
}

/// What the calls of a test's clean-up are headed. A time limit may be reached in them, without a failure before.
pub(super) fn clean_up_of(execution: &Execution) -> &'static str {
    if execution.outcome == Outcome::Timeout {
        "clean-up at the end of the test"
    } else {
        "clean-up after the failure"
    }
}

/// The early end of a process of a test: `SIGSEGV`, `exited with code 3`. A failure names a peer by its role, which is known if no
/// other process has it.
fn early_end(process: &ProcessCalls, alone: bool, execution: &Execution) -> Option<String> {
    if let Some(crash) = execution.crashes.iter().find(|crash| crash.process == process.process) {
        return Some(crash.signal.clone());
    }
    match &execution.cause {
        Some(Cause::Died { how, .. }) if process.process == WORKER => Some(how.clone()),
        Some(Cause::Failed { symptom: Symptom::Death, peer, .. })
            if alone && peer.is_some() && *peer == process.role =>
        {
            Some("by a signal".to_owned())
        }
        _ => None,
    }
}

fn is_of_worker(log: &[ProcessCalls]) -> bool {
    matches!(log, [process] if process.process == WORKER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::last_calls::peer;
    use crate::outcome::Outcome;
    use crate::samples::{of_peer, of_worker, returned};
    use ur_ipc_isolated::CallEnd;

    fn with_calls(call_log: Vec<ProcessCalls>) -> Execution {
        Execution { call_log, ..Execution::bare(Outcome::Fail, "") }
    }

    fn lines(log: &[ProcessCalls]) -> Vec<String> {
        super::lines(&with_calls(log.to_vec()))
    }

    #[test]
    fn a_call_in_which_its_process_ended_has_not_just_not_returned() {
        let stuck = |text| LastCall { end: CallEnd::HasNotReturned, took_us: None, ..returned(0, text) };
        let log = vec![of_worker(vec![stuck("urA()")]), of_peer(vec![stuck("urB()")])];
        let died = Cause::Died { how: "SIGKILL".to_owned(), exited: false, calls: Vec::new() };
        let gone = Cause::Failed {
            symptom: Symptom::Death,
            peer: Some("consumer".to_owned()),
            call: None,
            death: None,
            says: "the peer was ended by SIGSEGV in urB".to_owned(),
        };
        let told = |cause| super::lines(&with_calls(log.clone()).because(cause));
        let (waits, ended) = ("has not returned", "had not returned when the process ended");
        assert_eq!(
            told(died),
            [format!("worker    urA() ... {ended} (SIGKILL)"), format!("consumer  urB() ... {waits}")]
        );
        assert_eq!(
            told(gone),
            [format!("worker    urA() ... {waits}"), format!("consumer  urB() ... {ended} (by a signal)")]
        );
    }

    #[test]
    fn the_last_calls_are_shown_and_how_many_were_before() {
        let log = [of_worker(vec![returned(0, "urA()"); SHOWN + 2])];
        let all = lines(&log);
        assert_eq!((all.len(), &*all[0], &*all[1]), (SHOWN + 1, "... 2 before; --json has all", "urA()"));
        assert_eq!(heading(&log), "last calls:");
    }

    #[test]
    fn calls_of_all_processes_are_in_order_of_time_and_what_cleans_up_stands_apart() {
        let late = |at_us| LastCall { clean_up: true, ..returned(at_us, "urPut()") };
        let own = vec![returned(0, "urGet()"), returned(9, "urWait()"), late(12)];
        let other = vec![returned(5, "urOpen()"), late(10)];
        let idle = ProcessCalls { process: peer(8), role: None, calls: Vec::new(), had_part: false };
        let log = [of_worker(own), of_peer(other), idle];
        let expected = [
            "worker    urGet()",
            "consumer  urOpen()",
            "worker    urWait()",
            "clean-up after the failure:",
            "  consumer  urPut()",
            "  worker    urPut()",
        ];
        assert_eq!(lines(&log), expected);
        let told = "last calls in order of time (consumer is peer 7; peer 8 made no call):";
        assert_eq!(heading(&log), told);
    }

    #[test]
    fn calls_end_with_the_one_that_failed() {
        let failed = LastCall { failed: true, ..returned(5, "urWait()") };
        let stuck = LastCall { end: CallEnd::HasNotReturned, took_us: None, ..returned(7, "urFinish()") };
        let mut own = vec![returned(0, "urGet()"), failed, stuck];
        own.extend(vec![returned(8, "urRelease()"); SHOWN]);
        let log = [of_worker(own), of_peer(vec![returned(4, "urOpen()"), returned(9, "urClose()")])];
        let expected = [
            "worker    urGet()",
            "consumer  urOpen()",
            "worker    urWait()",
            "worker    urFinish() ... has not returned",
            &format!("... {} after the failure; --json has all", SHOWN + 1),
        ];
        assert_eq!(lines(&log), expected);
    }

    #[test]
    fn of_long_clean_ups_the_first_are_shown() {
        let call = LastCall { clean_up: true, ..returned(0, "urA()") };
        let mut expected = vec!["clean-up after the failure:"];
        expected.extend(["  urA()"; CLEAN_UP]);
        expected.push("  ... and 2 more");
        assert_eq!(lines(&[of_worker(vec![call; CLEAN_UP + 2])]), expected);
    }
}
