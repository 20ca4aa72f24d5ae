//! The shape of a result file. Every other report is made from what is in it, be it fresh from a run or read again.

mod older;

use super::environment::{DeviceEntry, RunEnvironment};
use super::escape::one_line;
use super::file::{FileError, read_text};
use super::layout;
use super::summary::Summary;
use super::verdict::Verdict;
use crate::options::DEFAULT_SEED;
use crate::outcome::{Outcome, Record};
use crate::requirements::OF_SYCL;
use crate::subject::{Subject, program, subject};
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The version of the shape. What a reader has to know of is a new version; a further field is none, but in a package, of
/// which nothing is passed over.
pub(super) const SCHEMA: &str = "ur-ipc-cts/results/3";

/// Text before the list of backends, if all devices are software.
pub(super) const NO_HARDWARE: &str = "no hardware was tested, only software: ";

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Document {
    /// The version of this shape.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: String,
    /// What the run ran in, and with.
    pub environment: RunEnvironment,
    /// The devices under test.
    pub devices: Vec<DeviceEntry>,
    /// For each device the state of each requirement; of a complete run only.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub requirements: BTreeMap<String, BTreeMap<String, Outcome>>,
    /// What is said of each device; of a complete run only.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<String, Verdict>,
    /// One record for each test on each device.
    pub tests: Vec<Record>,
    /// What they amount to.
    pub summary: Summary,
}

impl Document {
    /// One in which nothing has happened yet.
    pub fn new(environment: RunEnvironment, summary: Summary) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            environment,
            devices: Vec::new(),
            requirements: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            tests: Vec::new(),
            summary,
        }
    }

    /// Returns the subject of the suite that made the results. It may differ from the subject of this program.
    pub fn subject(&self) -> Subject {
        match self.tests.iter().flat_map(|record| &record.requirements).next() {
            Some(id) if id.starts_with(OF_SYCL) => Subject::SYCL,
            Some(_) => Subject::UNIFIED_RUNTIME,
            None => subject(),
        }
    }

    /// Reads a result file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        Self::parse(&read_text(path)?).map_err(|why| ReadError::Misread { file: path.to_owned(), why })
    }

    /// Reads the text of a result file.
    ///
    /// # Errors
    /// [`Misread`].
    pub fn parse(text: &str) -> Result<Self, Misread> {
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        let head: Head = serde_json::from_str(text).map_err(|error| Misread::foreign(text, &error))?;
        let is_older = head.schema == older::SCHEMA;
        if head.schema != SCHEMA && !is_older {
            let why =
                format!("this is '{}', of which nothing is known here: expected '{SCHEMA}'", head.schema);
            return Err(Misread { line: 1, column: 1, why });
        }
        let mut document: Self =
            serde_json::from_str(text).map_err(|error| Misread::altered(text, &error))?;
        if is_older {
            older::translate(&mut document);
        }
        let known = |record: &&Record| document.devices.iter().any(|device| device.id == record.device);
        match document.tests.iter().find(|record| !known(record)) {
            Some(record) => Err(Misread::homeless(text, record)),
            None => Ok(document),
        }
    }

    /// For people to read as well.
    pub fn pretty(&self) -> serde_json::Result<String> {
        layout::pretty(self)
    }

    /// The seed of everything random. Where the run ended before that was known, there is no test that had one.
    pub(super) fn seed(&self) -> u64 {
        self.environment.terms.as_ref().map_or(DEFAULT_SEED, |terms| terms.seed)
    }

    /// The tests that ended so that the run cannot be called good.
    pub fn failures(&self) -> Vec<&Record> {
        self.tests.iter().filter(|record| record.failed()).collect()
    }

    /// That no hardware was tested, if so, and what was instead.
    pub fn only_software(&self) -> Option<String> {
        self.software().map(|labels| format!("{NO_HARDWARE}{}", one_line(&labels)))
    }

    /// The labels of the backends, with commas between them, if all devices are software.
    pub fn software(&self) -> Option<String> {
        let is_all = !self.devices.is_empty() && self.devices.iter().all(|device| device.software);
        let labels: BTreeSet<&str> = self.devices.iter().map(|device| device.backend.as_str()).collect();
        is_all.then(|| labels.into_iter().collect::<Vec<_>>().join(", "))
    }

    /// Returns the problems outside of tests. If none of them explains why a run is incomplete, a line says that it is.
    pub fn problems(&self) -> Vec<&str> {
        let Summary { complete, problems, interrupted, .. } = &self.summary;
        let unexplained = interrupted.is_some() || (!complete && problems.is_empty());
        let unfinished = unexplained.then_some(match interrupted.as_deref() {
            Some(_) => "the run was interrupted",
            None => "the run has not come to its end",
        });
        problems.iter().map(String::as_str).chain(unfinished).collect()
    }
}

/// Why a file gives no results.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("result file {0}")]
    File(#[from] FileError),
    /// It is no result file.
    #[error("{}:{why}", .file.display())]
    Misread {
        /// The file.
        file: PathBuf,
        /// The reason, with its place in the file.
        why: Misread,
    },
}

/// Why a text is no result file, and where; places are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {why}")]
pub struct Misread {
    /// The line.
    pub line: usize,
    /// The character in it.
    pub column: usize,
    /// The reason.
    pub why: String,
}

impl Misread {
    /// Of a text that does not begin to be a result file.
    fn foreign(text: &str, error: &serde_json::Error) -> Self {
        let told = told(error);
        let what = match error.classify() {
            Category::Eof => {
                return Self::at(text, error, "incomplete result file: it ends here; copy it again");
            }
            Category::Syntax | Category::Io => format!("invalid JSON ({told})"),
            Category::Data => told,
        };
        let why = format!("not a result file: {what}; name a file that `{} run --json` wrote", program());
        Self::at(text, error, &why)
    }

    /// Of a result file that no run has written like this.
    fn altered(text: &str, error: &serde_json::Error) -> Self {
        Self::at(text, error, &invalid(&told(error)))
    }

    fn at(text: &str, error: &serde_json::Error, why: &str) -> Self {
        let line = error.line().max(1);
        let bytes = text.split('\n').nth(line - 1).unwrap_or_default().as_bytes();
        // The reader counts bytes.
        let before = String::from_utf8_lossy(&bytes[..error.column().min(bytes.len())]);
        Self { line, column: before.chars().count().max(1), why: why.to_owned() }
    }

    /// Of a test on a device that the file does not have: what is counted by devices would pass over it.
    fn homeless(text: &str, record: &Record) -> Self {
        let why =
            invalid(&format!("{} ran on {:?}, which is not one of its devices", record.name, record.device));
        // Of no other device, which would be one of the file's.
        let stray = serde_json::to_string(&record.device).unwrap_or_default();
        let before = text.split_once(&stray).map_or("", |(before, _)| before);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Self { line: before.matches('\n').count() + 1, column: line.chars().count() + 1, why }
    }
}

/// The reader's reason, without the place, which stands before it.
fn told(error: &serde_json::Error) -> String {
    let told = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    told.strip_suffix(&place).unwrap_or(&told).to_owned()
}

fn invalid(why: &str) -> String {
    format!("invalid result file: {why}; use it as the run wrote it")
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::requirements::Chapter;
    use rstest::rstest;

    #[test]
    fn what_was_written_is_read_again() {
        // One with all that there is to say, and one with as little as there can be.
        for document in [samples::document(), Document::new(RunEnvironment::default(), Summary::default())] {
            let read = Document::parse(&document.pretty().unwrap());
            assert_eq!(read.map_err(|misread| misread.why), Ok(document));
        }
    }

    #[rstest]
    #[case::all(&[("host", true), ("host", true), ("a", true)], Some("no hardware was tested, only software: a, host"))]
    #[case::one(&[("host", true), ("cuda", false)], None)]
    #[case::hardware(&[("cuda", false)], None)]
    #[case::nothing(&[], None)]
    fn software_alone_is_told(#[case] devices: &[(&str, bool)], #[case] told: Option<&str>) {
        let sample = samples::document().devices.remove(0);
        let device = |&(backend, software): &(&str, bool)| DeviceEntry {
            backend: backend.into(),
            software,
            ..sample.clone()
        };
        let document = Document { devices: devices.iter().map(device).collect(), ..samples::document() };
        assert_eq!(document.only_software().as_deref(), told);
    }

    #[test]
    fn its_suite_is_told_by_what_its_tests_cite() {
        let mut document = samples::document();
        assert_eq!(document.subject(), Subject::UNIFIED_RUNTIME);
        document.tests[0].requirements = vec!["sycl.memory.open.repeated".to_owned()];
        assert_eq!(document.subject(), Subject::SYCL);
    }

    #[test]
    fn the_shape_before_this_one_is_read() {
        let mut skip = samples::record(Chapter::Specified, Outcome::Skip);
        skip.device = "host::dev0".to_owned();
        skip.execution.reason = Some("skiplist: try".to_owned());
        let text = samples::document_of(vec![skip]).pretty().unwrap().replace(SCHEMA, older::SCHEMA);
        let document = Document::parse(&text).unwrap();
        assert_eq!(document.schema, SCHEMA);
        assert!(document.tests[0].is_skipped_by_list());
    }

    #[rstest]
    #[case::nothing("", "1:1: incomplete result file: it ends here; copy it again")]
    #[case::no_json(
        "a: 1",
        "1:1: not a result file: invalid JSON (expected value); name a file that `ur-ipc-cts run --json` wrote"
    )]
    #[case::a_list("[]", "1:2: not a result file: ")]
    #[case::another_document("{\n\"a\": 1}", "2:7: not a result file: missing field `schema`; name")]
    #[case::another_version(
        r#"{"schema": "ur-ipc-cts/results/1", "old": 1}"#,
        "1:1: this is 'ur-ipc-cts/results/1', of which nothing is known here: expected 'ur-ipc-cts/results/3'"
    )]
    #[case::behind_other_letters("{\"größe\": x", "1:11: not a result file: invalid JSON (expected value)")]
    #[case::no_number("{\"a\": NaN}", "1:7: not a result file: invalid JSON (expected value)")]
    #[case::cut("{\"schema\": \"ur-ipc-cts/results/3\",\n", "2:1: incomplete result file: ")]
    #[case::a_wrong_type(
        "{\"schema\": \"ur-ipc-cts/results/3\",\n\"tests\": 7}",
        "2:10: invalid result file: invalid type: integer `7`, expected a sequence"
    )]
    fn what_is_no_result_file_is_told_with_its_place(#[case] text: &str, #[case] expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        std::fs::write(&path, text).unwrap();
        let told = Document::read(&path).unwrap_err().to_string();
        assert!(told.starts_with(&format!("{}:{expected}", path.display())), "{told}");
    }

    #[rstest]
    #[case::negative("-5", "a test is said to have taken -5 microseconds: ")]
    #[case::no_whole_number("1.5", "a test is said to have taken 1.5 microseconds: ")]
    #[case::years("99999999999999999", "a test is said to have taken 99999999999999999 microseconds: ")]
    #[case::without_end(
        "18446744073709551616",
        "a test is said to have taken 1.8446744073709552e+19 microseconds"
    )]
    #[case::infinite("1e999", "number out of range")]
    #[case::text("\"5\"", "invalid type: string \"5\", expected a JSON number")]
    fn a_time_that_no_test_took_is_refused_with_its_place(
        #[case] time: &str,
        #[case] why: &str,
        #[values("duration_us", "body_us")] field: &str,
    ) {
        let text = samples::document().pretty().unwrap();
        let (before, after) = text.rsplit_once(&format!("\"{field}\": 1")).expect("the last test took some");
        let (taken, after) = after.split_once('\n').unwrap();
        let comma = if taken.ends_with(',') { "," } else { "" };
        let text = format!("{before}\"{field}\": {time}{comma}\n{after}");
        let misread = Document::parse(&text).unwrap_err();
        let told = format!("invalid result file: {why}");
        assert!(misread.why.starts_with(&told), "{}", misread.why);
        // It is in the line itself, or where the record of the test ends.
        let line = text.lines().nth(misread.line - 1).unwrap();
        assert!(line.contains(field) || line.starts_with("    }"), "{line}");
    }

    #[test]
    fn a_test_of_a_device_that_the_file_does_not_have_is_refused_with_its_place() {
        let text = samples::document().pretty().unwrap();
        let record = samples::document().tests.remove(0);
        let (its, stray) = (format!("\"device\": \"{}\"", record.device), "\"device\": \"stray\"");
        let text = text.replacen(&its, stray, 1);
        let misread = Document::parse(&text).unwrap_err();
        let why = format!("{} ran on \"stray\", which is not one of its devices; ", record.name);
        assert!(misread.why.starts_with(&format!("invalid result file: {why}")), "{}", misread.why);
        let line = text.lines().nth(misread.line - 1).unwrap();
        let rest: String = line.chars().skip(misread.column - 1).collect();
        assert!(rest.starts_with("\"stray\""), "{rest}");
    }

    #[test]
    fn a_missing_file_is_named() {
        let told = Document::read(Path::new("/no/such.json")).unwrap_err().to_string();
        assert!(told.starts_with("result file /no/such.json: no such file"), "{told}");
    }
}
