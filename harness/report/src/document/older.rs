//! Result files of the earlier shape, `results/2`. Its reasons begin with words that are causes now.

use super::Document;
use crate::cause::{Cause, FailedCall};
use crate::outcome::{Execution, Outcome};
use ur_ipc_fixtures::Symptom;

/// The version of that shape.
pub(super) const SCHEMA: &str = "ur-ipc-cts/results/2";

/// Gives each record the cause that its reason tells, and the run the devices that its conditions name.
pub(super) fn translate(document: &mut Document) {
    document.schema = super::SCHEMA.to_owned();
    if let Some(terms) = &mut document.environment.terms {
        let of_devices = terms.selection.iter().filter(|told| told.starts_with("device '"));
        terms.chosen_devices = of_devices.cloned().collect();
    }
    for record in &mut document.tests {
        record.execution.cause = cause(&record.execution);
    }
}

/// The first words of notes that a test has only if it did not just pass.
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
        Outcome::Fail | Outcome::Blocked | Outcome::Deviates => Some(failed(execution, reason)),
        Outcome::Crash => died(reason),
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

/// A check that failed, by the first lines of the reason: the call, if there is one, and what was expected and seen.
fn failed(execution: &Execution, reason: &str) -> Cause {
    let seen = execution.seen.map(|seen| format!("{seen}: ")).unwrap_or_default();
    let said = reason.strip_prefix(&seen).unwrap_or(reason);
    let peer = said.strip_prefix("in peer '").and_then(|rest| rest.split_once("': "));
    let (peer, said) = peer.map_or((None, said), |(peer, rest)| (Some(peer.to_owned()), rest));
    let first = said.lines().next().unwrap_or_default();
    let call = first
        .split_once('(')
        .zip(first.rsplit_once(") -> "))
        .map(|((name, _), (_, result))| FailedCall { name: name.to_owned(), result: result.to_owned() });
    let call = call.filter(|call| !call.name.contains(' '));
    let symptom = match &call {
        Some(call) if ["UR_RESULT_ERROR_", "errc::"].iter().any(|of| call.result.starts_with(of)) => {
            Symptom::Refusal
        }
        None if first.contains(" leak: +") => Symptom::Leak,
        None if first.starts_with("it was ended by ") => Symptom::Death,
        _ => Symptom::Check,
    };
    let place = first.rsplit_once(" (").filter(|(_, place)| place.contains(".rs:"));
    Cause::Failed { symptom, peer, call, death: None, says: place.map_or(first, |(says, _)| says).to_owned() }
}

/// A process that died in a call: of several, in the first.
fn died(reason: &str) -> Option<Cause> {
    let (said, _) = reason.lines().next()?.split_once('(')?;
    let (how, exited, call) = match (said.rsplit_once(" inside "), said.rsplit_once(" in ")) {
        (Some((how, call)), _) => (how, true, call),
        (_, Some((how, call))) => (how, false, call),
        _ => return None,
    };
    let calls = vec![call.to_owned()];
    (!call.contains(' ')).then(|| Cause::Died { how: how.to_owned(), exited, calls })
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
    #[case::other_outcome(
        Outcome::Fail,
        "skiplist: try (a.rs:1:2)",
        Some(Cause::Failed { symptom: Symptom::Check, peer: None, call: None, death: None, says: "skiplist: try".to_owned() })
    )]
    #[case::call(
        Outcome::Fail,
        "in peer 'c': urA(x = 1) -> UR_RESULT_ERROR_UNKNOWN\nexpected success (a.rs:1:2)",
        Some(Cause::Failed {
            symptom: Symptom::Refusal,
            peer: Some("c".to_owned()),
            call: Some(FailedCall { name: "urA".to_owned(), result: "UR_RESULT_ERROR_UNKNOWN".to_owned() }),
            death: None,
            says: "urA(x = 1) -> UR_RESULT_ERROR_UNKNOWN".to_owned(),
        })
    )]
    #[case::death(
        Outcome::Crash,
        "SIGSEGV in urA(x = 1)",
        Some(Cause::Died { how: "SIGSEGV".to_owned(), exited: false, calls: vec!["urA".to_owned()] })
    )]
    #[case::outside(Outcome::Crash, "SIGSEGV outside of UR, after urA(x = 1) -> UR_RESULT_SUCCESS", None)]
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
