//! Continuing a run that has not come to its end.

use crate::plan::{Plan, Planned};
use crate::suite::Suite;
use std::collections::{HashMap, HashSet};
use thiserror::Error;
use ur_ipc_report::options::Front;
use ur_ipc_report::outcome::{Outcome, Record};
use ur_ipc_report::times::LONGEST_US;
use ur_ipc_report::{Document, MergeError, Part, ResumedRecords, continuation, unlike};

/// Why a run is not the continuation of an earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// They are not of one run. The command that continues the earlier one, if there is one.
    #[error("{why}{}", command_line(.command.as_deref()))]
    Unlike {
        /// The differences.
        why: MergeError,
        /// The command.
        command: Option<String>,
    },
    /// The earlier one has a record that this one does not plan.
    #[error("{file}: {name} {why}: name a file that is as a run wrote it")]
    Record {
        /// The results of the earlier one.
        file: String,
        /// Of which test.
        name: String,
        /// Why it does not.
        why: Misfit,
    },
    /// The earlier one, of which these are the results, says so.
    #[error("{0}: its run says to have taken longer than a year")]
    Endless(String),
}

/// An error in a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misfit {
    /// Its name is that of another test.
    #[error("is of test {0}")]
    OfTest(String),
    /// Its name is that of a test on another device.
    #[error("is of device {0}")]
    OfDevice(String),
    /// It is not the only one of its test.
    #[error("is there more than once")]
    Repeated,
    /// Its test is not planned.
    #[error("is no test of this run")]
    Unplanned,
}

/// Takes over what an earlier run has determined. `now` is the run that continues it, of which nothing is known but what it
/// is asked for.
///
/// # Errors
/// Why one is not the continuation of the other, a line for each reason.
pub fn resume(
    earlier: &Part,
    now: Document,
    suite: &Suite,
    plan: &Plan,
) -> Result<ResumedRecords, ResumeError> {
    unlike(earlier, now, suite).map_err(|why| ResumeError::Unlike { why, command: command_of(earlier) })?;
    check_records(earlier, plan)?;
    check_times(earlier)?;
    let document = &earlier.document;
    let mut records: Vec<Record> =
        document.tests.iter().filter(|record| is_determined(record)).cloned().collect();
    let settled = document.summary.complete || document.summary.settled;
    if !settled {
        without_last(&mut records);
    }
    let is_whole = document.summary.complete && records.len() == plan.tests.len();
    Ok(ResumedRecords {
        whole: is_whole.then(|| document.environment.clone()),
        records,
        incidents: document.incidents(),
        environments: document.environment.leaves(),
        wall_us: document.environment.wall_us.unwrap_or_default(),
        settled,
    })
}

/// The command that continues a run of the command's.
fn command_of(earlier: &Part) -> Option<String> {
    let terms = earlier.document.environment.terms.as_ref()?;
    (terms.front == Front::Command).then(|| continuation(&earlier.document, &earlier.file)).flatten()
}

fn command_line(command: Option<&str>) -> String {
    command.map(|command| format!("\ncontinue it as it was begun: {command}")).unwrap_or_default()
}

/// Each record has to be of a test that is planned, and the only one of it.
fn check_records(earlier: &Part, plan: &Plan) -> Result<(), ResumeError> {
    let mut planned: HashMap<&str, &Planned> =
        plan.tests.iter().map(|planned| (planned.name.as_str(), &**planned)).collect();
    let mut seen = HashSet::new();
    for Record { name, test, device, .. } in &earlier.document.tests {
        let why = match planned.remove(name.as_str()) {
            Some(planned) if planned.test.id != *test => Misfit::OfTest(test.clone()),
            Some(planned) if planned.device_id != *device => Misfit::OfDevice(device.clone()),
            Some(_) => {
                seen.insert(name);
                continue;
            }
            None if seen.contains(name) => Misfit::Repeated,
            None => Misfit::Unplanned,
        };
        return Err(ResumeError::Record { file: earlier.file.clone(), name: name.clone(), why });
    }
    Ok(())
}

/// Checks the durations of the earlier run, which are taken over and added up. Those of tests are checked where a file
/// is read.
fn check_times(earlier: &Part) -> Result<(), ResumeError> {
    let environment = &earlier.document.environment;
    let runs = environment.leaves();
    let mut times = runs.iter().chain([environment]).flat_map(|run| [run.wall_us, run.body_us]).flatten();
    if times.any(|us| us > LONGEST_US) {
        return Err(ResumeError::Endless(earlier.file.clone()));
    }
    Ok(())
}

/// Whether the test ran, or never will on this device.
fn is_determined(record: &Record) -> bool {
    record.outcome() != Outcome::NotDetermined && !record.is_unreached()
}

/// The last test of each device may have brought down the process that was killed, if that would have come to a bad end.
fn without_last(records: &mut Vec<Record>) {
    let mut seen = HashSet::new();
    let mut last: Vec<bool> = records.iter().rev().map(|record| seen.insert(record.device.clone())).collect();
    last.reverse();
    let mut last = last.into_iter();
    records.retain(|_| last.next() == Some(false));
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use ur_ipc_report::cause::Cause;
    use ur_ipc_report::requirements::Chapter;
    use ur_ipc_report::samples;

    #[rstest]
    #[case(Outcome::Pass, None, true)]
    #[case(Outcome::Fail, None, true)]
    #[case(Outcome::Skip, None, true)]
    #[case(Outcome::HarnessError, None, true)]
    #[case(Outcome::NotRun, None, true)]
    #[case(Outcome::NotRun, Some(Cause::Stopped), false)]
    #[case(Outcome::NotDetermined, None, false)]
    fn what_has_ended_is_not_run_again(
        #[case] outcome: Outcome,
        #[case] cause: Option<Cause>,
        #[case] taken: bool,
    ) {
        let mut record = samples::record(Chapter::Specified, outcome);
        record.execution.cause = cause;
        assert_eq!(is_determined(&record), taken);
    }

    #[test]
    fn the_last_test_of_each_device_is_left_out() {
        let record = |device: &str, name: &str| {
            let (device, name) = (device.to_owned(), name.to_owned());
            Record { device, name, ..samples::record(Chapter::Specified, Outcome::Pass) }
        };
        let mut records =
            vec![record("a", "1"), record("b", "2"), record("a", "3"), record("b", "4"), record("b", "5")];
        without_last(&mut records);
        assert_eq!(records.iter().map(|record| record.name.as_str()).collect::<Vec<_>>(), ["1", "2", "4"]);
    }
}
