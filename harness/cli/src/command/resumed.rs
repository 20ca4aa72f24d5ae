//! `--resume`: the options of a run where the command line that continues it does not say them.
//!
//! They come from the command line that began the run. Afterwards the whole is compared with the terms in its file, so
//! an option that says something else is an error there, which names both values.

use super::config::{is_given, is_said};
use super::misplaced;
use clap::{ArgAction, ArgMatches, Command, Error};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use ur_ipc_report::options::Front;
use ur_ipc_report::{Document, continues_run, notice, quoted};

/// The subcommand that continues a run.
const RUN: &str = "run";
/// Options that are not taken over: those of the terminal, those of the results' file, and those after which nobody would want
/// to stop once more.
const LEFT_OUT: [&str; 8] =
    ["checks", "color", "fail-fast", "max-hangs", "quiet", "resume", "slowest", "verbose"];
/// The heading of the options that name reports: results that come from elsewhere must not say what is written over.
const REPORTS: &str = "Reports";

/// The command line with what that of the earlier run adds to it.
///
/// # Errors
/// Clap's, if both contradict each other.
pub(super) fn complete(
    command: &mut Command,
    words: Vec<OsString>,
    matches: ArgMatches,
) -> Result<(Vec<OsString>, ArgMatches), Error> {
    let Some(run) = run_of(&matches) else { return Ok((words, matches)) };
    let Some(path) = run.get_one::<PathBuf>("resume") else { return Ok((words, matches)) };
    let Some(line) = beginning(path) else { return Ok((words, matches)) };
    let (options, filters) = taken(command, &line, run);
    if options.is_empty() && filters.is_empty() {
        return Ok((words, matches));
    }
    let told = options.iter().chain(&filters).map(|word| quoted(&word.to_string_lossy()));
    let told = told.collect::<Vec<_>>().join(" ");
    notice(&format!("note: {} sets options of this run: {told}", path.display()));
    let behind = misplaced::own_subcommand(&words).map_or(1, |place| place + 1);
    let mut completed = [&words[..behind], &options, &words[behind..]].concat();
    if !filters.is_empty() && !words.iter().any(|word| word == "--") {
        // A name of a test may be that of a subcommand.
        completed.push("--".into());
    }
    completed.extend(filters);
    let matches = misplaced::parse(command, &completed)?;
    Ok((completed, matches))
}

/// The arguments of a run, if the command line asks for one.
fn run_of(matches: &ArgMatches) -> Option<&ArgMatches> {
    match matches.subcommand() {
        None => Some(matches),
        Some((RUN, run)) => Some(run),
        Some(_) => None,
    }
}

/// The command line that began the run with these results. There is none if the front was another one, or if the results were
/// merged: the parts of those have options of their own.
fn beginning(path: &Path) -> Option<Vec<OsString>> {
    // The results are read again later, which a pipe does not allow.
    let document = path.is_file().then(|| Document::read(path).ok()).flatten()?;
    let terms = document.environment.terms.as_ref()?;
    let runs = document.environment.leaves();
    let (first, others) = runs.split_first()?;
    let is_one_run =
        !continues_run(&first.command_line) && others.iter().all(|run| continues_run(&run.command_line));
    (terms.front == Front::Command && is_one_run)
        .then(|| first.command_line.iter().map(OsString::from).collect())
}

/// The options and the FILTERs of a command line about which the other one says nothing.
fn taken(command: &Command, line: &[OsString], now: &ArgMatches) -> (Vec<OsString>, Vec<OsString>) {
    let (mut options, mut filters) = (Vec::new(), Vec::new());
    // Another version may have had other options. Its results are refused later.
    let Ok(earlier) = misplaced::parse(&mut command.clone(), line) else { return (options, filters) };
    let Some(earlier) = run_of(&earlier) else { return (options, filters) };
    for argument in command.get_arguments() {
        let name = argument.get_long().unwrap_or(argument.get_id().as_str());
        let is_left_out = LEFT_OUT.contains(&name) || argument.get_help_heading() == Some(REPORTS);
        if is_left_out || !is_given(earlier, name) || is_said(now, name) {
            continue;
        }
        if matches!(argument.get_action(), ArgAction::SetTrue) {
            options.push(format!("--{name}").into());
            continue;
        }
        for value in earlier.get_raw(argument.get_id().as_str()).into_iter().flatten() {
            if argument.is_positional() {
                filters.push(value.to_owned());
            } else {
                let mut word = OsString::from(format!("--{name}="));
                word.push(value);
                options.push(word);
            }
        }
    }
    (options, filters)
}

#[cfg(test)]
mod tests {
    use super::super::arguments::{Cli, Subcommand};
    use super::super::run::RunArguments;
    use super::*;
    use clap::{CommandFactory, FromArgMatches};
    use rstest::rstest;
    use ur_ipc_report::options::DEFAULT_SEED;
    use ur_ipc_report::samples;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    /// The command line that continues a run with this one, and those that have continued it since.
    fn completed(earlier: &[&str], line: &str) -> Result<RunArguments, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        let mut document = samples::document();
        let runs = earlier.iter().map(|line| {
            let mut run = document.environment.clone();
            run.command_line = line.split_whitespace().map(str::to_owned).collect();
            run
        });
        let runs: Vec<_> = runs.collect();
        document.environment.command_line.clone_from(&runs[0].command_line);
        document.environment.parts = if runs.len() > 1 { runs } else { Vec::new() };
        std::fs::write(&path, serde_json::to_string(&document).unwrap()).unwrap();
        let words = words(&line.replace("r.json", &path.to_string_lossy()));
        let mut command = Cli::command();
        let matches = misplaced::parse(&mut command, &words).map_err(|error| error.to_string())?;
        let (_, matches) = complete(&mut command, words, matches).map_err(|error| error.to_string())?;
        let cli = Cli::from_arg_matches(&matches).unwrap();
        Ok(match cli.command {
            Some(Subcommand::Run(run)) => *run,
            None => cli.run,
            other => panic!("{other:?}"),
        })
    }

    const BEGUN: &str = "cts run --backend host --seed=7 --shuffle --skip a --skip b --jobs 2 --isolation process \
                         --html page --json r --fail-fast -v open::a get";

    #[rstest]
    #[case::subcommand("cts run --resume r.json")]
    #[case::default("cts --resume r.json")]
    fn a_run_goes_on_as_it_was_begun(#[case] line: &str) {
        let run = completed(&[BEGUN], line).unwrap();
        assert_eq!((run.seed, run.shuffle, run.jobs), (7, true, 2));
        assert_eq!(run.selection.backend, ["host"]);
        assert_eq!(run.selection.skip, ["a", "b"]);
        assert_eq!(run.selection.filters, ["open::a", "get"]);
        // Reports, the terminal and the end at a failure are those of the continuation.
        let left_out = (&run.reports.html, &run.reports.json, run.fail_fast, run.verbose);
        assert_eq!(left_out, (&None, &None, None, false));
    }

    #[test]
    fn what_is_said_now_stands_in_place_of_what_was_said() {
        let run =
            completed(&[BEGUN], "cts run --resume r.json --seed 8 --skip c --no-skiplists event").unwrap();
        assert_eq!((run.seed, run.selection.no_skiplists), (8, true));
        assert_eq!(
            (&run.selection.skip[..], &run.selection.filters[..]),
            (&["c".to_owned()][..], &["event".to_owned()][..])
        );
        assert!(run.shuffle);
    }

    #[rstest]
    #[case::a_name_like_a_subcommand(&["cts -- run"], "cts --resume r.json", DEFAULT_SEED, &["run"])]
    #[case::names_apart(&["cts -- run"], "cts --resume r.json --", DEFAULT_SEED, &["run"])]
    #[case::continued_before(&["cts run --seed 3 a", "cts run --resume r"], "cts run --resume r.json", 3, &["a"])]
    #[case::merged(&["cts run --seed 3 a", "cts run --seed 3 a"], "cts run --resume r.json", DEFAULT_SEED, &[])]
    #[case::another_subcommand(&["cts certify --seed 3"], "cts run --resume r.json", DEFAULT_SEED, &[])]
    #[case::another_version(&["cts run --seed 3 --gone"], "cts run --resume r.json", DEFAULT_SEED, &[])]
    fn options_come_from_the_command_line_that_began(
        #[case] earlier: &[&str],
        #[case] line: &str,
        #[case] seed: u64,
        #[case] filters: &[&str],
    ) {
        let run = completed(earlier, line).unwrap();
        assert_eq!(
            (run.seed, &run.selection.filters[..]),
            (seed, &filters.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()[..])
        );
    }
}
