//! `ur-ipc-cts skiplist`.

use super::arguments::{SkiplistCommand, TestArguments};
use crate::nearest::did_you_mean;
use crate::report::{Document, counted, print, print_data};
use crate::skiplist::{Date, Skiplist, Skiplists, TestPattern, suggest};
use crate::suite::Suite;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Something is wrong with a list.
const FAULTY: u8 = 1;

pub(super) fn skiplist(suite: &Suite, command: &SkiplistCommand) -> Result<u8, String> {
    match command {
        SkiplistCommand::Check { files } => check(suite, files),
        SkiplistCommand::Explain(arguments) => explain(suite, arguments),
        SkiplistCommand::Suggest { from } => {
            print_data(&suggest(&Document::read(from)?))?;
            Ok(0)
        }
    }
}

fn check(suite: &Suite, files: &[PathBuf]) -> Result<u8, String> {
    let mut problems = Vec::new();
    for file in files {
        let name = file.display().to_string();
        match Skiplist::parse(&name, &read(file)?) {
            Ok(list) => problems.extend(list.problems(suite, Date::today())),
            Err(mistake) => problems.push(mistake.to_string()),
        }
    }
    let mut text: String = problems.iter().flat_map(|problem| [problem, "\n"]).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} looked through, {} found",
        counted(files.len(), "file"),
        counted(problems.len(), "problem")
    );
    print(&text)?;
    Ok(if problems.is_empty() { 0 } else { FAULTY })
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn explain(suite: &Suite, arguments: &TestArguments) -> Result<u8, String> {
    let TestArguments { test, skiplist } = arguments;
    let pattern: TestPattern = test.parse()?;
    let lists = Skiplists::read(skiplist, suite)?;
    let tests = suite.tests.iter().filter(|test| pattern.matches(&test.id));
    let text: String = tests.map(|test| lists.explain(&test.id)).collect();
    if text.is_empty() {
        let meant = did_you_mean(test, suite.tests.iter().map(|test| test.id.as_str()));
        return Err(format!(
            "there is no test '{test}': `ur-ipc-cts list` has their names, without the device{meant}"
        ));
    }
    print(&text)?;
    Ok(0)
}
