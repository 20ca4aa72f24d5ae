//! The filter: selects the requested tests.

mod conditions;
mod list;
mod names;

pub use list::{ListError, TestList};

use crate::device::Device;
use crate::skiplist::Glob;
use std::collections::BTreeSet;
use std::sync::Arc;
use thiserror::Error;
use ur_ipc_fixtures::{Depth, Test};
use ur_ipc_report::counted;
use ur_ipc_report::requirements::{Level, Requirements};
use ur_ipc_report::subject::{program, subject};
use ur_ipc_report::suggestions::did_you_mean;

pub use names::meant_test;

/// A name that no selection has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no selection '{name}': the suite has {known}{meant}")]
pub struct UnknownSelection {
    name: String,
    known: String,
    meant: String,
}

/// A condition that chooses nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NothingChosen {
    /// No test is of this topic.
    #[error(
        "--topic: there is no topic '{topic}': a topic is a part of the ids that `{} list` shows{meant}",
        program()
    )]
    Topic {
        /// The topic.
        topic: String,
        /// A suggestion for the topic; may be empty.
        meant: String,
    },
    /// There is no such requirement.
    #[error("--requirement: there is no requirement '{id}': `{} requirements` shows all{meant}", program())]
    Requirement {
        /// Its id.
        id: String,
        /// A suggestion for the id; may be empty.
        meant: String,
    },
    /// A list has names that are no test's, each with its place.
    #[error("{}", .0.join("\n"))]
    Listed(Vec<String>),
    /// It is not of these devices.
    #[error("--device: there is no {condition}: the devices are {known}{meant}")]
    Device {
        /// The condition.
        condition: String,
        /// The devices.
        known: String,
        /// A suggestion for the device; may be empty.
        meant: String,
    },
    /// It is of no test.
    #[error("{condition} matches no test: `{} list` shows what there is{meant}", program())]
    Test {
        /// The condition.
        condition: String,
        /// A suggestion for the name; may be empty.
        meant: String,
    },
    /// It is of tests alone that only thorough runs have.
    #[error("{condition} matches {} only: add --thorough", counted(*.count, "thorough test"))]
    Thorough {
        /// The condition.
        condition: String,
        /// The number of tests.
        count: usize,
    },
    /// It skips each test that there is.
    #[error("{0} skips all tests")]
    Skipped(String),
    /// Each condition matches tests, but no test matches all of them.
    #[error("no test is left by the filters together: {}", .0.join(", "))]
    Together(Vec<String>),
    /// The others leave nothing of this one.
    #[error("no test of {0} is left by the other filters and --skip: drop one of these options")]
    ByOthers(String),
}

/// A selection of tests that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// The tests that repeat tests of UR's own conformance suite, or of whoever made what the suite is about.
    Twins,
}

impl Selection {
    /// All selections.
    pub const ALL: [Self; 1] = [Self::Twins];

    /// The name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Twins => subject().selection,
        }
    }

    /// The selection of this name.
    ///
    /// # Errors
    /// Which there are.
    pub fn parse(name: &str) -> Result<Self, UnknownSelection> {
        Self::ALL.into_iter().find(|selection| selection.name() == name).ok_or_else(|| {
            let known = Self::ALL.map(Self::name);
            let meant = did_you_mean(name, known);
            UnknownSelection { name: name.to_owned(), known: known.join(", "), meant }
        })
    }

    /// True if the test belongs to it.
    pub const fn has(self, test: &Test) -> bool {
        match self {
            Self::Twins => !test.twin_of.is_empty(),
        }
    }
}

/// Conditions on tests; an empty list is no condition, and one match in each list is enough.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Whole parts of full names, or patterns with `*` of full names or ids.
    pub names: Vec<String>,
    /// As `names`, of tests that are not wanted, whatever else chooses them.
    pub skipped: Vec<String>,
    /// Whether `names` and `skipped` are whole names.
    pub exact: bool,
    /// Selections that the test has to be in, one of them.
    pub selections: Vec<Selection>,
    /// Families of which the test has to be, one of them.
    pub families: Vec<String>,
    /// Parts of ids.
    pub topics: Vec<String>,
    /// Levels of which the test has to be, one of them.
    pub levels: Vec<Level>,
    /// Ids of requirements, or patterns of them.
    pub requirements: Vec<String>,
    /// Numbers, `devN`, device ids, or patterns of device names.
    pub devices: Vec<String>,
    /// Tests one by one: those that all of these name.
    pub lists: Vec<TestList>,
    /// Whether tests are wanted that only thorough runs have. One that is named alone is wanted in any run.
    pub thorough: bool,
}

impl Filter {
    /// Checks the conditions against what there is.
    ///
    /// # Errors
    /// Which condition can never hold.
    pub fn validate(&self, tests: &[Arc<Test>], requirements: &Requirements) -> Result<(), NothingChosen> {
        for topic in &self.topics {
            if !tests.iter().any(|test| test.topics().any(|part| part == topic)) {
                let known: BTreeSet<&str> = tests.iter().flat_map(|test| test.topics()).collect();
                let meant = did_you_mean(topic, known);
                return Err(NothingChosen::Topic { topic: topic.clone(), meant });
            }
        }
        for id in &self.requirements {
            let glob = Glob::new(id);
            if !requirements.all().iter().any(|requirement| glob.matches(&requirement.id)) {
                let known = requirements.all().iter().map(|known| known.id.as_str());
                let meant = names::meant_requirement(id, known);
                return Err(NothingChosen::Requirement { id: id.clone(), meant });
            }
        }
        Ok(())
    }

    /// True if tests on a device are wanted.
    pub fn wants_device(&self, device: &Device) -> bool {
        self.devices.is_empty()
            || self.devices.iter().any(|wanted| {
                let glob = Glob::new(wanted);
                *wanted == device.address.index.to_string()
                    || *wanted == format!("dev{}", device.address.index)
                    || glob.matches(&device.id())
                    || glob.matches(&device.description.name)
            })
    }

    /// True if a test is wanted, by its full name and its level.
    pub fn wants(&self, name: &str, test: &Test, level: Level) -> bool {
        let selection =
            self.selections.is_empty() || self.selections.iter().any(|selection| selection.has(test));
        let family = self.families.is_empty() || self.families.iter().any(|family| family == test.family);
        let topic =
            self.topics.is_empty() || test.topics().any(|part| self.topics.iter().any(|topic| topic == part));
        let level = self.levels.is_empty() || self.levels.contains(&level);
        let requirement = self.requirements.is_empty()
            || self.requirements.iter().any(|wanted| {
                let glob = Glob::new(wanted);
                test.requirements.iter().any(|id| glob.matches(id))
            });
        let listed = self.lists.iter().all(|list| list.wants(name, &test.id));
        let depth = self.has_depth(test) || self.names_alone(name, &test.id);
        selection
            && family
            && topic
            && level
            && requirement
            && listed
            && depth
            && self.wants_name(name, &test.id)
            && !self.skips(name, &test.id)
    }

    /// True if the run goes so deep.
    pub fn has_depth(&self, test: &Test) -> bool {
        self.thorough || test.depth == Depth::Usual
    }

    fn names_alone(&self, name: &str, id: &str) -> bool {
        !self.lists.is_empty() || self.names.iter().any(|wanted| wanted == name || wanted == id)
    }

    fn wants_name(&self, name: &str, id: &str) -> bool {
        self.names.is_empty() || self.any_names(&self.names, name, id)
    }

    fn skips(&self, name: &str, id: &str) -> bool {
        self.any_names(&self.skipped, name, id)
    }

    fn any_names(&self, wanted: &[String], name: &str, id: &str) -> bool {
        wanted.iter().any(|wanted| {
            if self.exact { wanted == name || wanted == id } else { names::matches(wanted, name, id) }
        })
    }
}

/// The families that tests are of, each once, in the order of the suite.
pub fn families(tests: &[Arc<Test>]) -> Vec<&'static str> {
    let mut families: Vec<&str> = Vec::new();
    for test in tests {
        if !families.contains(&test.family) {
            families.push(test.family);
        }
    }
    families
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Address;
    use rstest::rstest;
    use ur_ipc_fixtures::DeviceDescription;
    use ur_ipc_report::samples::empty_test;

    const ID: &str = "memory::open::stale";
    const NAME: &str = "host::dev1::memory::open::stale";

    fn stale() -> Arc<Test> {
        empty_test(ID, &["memory.open.stale"], &[])
    }

    #[rstest]
    #[case(Filter::default(), true)]
    #[case(Filter { names: vec!["open".into()], ..Filter::default() }, true)]
    #[case(Filter { names: vec!["ope".into()], ..Filter::default() }, false)]
    #[case(Filter { names: vec!["close".into(), "stale".into()], ..Filter::default() }, true)]
    #[case(Filter { names: vec!["memory::*".into()], ..Filter::default() }, true)]
    #[case(Filter { names: vec!["host::*".into()], ..Filter::default() }, true)]
    #[case(Filter { names: vec!["open".into()], exact: true, ..Filter::default() }, false)]
    #[case(Filter { names: vec![NAME.into()], exact: true, ..Filter::default() }, true)]
    #[case(Filter { names: vec![ID.into()], exact: true, ..Filter::default() }, true)]
    #[case(Filter { names: vec!["event::*".into()], ..Filter::default() }, false)]
    #[case(Filter { skipped: vec!["close".into()], ..Filter::default() }, true)]
    #[case(Filter { skipped: vec!["close".into(), "open".into()], ..Filter::default() }, false)]
    #[case(Filter { skipped: vec!["*stal*".into()], ..Filter::default() }, false)]
    #[case(Filter { skipped: vec!["open".into()], exact: true, ..Filter::default() }, true)]
    #[case(Filter { skipped: vec![ID.into()], names: vec![NAME.into()], exact: true, ..Filter::default() }, false)]
    #[case(Filter { levels: vec![Level::Must], ..Filter::default() }, true)]
    #[case(Filter { selections: vec![Selection::Twins], ..Filter::default() }, false)]
    #[case(Filter { families: vec!["event".into()], ..Filter::default() }, false)]
    #[case(Filter { families: vec!["memory".into()], ..Filter::default() }, true)]
    #[case(Filter { topics: vec!["open".into()], ..Filter::default() }, true)]
    #[case(Filter { topics: vec!["ope".into()], ..Filter::default() }, false)]
    #[case(Filter { levels: vec![Level::May], ..Filter::default() }, false)]
    #[case(Filter { requirements: vec!["memory.open.*".into()], ..Filter::default() }, true)]
    #[case(Filter { requirements: vec!["memory.open".into()], ..Filter::default() }, false)]
    fn tests_are_chosen(#[case] filter: Filter, #[case] wanted: bool) {
        assert_eq!(filter.wants(NAME, &stale(), Level::Must), wanted);
    }

    #[test]
    fn a_selection_has_a_name_and_its_tests() {
        let filter = Filter { selections: vec![Selection::parse("ur-cts").unwrap()], ..Filter::default() };
        let twin = empty_test(ID, &["memory.open.stale"], &["urIPCOpenTest.Stale"]);
        assert!(filter.wants(NAME, &twin, Level::Must));
        assert!(!Filter { families: vec!["event".into()], ..filter }.wants(NAME, &twin, Level::Must));
        let error = Selection::parse("ur").unwrap_err().to_string();
        assert_eq!(error, "there is no selection 'ur': the suite has ur-cts");
    }

    #[rstest]
    #[case(&[], true)]
    #[case(&["1"], true)]
    #[case(&["dev1"], true)]
    #[case(&["host::dev1"], true)]
    #[case(&["Soft*"], true)]
    #[case(&["0"], false)]
    fn devices_are_chosen(#[case] devices: &[&str], #[case] wanted: bool) {
        let description = DeviceDescription { name: "Software".into(), ..Default::default() };
        let address = Address { label: "host".into(), index: 1, ..Address::default() };
        let device = Device { address, description };
        let devices = devices.iter().map(|&d| d.to_owned()).collect();
        assert_eq!(Filter { devices, ..Filter::default() }.wants_device(&device), wanted);
    }

    fn catalogue() -> Requirements {
        let catalogue = "- {id: memory.open.stale, family: memory, entry_point: e, level: must, expect: x, \
                         source: s, ur_cts: false}";
        Requirements::parse(catalogue).unwrap()
    }

    #[test]
    fn conditions_that_can_hold_are_accepted() {
        let requirements = catalogue();
        for id in ["memory.open.stale", "memory.*"] {
            let families = vec!["memory".to_owned()];
            let good = Filter { families, requirements: vec![id.to_owned()], ..Filter::default() };
            assert_eq!(good.validate(&[stale()], &requirements), Ok(()));
        }
    }

    #[test]
    fn conditions_that_cannot_hold_are_refused() {
        let wrong = Filter { topics: vec!["opne".into()], ..Filter::default() };
        let why = wrong.validate(&[stale()], &Requirements::default()).unwrap_err().to_string();
        let said =
            "--topic: there is no topic 'opne': a topic is a part of the ids that `ur-ipc-cts list` shows";
        assert_eq!(why, format!("{said}; did you mean 'open'?"));
        let wrong = Filter { requirements: vec!["memory.open.stall".into()], ..Filter::default() };
        let why = wrong.validate(&[stale()], &catalogue()).unwrap_err().to_string();
        assert!(why.ends_with("shows all; did you mean 'memory.open.stale'?"), "{why}");
    }
}
