//! Finds problems in a skiplist that can be read.

use super::stable::changes;
use super::{Date, Entry, Skiplist};
use std::sync::Arc;
use ur_ipc_fixtures::Test;

impl Skiplist {
    /// Lists the useless parts: an unknown backend, patterns without tests, and entries that have expired. Entries that
    /// earlier ones hide, or that fit only one build of a driver, are listed too. `unknown` returns why a label is
    /// unknown, if it is.
    pub fn problems(
        &self,
        tests: &[Arc<Test>],
        unknown: impl Fn(&str) -> Option<String>,
        today: Date,
    ) -> Vec<String> {
        let backend = unknown(&self.driver.backend);
        let backend = backend.map(|why| format!("{}: {why}", self.driver.place));
        let mut problems: Vec<String> = backend.into_iter().collect();
        problems.extend(self.unmatched_patterns(tests));
        problems.extend(self.expired(today));
        problems.extend(self.shadowed(tests, today));
        problems.extend(self.of_one_build());
        problems
    }

    /// The entries whose message has something that the next build says otherwise.
    fn of_one_build(&self) -> impl Iterator<Item = String> {
        self.entries.iter().filter_map(|entry| {
            let message = entry.message.as_ref()?.to_string();
            let (what, found) = changes(&message)?;
            let Entry { place, test, .. } = entry;
            Some(format!(
                "{place}: the message for `{test}` has the {what} {found}, which another build need not have: write `*` \
                 in its place"
            ))
        })
    }

    /// The entries all of whose tests earlier ones are about.
    fn shadowed(&self, tests: &[Arc<Test>], today: Date) -> Vec<String> {
        let told = |entry: &Entry| {
            let mut matched = tests.iter().filter(|test| entry.test.matches(&test.id)).peekable();
            matched.peek()?;
            let mut by: Vec<&str> = matched
                .map(|test| self.first(&test.id, today).filter(|first| first.place != entry.place))
                .map(|first| first.map(|first| first.place.as_str()))
                .collect::<Option<_>>()?;
            by.sort_unstable();
            by.dedup();
            let come = if by.len() == 1 { "comes" } else { "come" };
            let (place, test, by) = (&entry.place, &entry.test, by.join(", "));
            // One that has expired is reported as that.
            (!entry.has_expired(today))
                .then(|| format!("{place}: the entry for `{test}` never applies: {by} {come} first"))
        };
        self.entries.iter().filter_map(told).collect()
    }

    /// The entry that counts for a test.
    pub(super) fn first(&self, test: &str, today: Date) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.test.matches(test) && !entry.has_expired(today))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Suite;
    use rstest::rstest;

    use ur_ipc_report::samples::empty_test;

    #[rstest]
    #[case::good(
        "- {test: 'a::x', action: skip, reason: r}\n- {test: 'a::*', action: skip, reason: r}",
        None
    )]
    #[case::dead("- {test: 'b::*', action: skip, reason: r}", Some("3: the pattern `b::*` matches no test"))]
    #[case::shadowed_by_one(
        "- {test: 'a::*', action: skip, reason: r}\n- {test: 'a::x', action: skip, reason: r}",
        Some("4: the entry for `a::x` never applies: l.yaml:3 comes first")
    )]
    #[case::shadowed_by_several(
        "- {test: 'a::x', action: skip, reason: r}\n- {test: '*y', action: run, reason: r}\n\
         - {test: '*', action: skip, reason: r}",
        Some("5: the entry for `*` never applies: l.yaml:3, l.yaml:4 come first")
    )]
    #[case::address(
        "- {test: 'a::*', action: expect-fail, reason: r, message: 'found 0x7f0012345678'}",
        Some(
            "3: the message for `a::*` has the address 0x7f0012345678, which another build need not have: write `*` in its place"
        )
    )]
    #[case::no_address("- {test: 'a::*', action: expect-fail, reason: r, message: 'found 0x*'}", None)]
    #[case::not_shadowed_by_what_has_expired(
        "- {test: 'a::*', action: skip, reason: r, expires: 2020-01-01}\n- {test: 'a::x', action: skip, reason: r}",
        Some("3: the entry for `a::*` has expired on 2020-01-01 and is not applied")
    )]
    fn what_is_of_no_use_is_named(#[case] entries: &str, #[case] expected: Option<&str>) {
        let tests = ["a::x", "a::y"].map(|id| empty_test(id, &[], &[])).to_vec();
        let (backends, skiplists) = (Vec::new(), Vec::new());
        let suite = Suite { tests, backends, skiplists, ..Suite::default() };
        let list =
            Skiplist::parse("l.yaml", &format!("driver: {{backend: host}}\nentries:\n{entries}")).unwrap();
        let mut problems =
            list.problems(&suite.tests, |label| suite.why_unknown(label), "2026-01-01".parse().unwrap());
        assert!(problems.remove(0).starts_with("l.yaml:1:9: there is no backend 'host'"));
        assert_eq!(problems, expected.map(|what| format!("l.yaml:{what}")).as_slice());
    }
}
