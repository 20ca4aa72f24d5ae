//! Skiplists of a run, and the devices that they applied to.

use super::escape::one_line;
use crate::outcome::Record;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Each list that is about a device of the run, with the lines of the entries that were about a test.
pub(super) fn applied(lists: &[String], records: &[Record]) -> String {
    let mut text = String::new();
    for list in lists {
        let mut lines: BTreeMap<usize, usize> = BTreeMap::new();
        let entries = records.iter().filter_map(|record| record.entry.as_deref()?.rsplit_once(':'));
        for line in entries.filter_map(|(file, line)| (file == list).then_some(line)?.parse().ok()) {
            *lines.entry(line).or_default() += 1;
        }
        let list = one_line(list);
        let title = if text.is_empty() { "\nskiplists:\n" } else { "" };
        let told: Vec<String> = lines.keys().map(ToString::to_string).collect();
        // Writing to a string cannot fail.
        let _ = match (lines.values().sum(), told.as_slice()) {
            (0, _) => writeln!(text, "{title}    {list}: no test"),
            (1, lines) => writeln!(text, "{title}    {list}: 1 test, by line {}", lines.concat()),
            (tests, [line]) => writeln!(text, "{title}    {list}: {tests} tests, by line {line}"),
            (tests, lines) => {
                writeln!(text, "{title}    {list}: {tests} tests, by lines {}", lines.join(", "))
            }
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::outcome::Outcome;
    use crate::requirements::Chapter;

    fn describe(entries: &[&str]) -> String {
        let record = |entry: &&str| {
            let record = samples::record(Chapter::Specified, Outcome::Pass);
            Record { entry: Some((*entry).to_owned()), ..record }
        };
        let lists = ["a:b.yaml".to_owned(), "c.yaml".to_owned()];
        applied(&lists, &entries.iter().map(record).collect::<Vec<_>>())
    }

    #[test]
    fn lists_say_what_they_were_about() {
        assert_eq!(applied(&[], &[]), "");
        assert_eq!(describe(&[]), "\nskiplists:\n    a:b.yaml: no test\n    c.yaml: no test\n");
        assert_eq!(
            describe(&["c.yaml:12", "a:b.yaml:7", "c.yaml:3", "c.yaml:12"]),
            "\nskiplists:\n    a:b.yaml: 1 test, by line 7\n    c.yaml: 3 tests, by lines 3, 12\n"
        );
        assert!(describe(&["c.yaml:3", "c.yaml:3"]).ends_with("c.yaml: 2 tests, by line 3\n"));
    }
}
