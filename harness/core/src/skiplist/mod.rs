//! Skiplists: what is known to fail, one file a driver.

mod check;
mod date;
mod driver;
mod entry;
mod explain;
mod failure;
mod lists;
mod meant;
mod pattern;
mod place;
mod rate;
mod stable;
mod suggest;
mod text;
mod version;

pub use date::{BadDate, Date};
pub use driver::Driver;
pub use entry::{Action, Entry};
pub use failure::Failure;
pub use lists::Skiplists;
pub use meant::meant_pattern;
pub use pattern::{BadPattern, TestPattern};
pub use rate::Rate;
pub use suggest::suggest;
pub use ur_ipc_report::Glob;
pub use version::{BadVersion, Version, VersionRange};

use crate::device::Device;
use place::{Place, Places, places_in};
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;
use ur_ipc_fixtures::Test;
use ur_ipc_report::yaml::Mistake;
use ur_ipc_report::{FileError, read_text};

/// A skiplist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skiplist {
    /// The name of its file, for messages.
    pub file_name: String,
    /// The drivers that it is about.
    pub driver: Driver,
    /// Its entries. The first one that matches a test and has not expired counts.
    pub entries: Vec<Entry>,
}

/// Why a skiplist cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file_name}:{line}:{column}: {message}")]
pub struct SkiplistError {
    /// The file.
    pub file_name: String,
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1.
    pub column: usize,
    /// The reason.
    pub message: String,
}

/// Why the file of a skiplist cannot be used.
#[derive(Debug, Error)]
pub enum Unusable {
    /// It cannot be read.
    #[error("skiplist {0}")]
    File(#[from] FileError),
    /// It is no skiplist.
    #[error(transparent)]
    Mistake(#[from] SkiplistError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a skiplist")]
struct Document {
    driver: Driver,
    entries: Vec<Entry>,
}

/// A skiplist, the place of its driver, and the lines of its entries.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BuiltDocument {
    list: Document,
    driver: Place,
    entries: Vec<usize>,
}

/// The mistake in a text. If it is no skiplist at all, it says what one is.
fn mistake(text: &str, error: serde_yaml::Error) -> Mistake {
    let known = serde_yaml::from_str(text).unwrap_or(serde_yaml::Value::Null);
    let is_skiplist = ["driver", "entries"].iter().any(|key| known.get(key).is_some());
    let mut mistake = Mistake::from(error);
    if !is_skiplist {
        mistake.message += "; a skiplist is YAML with `driver` and `entries`: see docs/guide/skiplists.md";
    }
    mistake
}

impl Skiplist {
    /// Reads a skiplist. `file_name` is for messages only.
    ///
    /// # Errors
    /// [`SkiplistError`] for anything that is not understood: an unknown key, a bad pattern, a bad version, a
    /// wrong type.
    pub fn parse(file_name: &str, text: &str) -> Result<Self, SkiplistError> {
        let document: Document = serde_yaml::from_str(text)
            .map_err(|error| SkiplistError::new(file_name, mistake(text, error)))?;
        let Places { driver, entries } = places_in(text);
        let places: Vec<Place> = entries.into_iter().map(|place| place.unwrap_or((1, 1))).collect();
        for (entry, &(line, column)) in document.entries.iter().zip(&places) {
            if let Some(message) = entry.contradiction() {
                return Err(SkiplistError::new(file_name, Mistake { line, column, message }));
            }
        }
        let lines = places.into_iter().map(|(line, _)| line);
        Ok(Self::placed(file_name, document, driver.unwrap_or((1, 1)), lines))
    }

    /// Reads a skiplist of which the build has made JSON, with the places of its parts.
    ///
    /// # Errors
    /// Anything that is not understood. That an entry contradicts itself is not looked for: a test parses the files.
    pub fn from_built(file_name: &str, json: &str) -> Result<Self, serde_json::Error> {
        let BuiltDocument { list, driver, entries } = serde_json::from_str(json)?;
        Ok(Self::placed(file_name, list, driver, entries))
    }

    /// The skiplist of a document, whose driver stands at a place and whose entries begin in these lines.
    fn placed(
        file_name: &str,
        Document { mut driver, mut entries }: Document,
        (line, column): Place,
        lines: impl IntoIterator<Item = usize>,
    ) -> Self {
        driver.place = format!("{file_name}:{line}:{column}");
        for (entry, line) in entries.iter_mut().zip(lines) {
            entry.place = format!("{file_name}:{line}");
        }
        Self { file_name: file_name.to_owned(), driver, entries }
    }

    /// Reads the file.
    ///
    /// # Errors
    /// The file and what is wrong with it.
    pub fn read(file: &Path) -> Result<Self, Unusable> {
        Ok(Self::parse(&file.display().to_string(), &read_text(file)?)?)
    }

    /// Whether it is about any of these devices.
    pub fn is_about_any(&self, devices: &[Device]) -> bool {
        devices.iter().any(|device| self.driver.matches(&device.address.label, &device.description))
    }

    /// The patterns that match none of these tests.
    #[must_use]
    pub fn unmatched_patterns(&self, tests: &[Arc<Test>]) -> Vec<String> {
        self.entries
            .iter()
            .filter(|entry| !tests.iter().any(|test| entry.test.matches(&test.id)))
            .map(|entry| {
                let pattern = entry.test.to_string();
                let meant = meant_pattern(&pattern, "::", tests.iter().map(|test| test.id.as_str()));
                format!("{}: the pattern `{pattern}` matches no test{meant}", entry.place)
            })
            .collect()
    }

    /// The entries that do not apply any more.
    pub fn expired(&self, today: Date) -> Vec<String> {
        let told = |entry: &Entry| {
            let date = entry.expires.filter(|_| entry.has_expired(today))?;
            let owner = entry.owner.as_ref().map(|owner| format!(": ask {owner}")).unwrap_or_default();
            let (place, test) = (&entry.place, &entry.test);
            Some(format!("{place}: the entry for `{test}` has expired on {date} and is not applied{owner}"))
        };
        self.entries.iter().filter_map(told).collect()
    }
}

impl SkiplistError {
    fn new(file_name: &str, mistake: Mistake) -> Self {
        let Mistake { line, column, message } = mistake;
        Self { file_name: file_name.to_owned(), line, column, message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use ur_ipc_fixtures::DeviceDescription;
    use ur_ipc_report::samples::empty_test;

    const GOOD: &str = "\
driver: { backend: cuda, name: \"NVIDIA*\", version: \">=550, <600\" }
entries:
  - { test: \"memory::open::stale\", action: expect-fail, reason: \"known\", issue: \"https://example.org/1\" }
  - { test: \"event::*\", action: skip, reason: \"no events\" }
";

    fn device(name: &str, version: &str) -> DeviceDescription {
        DeviceDescription { name: name.into(), driver_version: version.into(), ..Default::default() }
    }

    fn lists(text: &str) -> Skiplists {
        Skiplists::on(Date::today(), vec![Skiplist::parse("skiplists/cuda.yaml", text).unwrap()])
    }

    #[rstest]
    #[case("cuda", "NVIDIA H200", "550.142", "memory::open::stale", Some(Action::ExpectFail))]
    #[case("cuda@mps", "NVIDIA H200", "550.142", "event::get::success", Some(Action::Skip))]
    #[case("cuda", "NVIDIA H200", "550.142", "memory::open::success", None)]
    #[case("cuda", "NVIDIA H200", "600.1", "event::get::success", None)]
    #[case("cuda", "Other", "550.142", "event::get::success", None)]
    #[case("host", "NVIDIA H200", "550.142", "event::get::success", None)]
    fn the_device_under_test_chooses(
        #[case] label: &str,
        #[case] name: &str,
        #[case] version: &str,
        #[case] test: &str,
        #[case] action: Option<Action>,
    ) {
        let lists = lists(GOOD);
        let entry = lists.decide(label, &device(name, version), test);
        assert_eq!(entry.map(|entry| entry.action), action);
    }

    #[rstest]
    #[case("cuda@mps", "cuda@mps", true)]
    #[case("cuda@mps", "cuda", false)]
    #[case("cuda@mps", "cuda@mig", false)]
    #[case("cuda", "cuda@mig", true)]
    fn a_list_is_about_a_backend_or_one_profile_of_it(
        #[case] backend: &str,
        #[case] label: &str,
        #[case] expected: bool,
    ) {
        let list = GOOD.replace("backend: cuda", &format!("backend: \"{backend}\""));
        let list = Skiplist::parse("skiplists/cuda.yaml", &list).unwrap();
        assert_eq!(list.driver.matches(label, &device("NVIDIA H200", "550.142")), expected);
    }

    #[test]
    fn the_first_entry_that_matches_counts_and_says_why() {
        let list = GOOD.replace("event::*", "memory::*");
        let lists = lists(&list);
        let device = device("NVIDIA H200", "550.142");
        let entry = |test| lists.decide("cuda", &device, test).unwrap();
        assert_eq!(entry("memory::open::stale").full_reason(), "known (https://example.org/1)");
        assert_eq!(entry("memory::open::success").full_reason(), "no events");
        assert_eq!(entry("memory::open::success").place, "skiplists/cuda.yaml:4");
        let list = Skiplist::parse("skiplists/cuda.yaml", GOOD).unwrap();
        assert_eq!(list.driver.place, "skiplists/cuda.yaml:1:9");
    }

    #[rstest]
    #[case(
        "test: \"memory",
        "tset: \"memory",
        "cuda.yaml:3:7: entries[0]: unknown key `tset`, expected one of"
    )]
    #[case(
        "expect-fail",
        "expect",
        "unknown value `expect`, expected one of `skip`, `run`, `expect-fail`, `flaky`"
    )]
    #[case(">=550, <600", "550", "bad version condition '550'")]
    #[case("memory::open::stale", "memory open", "bad test pattern 'memory open'")]
    #[case("reason: \"known\"", "reason: [1]", "expected a text, found a list")]
    #[case(
        "action: expect-fail",
        "action: expect-fail, outcome: pass",
        "entries[0].outcome: unknown value `pass`, expected one of `fail`, `crash`, `timeout`"
    )]
    #[case("action: expect-fail", "action: expect-fail, outcome: []", "the list is empty")]
    #[case(
        "action: skip",
        "action: skip, outcome: crash",
        "cuda.yaml:4:5: `outcome` is about tests that are expected to fail"
    )]
    #[case("action: skip", "action: run, message: x", "cuda.yaml:4:5: `message` is about tests that are")]
    #[case(
        "action: skip",
        "action: skip, expires: 2027-02-29",
        "cuda.yaml:4:5: entries[1]: bad date '2027-02-29'"
    )]
    #[case("action: skip", "action: flaky", "cuda.yaml:4:5: a flaky test needs a `rate`")]
    #[case("action: skip", "action: flaky, rate: 0.1", "cuda.yaml:4:5: a flaky test needs a `rate`")]
    #[case(
        "action: skip",
        "action: flaky, rate: 0.2, ceiling: 0.1",
        "cuda.yaml:4:5: its `rate` is above its `ceiling`"
    )]
    #[case("action: skip", "action: flaky, rate: 2, ceiling: 0.1", "expected a number between 0 and 1")]
    #[case("action: skip", "action: skip, rate: 0.1", "cuda.yaml:4:5: `rate` is about flaky tests")]
    #[case("expect-fail", "expect-fail, ceiling: 0.1", "cuda.yaml:3:5: `ceiling` is about flaky tests")]
    #[case(
        "{ backend: cuda, name: \"NVIDIA*\", version: \">=550, <600\" }",
        "cuda",
        "driver: expected a mapping such as { backend: host }, found \"cuda\""
    )]
    #[case(
        "{ test: \"event::*\", action: skip, reason: \"no events\" }",
        "event",
        "expected a mapping such as { test: ..., action: skip, reason: ... }"
    )]
    #[case("backend: cuda", "backend: 7", "expected a text, found `7`")]
    #[case("entries:", "entris:", "unknown key `entris`")]
    #[case(", reason: \"no events\"", "", "missing key `reason`")]
    fn mistakes_are_located(#[case] good: &str, #[case] bad: &str, #[case] expected: &str) {
        let error = Skiplist::parse("cuda.yaml", &GOOD.replacen(good, bad, 1)).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert!(!error.message.contains("at line"), "{error}");
    }

    #[test]
    fn patterns_without_tests_are_reported() {
        let list = Skiplist::parse("cuda.yaml", GOOD).unwrap();
        let idle = list.unmatched_patterns(&[empty_test("event::get::success", &[], &[])]);
        assert_eq!(idle, ["cuda.yaml:3: the pattern `memory::open::stale` matches no test"]);
        let idle = list.unmatched_patterns(&[empty_test("memory::open::stable", &[], &[])]);
        let said = [
            "cuda.yaml:3: the pattern `memory::open::stale` matches no test; did you mean 'memory::open::stable'?",
            "cuda.yaml:4: the pattern `event::*` matches no test",
        ];
        assert_eq!(idle, said);
    }
}
