//! A verdict in words.

use super::{UnverifiedReason, Verdict, VerdictKind, Violation};
use crate::enumeration::{FEW, enumerated, first_of};
use crate::escape::counted;
use crate::fold::folded;
use crate::requirements::{Chapter, family_of};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Maximum number of requirements of a family that are named for a gap.
const NAMED: usize = 8;

impl UnverifiedReason {
    fn why(self) -> &'static str {
        match self {
            Self::Capability => "because the device lacks what their tests need",
            Self::EntryPoint => "because the backend lacks an entry point that the tests call",
            Self::Skiplist => "because of a skiplist",
            Self::Filter => "because the run did not select the tests",
            Self::Stopped => "because the run stopped early",
            Self::GaveUp => "because the run gave up after too many hangs in a row",
            Self::Blocked => "because a call fails that the tests rely on",
            Self::Environment => "because the tests did not run to their end",
        }
    }

    /// A line about so many requirements.
    fn line(self, count: usize) -> String {
        format!("requirements not verified {} ({count})", self.why())
    }
}

impl Verdict {
    /// The same lines as [`basis`](Self::basis), for a terminal.
    pub fn details(&self, columns: usize) -> String {
        on_terminal(&self.basis(), columns)
    }

    /// The lines of [`details`](Self::details) without which the verdict is not understood.
    pub fn essentials(&self, columns: usize) -> String {
        let mut lines = self.causes();
        lines.extend(self.gaps().into_iter().map(|(gap, ids)| gap.line(ids.len())));
        on_terminal(&lines, columns)
    }

    /// Lists violations and missing entry points, one line each.
    fn causes(&self) -> Vec<String> {
        let mut violated: Vec<&Violation> = self.violated.iter().collect();
        violated.sort_by_key(|violation| violation.chapter);
        let (in_doubt, certain): (Vec<&Violation>, Vec<_>) =
            violated.into_iter().partition(|violation| violation.in_doubt);
        let mut lines: Vec<String> = certain.into_iter().map(line).collect();
        lines.extend(self.in_doubt(&in_doubt));
        if !self.lacking.is_empty() {
            let told = |(name, &tests): (&String, &usize)| format!("{name} ({})", counted(tests, "test"));
            let told: Vec<String> = self.lacking.iter().map(told).collect();
            // Of what comes behind it, nothing is known.
            let entry_points = counted(told.len(), "entry point");
            lines.push(format!(
                "tests stopped at {entry_points} that the backend leaves out: {}",
                told.join(", ")
            ));
        }
        lines
    }

    /// Lists violations in doubt, one line for each call in which their tests failed.
    fn in_doubt(&self, violations: &[&Violation]) -> Vec<String> {
        let mut by_call: BTreeMap<(bool, String), Vec<String>> = BTreeMap::new();
        for Violation { requirement, entry_points, known, .. } in violations {
            by_call.entry((*known, first_of(FEW, entry_points))).or_default().push(requirement.clone());
        }
        let told = |((known, calls), ids): ((bool, String), Vec<String>)| {
            let known = if known { "; known, skiplist" } else { "" };
            let (count, told) = (ids.len(), self.by_family(&ids));
            let which = if count == 1 { "which it is" } else { "which they are" };
            format!(
                "perhaps violated ({count}{known}): {told} (the tests failed in {calls}, {which} not about)"
            )
        };
        by_call.into_iter().map(told).collect()
    }

    /// Lists violations, missing entry points and unverified requirements, one line each.
    pub fn basis(&self) -> Vec<String> {
        let mut lines = self.causes();
        for (gap, ids) in self.gaps() {
            let line = gap.line(ids.len());
            let ids = if gap == UnverifiedReason::Filter {
                String::new()
            } else {
                format!(": {}", self.by_family(&ids))
            };
            lines.push(line + &ids);
        }
        if !self.stale.is_empty() {
            lines.push(format!("the skiplist is out of date, these tests pass: {}", self.stale.join(", ")));
        }
        if !self.otherwise.is_empty() {
            lines.push(format!("failed, although UR requires nothing there: {}", self.otherwise.join(", ")));
        }
        lines
    }

    /// What stands behind the new violations: those that are known, those in doubt, and that the skiplist is out of date.
    fn besides(&self, known: &[&Violation]) -> String {
        let stale = if self.stale.is_empty() { "" } else { "; the skiplist is out of date" };
        also_known(known) + &self.also_in_doubt() + stale
    }

    /// The number of the new violations that may be none.
    fn also_in_doubt(&self) -> String {
        match self.violated.iter().filter(|violation| violation.in_doubt && !violation.known).count() {
            0 => String::new(),
            count => format!("; {count} perhaps violated"),
        }
    }

    /// The number of requirements that were neither verified nor violated.
    fn untested(&self) -> usize {
        let ids: BTreeSet<&String> = self.unverified.values().flatten().collect();
        ids.into_iter().filter(|id| !self.is_violated(id)).count()
    }

    fn is_violated(&self, id: &str) -> bool {
        self.violated.iter().any(|violation| violation.requirement == id)
    }

    /// The requirements that were not verified, by the reason. One that is violated as well counts as that, unless nothing else
    /// stands for the reason.
    fn gaps(&self) -> Vec<(UnverifiedReason, Vec<String>)> {
        let gap = |(gap, ids): (&UnverifiedReason, &Vec<String>)| {
            let others: Vec<String> = ids.iter().filter(|id| !self.is_violated(id)).cloned().collect();
            (*gap, if others.is_empty() { ids.clone() } else { others })
        };
        self.unverified.iter().map(gap).collect()
    }

    /// Ids of requirements with commas between them. A family that is whole here, or has many ids here, is one count.
    fn by_family(&self, ids: &[String]) -> String {
        let told = |id: &String| {
            let family = family_of(id);
            let count = ids.iter().filter(|other| family_of(other) == family).count();
            match self.size_of(family) {
                all if all == count && count > 1 => format!("all {count} requirements of {family}"),
                all if count > NAMED => format!("{count} of the {all} requirements of {family}"),
                _ => id.clone(),
            }
        };
        let mut once = BTreeSet::new();
        let told = ids.iter().map(told).filter(|told| once.insert(told.clone()));
        told.collect::<Vec<_>>().join(", ")
    }

    /// The number of a family's requirements that count.
    fn size_of(&self, family: &str) -> usize {
        let violated = self.violated.iter().map(|violation| &violation.requirement);
        let others: BTreeSet<&String> = self.unverified.values().flatten().chain(violated).collect();
        let verified = self.verified.get(family).copied().unwrap_or_default();
        verified + others.into_iter().filter(|id| family_of(id) == family).count()
    }
}

/// The line about a violation.
fn line(violation: &Violation) -> String {
    let Violation { requirement, chapter, known, tests, entry_points, .. } = violation;
    let (known, about, by) = (as_known(*known), chapter.about(), first_of(FEW, tests));
    let failed_in =
        if entry_points.is_empty() { String::new() } else { format!(", in {}", first_of(FEW, entry_points)) };
    format!("violated{known}: {requirement} ({about}), by {by}{failed_in}")
}

/// Words behind "violated" if a skiplist says so.
fn as_known(known: bool) -> &'static str {
    if known { " (known, skiplist)" } else { "" }
}

/// Those that are not in doubt.
fn certain<'v>(violated: &[&'v Violation]) -> Vec<&'v Violation> {
    violated.iter().copied().filter(|violation| !violation.in_doubt).collect()
}

/// "2 requirements of expected behaviour are violated"; newly, if there are known violations as well. If all new ones are in doubt, a
/// known one is what is wrong.
fn of_new(new: &[&Violation], known: &[&Violation]) -> String {
    if new.is_empty() {
        return "tests that no skiplist lists failed in the same calls".to_owned();
    }
    let newly = if certain(known).is_empty() { "" } else { "newly " };
    format!("{} {newly}violated", are(new))
}

/// What stands behind the new violations, if there are known ones as well.
fn also_known(known: &[&Violation]) -> String {
    of_known(known).map(|known| format!("; {known}")).unwrap_or_default()
}

/// "2 requirements of expected behaviour are known to be violated (skiplist)".
fn of_known(known: &[&Violation]) -> Option<String> {
    let known = certain(known);
    (!known.is_empty()).then(|| format!("{} known to be violated (skiplist)", are(&known)))
}

/// "2 requirements of expected behaviour are".
fn are(certain: &[&Violation]) -> String {
    format!("{} {}", by_chapter(certain), if certain.len() == 1 { "is" } else { "are" })
}

/// Counts violations by chapter: "2 requirements of expected behaviour and 1 of argument validation".
fn by_chapter(violated: &[&Violation]) -> String {
    let count = |chapter| violated.iter().filter(|violation| violation.chapter == chapter).count();
    let counts = Chapter::ALL.into_iter().map(|chapter| (chapter, count(chapter)));
    let told = counts.filter(|(_, count)| *count > 0).enumerate().map(|(place, (chapter, count))| {
        let count = if place == 0 { counted(count, "requirement") } else { count.to_string() };
        format!("{count} of {}", chapter.about())
    });
    enumerated(&told.collect::<Vec<_>>(), "and")
}

/// Lines below a verdict, folded.
fn on_terminal(lines: &[String], columns: usize) -> String {
    lines.iter().map(|line| folded(&format!("    {line}"), 8, columns) + "\n").collect()
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (known, new): (Vec<&Violation>, Vec<_>) =
            self.violated.iter().partition(|violation| violation.known);
        let requirements = |count| counted(count, "requirement");
        match self.verdict {
            VerdictKind::DoesNotConform if new.is_empty() => {
                write!(f, "DOES NOT CONFORM: all violations are known (skiplist){}", self.besides(&[]))?;
            }
            VerdictKind::DoesNotConform => {
                let new = certain(&new);
                let decides = new.iter().any(|violation| violation.chapter == Chapter::Specified);
                let new = of_new(&new, &known);
                // What decides the word stands first.
                let told = match of_known(&known) {
                    Some(known) if decides => format!("{new}; {known}"),
                    Some(known) => format!("{known}; {new}"),
                    None => new,
                };
                write!(f, "DOES NOT CONFORM: {told}{}", self.besides(&[]))?;
            }
            VerdictKind::ViolatesExpected => {
                let none = Chapter::Specified.about();
                write!(
                    f,
                    "FAILS: {}, none of {none}{}",
                    of_new(&certain(&new), &known),
                    self.besides(&known)
                )?;
                let untested = self.untested();
                if untested > 0 {
                    write!(f, "; {} not verified", requirements(untested))?;
                }
            }
            VerdictKind::Blocked => f.write_str("FAILS: calls fail that the tests rely on")?,
            VerdictKind::NotDetermined if self.unverified.keys().max() == Some(&UnverifiedReason::GaveUp) => {
                f.write_str("not determined: the run gave up after too many hangs in a row")?;
            }
            VerdictKind::NotDetermined if !self.unverified.contains_key(&UnverifiedReason::Environment) => {
                f.write_str("not determined: the run stopped early")?;
            }
            VerdictKind::NotDetermined => f.write_str("not determined: tests did not run to their end")?,
            VerdictKind::FailsOtherwise if self.otherwise.is_empty() => {
                let none = if known.is_empty() {
                    "no requirement that counts is violated"
                } else {
                    "no new violation"
                };
                write!(f, "FAILS: the skiplist is out of date; {none}{}", also_known(&known))?;
            }
            VerdictKind::FailsOtherwise => {
                f.write_str("FAILS: tests that do not count ended in a way that is an error")?
            }
            VerdictKind::NothingVerified => f.write_str("nothing verified: no test that counts ran")?,
            VerdictKind::NothingToVerify if self.verified.is_empty() => {
                f.write_str("nothing to verify: the device lacks what the tests need")?
            }
            VerdictKind::NothingToVerify => f.write_str("nothing to verify: the device shares nothing")?,
            VerdictKind::Conforms => f.write_str("CONFORMS")?,
            VerdictKind::ConformsAsFarAsAsked if known.is_empty() => {
                f.write_str("PARTIAL: no violation in the tests that ran")?
            }
            VerdictKind::ConformsAsFarAsAsked => {
                f.write_str("PARTIAL: no new violation in the tests that ran")?
            }
            VerdictKind::ConformsAsFarAsOffered if known.is_empty() => {
                f.write_str("PARTIAL: no violation, but the backend lacks entry points")?
            }
            VerdictKind::ConformsAsFarAsOffered => {
                f.write_str("PARTIAL: no new violation, but the backend lacks entry points")?
            }
        }
        if self.verdict.is_good() {
            if !known.is_empty() {
                let with = if self.verdict == VerdictKind::Conforms { " with" } else { "," };
                write!(f, "{with} {} (skiplist)", counted(known.len(), "known violation"))?;
            }
            let verified: usize = self.verified.values().sum();
            let all = verified + self.violated.len() + self.untested();
            write!(f, ", {verified} of {} verified", requirements(all))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{device, need, verdict};
    use super::UnverifiedReason;
    use crate::cause::{Cause, FailedCall};
    use crate::fold::COLUMNS;
    use crate::outcome::Outcome;
    use rstest::rstest;
    use std::collections::BTreeMap;
    use ur_ipc_fixtures::Symptom;

    fn refused(name: &str) -> FailedCall {
        FailedCall { name: name.to_owned(), result: "UR_RESULT_ERROR_INVALID_VALUE".to_owned() }
    }

    #[test]
    fn a_verdict_says_what_it_stands_on() {
        let said = verdict(
            &[
                ("device_info.a", Outcome::Skip, need()),
                ("memory.must", Outcome::ExpectedFail, None),
                ("memory.should", Outcome::Fail, None),
                ("memory.argument", Outcome::UnexpectedPass, None),
            ],
            &device(true),
            true,
        );
        insta::assert_snapshot!(format!("{said}\n{}", said.details(COLUMNS)));
    }

    #[test]
    fn entry_points_that_are_left_out_are_named() {
        let without = |name: &str| Some(Cause::EntryPoint { entry_point: name.to_owned() });
        let skipped = [
            ("memory.must", Outcome::Skip, without("urB")),
            ("memory.should", Outcome::Skip, without("urA")),
            ("memory.may", Outcome::Skip, without("urB")),
        ];
        let said = verdict(&skipped, &device(true), true);
        let told = "tests stopped at 2 entry points that the backend leaves out: urA (1 test), urB (2 tests)";
        assert_eq!(said.basis().first().map(String::as_str), Some(told));
        assert!(said.essentials(200).contains(told));
    }

    #[test]
    fn what_is_violated_is_in_no_gap_beside_others() {
        let mut said = verdict(&[("memory.must", Outcome::Fail, None)], &device(true), true);
        let lines = |said: &super::Verdict| said.basis()[1..].to_vec();
        let stopped = |ids: &[&str]| {
            BTreeMap::from([(UnverifiedReason::Stopped, ids.iter().map(|id| (*id).to_owned()).collect())])
        };
        said.unverified = stopped(&["memory.must", "memory.should"]);
        assert_eq!(
            lines(&said),
            ["requirements not verified because the run stopped early (1): memory.should"]
        );
        said.unverified = stopped(&["memory.must"]);
        assert_eq!(
            lines(&said),
            ["requirements not verified because the run stopped early (1): memory.must"]
        );
    }

    #[test]
    fn many_requirements_of_a_family_are_one_count() {
        let ids = |count: usize| (0..count).map(|number| format!("event.{number}")).collect::<Vec<_>>();
        let mut said = verdict(&[], &device(true), true);
        let told = |said: &super::Verdict| said.basis().first().cloned().unwrap_or_default();
        said.verified = BTreeMap::from([("event".to_owned(), 1)]);
        said.unverified = BTreeMap::from([(UnverifiedReason::EntryPoint, ids(9))]);
        assert!(told(&said).ends_with(" (9): 9 of the 10 requirements of event"), "{}", told(&said));
        said.unverified = BTreeMap::from([(UnverifiedReason::EntryPoint, ids(2))]);
        assert!(told(&said).ends_with(" (2): event.0, event.1"), "{}", told(&said));
        assert!(said.essentials(200).contains("requirements not verified because the backend lacks"));
    }

    #[test]
    fn families_of_sycl_stand_for_their_own() {
        let unverified = ["sycl.memory.a", "sycl.event.a", "sycl.event.b"].map(str::to_owned).to_vec();
        let mut said = verdict(&[], &device(true), true);
        said.unverified = BTreeMap::from([(UnverifiedReason::Capability, unverified)]);
        assert_eq!(
            said.basis(),
            [
                "requirements not verified because the device lacks what their tests need (3): sycl.memory.a, all 2 requirements of event"
            ],
            "memory has what was verified"
        );
    }

    #[test]
    fn violations_of_what_is_specified_come_first() {
        let failed = |id| (id, Outcome::Fail, None);
        let mut said = verdict(&[failed("memory.must"), failed("memory.should")], &device(true), true);
        said.violated.reverse();
        let ids: Vec<String> = said.basis().into_iter().take(2).collect();
        assert!(ids[0].starts_with("violated: memory.must (specified behaviour)"), "{ids:?}");
        assert!(ids[1].starts_with("violated: memory.should (expected behaviour)"), "{ids:?}");
    }

    #[rstest]
    #[case::a_refusal(
        Outcome::Fail,
        Cause::Failed { symptom: Symptom::Refusal, peer: None, call: Some(refused("urOpen")), death: None, says: String::new() },
        ", in urOpen"
    )]
    #[case::a_crash(
        Outcome::Crash,
        Cause::Died { how: "SIGSEGV".to_owned(), exited: false, calls: ["urA", "urB"].map(str::to_owned).to_vec() },
        ", in urA, urB"
    )]
    #[case::wrong_bytes(
        Outcome::Fail,
        Cause::Failed { symptom: Symptom::Check, peer: None, call: None, death: None, says: String::new() },
        ""
    )]
    fn a_violation_names_the_entry_points_in_which_its_tests_failed(
        #[case] outcome: Outcome,
        #[case] cause: Cause,
        #[case] failed_in: &str,
    ) {
        let said = verdict(&[("memory.must", outcome, Some(cause))], &device(true), true);
        let expected =
            format!("violated: memory.must (specified behaviour), by test_of::memory.must{failed_in}");
        assert_eq!(said.basis().first(), Some(&expected));
    }

    #[rstest]
    #[case(
        &[("memory.should", Outcome::Fail, None), ("memory.argument", Outcome::Crash, None)],
        "FAILS: 1 requirement of expected behaviour and 1 of argument validation are violated, none of specified behaviour"
    )]
    #[case(&[("memory.must", Outcome::ExpectedFail, None)], "DOES NOT CONFORM: all violations are known (skiplist)")]
    #[case(
        &[("memory.must", Outcome::ExpectedFail, None), ("memory.should", Outcome::UnexpectedPass, None)],
        "DOES NOT CONFORM: all violations are known (skiplist); the skiplist is out of date"
    )]
    #[case(
        &[("memory.must", Outcome::Fail, None), ("memory.should", Outcome::Fail, None)],
        "DOES NOT CONFORM: 1 requirement of specified behaviour and 1 of expected behaviour are violated"
    )]
    #[case(
        &[("memory.must", Outcome::Fail, None), ("memory.should", Outcome::ExpectedFail, None)],
        "DOES NOT CONFORM: 1 requirement of specified behaviour is newly violated; 1 requirement of expected behaviour is known to be violated (skiplist)"
    )]
    #[case(
        &[("memory.must", Outcome::ExpectedFail, None), ("memory.should", Outcome::Fail, None)],
        "DOES NOT CONFORM: 1 requirement of specified behaviour is known to be violated (skiplist); 1 requirement of expected behaviour is newly violated"
    )]
    #[case(
        &[("memory.should", Outcome::Fail, None), ("memory.argument", Outcome::ExpectedFail, None)],
        "FAILS: 1 requirement of expected behaviour is newly violated, none of specified behaviour; 1 requirement of argument validation is known to be violated (skiplist)"
    )]
    #[case(
        &[("memory.should", Outcome::Fail, None), ("memory.must", Outcome::NotRun, Some(Cause::RunEnded))],
        "FAILS: 1 requirement of expected behaviour is violated, none of specified behaviour; 1 requirement not verified"
    )]
    #[case(
        &[("memory.should", Outcome::ExpectedFail, None)],
        "CONFORMS with 1 known violation (skiplist), 3 of 4 requirements verified"
    )]
    #[case(
        &[("memory.should", Outcome::Fail, None), ("memory.argument", Outcome::UnexpectedPass, None)],
        "FAILS: 1 requirement of expected behaviour is violated, none of specified behaviour; the skiplist is out of date"
    )]
    #[case(&[("memory.must", Outcome::UnexpectedPass, None)], "FAILS: the skiplist is out of date; no requirement that counts is violated")]
    #[case(
        &[("memory.should", Outcome::ExpectedFail, None), ("memory.argument", Outcome::UnexpectedPass, None)],
        "FAILS: the skiplist is out of date; no new violation; 1 requirement of expected behaviour is known to be violated (skiplist)"
    )]
    fn nothing_is_said_bare_that_is_not_whole(
        #[case] otherwise: &[(&str, Outcome, Option<Cause>)],
        #[case] text: &str,
    ) {
        assert_eq!(verdict(otherwise, &device(true), true).to_string(), text);
    }
}
