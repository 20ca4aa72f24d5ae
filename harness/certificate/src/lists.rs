//! The lists behind a run: all requirements and tests of a suite, as texts that are the same on every machine.

use serde::Serialize;
use ur_ipc_fixtures::Depth;
use ur_ipc_report::digest::sha256;
use ur_ipc_report::requirements::{Chapter, Level};
use ur_ipc_report::{Catalogue, WriteError};

/// A test as the list has it.
#[derive(Serialize)]
struct ListedTest<'s> {
    id: &'s str,
    family: &'s str,
    level: Level,
    chapter: Chapter,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    thorough: bool,
    requirements: &'s [&'static str],
    needs: Vec<String>,
}

/// The texts of both lists.
pub(super) struct Lists {
    pub requirements: String,
    pub tests: String,
}

impl Lists {
    /// Those of a suite.
    ///
    /// # Errors
    /// If they cannot be written as JSON.
    pub(super) fn of(suite: &dyn Catalogue) -> Result<Self, WriteError> {
        let tests = suite.tests().iter().map(|test| ListedTest {
            id: &test.id,
            family: test.family,
            level: suite.requirements().level_of(test),
            chapter: suite.requirements().chapter_of(test),
            thorough: test.depth == Depth::Thorough,
            requirements: &test.requirements,
            needs: test.needs.iter().map(ToString::to_string).collect(),
        });
        let tests: Vec<ListedTest<'_>> = tests.collect();
        Ok(Self { requirements: json(suite.requirements().all())?, tests: json(&tests)? })
    }

    /// The hashes: of the requirements, and of the tests.
    pub(super) fn hashes(&self) -> [String; 2] {
        [&self.requirements, &self.tests].map(|text| sha256(text.as_bytes()))
    }
}

/// For people to read as well.
pub(super) fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, WriteError> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
