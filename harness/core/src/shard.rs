//! Cutting a plan into shards that several machines run.

use crate::plan::{Plan, Planned};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;
use ur_ipc_report::digest::digest;
use ur_ipc_report::{Document, ReadError, Shard};

/// The way in which a plan is cut into shards.
#[derive(Clone, Debug)]
pub struct Sharding {
    /// The shard.
    pub shard: Shard,
    /// Durations of tests in an earlier run, if given.
    pub durations: Option<Durations>,
}

/// A run that is to have more shards than tests.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("--shard {shard}: more shards than tests, of which the run has {tests}")]
pub struct TooManyShards {
    shard: Shard,
    tests: usize,
}

/// Durations of tests in an earlier run. With them, shards take about the same time.
#[derive(Clone, Debug)]
pub struct Durations {
    /// In microseconds, by full names.
    by_name: HashMap<String, u64>,
    /// The digest of the durations. All shards of a run must have the same one.
    pub digest: String,
}

/// Overhead that each test counts beside its own time, in microseconds. No test is free.
const OVERHEAD: u64 = 1_000;

impl Durations {
    /// Reads the durations from a result file.
    ///
    /// # Errors
    /// The error of the file.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        Ok(Self::of(&Document::read(path)?))
    }

    fn of(document: &Document) -> Self {
        let tests = document.tests.iter();
        let by_name: HashMap<String, u64> =
            tests.map(|record| (record.name.clone(), record.execution.duration_us)).collect();
        let mut told: Vec<String> = by_name.iter().map(|(name, us)| format!("{name} {us}")).collect();
        told.sort_unstable();
        Self { by_name, digest: digest(told) }
    }

    /// Estimates the durations of tests, in microseconds. An unknown test gets the median of the known ones.
    fn expected(&self, tests: &[Arc<Planned>]) -> Vec<u64> {
        let known = |planned: &Arc<Planned>| self.by_name.get(&planned.name).copied();
        let mut all: Vec<u64> = tests.iter().filter_map(known).collect();
        all.sort_unstable();
        let usual = all.get(all.len() / 2).copied().unwrap_or_default();
        tests.iter().map(|planned| known(planned).unwrap_or(usual)).collect()
    }
}

impl Sharding {
    /// Leaves the tests of the shard in the plan. Which these are depends on the names of all tests, on the number of
    /// shards and on the durations, and on nothing else.
    ///
    /// # Errors
    /// If there are more shards than tests: nobody would know of one without any.
    pub fn cut(&self, plan: &mut Plan) -> Result<(), TooManyShards> {
        let Shard { index, of } = self.shard;
        let all = plan.tests.len();
        if of > all {
            return Err(TooManyShards { shard: self.shard, tests: all });
        }
        let mut owners = self.owners(plan).into_iter();
        plan.tests.retain(|_| owners.next() == Some(index - 1));
        plan.filtered_out += all - plan.tests.len();
        Ok(())
    }

    /// The shard of each test, from 0. The longest test comes first, each to the shard that has the least to do on the test's
    /// device, since devices work side by side, and then the least in all.
    fn owners(&self, plan: &Plan) -> Vec<usize> {
        let tests = &plan.tests;
        let expected = self.durations.as_ref().map_or_else(|| vec![0; tests.len()], |d| d.expected(tests));
        let mut order: Vec<usize> = (0..tests.len()).collect();
        order.sort_by_key(|&test| (Reverse(expected[test]), &tests[test].name));
        let mut on_device = vec![vec![0_u64; self.shard.of]; plan.devices.len()];
        let mut in_all = vec![0_u64; self.shard.of];
        let mut owners = vec![0; tests.len()];
        for test in order {
            let device = &mut on_device[tests[test].device];
            let owner = (0..self.shard.of).min_by_key(|&shard| (device[shard], in_all[shard]));
            owners[test] = owner.expect("there is a shard");
            // A file may say any numbers.
            let weight = expected[test].saturating_add(OVERHEAD);
            for load in [&mut device[owners[test]], &mut in_all[owners[test]]] {
                *load = load.saturating_add(weight);
            }
        }
        owners
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{Address, Device};
    use crate::judge::planned;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use ur_ipc_fixtures::DeviceDescription;

    /// A plan of tests, of each the device and its time in microseconds, with what the times are known by.
    fn plan(tests: &[(usize, u64)]) -> (Plan, Durations) {
        let device = |index| Device {
            address: Address { label: "host".into(), index, ..Address::default() },
            description: DeviceDescription::default(),
        };
        let devices = (0..3).map(device).collect();
        let name = |number, device| format!("host::dev{device}::a::t{number}");
        let test = |(number, &(device, _)): (usize, &(usize, u64))| {
            Arc::new(Planned { name: name(number, device), device, ..planned(None) })
        };
        let known = tests.iter().enumerate().map(|(number, &(device, us))| (name(number, device), us));
        let durations = Durations { by_name: known.collect(), digest: String::new() };
        (Plan { devices, tests: tests.iter().enumerate().map(test).collect(), filtered_out: 7 }, durations)
    }

    fn cut(plan: &Plan, durations: Option<&Durations>, index: usize, of: usize) -> Plan {
        let mut plan = plan.clone();
        let sharding = Sharding { shard: Shard { index, of }, durations: durations.cloned() };
        sharding.cut(&mut plan).unwrap();
        plan
    }

    proptest! {
        #[test]
        fn every_test_is_in_one_shard(
            tests in vec((0..3_usize, 0..9_000_000_u64), 1..60), of in 1..9_usize, timed: bool,
        ) {
            prop_assume!(of <= tests.len());
            let (whole, durations) = plan(&tests);
            let durations = timed.then_some(&durations);
            let shards: Vec<Plan> = (1..=of).map(|index| cut(&whole, durations, index, of)).collect();
            let mut all: Vec<&str> = shards.iter().flat_map(Plan::names).collect();
            let mut expected = whole.names();
            all.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(all, expected);
            for shard in &shards {
                prop_assert!(!shard.tests.is_empty());
                prop_assert_eq!(shard.tests.len() + shard.filtered_out, whole.tests.len() + whole.filtered_out);
            }
        }

        #[test]
        fn the_order_of_the_plan_changes_nothing(tests in vec((0..3_usize, 0..9_u64), 4..30), seed: u64) {
            let (whole, durations) = plan(&tests);
            let mut shuffled = whole.clone();
            ur_ipc_fixtures::Rng::new(seed).shuffle(&mut shuffled.tests);
            for index in 1..=4 {
                let (one, other) = (cut(&whole, Some(&durations), index, 4), cut(&shuffled, Some(&durations), index, 4));
                let (mut one, mut other) = (one.names(), other.names());
                one.sort_unstable();
                other.sort_unstable();
                prop_assert_eq!(one, other);
            }
        }

        #[test]
        fn no_shard_is_much_longer_than_another(tests in vec((0..3_usize, 0..9_000_000_u64), 8..60)) {
            let (whole, durations) = plan(&tests);
            let longest = tests.iter().map(|&(_, us)| us).max().unwrap() + OVERHEAD;
            for device in 0..3 {
                let load = |index| -> u64 {
                    let shard = cut(&whole, Some(&durations), index, 4);
                    let tests = shard.tests.iter().filter(|planned| planned.device == device);
                    tests.map(|planned| durations.by_name[&planned.name] + OVERHEAD).sum()
                };
                let loads = [1, 2, 3, 4].map(load);
                prop_assert!(loads.iter().max().unwrap() - loads.iter().min().unwrap() <= longest);
            }
        }
    }

    #[test]
    fn without_durations_neighbours_by_name_are_parted() {
        let (whole, _) = plan(&[(0, 5), (0, 5), (0, 5), (0, 5), (0, 5)]);
        let shard = |index| cut(&whole, None, index, 2);
        assert_eq!(shard(1).names(), ["host::dev0::a::t0", "host::dev0::a::t2", "host::dev0::a::t4"]);
        assert_eq!(shard(2).names(), ["host::dev0::a::t1", "host::dev0::a::t3"]);
    }

    #[test]
    fn a_long_test_is_alone() {
        let (whole, mut durations) = plan(&[(0, 10), (0, 9_000_000), (0, 10), (0, 10)]);
        durations.by_name.remove("host::dev0::a::t3");
        let shard = |index| cut(&whole, Some(&durations), index, 2);
        assert_eq!(shard(1).names(), ["host::dev0::a::t1"]);
        assert_eq!(shard(2).tests.len(), 3);
    }

    #[test]
    fn a_shard_without_tests_is_refused() {
        let sharding = Sharding { shard: Shard { index: 1, of: 3 }, durations: None };
        let (mut whole, _) = plan(&[(0, 1), (1, 1)]);
        let why = sharding.cut(&mut whole).unwrap_err();
        assert_eq!(why.to_string(), "--shard 1/3: more shards than tests, of which the run has 2");
    }
}
