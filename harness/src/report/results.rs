//! The results of a run, and how they get into its file: after every record there is a whole document in it.

use super::coverage::states;
use super::document::Document;
use super::environment::{DeviceEntry, RunEnvironment};
use super::result_file::ResultFile;
use super::summary::Summary;
use super::verdict::Verdict;
use crate::discover::Device;
use crate::outcome::Record;
use crate::plan::Plan;
use crate::requirements::Requirements;
use serde::Serialize;
use std::time::Duration;

/// The results, in the making or complete.
pub(crate) struct Results {
    environment: RunEnvironment,
    devices: Vec<Device>,
    pub records: Vec<Record>,
    pub summary: Summary,
    file: ResultFile,
    /// Where in the file the next record goes; none after one could not be written, as the next would hide that.
    at: Option<usize>,
}

impl Results {
    /// Nothing yet.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn new(file: ResultFile, environment: RunEnvironment, plan: &Plan) -> Result<Self, String> {
        let mut results = Self {
            environment,
            devices: plan.devices.clone(),
            records: Vec::new(),
            summary: Summary::new(plan.filtered_out),
            file,
            at: None,
        };
        results.write_head()?;
        Ok(results)
    }

    fn document(&self) -> Document<'_> {
        let devices = self.devices.iter().map(DeviceEntry::new).collect();
        Document { devices, ..Document::new(&self.environment, &self.summary) }
    }

    fn write_head(&mut self) -> Result<(), String> {
        let whole = json(&self.document())?;
        let tail = format!("],\"summary\":{}}}", json(&self.summary)?);
        self.at = Some(whole.len() - tail.len());
        self.file.put(0, &format!("{whole}\n"))
    }

    /// Adds a record.
    pub(crate) fn add(&mut self, record: Record) {
        self.summary.add(&record);
        // What cannot be written now may be at the end, when it is tried again.
        self.at = self.at.and_then(|at| self.write_record(&record, at).ok());
        self.records.push(record);
    }

    /// Puts a record in the place of that of the same test. The file has it when it is completed.
    pub(crate) fn amend(&mut self, record: Record) {
        let known = self.records.iter_mut().find(|known| known.name == record.name);
        *known.expect("only what was added can change") = record;
        self.summary.count_again(&self.records);
    }

    /// Gives the place of the next record.
    fn write_record(&mut self, record: &Record, at: usize) -> Result<usize, String> {
        let separator = if self.records.is_empty() { "\n" } else { ",\n" };
        let entry = format!("{separator}{}", json(record)?);
        let tail = format!("\n],\"summary\":{}}}\n", json(&self.summary)?);
        self.file.put(at, &format!("{entry}{tail}"))?;
        Ok(at + entry.len())
    }

    /// The skiplists of the run.
    pub(super) fn skiplists(&self) -> &[String] {
        &self.environment.skiplists
    }

    /// The record of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.name == name)
    }

    /// What is said of each device, in the order of the plan.
    pub(crate) fn verdicts(&self, requirements: &Requirements) -> Vec<Verdict> {
        let of = |device: &Device| {
            let id = device.id();
            let records: Vec<&Record> = self.records.iter().filter(|record| record.device == id).collect();
            let all_asked = self.summary.filtered_out == 0;
            Verdict::new(requirements, &records, &device.description, all_asked)
        };
        self.devices.iter().map(of).collect()
    }

    /// The run has ended: writes the final file. There is a verdict for each device.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn complete(
        &mut self,
        problems: &[String],
        verdicts: &[Verdict],
        wall: Duration,
    ) -> Result<(), String> {
        self.environment.wall_us = Some(wall.as_micros().try_into().unwrap_or(u64::MAX));
        self.environment.body_us = Some(self.records.iter().map(|record| record.execution.body_us).sum());
        self.summary.problems = problems.to_vec();
        self.summary.complete = true;
        let ids = self.devices.iter().map(Device::id);
        let requirements = ids.map(|id| (id.clone(), states(&self.records, &id))).collect();
        let verdicts = self.devices.iter().map(Device::id).zip(verdicts).collect();
        let document = Document { requirements, verdicts, tests: &self.records, ..self.document() };
        let text = document.pretty().map_err(|error| error.to_string())?;
        self.file.finish(&text)
    }
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::document::SCHEMA;
    use super::super::samples;
    use super::*;
    use crate::outcome::{Execution, Outcome};
    use crate::requirements::{Chapter, Level};
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;
    use serde_json::Value;
    use std::path::Path;

    fn record() -> impl Strategy<Value = Record> {
        let text = || "[\\x00-\\x7f]{0,12}|\\PC{0,12}";
        let names = (text(), text(), text());
        let lists = (vec(text(), 0..3), vec(text(), 0..3), vec(text(), 0..3));
        let ended = (proptest::sample::select(Outcome::ALL.to_vec()), any::<(u64, u64)>());
        (names, lists, ended, option::of(text()), option::of(text())).prop_map(
            |((name, test, device), (requirements, notes, call_log), (outcome, times), reason, output)| {
                Record {
                    name,
                    test,
                    device,
                    needs: requirements.clone(),
                    requirements,
                    level: Level::Must,
                    chapter: Chapter::Specified,
                    entry: reason.clone(),
                    execution: Execution {
                        outcome,
                        seen: None,
                        reason,
                        tries: None,
                        failed_at: Vec::new(),
                        checked: Vec::new(),
                        duration_us: times.0,
                        // The file says their sum.
                        body_us: times.1 >> 3,
                        notes,
                        call_log,
                        output,
                    },
                }
            },
        )
    }

    proptest! {
        #[test]
        fn whatever_a_record_says_is_read_again(records in vec(record(), 0..4)) {
            let file = tempfile::NamedTempFile::new().unwrap();
            let mut results = create(file.path());
            let seen = || serde_json::from_value::<Vec<Record>>(read(file.path())["tests"].clone()).unwrap();
            for (index, record) in records.iter().enumerate() {
                results.add(record.clone());
                prop_assert_eq!(&seen()[..], &records[..=index]);
            }
            results.complete(&[], &[], Duration::from_micros(1)).unwrap();
            prop_assert_eq!(seen(), records);
        }
    }

    fn create(path: &Path) -> Results {
        let file = ResultFile::open(Some(path)).unwrap();
        Results::new(file, samples::environment(), &samples::plan()).unwrap()
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
        let verdicts = results.verdicts(&samples::requirements());
        results.complete(&[], &verdicts, Duration::from_millis(5)).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
        insta::assert_snapshot!(std::fs::read_to_string(&path).unwrap());
    }

    #[test]
    fn a_target_that_is_no_file_is_written_once() {
        let mut results = create(Path::new("/dev/null"));
        samples::records().into_iter().for_each(|record| results.add(record));
        results.complete(&[], &[], Duration::from_micros(1)).unwrap();
        assert!(Path::new("/dev/null").exists());
    }
}
