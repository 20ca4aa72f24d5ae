//! The skiplists of a run, in their order.

use super::{Date, Entry, Skiplist, Unusable};
use crate::device::Device;
use std::path::PathBuf;
use std::sync::Arc;
use ur_ipc_fixtures::{DeviceDescription, Test};
use ur_ipc_report::subject::program;

/// The skiplists of a run: the user's in the order in which they were named, then the built-in ones.
#[derive(Clone, Debug)]
pub struct Skiplists {
    pub(super) lists: Vec<Skiplist>,
    /// Number of lists that the user named.
    named: usize,
    /// The day of the run. What has expired by then says nothing.
    pub(super) today: Date,
}

impl Skiplists {
    /// Reads skiplist files and puts them before the built-in ones.
    ///
    /// # Errors
    /// The file and what is wrong with it.
    pub fn read(files: &[PathBuf], built_in: &[Skiplist]) -> Result<Self, Unusable> {
        let mut lists = files.iter().map(|file| Skiplist::read(file)).collect::<Result<Vec<_>, _>>()?;
        lists.extend(built_in.iter().cloned());
        Ok(Self { lists, named: files.len(), today: Date::today() })
    }

    /// No list, not even the built-in ones.
    pub fn none() -> Self {
        Self::on(Date::today(), Vec::new())
    }

    /// Lists on a day.
    pub fn on(today: Date, lists: Vec<Skiplist>) -> Self {
        Self { lists, named: 0, today }
    }

    /// Finds the entry that decides about a test on a device: the first one that matches and has not expired.
    pub fn decide(&self, label: &str, device: &DeviceDescription, test: &str) -> Option<&Entry> {
        self.lists
            .iter()
            .filter(|list| list.driver.matches(label, device))
            .find_map(|list| list.first(test, self.today))
    }

    /// Lists patterns without tests and expired entries, from the lists about any of these devices.
    pub fn warnings(&self, tests: &[Arc<Test>], devices: &[Device]) -> Vec<String> {
        self.lists
            .iter()
            .filter(|list| list.is_about_any(devices))
            .flat_map(|list| list.expired(self.today).into_iter().chain(list.unmatched_patterns(tests)))
            .collect()
    }

    /// Reports the lists that the user named by mistake: they are about none of these devices. `unknown` returns why a
    /// label is unknown, if it is.
    pub fn idle(&self, unknown: impl Fn(&str) -> Option<String>, devices: &[Device]) -> Vec<String> {
        let told = |list: &Skiplist| {
            let driver = &list.driver;
            match unknown(&driver.backend) {
                Some(why) => Some(format!("{}: {why}", driver.place)),
                None if list.is_about_any(devices) => None,
                None => Some(format!(
                    "{}: this skiplist is for {driver}, which this run does not test: `{} devices` lists the devices",
                    driver.place,
                    program()
                )),
            }
        };
        self.lists[..self.named].iter().filter_map(told).collect()
    }

    /// The files that are about any of these devices.
    pub fn in_force(&self, devices: &[Device]) -> Vec<String> {
        let lists = self.lists.iter().filter(|list| list.is_about_any(devices));
        lists.map(|list| list.file_name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Address;
    use crate::skiplist::Action;
    use crate::suite::{Backend, Suite};
    use rstest::rstest;

    use ur_ipc_report::samples::empty_test;

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

    fn suite(backends: Vec<Backend>) -> Suite {
        Suite { backends, ..Suite::default() }
    }

    #[rstest]
    #[case::about_a_device("host", None)]
    #[case::about_its_profile("host@small", None)]
    #[case::about_another_profile(
        "host@large",
        Some(
            "list.yaml:1:9: this skiplist is for backend host@large, which this run does not test: `ur-ipc-cts devices` lists the devices"
        )
    )]
    #[case::about_another_device(
        "host, name: x",
        Some(
            "list.yaml:1:9: this skiplist is for backend host, name 'x', which this run does not test: `ur-ipc-cts devices` lists the devices"
        )
    )]
    #[case::about_no_profile(
        "host@smal",
        Some(
            "list.yaml:1:9: backend 'host' has no profile 'smal': it can be host, host@small, host@large; did you mean 'host@small'?"
        )
    )]
    #[case::about_no_backend(
        "hots",
        Some("list.yaml:1:9: there is no backend 'hots': this build has host; did you mean 'host'?")
    )]
    fn lists_that_the_user_named_are_about_a_device(#[case] driver: &str, #[case] expected: Option<&str>) {
        let host = Backend {
            name: "host",
            description: "",
            profiles: vec![("small", ""), ("large", "")],
            fallback_profile: None,
            software: true,
            options: Vec::new(),
            requires: crate::HostDependencies::default(),
            make: Arc::new(|_| Err("never made".to_owned())),
        };
        let devices = [Device {
            address: Address { label: "host@small".into(), ..Address::default() },
            description: DeviceDescription::default(),
        }];
        let suite = suite(vec![host]);
        let lists = Skiplists::on(
            Date::today(),
            vec![list("list.yaml", driver, " []"), list("in.yaml", "hots", " []")],
        );
        assert!(
            lists.idle(|label| suite.why_unknown(label), &devices).is_empty(),
            "what is built in may be about other machines"
        );
        let named = Skiplists { named: 1, ..lists };
        assert_eq!(named.idle(|label| suite.why_unknown(label), &devices), expected.as_slice());
        let about = expected.is_none();
        assert_eq!(named.in_force(&devices), if about { vec!["list.yaml"] } else { vec![] });
    }

    #[test]
    fn a_skiplist_that_cannot_be_read_is_named() {
        let why = Skiplists::read(&["/nowhere/list.yaml".into()], &[]).unwrap_err().to_string();
        assert!(why.starts_with("skiplist /nowhere/list.yaml: "), "{why}");
    }
}
