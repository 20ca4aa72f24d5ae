//! `ur-ipc-cts report`.

use super::listed::{DEVICES, ListedDevices, ListedTests, TESTS};
use super::merge::{self, MergeArguments};
use crate::doctor::{self, Diagnosis};
use crate::error::Error;
use clap::Args;
use std::path::PathBuf;
use std::slice;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::{
    Diff, Document, Format, ReportPaths, annotations, command_runner, print, print_data, schema, write_report,
};

#[derive(Debug, clap::Subcommand)]
pub(super) enum ReportCommand {
    /// Write a page for a browser, whole in one file
    Html(Rendered),
    /// Write JUnit's XML, for CI systems
    Junit(Rendered),
    /// Write a summary in GitHub's Markdown
    Markdown {
        #[command(flatten)]
        rendered: Rendered,
        /// Print each failure as an annotation of GitHub's as well, on the standard error
        #[arg(long)]
        annotations: bool,
    },
    /// List what has changed from one run to another; the exit code is 1 if something is worse
    Diff {
        /// Results of the first run
        #[arg(value_name = "BEFORE.json")]
        before: PathBuf,
        /// Results of the second run
        #[arg(value_name = "AFTER.json")]
        after: PathBuf,
    },
    /// Put the results of all shards of a run together, or those of runs on different devices
    ///
    /// The exit code is that of the whole run: 0 if no test failed, 1 if one did, 2 if there is no verdict, for example if a
    /// shard is missing or the runs had different options.
    Merge(MergeArguments),
    /// Print the JSON Schema of one of the JSON outputs
    Schema {
        /// Of which file
        #[arg(value_enum, default_value_t = SchemaOf::Results)]
        of: SchemaOf,
    },
}

#[derive(Debug, Args)]
pub(super) struct Rendered {
    /// A result file, as `--json` writes it
    #[arg(value_name = "RESULTS.json")]
    pub results: PathBuf,
    /// Write into this file (default: the standard output)
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum SchemaOf {
    /// What `--json` writes
    Results,
    /// What `--json-lines` writes, line by line
    Events,
    /// What `doctor --json` prints
    Doctor,
    /// What `list --json` prints
    List,
    /// What `devices --json` prints
    Devices,
}

/// Something is worse than it was.
const WORSE: u8 = 1;

pub(super) fn report(suite: &Suite, command: &ReportCommand) -> Result<u8, Error> {
    match command {
        ReportCommand::Html(rendered) => render(suite, rendered, Format::Html, false),
        ReportCommand::Junit(rendered) => render(suite, rendered, Format::Junit, false),
        ReportCommand::Markdown { rendered, annotations } => {
            render(suite, rendered, Format::Markdown, *annotations)
        }
        ReportCommand::Diff { before, after } => {
            let diff = Diff::new(Document::read(before)?, Document::read(after)?);
            diff.check_devices()?;
            print(&diff.to_string())?;
            match diff.obstacle() {
                _ if diff.is_worse() => Ok(WORSE),
                Some(why) => Err(why.into()),
                None => Ok(0),
            }
        }
        ReportCommand::Merge(arguments) => merge::merge(suite, arguments),
        ReportCommand::Schema { of } => {
            let schema = match of {
                SchemaOf::Results => schema::results(),
                SchemaOf::Events => schema::events(),
                SchemaOf::List => schema::described::<ListedTests<'_>>(TESTS),
                SchemaOf::Devices => schema::described::<ListedDevices>(DEVICES),
                SchemaOf::Doctor => schema::described::<Diagnosis>(doctor::SCHEMA),
            };
            print_data(&schema)?;
            Ok(0)
        }
    }
}

fn render(suite: &Suite, rendered: &Rendered, format: Format, annotate: bool) -> Result<u8, Error> {
    if let Some(output) = &rendered.output {
        let report = ReportPaths { formats: vec![(format, output.clone())], ..ReportPaths::default() };
        report.check_beside(slice::from_ref(&rendered.results))?;
    }
    let document = Document::read(&rendered.results)?;
    let text = format.render(&document, &suite.requirements)?;
    match &rendered.output {
        Some(path) => write_report(path, &text)?,
        None => print_data(&text)?,
    }
    if annotate {
        // GitHub looks for them in both streams.
        annotations(&document.tests).iter().for_each(|line| command_runner(line));
    }
    Ok(0)
}
