//! Tests that changed in the same way, for one cause.

use super::{Outcomes, RecordPair, is_worse, outcomes};
use crate::enumeration::{FEW, first_of};
use crate::escape::{counted, one_line};
use crate::grouping::{Likeness, by_cause};
use crate::outcome::{Outcome, Record};
use std::fmt;

/// The tests of one line in the report.
pub(super) struct Group<'d> {
    outcomes: Outcomes,
    cause: Option<String>,
    records: Vec<&'d Record>,
}

/// The tests in groups, which are in the order of their first tests. Only bad ends have a cause.
pub(super) fn groups<'d>(pairs: impl Iterator<Item = RecordPair<'d>>) -> Vec<Group<'d>> {
    let mut alike: Vec<(Outcomes, Vec<&Record>)> = Vec::new();
    for pair in pairs {
        let outcomes = outcomes(pair);
        let record = pair.1.or(pair.0);
        match alike.iter_mut().find(|(known, _)| *known == outcomes) {
            Some((_, others)) => others.extend(record),
            None => alike.push((outcomes, record.into_iter().collect())),
        }
    }
    let by_cause = |(outcomes, records): (Outcomes, Vec<&'d Record>)| match outcomes.1 {
        Some(after) if !after.is_good() => {
            let causes = by_cause(&records, Likeness::Check).into_iter();
            causes.map(|(cause, records)| Group { outcomes, cause: Some(cause), records }).collect()
        }
        _ => vec![Group { outcomes, cause: None, records }],
    };
    alike.into_iter().flat_map(by_cause).collect()
}

impl fmt::Display for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = self.outcomes;
        let name = |outcome: Option<Outcome>| outcome.map_or("-", Outcome::name);
        let worse = if is_worse(before, after) { " (worse)" } else { "" };
        let change = format!("{} -> {}{worse}", name(before), name(after));
        if let [record] = self.records[..] {
            writeln!(f, "    {}: {change}", one_line(&record.name))?;
            let reason = self.cause.as_ref().and(record.execution.reason.as_deref());
            return reason.into_iter().try_for_each(|reason| writeln!(f, "        {}", one_line(reason)));
        }
        writeln!(f, "    {}: {change}", counted(self.records.len(), "test"))?;
        self.cause.iter().try_for_each(|cause| writeln!(f, "        {}", one_line(cause)))?;
        let names: Vec<String> = self.records.iter().map(|record| one_line(&record.name)).collect();
        writeln!(f, "        {}", first_of(FEW, &names))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requirements::Chapter;
    use crate::samples;

    fn shown(after: Outcome, reasons: &[&str]) -> String {
        let before = samples::record(Chapter::Specified, Outcome::Pass);
        let named = |(number, reason): (usize, &&str)| {
            let mut record = samples::record(Chapter::Specified, after);
            record.name = format!("host::dev0::memory::open::test_{number}");
            record.execution.reason = Some((*reason).to_owned());
            record.execution.cause = None;
            record
        };
        let records: Vec<Record> = reasons.iter().enumerate().map(named).collect();
        let pairs = records.iter().map(|record| (Some(&before), Some(record)));
        groups(pairs).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn many_tests_of_one_cause_are_one_group() {
        let reasons = ["no memory (7)", "no memory (1)", "it hung", "no memory (3)", "no memory (9)"];
        insta::assert_snapshot!(shown(Outcome::Crash, &reasons), @r"
            4 tests: pass -> crash (worse)
                crash of a process: no memory
                host::dev0::memory::open::test_0, host::dev0::memory::open::test_1, host::dev0::memory::open::test_3 and 1 more
            host::dev0::memory::open::test_2: pass -> crash (worse)
                it hung
        ");
    }

    #[test]
    fn good_ends_have_no_cause() {
        insta::assert_snapshot!(shown(Outcome::Skip, &["no events", "no memory"]), @r"
            2 tests: pass -> skip (worse)
                host::dev0::memory::open::test_0, host::dev0::memory::open::test_1
        ");
    }
}
