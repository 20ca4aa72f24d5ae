//! Calls in lines: one process after the other, and apart from its calls those that clean up.

use crate::last_calls::{LastCall, ProcessCalls, WORKER};

/// As many calls are shown of a process, the last ones: the result file has more.
const SHOWN: usize = 16;
/// As many calls are shown of those that clean up after a failure.
const CLEAN_UP: usize = 8;

/// The lines. The process that runs the test comes first, and without a heading.
pub(super) fn lines(log: &[ProcessCalls]) -> Vec<String> {
    let mut lines = Vec::new();
    for ProcessCalls { process, calls, .. } in log {
        let own = process == WORKER;
        if !own {
            lines.push(format!("{process}:"));
        }
        let indentation = if own { "" } else { "  " };
        lines.extend(of_process(calls).into_iter().map(|line| format!("{indentation}{line}")));
    }
    lines
}

fn of_process(calls: &[LastCall]) -> Vec<String> {
    let (late, calls): (Vec<_>, Vec<_>) = calls.iter().partition(|call| call.clean_up);
    let earlier = calls.len().saturating_sub(SHOWN);
    let mut lines: Vec<String> = calls[earlier..].iter().map(ToString::to_string).collect();
    if earlier > 0 {
        lines.insert(0, format!("... {earlier} before, in the result file"));
    }
    if !late.is_empty() {
        lines.push("clean-up after the failure:".to_owned());
        lines.extend(late.iter().take(CLEAN_UP).map(|call| format!("  {call}")));
    }
    if late.len() > CLEAN_UP {
        lines.push(format!("  ... and {} more", late.len() - CLEAN_UP));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::last_calls::peer;
    use crate::samples::{of_peer, of_worker, returned};

    #[test]
    fn the_last_calls_are_shown_and_how_many_were_before() {
        let all = lines(&[of_worker(vec![returned(0, "urA()"); SHOWN + 2])]);
        assert_eq!((all.len(), &*all[0], &*all[1]), (SHOWN + 1, "... 2 before, in the result file", "urA()"));
    }

    #[test]
    fn processes_follow_each_other_and_what_cleans_up_stands_apart() {
        let call = |clean_up| LastCall { clean_up, ..returned(0, "urA()") };
        let calls = |late: usize| [vec![call(false)], vec![call(true); late]].concat();
        let log = [
            of_worker(calls(CLEAN_UP + 2)),
            of_peer(calls(1)),
            ProcessCalls { process: peer(8), ..of_peer(Vec::new()) },
        ];
        let mut expected = vec!["urA()", "clean-up after the failure:"];
        expected.extend(["  urA()"; CLEAN_UP]);
        expected.extend([
            "  ... and 2 more",
            "peer 7:",
            "  urA()",
            "  clean-up after the failure:",
            "    urA()",
        ]);
        expected.push("peer 8:");
        assert_eq!(lines(&log), expected);
    }
}
