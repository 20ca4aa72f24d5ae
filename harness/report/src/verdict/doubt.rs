//! Violations in doubt: tests that failed in calls about which other violated requirements are.

use super::{Verdict, Violation};
use crate::outcome::Record;
use crate::requirements::Requirements;

/// The tests of a violated requirement that failed, each with the entry points that stopped it. There are none if a check
/// failed: the test has seen the violation itself, whatever the call that it is about.
type Evidence = Vec<Vec<String>>;

impl Verdict {
    /// Marks the violations that may be none. A crash in Close fails each test that closes something, whatever the test
    /// is about. It says nothing of the requirements of events, if one of Close is violated as well.
    pub(super) fn doubt(&mut self, requirements: &Requirements, records: &[&Record]) {
        let evidence: Vec<Evidence> =
            self.violated.iter().map(|violation| evidence(violation, records)).collect();
        let is_about = |violation: &Violation, entry_point: &str| {
            requirements.get(&violation.requirement).is_some_and(|known| known.is_about(entry_point))
        };
        // What is in doubt must not decide the word of the verdict: so the other one binds as much, and is known if this one
        // is. If the other alone is known, this one fails the run, as a new failure has to.
        let another_is_violated = |entry_point: &String, violation: &Violation| {
            self.violated.iter().zip(&evidence).any(|(other, tests)| {
                (other.known || !violation.known)
                    && other.chapter <= violation.chapter
                    && is_about(other, entry_point)
                    && tests.iter().flatten().any(|failed_in| failed_in == entry_point)
            })
        };
        let in_doubt = |(violation, tests): (&Violation, &Evidence)| {
            tests.iter().all(|test| {
                !test.is_empty()
                    && test.iter().all(|entry_point| {
                        !is_about(violation, entry_point) && another_is_violated(entry_point, violation)
                    })
            })
        };
        let in_doubt: Vec<bool> = self.violated.iter().zip(&evidence).map(in_doubt).collect();
        for (violation, in_doubt) in self.violated.iter_mut().zip(in_doubt) {
            violation.in_doubt = in_doubt;
        }
    }
}

fn evidence(violation: &Violation, records: &[&Record]) -> Evidence {
    let of = |record: &&&Record| record.violates() && violation.tests.contains(&record.test);
    let told = |record: &&Record| {
        let execution = &record.execution;
        if execution.was_stopped() { execution.failed_in() } else { Vec::new() }
    };
    records.iter().filter(of).map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::super::VerdictKind;
    use super::super::samples::{device, record};
    use super::*;
    use crate::cause::{Cause, FailedCall};
    use crate::outcome::Outcome::{self, Crash, ExpectedFail, Fail};
    use rstest::rstest;
    use ur_ipc_fixtures::Symptom;

    /// A requirement of Close that is a must, another one, one of Open and one of events.
    const CATALOGUE: &str = "
- {id: m.close, family: m, entry_point: 'urClose, urA', level: must, expect: x, source: s, ur_cts: false}
- {id: m.again, family: m, entry_point: 'urCl*', level: should, expect: x, source: s, ur_cts: false}
- {id: m.open, family: m, entry_point: urOpen, level: must, expect: x, source: s, ur_cts: false}
- {id: e.open, family: e, entry_point: 'urOpen{A,B}', level: should, expect: x, source: s, ur_cts: false}
";

    fn failed(id: &str, outcome: Outcome, calls: &str) -> Record {
        let calls: Vec<String> = calls.split_whitespace().map(str::to_owned).collect();
        let cause = match &calls[..] {
            [] => Cause::Failed {
                symptom: Symptom::Check,
                peer: None,
                call: None,
                death: None,
                says: String::new(),
            },
            [call] if outcome != Crash => Cause::Failed {
                // A mark behind the call: the check is the evidence.
                symptom: if call.ends_with('!') { Symptom::Check } else { Symptom::Refusal },
                peer: None,
                death: None,
                call: Some(FailedCall { name: call.replace('!', ""), result: String::new() }),
                says: String::new(),
            },
            _ => Cause::Died { how: "SIGSEGV".to_owned(), exited: false, calls },
        };
        record(id, outcome, Some(cause))
    }

    fn in_doubt(records: &[Record]) -> Vec<String> {
        let requirements = Requirements::parse(CATALOGUE).unwrap();
        let said = Verdict::new(&requirements, &records.iter().collect::<Vec<_>>(), &device(true), true);
        let in_doubt = said.violated.iter().filter(|violation| violation.in_doubt);
        in_doubt.map(|violation| violation.requirement.clone()).collect()
    }

    #[rstest]
    #[case::a_crash_in_a_call_of_another(&[("m.close", Crash, "urClose"), ("e.open", Crash, "urClose")], &["e.open"])]
    #[case::a_refusal(&[("m.close", Fail, "urClose"), ("m.open", Fail, "urClose")], &["m.open"])]
    #[case::one_that_is_about_it(&[("m.close", Crash, "urClose"), ("m.again", Crash, "urClose")], &[])]
    #[case::no_other(&[("e.open", Crash, "urClose")], &[])]
    #[case::another_that_failed_elsewhere(&[("m.close", Fail, "urA"), ("e.open", Fail, "urClose")], &[])]
    #[case::another_that_binds_less(&[("m.again", Crash, "urClose"), ("m.open", Crash, "urClose")], &[])]
    #[case::another_that_is_known(&[("m.close", ExpectedFail, "urClose"), ("e.open", Fail, "urClose")], &["e.open"])]
    #[case::known_of_another_that_is_new(&[("m.close", Fail, "urClose"), ("e.open", ExpectedFail, "urClose")], &[])]
    #[case::both_known(&[("m.close", ExpectedFail, "urClose"), ("e.open", ExpectedFail, "urClose")], &["e.open"])]
    #[case::a_check_of_the_call(&[("m.close", Fail, "urClose"), ("e.open", Fail, "urClose!")], &[])]
    #[case::wrong_bytes(&[("m.close", Crash, "urClose"), ("e.open", Fail, "")], &[])]
    #[case::one_of_two_tests(
        &[("m.close", Crash, "urClose"), ("e.open", Crash, "urClose"), ("e.open", Fail, "urOpenA")],
        &[]
    )]
    #[case::one_of_two_calls(&[("m.close", Crash, "urClose"), ("e.open", Crash, "urClose urB")], &[])]
    fn a_violation_is_in_doubt_if_all_its_failures_are_in_calls_of_others(
        #[case] failures: &[(&str, Outcome, &str)],
        #[case] expected: &[&str],
    ) {
        let mut records: Vec<Record> =
            failures.iter().map(|(id, outcome, calls)| failed(id, *outcome, calls)).collect();
        // Two tests of a requirement have two names.
        for (number, record) in records.iter_mut().enumerate() {
            record.test.push_str(&format!("::{number}"));
        }
        assert_eq!(in_doubt(&records), expected);
    }

    #[test]
    fn doubts_are_one_line_and_do_not_change_the_word() {
        let requirements = Requirements::parse(CATALOGUE).unwrap();
        let records = ["m.close", "m.open", "e.open"].map(|id| failed(id, Crash, "urClose"));
        let said = Verdict::new(&requirements, &records.iter().collect::<Vec<_>>(), &device(true), true);
        assert_eq!(said.verdict, VerdictKind::DoesNotConform);
        assert_eq!(
            said.basis()[1],
            "perhaps violated (2): m.open, e.open (the tests failed in urClose, which they are not about)"
        );
    }
}
