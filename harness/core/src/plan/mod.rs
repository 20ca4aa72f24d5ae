//! The plan: the tests of each device, with their skiplist entries.

mod chosen;

use crate::device::Device;
use crate::filter::Filter;
use crate::skiplist::{Action, Entry, Skiplists};
use crate::suite::Suite;
use std::sync::Arc;
use ur_ipc_fixtures::{DeviceDescription, Rng, Test};
use ur_ipc_report::requirements::{Chapter, Level};

/// A test on a device.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The full name.
    pub name: String,
    /// Index into the plan's devices.
    pub device: usize,
    /// The id of the device.
    pub device_id: String,
    /// The test.
    pub test: Arc<Test>,
    /// The level of its requirements.
    pub level: Level,
    /// The chapter of its requirements.
    pub chapter: Chapter,
    /// Whether its device is bound to what it looks for.
    pub binds: bool,
    /// The skiplist entry about it, if there is one.
    pub known: Option<Entry>,
}

/// All tests of a run, device by device.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The devices.
    pub devices: Vec<Device>,
    /// The tests, in the order in which they run.
    pub tests: Vec<Arc<Planned>>,
    /// Number of tests that the filter left out.
    pub filtered_out: usize,
}

#[cfg(test)]
impl Plan {
    /// The full names of its tests.
    pub fn names(&self) -> Vec<&str> {
        self.tests.iter().map(|planned| planned.name.as_str()).collect()
    }
}

impl Planned {
    /// Puts a test on a device.
    pub fn new(
        suite: &Suite,
        skiplists: &Skiplists,
        test: &Arc<Test>,
        device: &Device,
        number: usize,
    ) -> Self {
        let device_id = device.id();
        let chapter = suite.requirements.chapter_of(test);
        let known = skiplists.decide(&device.address.label, &device.description, &test.id);
        Self {
            name: name_on(device, test),
            device: number,
            device_id,
            test: Arc::clone(test),
            level: suite.requirements.level_of(test),
            chapter,
            binds: chapter.binds(device.description.validates_arguments),
            known: known.cloned(),
        }
    }

    /// Whether it is known beforehand that the test is skipped: by a skiplist, or because the device, which says this of itself,
    /// lacks what it needs.
    pub fn is_skipped_beforehand(&self, device: &DeviceDescription) -> bool {
        let by_skiplist = self.known.as_ref().is_some_and(|entry| entry.action == Action::Skip);
        by_skiplist || self.test.needs.iter().any(|need| need.is_lacking(device) == Some(true))
    }
}

/// The full name of a test on a device.
fn name_on(device: &Device, test: &Test) -> String {
    format!("{}::{}", device.id(), test.id)
}

impl Plan {
    /// Plans the tests that the filter wants, in the suite's order, or shuffled by a seed.
    pub fn new(
        suite: &Suite,
        skiplists: &Skiplists,
        devices: Vec<Device>,
        filter: &Filter,
        shuffle: Option<u64>,
    ) -> Self {
        let devices: Vec<Device> = devices.into_iter().filter(|device| filter.wants_device(device)).collect();
        let mut tests = Vec::new();
        for (number, device) in devices.iter().enumerate() {
            let mut planned: Vec<Arc<Planned>> = suite
                .tests
                .iter()
                .filter(|test| filter.wants(&name_on(device, test), test, suite.requirements.level_of(test)))
                .map(|test| Arc::new(Planned::new(suite, skiplists, test, device, number)))
                .collect();
            if let Some(seed) = shuffle {
                Rng::new(seed).shuffle(&mut planned);
            }
            tests.extend(planned);
        }
        let in_depth = suite.tests.iter().filter(|test| filter.has_depth(test)).count();
        // One that is named alone may be beyond the depth.
        let filtered_out = (devices.len() * in_depth).saturating_sub(tests.len());
        Self { devices, tests, filtered_out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Address;
    use crate::skiplist::{Date, Skiplist};
    use ur_ipc_fixtures::DeviceDescription;

    use ur_ipc_report::samples::empty_test;

    fn suite() -> Suite {
        let tests = ["memory::open::a", "memory::open::b", "event::get::c"]
            .map(|id| empty_test(id, &[], &[]))
            .to_vec();
        Suite { tests, ..Suite::default() }
    }

    fn devices() -> Vec<Device> {
        (0..2)
            .map(|index| Device {
                address: Address { label: "host".into(), index, ..Address::default() },
                description: DeviceDescription::default(),
            })
            .collect()
    }

    #[test]
    fn every_test_stands_once_for_each_device_in_order() {
        let plan = Plan::new(&suite(), &Skiplists::none(), devices(), &Filter::default(), None);
        assert_eq!(plan.tests.len(), 6);
        assert_eq!(plan.names()[..2], ["host::dev0::memory::open::a", "host::dev0::memory::open::b"]);
        assert_eq!(plan.names()[5], "host::dev1::event::get::c");
    }

    #[test]
    fn filters_and_skiplists_are_applied() {
        let list = Skiplist::parse(
            "host.yaml",
            "driver: {backend: host}\nentries:\n- {test: 'memory::*', action: skip, reason: slow}",
        )
        .unwrap();
        let filter = Filter { names: vec!["open".into()], devices: vec!["1".into()], ..Filter::default() };
        let plan = Plan::new(&suite(), &Skiplists::on(Date::today(), vec![list]), devices(), &filter, None);
        assert_eq!(plan.names(), ["host::dev1::memory::open::a", "host::dev1::memory::open::b"]);
        assert_eq!(plan.filtered_out, 1);
        assert_eq!(plan.tests[0].known.as_ref().map(|entry| entry.place.as_str()), Some("host.yaml:3"));
    }

    #[test]
    fn a_shuffle_is_repeatable_and_loses_nothing() {
        let shuffled = |seed| {
            let plan = Plan::new(&suite(), &Skiplists::none(), devices(), &Filter::default(), Some(seed));
            plan.names().into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(shuffled(7), shuffled(7));
        assert!((0..20).any(|seed| shuffled(seed) != shuffled(7)));
        let mut sorted = shuffled(7);
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 6);
    }
}
