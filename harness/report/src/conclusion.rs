//! Conclusions from the records of a run, or of all its parts together.

use super::coverage::states;
use super::document::Document;
use super::environment::RunTerms;
use super::verdict::{Verdict, VerdictKind};
use crate::escape::counted;
use crate::outcome::{Outcome, Record};
use crate::requirements::Requirements;
use crate::subject::program;

impl Document {
    /// Fills in the state of each requirement and the verdict on each device.
    pub(super) fn conclude(&mut self, requirements: &Requirements) {
        let all_asked = self.summary.all_asked();
        for device in &self.devices {
            let records: Vec<&Record> =
                self.tests.iter().filter(|record| record.device == device.id).collect();
            let verdict = Verdict::new(requirements, &records, &device.description, all_asked);
            self.verdicts.insert(device.id.clone(), verdict);
            let states = states(records, &device.id).into_iter();
            let states = states.map(|(requirement, state)| (requirement.to_owned(), state)).collect();
            self.requirements.insert(device.id.clone(), states);
        }
    }

    /// Why the run is no success though no test failed, as far as that follows from the tests.
    pub(super) fn consequences(&self) -> Vec<String> {
        let undetermined = match self.summary.total.of(Outcome::NotDetermined) {
            0 => None,
            count => Some(format!(
                "not determined: {} could not run to the end: the reasons are above, and `{} doctor` says what this machine lacks",
                counted(count as usize, "test"),
                program()
            )),
        };
        undetermined.into_iter().chain(self.unsupported_claims()).chain(self.emptiness()).collect()
    }

    /// That nothing came of the run, or of devices that were asked for.
    pub(super) fn emptiness(&self) -> Vec<String> {
        // Another shard may have what can be run.
        let is_part =
            self.environment.asked.as_ref().and_then(|asked| asked.shard).is_some_and(|shard| shard.of > 1);
        if is_part {
            Vec::new()
        } else if self.summary.skipped_all() {
            vec!["no test ran: all were skipped, for the reasons above".to_owned()]
        } else if self.verdicts.values().all(|said| said.verdict == VerdictKind::NothingToVerify) {
            vec![format!("nothing to verify: {}", self.idleness())]
        } else if self.environment.terms.as_ref().is_some_and(RunTerms::names_devices) {
            // Who names a device wants to know of it; of those that are merely found, the report tells.
            self.devices_without_verdict()
                .into_iter()
                .flat_map(|(why, ids)| ids.into_iter().map(move |id| format!("--device: {why} {id}")))
                .collect()
        } else {
            Vec::new()
        }
    }

    /// Why no device can be verified.
    fn idleness(&self) -> &'static str {
        if self.devices.iter().any(|device| device.description.shares_any()) {
            "no device has what the chosen tests need"
        } else {
            "no device can share memory, physical memory or events"
        }
    }

    /// Returns the problems outside of tests that do not follow from a test.
    pub fn incidents(&self) -> Vec<String> {
        let follows = self.consequences();
        self.summary.problems.iter().filter(|problem| !follows.contains(problem)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::request_record::RequestRecord;
    use super::super::samples;
    use super::*;
    use crate::requirements::Chapter;
    use crate::shard::Shard;
    use rstest::rstest;

    #[rstest]
    #[case::pass(&[Outcome::Pass, Outcome::Skip], 1, None)]
    #[case::skips(&[Outcome::Skip], 1, Some("no test ran: all were skipped"))]
    #[case::skips_in_a_part(&[Outcome::Skip], 2, None)]
    #[case::open_in_a_part(&[Outcome::NotDetermined], 2, Some("not determined: 1 test could not run"))]
    fn what_follows_is_told_from_what_happened(
        #[case] outcomes: &[Outcome],
        #[case] of: usize,
        #[case] expected: Option<&str>,
    ) {
        let records = outcomes.iter().map(|&outcome| samples::record(Chapter::Specified, outcome));
        let mut document = samples::document_of(records.collect());
        let shard = Some(Shard { index: 1, of });
        document.environment.asked = Some(RequestRecord { shard, ..RequestRecord::default() });
        let follows = document.consequences();
        assert_eq!(follows.len(), usize::from(expected.is_some()), "{follows:?}");
        assert!(expected.is_none_or(|expected| follows[0].starts_with(expected)), "{follows:?}");
        document.summary.problems = follows.into_iter().chain(["a worker ended badly".to_owned()]).collect();
        assert_eq!(document.incidents(), ["a worker ended badly"]);
    }
}
