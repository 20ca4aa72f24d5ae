//! Result files of the shape before this one, `results/2`: the words that their reasons begin with say what a cause says now.

use super::document::Document;
use crate::cause::Cause;
use crate::outcome::{Execution, Outcome};

/// The version of that shape.
pub(super) const SCHEMA: &str = "ur-ipc-cts/results/2";

/// Gives each record the cause that its reason tells.
pub(super) fn translate(document: &mut Document) {
    document.schema = super::document::SCHEMA.to_owned();
    for record in &mut document.tests {
        record.execution.cause = cause(&record.execution);
    }
}

/// What notes begin with that a test does not have that just passes.
const UNSTEADY: [&str; 3] = ["it failed ", "it is flaky: ", "it passes, and is known to fail now and then: "];

fn cause(execution: &Execution) -> Option<Cause> {
    if execution.outcome == Outcome::Pass {
        let is_unsteady = |note: &String| UNSTEADY.iter().any(|start| note.starts_with(start));
        return execution.notes.iter().any(is_unsteady).then_some(Cause::Flaky);
    }
    let reason = execution.reason.as_deref()?;
    if reason.starts_with("after its end: ") {
        return Some(Cause::LateEnd);
    }
    match execution.outcome {
        Outcome::Skip => skip(reason),
        Outcome::NotRun if reason.starts_with("stopped: ") => Some(Cause::Stopped),
        Outcome::NotRun if reason == "the run ended before it" => Some(Cause::RunEnded),
        _ => None,
    }
}

fn skip(reason: &str) -> Option<Cause> {
    if reason.starts_with("skiplist: ") {
        return Some(Cause::Skiplist);
    }
    if let Some(entry_point) = reason.strip_prefix("the backend leaves out ") {
        return Some(Cause::EntryPoint { entry_point: entry_point.to_owned() });
    }
    let (need, _) = reason.strip_prefix("needs ")?.split_once(": ")?;
    Some(Cause::Need { need: need.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::skiplist(Outcome::Skip, "skiplist: try", Some(Cause::Skiplist))]
    #[case::need(
        Outcome::Skip,
        "needs ipc events: the device does not report it: no",
        Some(Cause::Need { need: "ipc events".to_owned() })
    )]
    #[case::entry_point(
        Outcome::Skip,
        "the backend leaves out urEventWait",
        Some(Cause::EntryPoint { entry_point: "urEventWait".to_owned() })
    )]
    #[case::stopped(
        Outcome::NotRun,
        "stopped: the run had 1 failure, and was to go no further",
        Some(Cause::Stopped)
    )]
    #[case::ended(Outcome::NotRun, "the run ended before it", Some(Cause::RunEnded))]
    #[case::late(Outcome::Crash, "after its end: SIGSEGV", Some(Cause::LateEnd))]
    #[case::other_words(Outcome::Skip, "list: try", None)]
    #[case::other_outcome(Outcome::Fail, "skiplist: try", None)]
    #[case::own_doing(Outcome::NotRun, "it checked nothing", None)]
    fn the_words_of_old_give_the_cause(
        #[case] outcome: Outcome,
        #[case] reason: &str,
        #[case] expected: Option<Cause>,
    ) {
        assert_eq!(cause(&Execution::bare(outcome, reason)), expected);
    }

    #[rstest]
    #[case::flaky("it is flaky: it failed 1 of 2 times", Some(Cause::Flaky))]
    #[case::known_as_flaky("it passes, and is known to fail now and then: x", Some(Cause::Flaky))]
    #[case::observed("it gives 3", None)]
    fn the_notes_of_old_tell_a_pass_that_is_unsteady(#[case] note: &str, #[case] expected: Option<Cause>) {
        let pass = Execution { notes: vec![note.to_owned()], ..Execution::bare(Outcome::Pass, "") };
        assert_eq!(cause(&pass), expected);
    }
}
