//! The plan: which tests run on which devices, and what is known about them beforehand.

use crate::backend::Suite;
use crate::device::Device;
use crate::filter::Filter;
use crate::outcome::{Execution, Outcome, Record};
use crate::requirements::Level;
use crate::skiplist::{Action, Skiplist, decide};
use ur_ipc_fixtures::{Rng, Test};

/// What a skiplist decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Run,
    ExpectFail(String),
    Skip(String),
}

/// A test on a device.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    /// The full name.
    pub name: String,
    /// Index into the plan's devices.
    pub device: usize,
    pub device_id: String,
    pub test: Test,
    pub level: Level,
    pub decision: Decision,
}

/// All tests of a run, device by device.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub devices: Vec<Device>,
    pub tests: Vec<Planned>,
    /// How many tests the filter left out.
    pub filtered_out: usize,
}

impl Planned {
    /// Puts a test on a device.
    pub(crate) fn new(
        suite: &Suite,
        skiplists: &[Skiplist],
        test: &Test,
        device: &Device,
        number: usize,
    ) -> Self {
        let device_id = device.id();
        let decision = match decide(skiplists, &device.label, &device.description, test.id) {
            None => Decision::Run,
            Some(entry) => match entry.action {
                Action::Skip => Decision::Skip(entry.full_reason()),
                Action::ExpectFail => Decision::ExpectFail(entry.full_reason()),
            },
        };
        Self {
            name: format!("{device_id}::{}", test.id),
            device: number,
            device_id,
            test: *test,
            level: suite.requirements.level_of(test),
            decision,
        }
    }

    /// The record of a test that was not executed because a skiplist says so.
    pub(crate) fn skipped(&self) -> Option<Record> {
        match &self.decision {
            Decision::Skip(reason) => {
                Some(self.record(Execution::bare(Outcome::Skip, format!("skiplist: {reason}"))))
            }
            _ => None,
        }
    }

    /// The record of an execution.
    pub(crate) fn record(&self, execution: Execution) -> Record {
        let expected = match &self.decision {
            Decision::ExpectFail(reason) => Some(reason.as_str()),
            _ => None,
        };
        let judged = execution.judge(self.level, expected);
        Record {
            name: self.name.clone(),
            test: self.test.id.to_owned(),
            device: self.device_id.clone(),
            requirements: self.test.requirements.iter().map(|&id| id.to_owned()).collect(),
            level: self.level,
            outcome: judged.outcome,
            reason: judged.reason,
            failed_at: judged.failed_at,
            checked: judged.checked,
            duration_us: judged.duration_us,
            body_us: judged.body_us,
            notes: judged.notes,
            call_log: judged.call_log,
            output: judged.output,
        }
    }

    /// The record of a test that the run did not come to.
    pub(crate) fn not_reached(&self) -> Record {
        self.record(Execution::bare(Outcome::NotRun, "the run ended before it"))
    }
}

impl Plan {
    /// Plans the tests that the filter wants, in the suite's order, or shuffled by a seed.
    pub(crate) fn new(
        suite: &Suite,
        skiplists: &[Skiplist],
        devices: Vec<Device>,
        filter: &Filter,
        shuffle: Option<u64>,
    ) -> Self {
        let devices: Vec<Device> = devices.into_iter().filter(|device| filter.wants_device(device)).collect();
        let mut tests = Vec::new();
        for (number, device) in devices.iter().enumerate() {
            let mut planned: Vec<Planned> = suite
                .tests
                .iter()
                .map(|test| Planned::new(suite, skiplists, test, device, number))
                .filter(|planned| filter.wants(&planned.name, &planned.test, planned.level))
                .collect();
            if let Some(seed) = shuffle {
                Rng::new(seed).shuffle(&mut planned);
            }
            tests.extend(planned);
        }
        let filtered_out = devices.len() * suite.tests.len() - tests.len();
        Self { devices, tests, filtered_out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requirements::Requirements;
    use ur_ipc_fixtures::DeviceDescription;

    fn suite() -> Suite {
        let tests = ["memory::open::a", "memory::open::b", "event::get::c"]
            .map(|id| Test::new(id, &[], |_| Ok(())))
            .to_vec();
        Suite { tests, requirements: Requirements::default(), backends: Vec::new(), skiplists: Vec::new() }
    }

    fn devices() -> Vec<Device> {
        (0..2)
            .map(|index| Device { label: "host".into(), index, description: DeviceDescription::default() })
            .collect()
    }

    fn names(plan: &Plan) -> Vec<&str> {
        plan.tests.iter().map(|planned| planned.name.as_str()).collect()
    }

    #[test]
    fn every_test_stands_once_for_each_device_in_order() {
        let plan = Plan::new(&suite(), &[], devices(), &Filter::default(), None);
        assert_eq!(plan.tests.len(), 6);
        assert_eq!(names(&plan)[..2], ["host::dev0::memory::open::a", "host::dev0::memory::open::b"]);
        assert_eq!(names(&plan)[5], "host::dev1::event::get::c");
    }

    #[test]
    fn filters_and_skiplists_are_applied() {
        let list = Skiplist::parse(
            "host.yaml",
            "driver: {backend: host}\nentries:\n- {test: 'memory::*', action: skip, reason: slow}",
        )
        .unwrap();
        let filter = Filter { names: vec!["open".into()], devices: vec!["1".into()], ..Filter::default() };
        let plan = Plan::new(&suite(), &[list], devices(), &filter, None);
        assert_eq!(names(&plan), ["host::dev1::memory::open::a", "host::dev1::memory::open::b"]);
        assert_eq!(plan.filtered_out, 1);
        let record = plan.tests[0].skipped().unwrap();
        assert_eq!((record.outcome, record.reason.as_deref()), (Outcome::Skip, Some("skiplist: slow")));
    }

    #[test]
    fn what_is_expected_to_fail_runs_and_is_judged_so() {
        let list = Skiplist::parse(
            "host.yaml",
            "driver: {backend: host}\nentries:\n- {test: 'memory::open::a', action: expect-fail, reason: known}",
        )
        .unwrap();
        let plan = Plan::new(&suite(), &[list], devices(), &Filter::default(), None);
        let (known, other) = (&plan.tests[0], &plan.tests[1]);
        assert!(known.skipped().is_none() && other.skipped().is_none());
        let outcome = |planned: &Planned, seen| planned.record(Execution::bare(seen, "why")).outcome;
        assert_eq!(outcome(known, Outcome::Fail), Outcome::ExpectedFail);
        assert_eq!(outcome(known, Outcome::Pass), Outcome::UnexpectedPass);
        assert_eq!(outcome(other, Outcome::Fail), Outcome::Fail);
        assert_eq!(other.not_reached().outcome, Outcome::NotRun);
    }

    #[test]
    fn a_shuffle_is_repeatable_and_loses_nothing() {
        let shuffled = |seed| {
            let plan = Plan::new(&suite(), &[], devices(), &Filter::default(), Some(seed));
            names(&plan).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(shuffled(7), shuffled(7));
        assert!((0..20).any(|seed| shuffled(seed) != shuffled(7)));
        let mut sorted = shuffled(7);
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 6);
    }
}
