//! That no condition is passed over in silence: each that was given has to choose a test.

use super::{Filter, names};
use crate::discover::Device;
use crate::nearest::did_you_mean;
use crate::plan::Plan;
use crate::subject::program;
use crate::suite::Suite;

impl Filter {
    /// Checks that each condition, and each backend that was named, has a test in the plan.
    ///
    /// # Errors
    /// Which has none.
    pub(crate) fn validate_plan(
        &self,
        plan: &Plan,
        suite: &Suite,
        devices: &[Device],
        backends: &[String],
    ) -> Result<(), String> {
        self.check_lists(suite, devices)?;
        let conditions = self.conditions();
        for (name, alone) in &conditions {
            if !devices.iter().any(|device| alone.wants_device(device)) {
                let known: Vec<String> = devices.iter().map(Device::told).collect();
                let meant = alone.meant_device(devices);
                return Err(format!(
                    "--device: there is no {name}: the devices are {}{meant}",
                    known.join(", ")
                ));
            }
            if !devices.iter().any(|device| alone.wants_any(suite, device)) {
                let meant = alone.meant_name(suite, devices);
                return Err(format!(
                    "{name} matches no test: `{} list` shows what there is{meant}",
                    program()
                ));
            }
        }
        if plan.tests.is_empty() {
            return Err("no test is left by the filters together".to_owned());
        }
        let labels = backends.iter().map(|label| {
            let label_of = |device: usize| &plan.devices[device].address.label;
            (format!("backend {label}"), plan.tests.iter().any(|test| label_of(test.device) == label))
        });
        let chosen = conditions.into_iter().map(|(name, alone)| {
            let mut tests = plan.tests.iter();
            let wanted = tests.any(|test| {
                alone.wants(&test.name, &test.test, test.level)
                    && alone.wants_device(&plan.devices[test.device])
            });
            (name, wanted)
        });
        match labels.chain(chosen).find(|(_, chosen)| !chosen) {
            Some((name, _)) => Err(format!("no test of {name} is left by the other filters: leave one out")),
            None => Ok(()),
        }
    }

    /// The conditions in words.
    pub(crate) fn told(&self) -> Vec<String> {
        let exact = |alone: &Self| if self.exact && !alone.names.is_empty() { ", whole" } else { "" };
        self.conditions().into_iter().map(|(name, alone)| name + exact(&alone)).collect()
    }

    /// Those of them that choose devices.
    pub(crate) fn told_devices(&self) -> Vec<String> {
        let of_devices = |(name, alone): (String, Self)| (!alone.devices.is_empty()).then_some(name);
        self.conditions().into_iter().filter_map(of_devices).collect()
    }

    /// Each condition alone, with what to call it.
    fn conditions(&self) -> Vec<(String, Self)> {
        let alone = Self { exact: self.exact, ..Self::default() };
        let text =
            |what: &str, texts: &[String], with: fn(Self, Vec<String>) -> Self| -> Vec<(String, Self)> {
                let alone =
                    |text: &String| (format!("{what} '{text}'"), with(alone.clone(), vec![text.clone()]));
                texts.iter().map(alone).collect()
            };
        let mut conditions = text("device", &self.devices, |alone, devices| Self { devices, ..alone });
        conditions.extend(text("family", &self.families, |alone, families| Self { families, ..alone }));
        conditions.extend(text("topic", &self.topics, |alone, topics| Self { topics, ..alone }));
        conditions.extend(text("requirement", &self.requirements, |alone, requirements| Self {
            requirements,
            ..alone
        }));
        conditions.extend(self.selections.iter().map(|&selection| {
            (
                format!("selection '{}'", selection.name()),
                Self { selections: vec![selection], ..alone.clone() },
            )
        }));
        conditions.extend(
            self.levels
                .iter()
                .map(|&level| (format!("level '{level}'"), Self { levels: vec![level], ..alone.clone() })),
        );
        conditions.extend(text("filter", &self.names, |alone, names| Self { names, ..alone }));
        let lists = self.lists.iter();
        conditions.extend(
            lists.map(|list| (list.option().to_owned(), Self { lists: vec![list.clone()], ..alone.clone() })),
        );
        conditions
    }

    /// That each name in a list is a test's, on a device or on all.
    fn check_lists(&self, suite: &Suite, devices: &[Device]) -> Result<(), String> {
        let ids = || suite.tests.iter().map(|test| test.id.as_str());
        let on = |device: &Device| ids().map(|id| format!("{}::{id}", device.id())).collect::<Vec<_>>();
        let known = ids().map(str::to_owned).chain(devices.iter().flat_map(on)).collect();
        self.lists.iter().try_for_each(|list| list.check(&known))
    }

    /// The device that may have been meant by the only condition.
    fn meant_device(&self, devices: &[Device]) -> String {
        let names: Vec<String> =
            devices.iter().flat_map(|device| [device.id(), device.description.name.clone()]).collect();
        let meant = |wanted: &String| did_you_mean(wanted, names.iter().map(String::as_str));
        self.devices.first().map(meant).unwrap_or_default()
    }

    /// What may have been meant by the only condition, if that is about names of tests.
    fn meant_name(&self, suite: &Suite, devices: &[Device]) -> String {
        let Some(wanted) = self.names.first() else { return String::new() };
        let (ids, tests): (Vec<String>, _) = (devices.iter().map(Device::id).collect(), &suite.tests);
        // Whoever names a device means one of its tests.
        let full = ids.iter().flat_map(|id| tests.iter().map(move |test| format!("{id}::{}", test.id)));
        let names: Vec<String> = if ids.iter().any(|id| wanted.starts_with(id.as_str())) {
            full.collect()
        } else {
            tests.iter().map(|test| test.id.clone()).collect()
        };
        names::suggestion(wanted, self.exact, names.iter().map(String::as_str))
    }

    fn wants_any(&self, suite: &Suite, device: &Device) -> bool {
        let id = device.id();
        let mut tests = suite.tests.iter();
        tests.any(|test| self.wants(&format!("{id}::{}", test.id), test, suite.requirements.level_of(test)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::TestList;
    use crate::requirements::{Level, Requirements};
    use crate::roles::Address;
    use crate::skiplist::Skiplists;
    use crate::suite::empty_test;
    use rstest::rstest;
    use ur_ipc_fixtures::DeviceDescription;

    fn suite() -> Suite {
        let tests = ["memory::open::a", "memory::get::b", "event::get::c"].map(|id| empty_test(id, &[], &[]));
        Suite {
            tests: tests.to_vec(),
            requirements: Requirements::default(),
            backends: Vec::new(),
            skiplists: Vec::new(),
            build: crate::Build::default(),
            subject: crate::Subject::default(),
        }
    }

    fn devices() -> Vec<Device> {
        let device = |(index, name): (usize, &str)| Device {
            address: Address { label: "host".into(), index, ..Address::default() },
            description: DeviceDescription { name: name.into(), ..DeviceDescription::default() },
        };
        ["First", "Second"].into_iter().enumerate().map(device).collect()
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    fn list(names: &[&str]) -> Vec<TestList> {
        vec![TestList::new("--tests-from", "l.txt".as_ref(), names.iter().copied())]
    }

    fn validated(filter: &Filter, backends: &[&str]) -> Result<(), String> {
        let plan = Plan::new(&suite(), &Skiplists::none(), devices(), filter, None);
        filter.validate_plan(&plan, &suite(), &devices(), &texts(backends))
    }

    #[rstest]
    #[case::no_condition(Filter::default())]
    #[case::all_match(Filter { names: texts(&["open", "c"]), families: texts(&["memory", "event"]), ..Filter::default() })]
    #[case::exact_ids(Filter { names: texts(&["event::get::c"]), exact: true, ..Filter::default() })]
    #[case::devices(Filter { devices: texts(&["dev0", "Sec*"]), ..Filter::default() })]
    #[case::list(Filter { lists: list(&["event::get::c", "host::dev0::memory::get::b"]), ..Filter::default() })]
    fn conditions_that_choose_something_are_accepted(#[case] filter: Filter) {
        assert_eq!(validated(&filter, &["host"]), Ok(()));
    }

    #[rstest]
    #[case::name(Filter { names: texts(&["open", "opne"]), ..Filter::default() }, "filter 'opne' matches no test")]
    #[case::part_of_exact(Filter { names: texts(&["open"]), exact: true, ..Filter::default() }, "filter 'open' matches")]
    #[case::device(
        Filter { devices: texts(&["0", "7"]), ..Filter::default() },
        "--device: there is no device '7': the devices are host::dev0 (First), host::dev1 (Second)"
    )]
    #[case::misspelt_device(
        Filter { devices: texts(&["host::dev2"]), ..Filter::default() },
        "--device: there is no device 'host::dev2': the devices are host::dev0 (First), host::dev1 (Second); did you \
         mean 'host::dev0'?"
    )]
    #[case::misspelt_test(
        Filter { names: texts(&["event::get::d"]), exact: true, ..Filter::default() },
        "filter 'event::get::d' matches no test: `ur-ipc-cts list` shows what there is; did you mean 'event::get::c'?"
    )]
    #[case::misspelt_test_of_a_device(
        Filter { names: texts(&["host::dev1::event::gte"]), ..Filter::default() },
        "filter 'host::dev1::event::gte' matches no test: `ur-ipc-cts list` shows what there is; did you mean \
         'host::dev1::event::get'?"
    )]
    #[case::selection(
        Filter { selections: vec![crate::filter::Selection::Twins], ..Filter::default() },
        "selection 'ur-cts' matches no test"
    )]
    #[case::level(Filter { levels: vec![Level::Should], ..Filter::default() }, "level 'should' matches no test")]
    #[case::unlisted(
        Filter { lists: list(&["memory::get::c"]), ..Filter::default() },
        "l.txt: there is no test 'memory::get::c' on the devices of this run; did you mean 'memory::get::b'?"
    )]
    #[case::list_dropped_by_others(
        Filter { lists: list(&["event::get::c"]), names: texts(&["open"]), ..Filter::default() },
        "no test is left by the filters together"
    )]
    #[case::none_together(
        Filter { families: texts(&["event"]), names: texts(&["open"]), ..Filter::default() },
        "no test is left by the filters together"
    )]
    #[case::dropped_by_others(
        Filter { families: texts(&["event", "memory"]), names: texts(&["open"]), ..Filter::default() },
        "no test of family 'event' is left by the other filters"
    )]
    #[case::device_dropped_by_others(
        Filter { devices: texts(&["0", "1"]), names: texts(&["dev1"]), ..Filter::default() },
        "no test of device '0' is left by the other filters"
    )]
    fn conditions_that_choose_nothing_are_named(#[case] filter: Filter, #[case] says: &str) {
        let why = validated(&filter, &["host"]).unwrap_err();
        assert!(why.starts_with(says), "{why}");
    }

    #[test]
    fn a_backend_that_others_leave_nothing_of_is_named() {
        let why = validated(&Filter::default(), &["host", "host@soft"]).unwrap_err();
        assert!(why.starts_with("no test of backend host@soft is left"), "{why}");
    }
}
