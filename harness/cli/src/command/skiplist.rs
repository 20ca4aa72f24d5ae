//! `ur-ipc-cts skiplist`.

use crate::command_error::CommandError;
use crate::error::Error;
use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;
use ur_ipc_harness::skiplist::{Date, Skiplist, Skiplists, TestPattern, Unusable, suggest};
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::suggestions::did_you_mean;
use ur_ipc_report::{Document, counted, print, print_data, read_text};

#[derive(Debug, clap::Subcommand)]
pub(super) enum SkiplistCommand {
    /// Check files: report mistakes, patterns that match no test, and entries that have expired, never apply, or whose `message` has something of one build, such as an address
    ///
    /// The exit code is 0 if there are none, 1 if there are, 2 if a file cannot be read.
    Check {
        /// A skiplist
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Say which entries would apply to a test, and on which drivers
    Explain(TestArguments),
    /// Write entries for the failures of a run, and name the entries of its skiplists to delete
    ///
    /// In `message`, it writes `*` for numbers and addresses. If other words of a failure change from run to run, write `*`
    /// there yourself, or change the entry to `flaky`.
    Suggest {
        /// Read the results of the run from this file, as `--json` wrote them
        #[arg(long, value_name = "FILE")]
        from: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(super) struct TestArguments {
    /// A test's id, or a pattern with `*`
    #[arg(value_name = "TEST")]
    pub test: String,
    /// Add a skiplist. Earlier ones take precedence over later ones and over the built-in ones (repeatable)
    #[arg(long, value_name = "FILE")]
    pub skiplist: Vec<PathBuf>,
}

/// Something is wrong with a list.
const FAULTY: u8 = 1;

pub(super) fn skiplist(suite: &Suite, command: &SkiplistCommand) -> Result<u8, Error> {
    match command {
        SkiplistCommand::Check { files } => check(suite, files),
        SkiplistCommand::Explain(arguments) => explain(suite, arguments),
        SkiplistCommand::Suggest { from } => {
            print_data(&suggest(&Document::read(from)?))?;
            Ok(0)
        }
    }
}

fn check(suite: &Suite, files: &[PathBuf]) -> Result<u8, Error> {
    let (mut problems, mut cut) = (Vec::new(), false);
    for file in files {
        let name = file.display().to_string();
        match Skiplist::parse(&name, &read_text(file).map_err(Unusable::from)?) {
            Ok(list) => {
                problems.extend(list.problems(&suite.tests, |label| suite.why_unknown(label), Date::today()))
            }
            Err(mistake) => {
                cut = true;
                problems.push(mistake.to_string());
            }
        }
    }
    let mut text: String = problems.iter().flat_map(|problem| [problem, "\n"]).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} looked through, {} found{}",
        counted(files.len(), "file"),
        counted(problems.len(), "problem"),
        if cut { "; a file is read up to its first mistake" } else { "" }
    );
    print(&text)?;
    Ok(if problems.is_empty() { 0 } else { FAULTY })
}

/// A test's id, of a name as `list` and runs have it, with its device before the id.
fn without_device<'n>(suite: &Suite, name: &'n str) -> &'n str {
    match name.splitn(3, "::").collect::<Vec<_>>()[..] {
        [label, _, id] if suite.resolve(label).is_ok() => id,
        _ => name,
    }
}

fn explain(suite: &Suite, arguments: &TestArguments) -> Result<u8, Error> {
    let TestArguments { test, skiplist } = arguments;
    let pattern: TestPattern = without_device(suite, test).parse()?;
    let lists = Skiplists::read(skiplist, &suite.skiplists)?;
    let tests = suite.tests.iter().filter(|test| pattern.matches(&test.id));
    let text: String = tests.map(|test| lists.explain(&test.id)).collect();
    if text.is_empty() {
        let meant = did_you_mean(test, suite.tests.iter().map(|test| test.id.as_str()));
        return Err(CommandError::NoTest { test: test.clone(), meant }.into());
    }
    print(&text)?;
    Ok(0)
}
