//! The results of a run, and the file of them: complete, valid JSON after every record, so that a killed run leaves a
//! readable one.

use super::coverage::states;
use super::environment::{DeviceEntry, RunEnvironment};
use super::summary::Summary;
use crate::discover::Device;
use crate::outcome::{Outcome, Record};
use crate::plan::Plan;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SCHEMA: &str = "ur-ipc-cts/results/1";

/// The results, in the making or complete.
pub(crate) struct Results {
    environment: RunEnvironment,
    devices: Vec<Device>,
    pub records: Vec<Record>,
    pub summary: Summary,
    target: Option<Target>,
    /// The first error of writing the file.
    trouble: Option<io::Error>,
}

enum Target {
    /// Written once, at the end.
    AtEnd(Sink),
    /// Kept valid all the time; the number is the offset at which the next record goes.
    Growing(File, PathBuf, u64),
}

enum Sink {
    Stdout,
    File(File),
}

#[derive(Serialize)]
struct Document<'d> {
    schema: &'static str,
    environment: &'d RunEnvironment,
    devices: Vec<DeviceEntry<'d>>,
    /// For each device the state of each requirement; in the final file only.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    requirements: BTreeMap<String, BTreeMap<&'d str, Outcome>>,
    tests: &'d [Record],
    summary: &'d Summary,
}

impl Results {
    /// Nothing yet. The file is opened if there is to be one; `-` is the standard output.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn new(path: Option<&Path>, environment: RunEnvironment, plan: &Plan) -> io::Result<Self> {
        let mut results = Self {
            environment,
            devices: plan.devices.clone(),
            records: Vec::new(),
            summary: Summary::new(plan.filtered_out),
            target: path.map(Target::open).transpose()?,
            trouble: None,
        };
        results.write_head()?;
        Ok(results)
    }

    fn document<'d>(&'d self, tests: &'d [Record]) -> Document<'d> {
        Document {
            schema: SCHEMA,
            environment: &self.environment,
            devices: self.devices.iter().map(DeviceEntry::new).collect(),
            requirements: if self.summary.complete {
                let ids = self.devices.iter().map(Device::id);
                ids.map(|id| (id.clone(), states(tests, &id))).collect()
            } else {
                BTreeMap::new()
            },
            tests,
            summary: &self.summary,
        }
    }

    fn write_head(&mut self) -> io::Result<()> {
        let whole = serde_json::to_string(&self.document(&[]))?;
        if let Some(Target::Growing(file, _, at)) = &mut self.target {
            let tail = format!("],\"summary\":{}}}", serde_json::to_string(&self.summary)?);
            *at = (whole.len() - tail.len()) as u64;
            file.write_all_at(format!("{whole}\n").as_bytes(), 0)?;
        }
        Ok(())
    }

    /// Adds a record.
    pub(crate) fn add(&mut self, record: Record) {
        self.summary.add(&record);
        if let Err(error) = self.write_record(&record) {
            self.trouble.get_or_insert(error);
        }
        self.records.push(record);
    }

    fn write_record(&mut self, record: &Record) -> io::Result<()> {
        if let Some(Target::Growing(file, _, at)) = &mut self.target {
            let separator = if self.records.is_empty() { "\n" } else { ",\n" };
            let entry = format!("{separator}{}", serde_json::to_string(record)?);
            let tail = format!("\n],\"summary\":{}}}\n", serde_json::to_string(&self.summary)?);
            file.write_all_at(format!("{entry}{tail}").as_bytes(), *at)?;
            *at += entry.len() as u64;
            file.set_len(*at + tail.len() as u64)?;
        }
        Ok(())
    }

    /// Whether there is a record of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.records.iter().any(|record| record.name == name)
    }

    /// The run has ended: writes the final file.
    ///
    /// # Errors
    /// If the file cannot be written, or could not be before.
    pub(crate) fn complete(&mut self, problems: &[String], wall: Duration) -> io::Result<()> {
        self.environment.wall_us = Some(wall.as_micros().try_into().unwrap_or(u64::MAX));
        self.environment.body_us = Some(self.records.iter().map(|record| record.execution.body_us).sum());
        self.summary.problems = problems.to_vec();
        self.summary.complete = true;
        match self.trouble.take() {
            Some(error) => Err(error),
            None => self.write(),
        }
    }

    fn write(&mut self) -> io::Result<()> {
        let mut text = serde_json::to_string_pretty(&self.document(&self.records))?;
        text.push('\n');
        match &mut self.target {
            None => {}
            Some(Target::AtEnd(Sink::Stdout)) => io::stdout().lock().write_all(text.as_bytes())?,
            Some(Target::AtEnd(Sink::File(file))) => file.write_all(text.as_bytes())?,
            Some(Target::Growing(_, path, _)) => replace(path, &text)?,
        }
        Ok(())
    }
}

impl Target {
    fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::AtEnd(Sink::Stdout));
        }
        let file = File::create(path)?;
        if !file.metadata()?.is_file() {
            return Ok(Self::AtEnd(Sink::File(file)));
        }
        // Absolute, in case somebody changes the working directory; and a link's target is what is to be replaced at
        // the end.
        Ok(Self::Growing(file, path.canonicalize()?, 0))
    }
}

/// Puts a new file in the place of an old one, so that there is a whole one at every moment.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    std::fs::write(&new, text)?;
    // In case somebody has changed the umask.
    std::fs::set_permissions(&new, std::fs::metadata(path)?.permissions())?;
    std::fs::rename(&new, path)
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::outcome::Execution;
    use crate::requirements::Level;
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;
    use serde_json::Value;

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
                    execution: Execution {
                        outcome,
                        reason,
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
            results.complete(&[], Duration::from_micros(1)).unwrap();
            prop_assert_eq!(seen(), records);
        }
    }

    fn create(path: &Path) -> Results {
        Results::new(Some(path), samples::environment(), &samples::plan()).unwrap()
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
        results.complete(&[], Duration::from_millis(5)).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
        insta::assert_snapshot!(std::fs::read_to_string(&path).unwrap());
    }

    #[test]
    fn a_target_that_is_no_file_is_written_once() {
        let mut results = create(Path::new("/dev/null"));
        samples::records().into_iter().for_each(|record| results.add(record));
        results.complete(&[], Duration::from_micros(1)).unwrap();
        assert!(Path::new("/dev/null").exists());
    }
}
