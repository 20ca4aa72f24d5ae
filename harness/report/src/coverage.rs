//! States of requirements, from the outcomes of tests.

use crate::outcome::{Outcome, Record};
use crate::requirements::{Chapter, Requirements};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The state of each requirement that a test on this device cites: the worst of its tests. A test that passed
/// outweighs one that was skipped.
pub fn states<'r>(records: impl IntoIterator<Item = &'r Record>, device: &str) -> BTreeMap<&'r str, Outcome> {
    let mut states: BTreeMap<&str, Outcome> = BTreeMap::new();
    for record in records.into_iter().filter(|record| record.device == device) {
        for id in &record.requirements {
            let state = states.entry(id).or_insert(record.outcome());
            if weight(record.outcome()) > weight(*state) {
                *state = record.outcome();
            }
        }
    }
    states
}

fn weight(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Skip => 0,
        Outcome::Pass => 1,
        Outcome::Deviates => 2,
        Outcome::ExpectedFail => 3,
        Outcome::UnexpectedPass => 4,
        Outcome::NotRun | Outcome::HarnessError | Outcome::NotDetermined | Outcome::Blocked => 5,
        Outcome::Fail | Outcome::Crash | Outcome::Timeout => 6,
    }
}

/// A table, a line a family that was touched: how many requirements of each chapter were verified, of those that a
/// test can reach.
pub fn table(requirements: &Requirements, states: &BTreeMap<&str, Outcome>) -> String {
    let mut families: Vec<&str> = Vec::new();
    for requirement in requirements.all() {
        let touched = states.contains_key(requirement.id.as_str());
        if touched && !families.contains(&requirement.family.as_str()) {
            families.push(&requirement.family);
        }
    }
    let title = |chapter: Chapter| {
        let (name, counts) = (chapter.name(), chapter.binds(true));
        if counts { name.to_owned() } else { format!("({name})") }
    };
    let chapters = Chapter::ALL.map(title);
    let mut rows = vec![("verified", chapters.to_vec())];
    for family in families {
        let cells = Chapter::ALL.map(|chapter| {
            let wanted: Vec<&str> = requirements
                .all()
                .iter()
                .filter(|r| r.family == family && r.chapter() == chapter && r.untested.is_none())
                .map(|r| r.id.as_str())
                .collect();
            let verified = wanted
                .iter()
                .filter(|&&id| matches!(states.get(id), Some(Outcome::Pass | Outcome::UnexpectedPass)))
                .count();
            if wanted.is_empty() { "-".to_owned() } else { format!("{verified} of {}", wanted.len()) }
        });
        rows.push((family, cells.to_vec()));
    }
    aligned(&rows)
}

/// The rows, with columns as wide as what is in them.
fn aligned(rows: &[(&str, Vec<String>)]) -> String {
    let first = rows.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let width = |column: usize| rows.iter().map(|(_, cells)| cells[column].len()).max().unwrap_or_default();
    let mut text = String::new();
    for (name, cells) in rows {
        // Writing to a string cannot fail.
        let _ = write!(text, "    {name:<first$}");
        for (column, cell) in cells.iter().enumerate() {
            let _ = write!(text, "  {cell:>width$}", width = width(column));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(&[Outcome::Skip, Outcome::Pass], Outcome::Pass)]
    #[case(&[Outcome::Pass, Outcome::Skip], Outcome::Pass)]
    #[case(&[Outcome::Pass, Outcome::Fail, Outcome::Pass], Outcome::Fail)]
    #[case(&[Outcome::ExpectedFail, Outcome::Pass], Outcome::ExpectedFail)]
    #[case(&[Outcome::Pass, Outcome::Deviates], Outcome::Deviates)]
    #[case(&[Outcome::Skip], Outcome::Skip)]
    #[case(&[Outcome::Pass, Outcome::ExpectedFail], Outcome::ExpectedFail)]
    #[case(&[Outcome::ExpectedFail, Outcome::UnexpectedPass], Outcome::UnexpectedPass)]
    #[case(&[Outcome::UnexpectedPass, Outcome::NotRun], Outcome::NotRun)]
    #[case(&[Outcome::HarnessError, Outcome::Crash], Outcome::Crash)]
    #[case(&[Outcome::Timeout, Outcome::Fail], Outcome::Timeout)]
    fn the_worst_test_decides(#[case] outcomes: &[Outcome], #[case] expected: Outcome) {
        let sample = &samples::records()[0];
        let records: Vec<Record> =
            outcomes.iter().map(|&outcome| samples::record(Chapter::Specified, outcome)).collect();
        let states = states(&records, &sample.device);
        assert_eq!(states.values().copied().collect::<Vec<_>>(), vec![expected; sample.requirements.len()]);
        assert!(super::states(&records, "another::dev0").is_empty());
    }

    #[test]
    fn what_was_verified_is_counted_by_family_and_chapter() {
        let catalogue = samples::catalogue(&[
            ("memory.a", "must", ""),
            ("memory.b", "must", ""),
            ("memory.c", "must", ", untested: nobody sees it"),
            ("memory.d", "may", ""),
            ("memory.e", "must", ", binds: arguments"),
            ("memory.f", "should", ", binds: robustness"),
            ("event.a", "must", ""),
            ("event.b", "should", ""),
            ("other.a", "must", ""),
        ]);
        let states = BTreeMap::from([
            ("memory.a", Outcome::Pass),
            ("memory.b", Outcome::Fail),
            ("memory.d", Outcome::Pass),
            ("memory.e", Outcome::Pass),
            ("memory.f", Outcome::Deviates),
            ("event.a", Outcome::Skip),
        ]);
        let table = table(&catalogue, &states);
        assert!(table.lines().all(|line| line.len() <= 80), "{table}");
        let cells: Vec<Vec<&str>> = table
            .lines()
            .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
            .collect();
        assert_eq!(
            cells,
            [
                ["verified", "specified", "expected", "arguments", "(robustness)", "(observed)"],
                ["memory", "1 of 2", "-", "1 of 1", "0 of 1", "1 of 1"],
                ["event", "0 of 1", "0 of 1", "-", "-", "-"],
            ]
        );
    }
}
