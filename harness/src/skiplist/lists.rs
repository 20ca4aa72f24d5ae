//! The skiplists of a run, and which of them is asked first.

use super::{Date, Entry, Skiplist};
use crate::discover::Device;
use crate::suite::Suite;
use std::path::PathBuf;
use std::sync::Arc;
use ur_ipc_fixtures::{DeviceDescription, Test};

/// The skiplists of a run: the user's in the order in which they were named, then the built-in ones.
#[derive(Clone, Debug)]
pub(crate) struct Skiplists {
    lists: Vec<Skiplist>,
    /// The day of the run. What has expired by then says nothing.
    today: Date,
}

impl Skiplists {
    /// Reads skiplist files and puts them before the built-in ones.
    ///
    /// # Errors
    /// The file and what is wrong with it.
    pub(crate) fn read(files: &[PathBuf], suite: &Suite) -> Result<Self, String> {
        let mut lists = files.iter().map(|file| Skiplist::read(file)).collect::<Result<Vec<_>, _>>()?;
        lists.extend(suite.skiplists.iter().cloned());
        Ok(Self { lists, today: Date::today() })
    }

    /// Lists on a day, for tests of this crate.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(crate) fn on(today: Date, lists: Vec<Skiplist>) -> Self {
        Self { lists, today }
    }

    /// No list, for tests of this crate.
    #[cfg(test)]
    pub(crate) fn none() -> Self {
        Self::on(Date::today(), Vec::new())
    }

    /// What they say about a test on a device: the first entry that matches and has not expired.
    pub(crate) fn decide(&self, label: &str, device: &DeviceDescription, test: &str) -> Option<&Entry> {
        self.lists
            .iter()
            .filter(|list| list.driver.matches(label, device))
            .flat_map(|list| &list.entries)
            .find(|entry| entry.test.matches(test) && !entry.has_expired(self.today))
    }

    /// What is of no use in the lists that are about any of these devices: patterns without tests, expired entries.
    pub(crate) fn warnings(&self, tests: &[Arc<Test>], devices: &[Device]) -> Vec<String> {
        self.lists
            .iter()
            .filter(|list| list.is_about_any(devices))
            .flat_map(|list| list.expired(self.today).into_iter().chain(list.unmatched_patterns(tests)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requirements::Requirements;
    use crate::roles::Address;
    use crate::skiplist::Action;
    use crate::suite::empty_test;
    use rstest::rstest;

    fn list(file_name: &str, backend: &str, entries: &str) -> Skiplist {
        let text = format!("driver: {{backend: {backend}}}\nentries:\n{entries}");
        Skiplist::parse(file_name, &text).unwrap()
    }

    fn lists() -> Skiplists {
        let machine = "- {test: 'a::x', action: run, reason: repaired here}\n\
                       - {test: 'a::y', action: skip, reason: loose cable, expires: 2027-01-31}";
        let shared = "- {test: 'a::*', action: expect-fail, reason: known}";
        let lists = vec![list("machine.yaml", "host", machine), list("shared.yaml", "host", shared)];
        Skiplists::on("2027-01-31".parse().unwrap(), lists)
    }

    #[rstest]
    #[case::first_list("a::x", "2027-01-31", Some((Action::Run, "machine.yaml:3")))]
    #[case::on_its_last_day("a::y", "2027-01-31", Some((Action::Skip, "machine.yaml:4")))]
    #[case::a_day_later("a::y", "2027-02-01", Some((Action::ExpectFail, "shared.yaml:3")))]
    #[case::next_list("a::z", "2027-01-31", Some((Action::ExpectFail, "shared.yaml:3")))]
    #[case::no_list("b::z", "2027-01-31", None)]
    fn the_first_entry_in_force_counts(
        #[case] test: &str,
        #[case] today: &str,
        #[case] expected: Option<(Action, &str)>,
    ) {
        let lists = Skiplists { today: today.parse().unwrap(), ..lists() };
        let entry = lists.decide("host", &DeviceDescription::default(), test);
        assert_eq!(entry.map(|entry| (entry.action, &*entry.place)), expected);
    }

    #[test]
    fn only_lists_about_a_device_under_test_are_looked_through() {
        let entries = "- {test: 'x::*', action: skip, reason: r, expires: 2026-12-31, owner: Ada}";
        let lists = vec![list("host.yaml", "host", entries), list("cuda.yaml", "cuda", entries)];
        let lists = Skiplists::on("2027-01-01".parse().unwrap(), lists);
        let devices = [Device {
            address: Address { label: "host".into(), ..Address::default() },
            description: DeviceDescription::default(),
        }];
        let expected = [
            "host.yaml:3: the entry for `x::*` has expired on 2026-12-31 and is not applied: ask Ada",
            "host.yaml:3: the pattern `x::*` matches no test",
        ];
        assert_eq!(lists.warnings(&[empty_test("a::x", &[], &[])], &devices), expected);
    }

    #[test]
    fn a_skiplist_that_cannot_be_read_is_named() {
        let (tests, backends, skiplists) = (Vec::new(), Vec::new(), Vec::new());
        let suite = Suite { tests, requirements: Requirements::default(), backends, skiplists };
        let why = Skiplists::read(&["/nowhere/list.yaml".into()], &suite).unwrap_err();
        assert!(why.starts_with("/nowhere/list.yaml: "), "{why}");
    }
}
