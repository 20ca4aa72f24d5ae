//! Checks that each given condition chooses a test.

use super::Plan;
use crate::device::Device;
use crate::filter::{Filter, NothingChosen};
use crate::suite::Suite;

impl Plan {
    /// Checks that each condition, and each backend that was named, has a test in the self.
    ///
    /// # Errors
    /// Which has none.
    pub fn validate(
        &self,
        filter: &Filter,
        suite: &Suite,
        devices: &[Device],
        backends: &[String],
    ) -> Result<(), NothingChosen> {
        filter.check_lists(suite, devices)?;
        filter.check_skipped(suite, devices)?;
        let conditions = filter.conditions();
        for (condition, alone) in &conditions {
            let condition = condition.clone();
            if !devices.iter().any(|device| alone.wants_device(device)) {
                let known: Vec<String> = devices.iter().map(Device::describe).collect();
                let meant = alone.meant_device(devices);
                return Err(NothingChosen::Device { condition, known: known.join(", "), meant });
            }
            if !devices.iter().any(|device| alone.wants_any(suite, device)) {
                if !alone.skipped.is_empty() {
                    return Err(NothingChosen::Skipped(condition));
                }
                let count = alone.wanted_thoroughly(suite, devices);
                if count > 0 {
                    return Err(NothingChosen::Thorough { condition, count });
                }
                let meant = alone.meant_name(suite, devices);
                return Err(NothingChosen::Test { condition, meant });
            }
        }
        if self.tests.is_empty() {
            let count = filter.wanted_thoroughly(suite, devices);
            let together = filter.describe();
            return Err(if count > 0 {
                NothingChosen::Thorough { condition: together.join(", "), count }
            } else {
                NothingChosen::Together(together)
            });
        }
        let labels = backends.iter().map(|label| {
            let label_of = |device: usize| &self.devices[device].address.label;
            (format!("backend {label}"), self.tests.iter().any(|test| label_of(test.device) == label))
        });
        let chosen = conditions.into_iter().map(|(name, alone)| {
            let mut tests = self.tests.iter();
            let wanted = tests.any(|test| {
                alone.wants(&test.name, &test.test, test.level)
                    && alone.wants_device(&self.devices[test.device])
            });
            (name, wanted)
        });
        match labels.chain(chosen).find(|(_, chosen)| !chosen) {
            Some((name, _)) => Err(NothingChosen::ByOthers(name)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Address;
    use crate::filter::TestList;
    use crate::skiplist::Skiplists;
    use crate::suite::Suite;
    use rstest::rstest;
    use ur_ipc_fixtures::DeviceDescription;
    use ur_ipc_report::requirements::Level;
    use ur_ipc_report::samples::empty_test;

    fn suite() -> Suite {
        let tests = ["memory::open::a", "memory::get::b", "event::get::c"].map(|id| empty_test(id, &[], &[]));
        Suite { tests: tests.to_vec(), ..Suite::default() }
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

    fn validated(filter: &Filter, backends: &[&str]) -> Result<(), NothingChosen> {
        let plan = Plan::new(&suite(), &Skiplists::none(), devices(), filter, None);
        plan.validate(filter, &suite(), &devices(), &texts(backends))
    }

    #[rstest]
    #[case::no_condition(Filter::default())]
    #[case::all_match(Filter { names: texts(&["open", "c"]), families: texts(&["memory", "event"]), ..Filter::default() })]
    #[case::exact_ids(Filter { names: texts(&["event::get::c"]), exact: true, ..Filter::default() })]
    #[case::devices(Filter { devices: texts(&["dev0", "Sec*"]), ..Filter::default() })]
    #[case::skip(Filter { skipped: texts(&["open", "c"]), ..Filter::default() })]
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
    #[case::misspelt_skip(
        Filter { skipped: texts(&["open", "gte"]), ..Filter::default() },
        "--skip 'gte' matches no test: `ur-ipc-cts list` shows what there is; did you mean 'get'?"
    )]
    #[case::all_skipped(Filter { skipped: texts(&["memory", "event"]), ..Filter::default() }, "no test is left by the filters together")]
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
        let why = validated(&filter, &["host"]).unwrap_err().to_string();
        assert!(why.starts_with(says), "{why}");
    }

    #[test]
    fn a_backend_that_others_leave_nothing_of_is_named() {
        let why = validated(&Filter::default(), &["host", "host@soft"]).unwrap_err().to_string();
        assert!(why.starts_with("no test of backend host@soft is left"), "{why}");
    }
}
