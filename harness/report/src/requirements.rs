//! The catalogue of requirements.

use crate::entry_points;
use crate::yaml::Mistake;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use thiserror::Error;
use ur_ipc_fixtures::Test;

/// How binding a requirement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// UR's specification states it.
    Must,
    /// It follows from semantics, sister documents, or what any user relies on.
    Should,
    /// Left to the implementation: observed and reported, never failed.
    May,
}

impl Level {
    /// All levels, the strictest first.
    pub const ALL: [Self; 3] = [Self::Must, Self::Should, Self::May];

    /// The level's name, as in requirements.yaml.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::May => "may",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The subject of a requirement. It decides which implementations are bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Binds {
    /// Behaviour towards callers who keep to the specification. Binds everybody.
    #[default]
    Behaviour,
    /// The errors for arguments that make no sense. UR leaves them to its validation layer; who claims to validate is bound.
    Arguments,
    /// Reactions to misuse, which the specification calls undefined. Binds nobody.
    Robustness,
}

/// The parts of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Chapter {
    /// What UR's specification states. It alone decides conformance.
    Specified,
    /// What follows from it, or what any user relies on.
    Expected,
    /// Errors for arguments that make no sense, where they are claimed.
    Arguments,
    /// What becomes of misuse.
    Robustness,
    /// What is left to the implementation.
    Observed,
}

impl Chapter {
    /// All chapters, in the order of reports.
    pub const ALL: [Self; 5] =
        [Self::Specified, Self::Expected, Self::Arguments, Self::Robustness, Self::Observed];

    /// The name, as in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Specified => "specified",
            Self::Expected => "expected",
            Self::Arguments => "arguments",
            Self::Robustness => "robustness",
            Self::Observed => "observed",
        }
    }

    /// Returns the subject of its tests, in words.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Specified => "specified behaviour",
            Self::Expected => "expected behaviour",
            Self::Arguments => "argument validation",
            Self::Robustness => "robustness to misuse",
            Self::Observed => "observations",
        }
    }

    /// Whether it binds an implementation of which this says whether it claims to validate arguments.
    pub const fn binds(self, validates_arguments: bool) -> bool {
        match self {
            Self::Specified | Self::Expected => true,
            Self::Arguments => validates_arguments,
            Self::Robustness | Self::Observed => false,
        }
    }
}

/// One entry of requirements.yaml.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// Stable id, dotted.
    pub id: String,
    /// Part of the specification it belongs to.
    pub family: String,
    /// The entry points that it is about: names with commas between them, patterns, alternatives in braces.
    pub entry_point: String,
    /// Its level of obligation.
    pub level: Level,
    /// Its subject, which decides whom it binds.
    #[serde(default)]
    pub binds: Binds,
    /// The expected behaviour.
    pub expect: String,
    /// The place in the specification.
    pub source: String,
    /// Whether UR's own CTS has a test of it; in SYCL's catalogue, whether DPC++'s own tests do (`dpcpp`).
    #[serde(alias = "dpcpp")]
    pub ur_cts: bool,
    /// Those tests, as written in the catalogue.
    #[serde(default, alias = "dpcpp_test")]
    pub ur_cts_test: Option<String>,
    /// The point on which the sources disagree or are silent. It leaves implementations a freedom, which a variant of
    /// `proof/mutants` uses.
    #[serde(default)]
    pub ambiguity: Option<String>,
    /// Background that leaves no freedom: history, behaviour of implementations, reasons for this reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// Why no test can reach it, if none can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untested: Option<String>,
}

/// Why a catalogue cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RequirementsError {
    /// It is no list of requirements.
    #[error("requirements:{line}:{column}: {message}")]
    Yaml {
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
        /// The reason.
        message: String,
    },
    /// Two requirements have the same id.
    #[error("requirements: entries {first} and {second} have the same id, {id}")]
    Duplicate {
        /// The id.
        id: String,
        /// The first entry with it, counted from 1.
        first: usize,
        /// The second.
        second: usize,
    },
}

impl From<Mistake> for RequirementsError {
    fn from(Mistake { line, column, message }: Mistake) -> Self {
        Self::Yaml { line, column, message }
    }
}

/// All requirements, in the order of the catalogue.
#[derive(Clone, Debug, Default)]
pub struct Requirements {
    list: Vec<Requirement>,
    by_id: HashMap<String, usize>,
}

impl Requirement {
    /// Whether it is about this entry point.
    #[must_use]
    pub fn is_about(&self, entry_point: &str) -> bool {
        entry_points::contains(&self.entry_point, entry_point)
    }

    /// The part of the verdict that it belongs to.
    #[must_use]
    pub const fn chapter(&self) -> Chapter {
        match (self.binds, self.level) {
            (Binds::Robustness, _) => Chapter::Robustness,
            (_, Level::May) => Chapter::Observed,
            (Binds::Arguments, _) => Chapter::Arguments,
            (Binds::Behaviour, Level::Must) => Chapter::Specified,
            (Binds::Behaviour, Level::Should) => Chapter::Expected,
        }
    }

    /// The tests of UR's own CTS that cover this, each by its full name, without remarks.
    #[must_use]
    pub fn twins(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut suite = String::new();
        for part in without_parentheses(self.ur_cts_test.as_deref().unwrap_or_default()).split(" / ") {
            let part = part.trim();
            if part.is_empty() {
                continue;
            }
            if let Some((prefix, _)) = part.split_once('.') {
                suite = format!("{prefix}.");
                names.push(part.to_owned());
            } else if part.contains("::") {
                names.push(part.to_owned());
            } else {
                names.push(format!("{suite}{part}"));
            }
        }
        names
    }
}

/// The prefix of ids in SYCL's catalogue.
pub const OF_SYCL: &str = "sycl.";

/// The family that a requirement's id names first; the ids of SYCL's catalogue say whose they are before that.
pub fn family_of(id: &str) -> &str {
    let id = id.strip_prefix(OF_SYCL).unwrap_or(id);
    id.split_once('.').map_or(id, |(family, _)| family)
}

fn without_parentheses(text: &str) -> String {
    let mut depth = 0usize;
    let mut kept = String::new();
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

impl Requirements {
    /// Reads a catalogue.
    ///
    /// # Errors
    /// [`RequirementsError`], with line and column where the text is at fault.
    pub fn parse(yaml: &str) -> Result<Self, RequirementsError> {
        Self::new(serde_yaml::from_str(yaml).map_err(Mistake::from)?)
    }

    /// The catalogue of these entries.
    ///
    /// # Errors
    /// [`RequirementsError::Duplicate`] if two have the same id.
    pub fn new(list: Vec<Requirement>) -> Result<Self, RequirementsError> {
        Self::default().and(list)
    }

    /// These, and others behind them.
    ///
    /// # Errors
    /// [`RequirementsError::Duplicate`] if an id is in both; entries are counted over all.
    pub fn extended(self, others: Self) -> Result<Self, RequirementsError> {
        self.and(others.list)
    }

    fn and(mut self, others: Vec<Requirement>) -> Result<Self, RequirementsError> {
        for requirement in others {
            let (id, index) = (requirement.id.clone(), self.list.len());
            if let Some(first) = self.by_id.insert(id.clone(), index) {
                return Err(RequirementsError::Duplicate { id, first: first + 1, second: index + 1 });
            }
            self.list.push(requirement);
        }
        Ok(self)
    }

    /// All requirements, in order.
    #[must_use]
    pub fn all(&self) -> &[Requirement] {
        &self.list
    }

    /// The requirement of this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Requirement> {
        self.by_id.get(id).map(|&index| &self.list[index])
    }

    /// The level of a test: that of its requirements, the strictest if they differ. A test whose
    /// requirements are unknown counts as [`Level::Must`], so that it cannot hide.
    #[must_use]
    pub fn level_of(&self, test: &Test) -> Level {
        self.of(test).map(|requirement| requirement.level).min().unwrap_or(Level::Must)
    }

    /// The chapter of a test, in the same way.
    #[must_use]
    pub fn chapter_of(&self, test: &Test) -> Chapter {
        self.of(test).map(Requirement::chapter).min().unwrap_or(Chapter::Specified)
    }

    fn of(&self, test: &Test) -> impl Iterator<Item = &Requirement> {
        test.requirements.iter().filter_map(|id| self.get(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn requirement(ur_cts_test: &str) -> Requirement {
        Requirement {
            id: "a.b".into(),
            family: "a".into(),
            entry_point: "urA".into(),
            level: Level::Must,
            binds: Binds::Behaviour,
            expect: String::new(),
            source: String::new(),
            ur_cts: true,
            ur_cts_test: Some(ur_cts_test.into()),
            ambiguity: None,
            remark: None,
            untested: None,
        }
    }

    #[rstest]
    #[case("", &[])]
    #[case("A.X", &["A.X"])]
    #[case("A.X (remarks / with slash)", &["A.X"])]
    #[case("A.X (one (two)) / Y (three) / B.Z", &["A.X", "A.Y", "B.Z"])]
    #[case("A.X / Y / B.Z / W", &["A.X", "A.Y", "B.Z", "B.W"])]
    #[case("A::SetUp (fixture of B)", &["A::SetUp"])]
    fn twins_are_split_and_completed(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(requirement(text).twins(), expected);
    }

    /// A catalogue of this repository. Read as YAML, so that an error names line and column: the program reads JSON.
    fn in_spec(file: &str) -> Requirements {
        let path = format!("{}/../../spec/{file}", env!("CARGO_MANIFEST_DIR"));
        let yaml = std::fs::read_to_string(path).unwrap();
        Requirements::parse(&yaml).unwrap_or_else(|error| panic!("spec/{file}: {error}"))
    }

    #[test]
    fn the_catalogue_of_sycl_parses() {
        let requirements = in_spec("requirements-sycl.yaml");
        assert!(requirements.all().len() >= 50);
        assert!(requirements.all().iter().all(|requirement| requirement.id.starts_with(OF_SYCL)));
    }

    #[test]
    fn the_catalogue_of_the_suite_parses() {
        let requirements = in_spec("requirements.yaml");
        assert!(requirements.all().len() >= 200);
        assert_eq!(requirements.get("device_info.ipc_memory.query").unwrap().level, Level::Must);
        for requirement in requirements.all() {
            assert_eq!(requirement.ur_cts, !requirement.twins().is_empty(), "{}", requirement.id);
        }
    }

    #[test]
    fn duplicates_and_unknown_keys_are_refused() {
        let one = "- {id: a, family: f, entry_point: e, level: must, expect: x, source: s, ur_cts: false}\n";
        assert!(Requirements::parse(one).is_ok());
        let twice = Requirements::parse(&one.repeat(2)).unwrap_err().to_string();
        assert_eq!(twice, "requirements: entries 1 and 2 have the same id, a");
        let wrong = Requirements::parse(&one.replace("source", "sauce")).unwrap_err().to_string();
        assert!(wrong.starts_with("requirements:1:") && wrong.contains("unknown key `sauce`"), "{wrong}");
    }
}
