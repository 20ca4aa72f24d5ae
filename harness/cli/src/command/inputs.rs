//! The files that a run reads, which no report is written over.

use super::run::RunArguments;
use super::selection::FilterArguments;
use crate::error::Error;
use std::path::PathBuf;
use ur_ipc_harness::backend_options::BackendOptions;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::ReportPaths;

impl RunArguments {
    /// Looks at where reports are to go, before any of them is opened.
    ///
    /// # Errors
    /// Which file is read and would be written over.
    pub(super) fn check_reports(
        &self,
        reports: &ReportPaths,
        suite: &Suite,
        options: &BackendOptions,
    ) -> Result<(), Error> {
        let config = self.config.clone().into_iter().collect();
        let files = [self.selection.files(), options.files(suite.options()), config].concat();
        reports.check_beside(&files)?;
        // The results of a run that is continued may take the place of what they continue.
        let others = ReportPaths { json: None, ..reports.clone() };
        Ok(others.check_beside(self.resume.as_slice())?)
    }
}

impl FilterArguments {
    fn files(&self) -> Vec<PathBuf> {
        let single = self.rerun_failed.iter().chain(&self.durations);
        self.tests_from.iter().chain(&self.skiplist).chain(single).cloned().collect()
    }
}
