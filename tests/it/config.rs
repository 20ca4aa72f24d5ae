//! `ur-ipc-cts.toml`, where it is looked for and what it does to a run.

use crate::support::{describe, results, text};
use rstest::rstest;
use std::path::Path;
use std::process::{Command, Output};

const ONE: &str = "host::dev0::event::get::success";

fn run_in(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ur-ipc-cts"))
        .current_dir(folder)
        .args(arguments)
        .envs(variables.iter().copied())
        .output()
        .expect("the program starts")
}

/// A folder with a file of this name, which sets the seed and where results go.
fn with_file(name: &str, seed: u64) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("[run]\nbackend = \"host\"\nseed = {seed}\njson = \"results.json\"\n");
    std::fs::write(folder.path().join(name), text).unwrap();
    folder
}

#[rstest]
#[case::in_the_folder("ur-ipc-cts.toml", &["run", "--exact", ONE], &[], Some(7))]
#[case::without_a_subcommand("ur-ipc-cts.toml", &["--exact", ONE], &[], Some(7))]
#[case::behind_colours("ur-ipc-cts.toml", &["--color", "never", "run", "--exact", ONE], &[], Some(7))]
#[case::by_option("mine.toml", &["run", "--config", "mine.toml", "--exact", ONE], &[], Some(7))]
#[case::by_variable("mine.toml", &["run", "--exact", ONE], &[("UR_IPC_CTS_CONFIG", "mine.toml")], Some(7))]
#[case::the_command_line_wins("ur-ipc-cts.toml", &["run", "--seed", "8", "--exact", ONE], &[], Some(8))]
#[case::not_at_all("ur-ipc-cts.toml", &["run", "--no-config", "--backend", "host", "--exact", ONE], &[], None)]
fn a_run_has_the_options_of_its_file(
    #[case] name: &str,
    #[case] arguments: &[&str],
    #[case] variables: &[(&str, &str)],
    #[case] seed: Option<u64>,
) {
    let folder = with_file(name, 7);
    let output = run_in(folder.path(), arguments, variables);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let written = folder.path().join("results.json");
    let note = format!("note: {name} sets options of this run\n");
    assert_eq!(text(&output.stderr).contains(&note), seed.is_some(), "{}", describe(&output));
    assert_eq!(written.exists(), seed.is_some());
    if let Some(seed) = seed {
        assert_eq!(results(&written)["environment"]["seed"], seed);
    }
}

#[rstest]
#[case::none("", 0, "  ok       configuration file: none\n")]
#[case::good(
    "[run]\nseed = 7\n",
    0,
    "  ok       configuration file: ur-ipc-cts.toml sets options of `ur-ipc-cts run`\n"
)]
#[case::bad(
    "[run]\n\nskiplist = 'no.yaml'\n",
    2,
    "  WRONG    configuration file: ur-ipc-cts.toml:3: skiplist: no.yaml: no such file or folder\n"
)]
fn doctor_names_the_file_of_a_run(#[case] file: &str, #[case] code: i32, #[case] says: &str) {
    let folder = tempfile::tempdir().unwrap();
    if !file.is_empty() {
        std::fs::write(folder.path().join("ur-ipc-cts.toml"), file).unwrap();
    }
    let output = run_in(folder.path(), &["doctor", "--backend", "host"], &[]);
    assert_eq!(output.status.code(), Some(code), "{}", describe(&output));
    assert!(text(&output.stdout).contains(says), "{}", describe(&output));
}

#[test]
fn other_commands_read_no_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ur-ipc-cts.toml"), "rubbish").unwrap();
    let output = run_in(folder.path(), &["list", "--backend", "host", "--exact", ONE], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
}

#[rstest]
#[case::option(
    "[run]\nbackend = 'host'\ntimout = 3\n",
    "error: ur-ipc-cts.toml:3: timout: no option of `ur-ipc-cts run` has this name; did you mean 'timeout'?"
)]
#[case::family(
    "[run]\nfamily = 'evnt'\n",
    "error: ur-ipc-cts.toml:2: family: invalid value 'evnt' for '--family <FAMILY>' [possible values: "
)]
#[case::backend(
    "[run]\n\nbackend = 'hots'\n",
    "error: ur-ipc-cts.toml:3: backend: there is no backend 'hots'"
)]
#[case::family_with_a_slip(
    "[run]\nfamily = 'evnt'\n",
    "[possible values: device_info, memory, physical_memory, event]; did you mean 'event'?"
)]
#[case::a_beginning_of_profiles(
    "[run]\nbackend = 'host@broken'\n",
    "; did you mean 'host@broken-leak', 'host@broken-size'"
)]
#[case::requirement(
    "[run]\nbackend = 'host'\nrequirement = 'memory.opne.*'\n",
    "did you mean 'memory.open.*'?"
)]
#[case::skip("[run]\nbackend = 'host'\nskip = 'event::get::sucess'\n", "did you mean 'event::get::success'?")]
#[case::skiplist(
    "[run]\nbackend = 'host'\nskiplist = 'no.yaml'\n",
    "error: ur-ipc-cts.toml:3: skiplist: no.yaml: no such file or folder"
)]
#[case::written_over("[run]\nbackend = 'host'\njson = 'ur-ipc-cts.toml'\n", "ur-ipc-cts.toml")]
fn mistakes_of_a_file_are_errors_of_usage(#[case] file: &str, #[case] says: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ur-ipc-cts.toml");
    std::fs::write(&path, file).unwrap();
    let output = run_in(folder.path(), &["run", "--exact", ONE], &[]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(text(&output.stderr).contains(says), "{}", describe(&output));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), file);
}

#[test]
fn a_file_that_is_named_and_not_there_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_in(folder.path(), &["run", "--config", "no.toml"], &[]);
    assert_eq!(output.status.code(), Some(2));
    let says = "error: configuration file no.toml: no such file or folder";
    assert!(text(&output.stderr).contains(says), "{}", describe(&output));
}
