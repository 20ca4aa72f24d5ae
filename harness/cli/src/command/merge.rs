//! `ur-ipc-cts report merge`.

use super::conclusion;
use crate::error::Error;
use clap::Args;
use std::io;
use std::path::{Path, PathBuf};
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::{Detail, Document, EndReport, Outputs, Part, ReportPaths, Rerun, columns, notice, print};

#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// Result files, as `--json` writes them
    #[arg(value_name = "RESULTS.json", required = true)]
    pub results: Vec<PathBuf>,
    /// Write the results of the whole as JSON; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

pub(super) fn merge(suite: &Suite, arguments: &MergeArguments) -> Result<u8, Error> {
    let MergeArguments { results, json } = arguments;
    let paths = ReportPaths { json: json.clone(), ..ReportPaths::default() };
    // A part that were written over would be lost.
    paths.check_beside(results)?;
    let mut outputs = Outputs::open(&paths, &suite.requirements, &suite.build)?;
    let document = outputs.note_obstacle(merged(results, suite), &suite.requirements)?;
    let is_aside = json.as_deref() == Some(Path::new("-"));
    let text = EndReport {
        requirements: &suite.requirements,
        document: &document,
        rerun: Rerun::of(&document),
        detail: Detail::Usual,
        columns: if is_aside { columns(io::stderr()) } else { columns(io::stdout()) },
        left_to_thorough: 0,
    }
    .to_string();
    if is_aside {
        notice(text.trim_end());
    } else {
        print(text.trim_start())?;
    }
    outputs.finish(&document, &suite.requirements)?;
    Ok(conclusion(&document, &document.summary.problems))
}

/// The results of the whole.
fn merged(results: &[PathBuf], suite: &Suite) -> Result<Document, Error> {
    let parts = results.iter().map(|path| Part::read(path)).collect::<Result<Vec<_>, _>>()?;
    Ok(ur_ipc_report::merge(&parts, suite)?)
}
