//! The conditions of a filter, each alone.

use super::{Filter, NothingChosen, names};
use crate::device::Device;
use crate::suite::Suite;
use std::collections::BTreeSet;
use std::sync::Arc;
use ur_ipc_fixtures::Test;
use ur_ipc_report::suggestions::did_you_mean;

impl Filter {
    /// The conditions in words.
    pub fn describe(&self) -> Vec<String> {
        let named = |alone: &Self| !alone.names.is_empty() || !alone.skipped.is_empty();
        let exact = |alone: &Self| if self.exact && named(alone) { ", whole" } else { "" };
        self.conditions().into_iter().map(|(name, alone)| name + exact(&alone)).collect()
    }

    /// Those of them that choose devices.
    pub fn describe_devices(&self) -> Vec<String> {
        let of_devices = |(name, alone): (String, Self)| (!alone.devices.is_empty()).then_some(name);
        self.conditions().into_iter().filter_map(of_devices).collect()
    }

    /// Each condition alone, with what to call it.
    pub fn conditions(&self) -> Vec<(String, Self)> {
        let alone = Self { exact: self.exact, thorough: self.thorough, ..Self::default() };
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
        conditions.extend(text("--skip", &self.skipped, |alone, skipped| Self { skipped, ..alone }));
        let lists = self.lists.iter();
        conditions.extend(
            lists.map(|list| (list.option().to_owned(), Self { lists: vec![list.clone()], ..alone.clone() })),
        );
        conditions
    }

    /// That each pattern of tests to skip matches one.
    ///
    /// # Errors
    /// Which does not.
    pub fn check_skipped(&self, suite: &Suite, devices: &[Device]) -> Result<(), NothingChosen> {
        for pattern in &self.skipped {
            let names = vec![pattern.clone()];
            let alone = Self { names, exact: self.exact, thorough: true, ..Self::default() };
            if !devices.iter().any(|device| alone.wants_any(suite, device)) {
                let meant = alone.meant_name(suite, devices);
                return Err(NothingChosen::Test { condition: format!("--skip '{pattern}'"), meant });
            }
        }
        Ok(())
    }

    /// That each name in a list is a test's, on a device or on all.
    pub fn check_lists(&self, suite: &Suite, devices: &[Device]) -> Result<(), NothingChosen> {
        if self.lists.is_empty() {
            return Ok(());
        }
        let ids = || suite.tests.iter().map(|test| test.id.as_str());
        let on = |device: &Device| ids().map(|id| format!("{}::{id}", device.id())).collect::<Vec<_>>();
        let known = ids().map(str::to_owned).chain(devices.iter().flat_map(on)).collect();
        self.lists.iter().try_for_each(|list| list.check(&known))
    }

    /// The device that may have been meant by the only condition.
    pub fn meant_device(&self, devices: &[Device]) -> String {
        let names: Vec<String> =
            devices.iter().flat_map(|device| [device.id(), device.description.name.clone()]).collect();
        let meant = |wanted: &String| did_you_mean(wanted, names.iter().map(String::as_str));
        self.devices.first().map(meant).unwrap_or_default()
    }

    /// Suggests a name like that of the first condition on names; empty if there is none.
    pub fn meant_name(&self, suite: &Suite, devices: &[Device]) -> String {
        let Some(wanted) = self.names.first() else { return String::new() };
        let (ids, tests): (Vec<String>, _) = (devices.iter().map(Device::id).collect(), &suite.tests);
        let names_of = |thorough: bool| -> Vec<String> {
            let tests = tests.iter().filter(|test| thorough || self.has_depth(test));
            // Whoever names a device means one of its tests.
            if ids.iter().any(|id| wanted.starts_with(id.as_str())) {
                tests.flat_map(|test| ids.iter().map(move |id| format!("{id}::{}", test.id))).collect()
            } else {
                tests.map(|test| test.id.clone()).collect()
            }
        };
        // A test that is named whole runs in any run; one by a part of its name only in one that is deep enough.
        if self.exact {
            let names = names_of(false);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            return names::without_exact(wanted, &names).unwrap_or_else(|| {
                let all = names_of(true);
                did_you_mean(wanted, all.iter().map(String::as_str))
            });
        }
        let suggestion =
            |thorough: bool| names::suggestion(wanted, false, names_of(thorough).iter().map(String::as_str));
        match suggestion(false) {
            none if none.is_empty() => suggestion(true),
            meant => meant,
        }
    }

    /// Whether any test is wanted on a device.
    pub fn wants_any(&self, suite: &Suite, device: &Device) -> bool {
        self.wanted_on(suite, device).next().is_some()
    }

    /// The number of tests that are wanted in a thorough run on one of these devices.
    pub fn wanted_thoroughly(&self, suite: &Suite, devices: &[Device]) -> usize {
        let thorough = Self { thorough: true, ..self.clone() };
        let devices = devices.iter().filter(|device| thorough.wants_device(device));
        let ids: BTreeSet<&str> =
            devices.flat_map(|device| thorough.wanted_on(suite, device)).map(|test| &*test.id).collect();
        ids.len()
    }

    fn wanted_on<'s>(&self, suite: &'s Suite, device: &Device) -> impl Iterator<Item = &'s Arc<Test>> {
        let id = device.id();
        let wanted = move |test: &&Arc<Test>| {
            self.wants(&format!("{id}::{}", test.id), test, suite.requirements.level_of(test))
        };
        suite.tests.iter().filter(wanted)
    }
}
