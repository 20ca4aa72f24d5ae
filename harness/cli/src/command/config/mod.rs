//! `ur-ipc-cts.toml`: what the options of `run` are where the command line says nothing of them.
//!
//! A value of the file becomes the words that it would be on the command line. So the file has the options of the command,
//! with their checks, those of backends among them, and whatever comes to `run` later.

mod file;
mod words;

use super::misplaced;
use crate::variables;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, Error};
use file::{Problem, Setting};
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::FileError;
use ur_ipc_report::subject::program;
use ur_ipc_report::suggestions::did_you_mean;

/// The subcommand whose options the file has.
const RUN: &str = "run";
/// The option whose values are skiplists.
const SKIPLIST: &str = "skiplist";
/// The variable that names a file.
const VARIABLE: &str = "UR_IPC_CTS_CONFIG";
/// Options about one run, or about the file itself.
const OF_ONE_RUN: [&str; 12] = [
    "checks",
    "color",
    "config",
    "durations",
    "exact",
    "help",
    "no-config",
    "rerun-failed",
    "resume",
    "shard",
    "tests-from",
    "version",
];
/// Options of which the command line has one and the file another: that of the command line holds.
const EXCLUSIVE: [[&str; 2]; 5] = [
    ["skiplist", "no-skiplists"],
    ["quiet", "verbose"],
    ["trace", "resume"],
    ["json", "resume"],
    ["config", "no-config"],
];

/// The command line with what a file adds to it, and the file, if there is one.
///
/// # Errors
/// What is wrong with the file: its name, the line and the key.
pub(super) fn complete(
    command: &mut Command,
    suite: &Suite,
    words: &[OsString],
    matches: ArgMatches,
) -> Result<(ArgMatches, Option<PathBuf>), Error> {
    let place = misplaced::own_subcommand(words);
    let run = match matches.subcommand() {
        None => &matches,
        Some((RUN, run)) => run,
        Some(_) => return Ok((matches, None)),
    };
    // How the command is used says nothing of a file.
    let refuse = |why: String| Error::raw(ErrorKind::InvalidValue, why + "\n");
    let Some(path) = chosen(run).map_err(refuse)? else { return Ok((matches, None)) };
    let added = defaults(&subcommand(command), suite, &path, |key| is_said(run, key));
    let added = added.map_err(|problem| {
        let kind = if problem.is_of_file() { "configuration file " } else { "" };
        refuse(format!("{kind}{}{problem}", path.display()))
    })?;
    // Behind the subcommand, in front of all that is the user's.
    let behind = place.map_or(1, |place| place + 1);
    let completed = [&words[..behind], &added, &words[behind..]].concat();
    Ok((misplaced::parse_completed(command, &completed)?, Some(path)))
}

/// The file that a run here has its defaults from, and the first mistake in it, if there is one.
pub(super) fn diagnose(command: &Command, suite: &Suite) -> Option<(PathBuf, Option<String>)> {
    let path = match variables::path(VARIABLE).map_or_else(usual, |path| Ok(Some(path))) {
        Ok(path) => path?,
        Err(why) => return Some((PathBuf::from(usual_name()), Some(why))),
    };
    let checked = defaults(&subcommand(command), suite, &path, |_| false);
    let why = checked.err().map(|problem| format!("{}{problem}", path.display()));
    Some((path, why))
}

/// The words for the settings of the file that the command line does not replace.
///
/// # Errors
/// The first mistake in the file.
fn defaults(
    own: &Command,
    suite: &Suite,
    path: &Path,
    is_replaced: impl Fn(&str) -> bool,
) -> Result<Vec<OsString>, Problem> {
    let (mut added, mut all) = (Vec::new(), Vec::new());
    for setting in file::read(path, RUN)? {
        let words = words_of(own, suite, &setting, folder(path)).map_err(|why| setting.problem(why))?;
        all.extend_from_slice(&words);
        if is_replaced(&setting.key) {
            continue;
        }
        if let Some(why) = missing(&setting, folder(path)) {
            return Err(setting.problem(why));
        }
        added.extend(words);
    }
    // Settings that contradict each other are a mistake, even if the command line replaces one of them.
    accept(own, &all).map_err(Problem::of_file)?;
    Ok(added)
}

/// Why a skiplist that a setting names cannot be read, if so. Later nobody knows any more who named it.
fn missing(setting: &Setting, folder: &Path) -> Option<String> {
    let files = if setting.key == SKIPLIST { setting.value.texts() } else { Vec::new() };
    files.iter().find_map(|file| {
        let path = folder.join(file);
        let why = File::open(&path).err()?;
        Some(FileError::of(&path)(why).to_string())
    })
}

/// The file that the command line names, or the environment, or that lies in the working folder.
fn chosen(run: &ArgMatches) -> Result<Option<PathBuf>, String> {
    if run.get_flag("no_config") {
        return Ok(None);
    }
    let named = run.get_one::<PathBuf>("config").cloned().or_else(|| variables::path(VARIABLE));
    if named.is_some() {
        return Ok(named);
    }
    usual()
}

fn usual_name() -> String {
    format!("{}.toml", program())
}

/// The file that lies in the working folder, if there is one.
fn usual() -> Result<Option<PathBuf>, String> {
    let usual = PathBuf::from(usual_name());
    match usual.try_exists() {
        Ok(exists) => Ok(exists.then_some(usual)),
        Err(why) => Err(format!("{}: {why}", usual.display())),
    }
}

/// The subcommand whose options a file sets.
fn subcommand(command: &Command) -> Command {
    let mut own = command.find_subcommand(RUN).cloned().expect("every program of ours runs tests");
    own.build();
    own
}

/// The words for a setting, which has to be one that the subcommand takes.
fn words_of(own: &Command, suite: &Suite, setting: &Setting, folder: &Path) -> Result<Vec<OsString>, String> {
    let options: Vec<&str> = own.get_arguments().filter_map(|option| option.get_long()).collect();
    let is_for_files = |name: &&str| !OF_ONE_RUN.contains(name);
    let option = own.get_arguments().find(|option| option.get_long() == Some(&*setting.key));
    let Some(option) = option.filter(|_| is_for_files(&&*setting.key)) else {
        return Err(if options.contains(&&*setting.key) {
            "a file cannot set this option, only the command line can".to_owned()
        } else {
            let meant = did_you_mean(&setting.key, options.iter().copied().filter(is_for_files));
            format!("no option of `{} {RUN}` has this name{meant}", program())
        });
    };
    let words = words::of(option, &setting.value, folder, suite)?;
    // As if it stood alone on a command line: what is said of it then, is of it.
    accept(own, &words).map(|()| words)
}

/// Has the subcommand take these words, as if nothing else stood on its command line.
///
/// # Errors
/// Why it does not.
fn accept(own: &Command, words: &[OsString]) -> Result<(), String> {
    let line = [&[OsString::from(RUN)], words].concat();
    match own.clone().try_get_matches_from_mut(line) {
        Ok(_) => Ok(()),
        Err(error) => {
            let told = error.render().to_string();
            let mut lines = told.lines().map(str::trim).filter(|line| !line.is_empty());
            let first = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
            let more = lines.find(|line| line.starts_with("[possible values"));
            let meant = meant_value(&error);
            Err(more.map_or_else(|| first.clone(), |more| format!("{first} {more}")) + &meant)
        }
    }
}

/// Suggests a value for one that an option does not take, if it takes only some.
fn meant_value(error: &Error) -> String {
    match (error.get(ContextKind::InvalidValue), error.get(ContextKind::ValidValue)) {
        (Some(ContextValue::String(value)), Some(ContextValue::Strings(known))) => {
            did_you_mean(value, known.iter().map(String::as_str))
        }
        _ => String::new(),
    }
}

/// The folder of a file, from which its paths go on.
fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Whether the command line says something of an option, or of one that excludes it.
pub(super) fn is_said(run: &ArgMatches, key: &str) -> bool {
    let others = EXCLUSIVE.iter().filter(|both| both.contains(&key)).flatten();
    others.copied().chain([key]).any(|option| is_given(run, option))
}

/// Whether the command line has this option.
pub(super) fn is_given(run: &ArgMatches, option: &str) -> bool {
    // Those of backends are called by their flags, the others by the fields of the command.
    [option.to_owned(), option.replace('-', "_")].iter().any(|id| {
        run.ids().any(|known| known == id) && run.value_source(id) == Some(ValueSource::CommandLine)
    })
}

#[cfg(test)]
mod tests {
    use super::super::arguments::{Cli, Subcommand};
    use super::super::run::RunArguments;
    use super::*;
    use clap::{CommandFactory, FromArgMatches};
    use rstest::rstest;
    use std::time::Duration;
    use ur_ipc_report::options::Isolation;

    /// The arguments that a file and a command line come to.
    fn completed(text: &str, line: &str) -> Result<RunArguments, String> {
        let suite = Suite::default();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.toml");
        std::fs::write(&path, text).unwrap();
        std::fs::write(folder.path().join("mine.yaml"), "").unwrap();
        let mut words: Vec<OsString> =
            vec!["cts".into(), "run".into(), "--config".into(), path.clone().into()];
        words.extend(line.split_whitespace().map(OsString::from));
        let mut command = Cli::command();
        let matches = misplaced::parse(&mut command, &words).map_err(|error| error.to_string())?;
        let (matches, file) = complete(&mut command, &suite, &words, matches).map_err(|error| {
            let told = error.to_string().lines().next().unwrap_or_default().to_owned();
            told.replace(&folder.path().display().to_string(), "")
        })?;
        assert_eq!(file, Some(path));
        match Cli::from_arg_matches(&matches).unwrap().command {
            Some(Subcommand::Run(run)) => Ok(*run),
            other => panic!("{other:?}"),
        }
    }

    const ALL: &str = "[run]
timeout = 2.5
isolation = 'process'
jobs = 4
skip = ['a', 'b::*']
level = 'must'
skiplist = 'mine.yaml'
shuffle = true
thorough = false
fail-fast = 3
html = '-'
quiet = true
json = 'r.json'
";

    #[test]
    fn a_file_has_what_the_command_line_does_not_say() {
        let run = completed(ALL, "").unwrap();
        assert_eq!(run.selection.timeout, Duration::from_millis(2500));
        assert_eq!((run.isolation, run.jobs, run.fail_fast), (Isolation::Process, 4, Some(3)));
        assert_eq!(run.selection.skip, ["a", "b::*"]);
        assert!(run.shuffle && run.quiet && !run.selection.thorough);
        let list = run.selection.skiplist[0].to_string_lossy().into_owned();
        assert!(list.ends_with("/mine.yaml") && list.starts_with('/'), "{list}");
        assert_eq!(run.reports.html.as_deref(), Some(Path::new("-")));
    }

    #[test]
    fn the_command_line_wins() {
        let line = "--timeout 7 --skip c --no-skiplists --verbose --resume old.json --fail-fast";
        let run = completed(ALL, line).unwrap();
        assert_eq!(run.selection.timeout, Duration::from_secs(7));
        assert_eq!(run.selection.skip, ["c"]);
        assert!(run.selection.skiplist.is_empty() && run.selection.no_skiplists);
        assert!(run.verbose && !run.quiet);
        assert_eq!((run.reports.json, run.fail_fast, run.jobs), (None, Some(1), 4));
    }

    #[rstest]
    #[case::unknown(
        "[run]\n\ntimout = 3",
        ":3: timout: no option of `ur-ipc-cts run` has this name; did you mean 'timeout'?"
    )]
    #[case::of_one_run(
        "[run]\nresume = 'a'",
        ":2: resume: a file cannot set this option, only the command line can"
    )]
    #[case::kind(
        "[run]\njobs = 'many'",
        ":2: jobs: invalid value 'many' for '--jobs <COUNT>': expected a whole number from 1 to 64"
    )]
    #[case::range(
        "[run]\njobs = 0",
        ":2: jobs: invalid value '0' for '--jobs <COUNT>': expected a whole number from 1 to 64"
    )]
    #[case::value(
        "[run]\nisolation = 'none'",
        ":2: isolation: invalid value 'none' for '--isolation <ISOLATION>' [possible values: worker, process, in-process]"
    )]
    #[case::value_with_a_slip(
        "[run]\nisolation = 'proces'",
        ":2: isolation: invalid value 'proces' for '--isolation <ISOLATION>' [possible values: worker, process, in-process]; did you mean 'process'?"
    )]
    #[case::flag("[run]\nshuffle = 1", ":2: shuffle: it is a number (expected true or false)")]
    #[case::list("[run]\nseed = [1]", ":2: seed: it is an array (expected one value)")]
    #[case::table("[run.jobs]\na = 1", ":1: jobs: it is a table (expected a text or a number)")]
    #[case::other_table("[list]\na = 1", ":1: list: no such table (expected [run])")]
    #[case::no_table("seed = 1", ":1: seed: no such table (expected [run])")]
    #[case::syntax("[run]\nseed = = 1", ":2: seed: ")]
    #[case::skiplist(
        "[run]\nskiplist = ['mine.yaml', 'no.yaml']",
        ":2: skiplist: /no.yaml: no such file or folder"
    )]
    #[case::backend("[run]\nbackend = ['nope']", ":2: backend: there is no backend 'nope'")]
    fn mistakes_are_told_with_their_place(#[case] text: &str, #[case] says: &str) {
        let told = completed(text, "").unwrap_err();
        assert!(told.starts_with(&format!("error: /c.toml{says}")), "{told}");
    }

    #[test]
    fn a_contradiction_is_one_of_the_whole_file() {
        let told = completed("[run]\nquiet = true\nverbose = true", "").unwrap_err();
        let says =
            "error: configuration file /c.toml: the argument '--quiet' cannot be used with '--verbose'";
        assert_eq!(told, says);
    }

    #[test]
    fn a_file_that_is_named_has_to_be_there() {
        let words = ["cts", "--config", "/nowhere/c.toml"].map(OsString::from);
        let mut command = Cli::command();
        let matches = misplaced::parse(&mut command, &words).unwrap();
        let why = chosen(&matches).unwrap().map(|path| file::read(&path, RUN).unwrap_err().to_string());
        assert_eq!(why.as_deref(), Some(": no such file or folder"));
    }
}
