//! Explains the entries of skiplists for one test, on any driver.

use super::{Entry, Skiplists};
use std::fmt::Write as _;

impl Skiplists {
    /// Each entry that matches the test, in the order in which they are asked, with the drivers that it is about.
    pub fn explain(&self, test: &str) -> String {
        let mut text = format!("{test}\n");
        for list in &self.lists {
            let first = list.first(test, self.today);
            for entry in list.entries.iter().filter(|entry| entry.test.matches(test)) {
                let instead = match (entry.expires.filter(|_| entry.has_expired(self.today)), first) {
                    (Some(date), _) => format!(" (expired on {date})"),
                    (None, Some(first)) if first.place != entry.place => {
                        format!(" (never, as {} comes first)", first.place)
                    }
                    _ => String::new(),
                };
                // Writing to a string cannot fail.
                let _ = writeln!(text, "    {}: {}{instead}", entry.place, list.driver);
                let _ = writeln!(text, "        {}: {}", entry.order(), entry.full_reason());
            }
        }
        if text.lines().count() == 1 {
            text.push_str("    no entry\n");
        }
        text
    }
}

impl Entry {
    /// The action, in words.
    fn order(&self) -> String {
        match self.action {
            super::Action::Skip => "skip".to_owned(),
            super::Action::Run => "run as though no later entry named it".to_owned(),
            super::Action::ExpectFail | super::Action::Flaky => format!("expect {}", self.expectation()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skiplist::Skiplist;

    #[test]
    fn entries_are_explained_in_their_order() {
        let list = |name: &str, driver: &str, entries: &str| {
            Skiplist::parse(name, &format!("driver: {{{driver}}}\nentries:\n{entries}")).unwrap()
        };
        let first = "- {test: 'a::*', action: skip, reason: old, expires: 2020-01-01}\n\
                     - {test: 'a::x', action: run, reason: repaired}\n\
                     - {test: 'a::x', action: skip, reason: broken}";
        let second = "- {test: '*', action: expect-fail, outcome: crash, message: SIGSEGV, reason: known}";
        let lists =
            vec![list("m.yaml", "backend: host", first), list("s.yaml", "backend: ur, pci: '*'", second)];
        let lists = Skiplists::on("2026-01-01".parse().unwrap(), lists);
        assert_eq!(
            lists.explain("a::x"),
            "a::x\n    m.yaml:3: backend host (expired on 2020-01-01)\n        skip: old\n    \
             m.yaml:4: backend host\n        run as though no later entry named it: repaired\n    \
             m.yaml:5: backend host (never, as m.yaml:4 comes first)\n        skip: broken\n    \
             s.yaml:3: backend ur, pci '*'\n        expect crash with `SIGSEGV` in its message: known\n"
        );
        assert_eq!(Skiplists::none().explain("a::x"), "a::x\n    no entry\n");
    }
}
