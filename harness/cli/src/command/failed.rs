//! `--rerun-failed`.

use crate::command_error::CommandError;
use crate::error::Error;
use std::path::Path;
use ur_ipc_harness::filter::TestList;
use ur_ipc_report::{Part, RERUN_FAILED, counted, indented};

/// The tests of a run that did not go well.
pub(super) struct FailedTests {
    pub tests: TestList,
    /// The labels of the backends that they ran on.
    pub backends: Vec<String>,
}

/// Reads them from the results of the run.
///
/// # Errors
/// Why the file does not say which these are, or that there are none.
pub(super) fn failed(path: &Path) -> Result<FailedTests, Error> {
    let part = Part::read(path)?;
    let Part { file, document } = &part;
    if let (false, Some(why)) = (document.summary.complete, part.unusable()) {
        return Err(why.into());
    }
    let unreached = document.tests.iter().filter(|record| record.is_unreached()).count();
    if unreached > 0 {
        let tests = counted(unreached, "test");
        return Err(CommandError::Unreached { file: file.clone(), tests }.into());
    }
    let failures = document.failures();
    if !failures.is_empty() {
        let names = failures.iter().map(|record| record.name.as_str());
        let tests = TestList::new(RERUN_FAILED, path, names);
        let mut backends: Vec<String> = failures.iter().map(|record| record.label().to_owned()).collect();
        backends.sort_unstable();
        backends.dedup();
        return Ok(FailedTests { tests, backends });
    }
    let unsettled = (!document.summary.settled).then_some("the ends of all processes are not known");
    let problems = document.problems().into_iter().chain(unsettled);
    let problems = problems.map(|problem| format!("\n    {}", indented(problem, "        ")));
    let (file, problems) = (file.clone(), problems.collect::<String>());
    Err(match problems.is_empty() {
        true => CommandError::NoneFailed { file },
        false => CommandError::FailedOutsideTests { file, problems },
    }
    .into())
}
