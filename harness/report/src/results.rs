//! The results of a run, and their file. It has a whole document after every record.

use super::document::Document;
use super::environment::{DeviceEntry, RunEnvironment};
use super::formats::Line;
use super::outputs::Outputs;
use super::summary::Summary;
use super::write_error::WriteError;
use crate::outcome::Record;
use crate::requirements::Requirements;
use crate::resumed_records::ResumedRecords;
use serde::Serialize;
use std::collections::HashMap;
use std::time::Duration;

/// The scope of a run.
#[derive(Clone, Debug, Default)]
pub struct Extent {
    /// The devices under test.
    pub devices: Vec<DeviceEntry>,
    /// Number of planned tests.
    pub tests: usize,
    /// Number of tests that the filter left out.
    pub filtered_out: usize,
}

/// The results, in the making or complete.
pub struct Results {
    environment: RunEnvironment,
    devices: Vec<DeviceEntry>,
    /// The records that there are, in the order of their ends.
    pub records: Vec<Record>,
    /// Their counts and problems.
    pub summary: Summary,
    outputs: Outputs,
    /// Offset of the next record in the file. `None` after a failed write, since a later record would hide the gap.
    at: Option<usize>,
    /// The run that this one continues.
    resumed: Option<ResumedRecords>,
}

impl Results {
    /// Nothing yet but what is taken over from an earlier run.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn new(
        outputs: Outputs,
        environment: RunEnvironment,
        extent: Extent,
        resumed: Option<ResumedRecords>,
    ) -> Result<Self, WriteError> {
        let mut results = Self {
            environment,
            devices: extent.devices,
            records: Vec::new(),
            summary: Summary::new(extent.filtered_out),
            outputs,
            at: None,
            resumed,
        };
        if let Some(resumed) = &results.resumed {
            results.records.clone_from(&resumed.records);
            results.summary.count_again(&results.records);
            if resumed.whole.is_none() {
                // Who continues a continuation that was killed reads in them how the first run was begun.
                let own = results.environment.clone();
                results.environment.parts = [&resumed.environments[..], &[own]].concat();
            }
        }
        results.write_head()?;
        results.outputs.tell(&Line::start(&results.document(), extent.tests));
        for record in &results.records {
            results.outputs.tell(&Line::TestFinished { record });
        }
        Ok(results)
    }

    /// All that is known by now.
    pub fn document(&self) -> Document {
        let (devices, tests) = (self.devices.clone(), self.records.clone());
        Document { devices, tests, ..Document::new(self.environment.clone(), self.summary.clone()) }
    }

    fn write_head(&mut self) -> Result<(), WriteError> {
        let whole = json(&self.document())?;
        let tail = format!("],\"summary\":{}}}", json(&self.summary)?);
        self.at = Some(whole.len() - tail.len());
        self.outputs.begin_results(&format!("{whole}\n"))
    }

    /// A test begins on a device: its full name, and the ids of both.
    pub fn started(&mut self, name: &str, test: &str, device: &str) {
        self.outputs.tell(&Line::TestStarted { name, test, device });
    }

    /// Adds a record.
    pub fn add(&mut self, record: Record) {
        self.outputs.tell(&Line::TestFinished { record: &record });
        self.summary.add(&record);
        // What cannot be written now may be at the end, when it is tried again.
        self.at = self.at.and_then(|at| self.write_record(&record, at).ok());
        self.records.push(record);
    }

    /// Puts a record in the place of that of the same test. The file has it when it is completed.
    pub fn amend(&mut self, record: Record) {
        self.outputs.tell(&Line::TestAmended { record: &record });
        let known = self.records.iter_mut().find(|known| known.name == record.name);
        *known.expect("only what was added can change") = record;
        self.summary.count_again(&self.records);
    }

    /// Gives the place of the next record.
    fn write_record(&mut self, record: &Record, at: usize) -> Result<usize, WriteError> {
        let separator = if self.records.is_empty() { "\n" } else { ",\n" };
        let entry = format!("{separator}{}", json(record)?);
        let tail = format!("\n],\"summary\":{}}}\n", json(&self.summary)?);
        self.outputs.put(at, &format!("{entry}{tail}"))?;
        Ok(at + entry.len())
    }

    /// Puts the records into the order of these names, where they come from several runs.
    pub fn put_in_order<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        if self.resumed.is_some() {
            let places: HashMap<&str, usize> = names.enumerate().map(|(place, name)| (name, place)).collect();
            self.records.sort_by_key(|record| places.get(record.name.as_str()).copied());
        }
    }

    /// The record of this name.
    pub fn get(&self, name: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.name == name)
    }

    /// The file that has the results of the run as far as they are known, if there is one.
    pub fn kept(&self) -> Option<&str> {
        self.outputs.kept()
    }

    /// The run was asked to end: writes the files as they are then.
    pub fn interrupt(
        &mut self,
        signal: &str,
        settled: bool,
        problems: Vec<String>,
        wall: Duration,
        requirements: &Requirements,
    ) -> (Document, Result<(), WriteError>) {
        self.end(problems, wall, settled);
        self.summary.interrupted = Some(signal.to_owned());
        let document = self.document();
        self.write(document, requirements)
    }

    /// The run has ended: writes the final files, and gives what is in them and whether they could be written. The problems
    /// are those that follow from no test.
    pub fn complete(
        &mut self,
        problems: Vec<String>,
        wall: Duration,
        requirements: &Requirements,
    ) -> (Document, Result<(), WriteError>) {
        self.end(problems, wall, true);
        self.summary.complete = true;
        let mut document = self.document();
        document.conclude(requirements);
        let follows = document.consequences();
        document.summary.problems.extend(follows);
        self.write(document, requirements)
    }

    fn end(&mut self, problems: Vec<String>, wall: Duration, settled: bool) {
        let wall_us = u64::try_from(wall.as_micros()).unwrap_or(u64::MAX);
        self.environment.wall_us = Some(wall_us);
        // A file that is continued may say any numbers.
        let body_us = self.records.iter().map(|record| record.execution.body_us);
        self.environment.body_us = Some(body_us.fold(0, u64::saturating_add));
        self.summary.settled = settled;
        self.summary.problems = problems;
        if let Some(resumed) = &self.resumed {
            self.summary.problems.retain(|problem| !resumed.incidents.contains(problem));
            self.summary.problems.splice(0..0, resumed.incidents.iter().cloned());
            self.summary.settled &= resumed.settled;
            if let Some(whole) = &resumed.whole {
                // A run of no test is no part of them.
                self.environment.clone_from(whole);
                return;
            }
            self.environment.wall_us = Some(wall_us.saturating_add(resumed.wall_us));
            if let Some(own) = self.environment.parts.last_mut() {
                own.wall_us = Some(wall_us);
            }
        }
    }

    fn write(
        &mut self,
        document: Document,
        requirements: &Requirements,
    ) -> (Document, Result<(), WriteError>) {
        self.outputs.tell(&Line::end(&document));
        let written = self.outputs.finish(&document, requirements);
        (document, written)
    }
}

fn json(value: &impl Serialize) -> Result<String, WriteError> {
    Ok(serde_json::to_string(value)?)
}

#[cfg(test)]
mod tests {
    use super::super::document::SCHEMA;
    use super::super::outputs::ReportPaths;
    use super::super::samples;
    use super::*;
    use crate::any::any_records;
    use crate::requirements::Level;
    use proptest::prelude::*;
    use serde_json::Value;
    use std::path::Path;

    proptest! {
        #[test]
        fn whatever_a_record_says_is_read_again(records in any_records()) {
            let file = tempfile::NamedTempFile::new().unwrap();
            let mut results = create(file.path());
            let seen = || serde_json::from_value::<Vec<Record>>(read(file.path())["tests"].clone()).unwrap();
            for (index, record) in records.iter().enumerate() {
                results.add(record.clone());
                prop_assert_eq!(&seen()[..], &records[..=index]);
            }
            complete(&mut results);
            prop_assert_eq!(seen(), records);
        }
    }

    fn create(path: &Path) -> Results {
        continued(path, None)
    }

    fn continued(path: &Path, resumed: Option<ResumedRecords>) -> Results {
        let paths = ReportPaths { json: Some(path.to_owned()), ..ReportPaths::default() };
        let outputs = Outputs::open(&paths, &samples::requirements(), &crate::Build::default()).unwrap();
        Results::new(outputs, samples::environment(), samples::extent(), resumed).unwrap()
    }

    fn complete(results: &mut Results) {
        let requirements = samples::requirements();
        results.complete(Vec::new(), Duration::from_millis(5), &requirements).1.unwrap();
    }

    fn read(path: &Path) -> Value {
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    #[test]
    fn the_file_is_whole_after_every_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.json");
        let mut results = create(&path);
        assert_eq!(read(&path)["tests"], serde_json::json!([]));
        let records = samples::records();
        for (index, record) in records.iter().enumerate() {
            results.add(record.clone());
            let seen = read(&path);
            assert_eq!(seen["tests"].as_array().unwrap().len(), index + 1);
            assert_eq!(seen["tests"][index], serde_json::to_value(record).unwrap());
            assert_eq!(seen["summary"]["complete"], false);
            assert_eq!(seen["schema"], SCHEMA);
        }
        complete(&mut results);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
        insta::assert_snapshot!(std::fs::read_to_string(&path).unwrap());
    }

    #[test]
    fn a_continuation_names_the_runs_before_it_from_its_start_and_a_problem_once() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let first = RunEnvironment { command_line: vec!["first".to_owned()], ..samples::environment() };
        let problem = || vec!["a backend is broken".to_owned()];
        let resumed = ResumedRecords {
            records: samples::records(),
            incidents: problem(),
            environments: vec![first],
            wall_us: 7,
            whole: None,
            settled: true,
        };
        let mut results = continued(file.path(), Some(resumed));
        let lines = || {
            let parts = read(file.path())["environment"]["parts"].clone();
            let parts: Vec<RunEnvironment> = serde_json::from_value(parts).unwrap();
            parts.into_iter().map(|part| part.command_line).collect::<Vec<_>>()
        };
        let expected = [vec!["first".to_owned()], samples::environment().command_line];
        assert_eq!(lines(), expected, "it may be killed before its end");
        let (document, _) = results.complete(problem(), Duration::from_millis(5), &samples::requirements());
        assert_eq!((lines(), document.environment.wall_us), (expected.to_vec(), Some(5007)));
        assert_eq!(document.environment.parts[1].wall_us, Some(5000));
        assert_eq!(document.summary.problems.iter().filter(|told| **told == problem()[0]).count(), 1);
    }

    #[test]
    fn what_happens_is_told_as_it_happens() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let paths = ReportPaths { json_lines: Some(file.path().to_owned()), ..ReportPaths::default() };
        let outputs = Outputs::open(&paths, &samples::requirements(), &crate::Build::default()).unwrap();
        let mut results = Results::new(outputs, samples::environment(), samples::extent(), None).unwrap();
        let told = || std::fs::read_to_string(file.path()).unwrap();
        assert_eq!(told().lines().count(), 1);
        let mut records = samples::records().into_iter();
        results.started("host::dev0::memory::open::fine", "memory::open::fine", "host::dev0");
        results.add(records.next().unwrap());
        assert_eq!(told().lines().count(), 3);
        results.amend(Record { level: Level::Should, ..samples::records().swap_remove(0) });
        complete(&mut results);
        let lines: Vec<Value> = told().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        insta::assert_json_snapshot!(lines);
    }

    #[test]
    fn a_target_that_is_no_file_is_written_once() {
        let mut results = create(Path::new("/dev/null"));
        samples::records().into_iter().for_each(|record| results.add(record));
        complete(&mut results);
        assert!(Path::new("/dev/null").exists());
    }
}
