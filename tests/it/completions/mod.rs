//! Completions of shells. Bash is asked as readline asks it, and zsh in a terminal.

use crate::support::{describe, text, ur_ipc_cts};
use rstest::rstest;
use std::process::{Command, Stdio};

/// The exit code of `timeout` for a command that is not installed.
const NOT_FOUND: i32 = 127;

/// Calls the function that is registered for the program, and prints what it answers.
const ASK: &str = r#"
source <("$PROGRAM" completions bash)
registered=$(complete -p ur-ipc-cts)
registered=${registered##*-F }
"${registered%% *}" ur-ipc-cts "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
printf '%s\n' "${COMPREPLY[@]}"
"#;

/// The completions that bash offers for a line, in which `|` stands where bash splits a word.
fn offered(line: &str) -> Vec<String> {
    let words: Vec<String> = line.split([' ', '|']).map(|word| format!("'{word}'")).collect();
    let line = line.replace('|', "");
    let asked = format!(
        "COMP_WORDS=({}) COMP_CWORD={} COMP_LINE='{line}' COMP_POINT={}\nCOMP_WORDBREAKS=$' \\t\\n\"\\'@><=;|&(:'\n{ASK}",
        words.join(" "),
        words.len() - 1,
        line.len(),
    );
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", &asked]).env("PROGRAM", env!("CARGO_BIN_EXE_ur-ipc-cts"));
    let output = bash.stdin(Stdio::null()).output();
    let output = output.expect("there is bash");
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[rstest]
#[case::subcommand("ur-ipc-cts requ", "requirements")]
#[case::option("ur-ipc-cts run --back", "--backend")]
#[case::option_without_a_subcommand("ur-ipc-cts --back", "--backend")]
#[case::nested("ur-ipc-cts report mark", "markdown")]
#[case::option_of_nested("ur-ipc-cts skiplist suggest --fr", "--from")]
#[case::value_of_clap("ur-ipc-cts run --isolation in", "in-process")]
#[case::backend("ur-ipc-cts run --backend ho", "host")]
#[case::backend_behind_equals("ur-ipc-cts run --backend|=|ho", "host")]
#[case::backend_after_equals("ur-ipc-cts run --backend|=", "host")]
#[case::profile("ur-ipc-cts run --backend host|@|two", "two-devices")]
#[case::topic("ur-ipc-cts list --topic cross", "cross_process")]
#[case::family("ur-ipc-cts list --family ev", "event")]
#[case::requirement("ur-ipc-cts run --requirement memory.open.st", "memory.open.stale")]
#[case::requirement_to_look_at("ur-ipc-cts requirements memory.open.st", "memory.open.stale")]
#[case::name_of_a_test("ur-ipc-cts run event|::|open|::|null", "null_out")]
#[case::test_in_a_module("ur-ipc-cts run event|::|open|::", "null_out")]
#[case::test_behind_another("ur-ipc-cts run memory|::|open|::|success event|::|open|::|null", "null_out")]
#[case::test_without_a_subcommand("ur-ipc-cts memory|::|open|::|st", "stale")]
#[case::test_behind_its_device("ur-ipc-cts run --exact host|::|dev0|::|event|::|open|::|null", "null_out")]
#[case::test_of_a_skiplist("ur-ipc-cts skiplist explain event|::|open|::|null", "null_out")]
fn bash_completes(#[case] line: &str, #[case] expected: &str) {
    let offered = offered(line);
    assert!(offered.iter().any(|word| word == expected), "{line}: {offered:?}");
}

/// Files, which bash adds by itself where a function offers nothing.
#[test]
fn bash_offers_tests_behind_subcommands_only() {
    assert_eq!(offered("ur-ipc-cts run --json no-such"), [""]);
    let words = offered("ur-ipc-cts ");
    assert!(words.contains(&"run".to_owned()) && !words.iter().any(|word| word.contains("::")), "{words:?}");
}

/// The completions that another shell offers for a line; nothing if the shell is not installed.
fn offered_by(shell: &str, line: &str) -> Option<Vec<String>> {
    let fish = r#""$PROGRAM" completions fish | source; complete -C "$LINE""#;
    let words = match shell {
        "zsh" => ["timeout", "60", "zsh", "-f", "-c", include_str!("ask.zsh")],
        _ => ["timeout", "60", "fish", "--no-config", "-c", fish],
    };
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).env("PROGRAM", env!("CARGO_BIN_EXE_ur-ipc-cts")).env("LINE", line);
    let output = command.stdin(Stdio::null()).output().expect("there is timeout");
    if output.status.code() == Some(NOT_FOUND) {
        println!("skipped: there is no {shell} here");
        return None;
    }
    assert!(output.status.success(), "{}", describe(&output));
    // Fish has a description behind the word.
    let word = |line: &str| line.split('\t').next().unwrap_or_default().trim().to_owned();
    Some(text(&output.stdout).lines().map(word).filter(|word| !word.is_empty()).collect())
}

#[rstest]
#[case::subcommand("ur-ipc-cts requ", "requirements")]
#[case::option("ur-ipc-cts run --back", "--backend")]
#[case::option_without_a_subcommand("ur-ipc-cts --back", "--backend")]
#[case::option_behind_others("ur-ipc-cts --color never --seed 7 --back", "--backend")]
#[case::option_behind_a_test("ur-ipc-cts run event::open --back", "--backend")]
#[case::option_behind_a_test_without_a_subcommand("ur-ipc-cts event::open --back", "--backend")]
#[case::value_without_a_subcommand("ur-ipc-cts event::open --backend ho", "host")]
#[case::nested("ur-ipc-cts report mark", "markdown")]
fn zsh_and_fish_complete(#[values("zsh", "fish")] shell: &str, #[case] line: &str, #[case] expected: &str) {
    if let Some(offered) = offered_by(shell, line) {
        assert!(offered.iter().any(|word| word == expected), "{line}: {offered:?}");
    }
}

#[rstest]
#[case::name_of_a_test("ur-ipc-cts run event::open::null")]
#[case::test_without_a_subcommand("ur-ipc-cts --seed 7 event::open::null")]
fn zsh_and_fish_complete_tests(#[values("zsh", "fish")] shell: &str, #[case] line: &str) {
    if let Some(offered) = offered_by(shell, line) {
        assert!(offered.contains(&"event::open::null_out".to_owned()), "{line}: {offered:?}");
    }
}

/// Zsh takes the first word for a subcommand.
#[test]
fn fish_completes_tests_in_the_first_word() {
    if let Some(offered) = offered_by("fish", "ur-ipc-cts event::open::null") {
        assert!(offered.contains(&"event::open::null_out".to_owned()), "{offered:?}");
    }
}

#[rstest]
fn another_subcommand_has_no_options_of_run(#[values("zsh", "fish")] shell: &str) {
    let offered = offered_by(shell, "ur-ipc-cts requirements --back");
    assert!(offered.is_none_or(|offered| offered.is_empty()));
}

#[rstest]
#[case::bash("bash")]
#[case::zsh("zsh")]
#[case::fish("fish")]
fn completions_know_commands_and_values(#[case] shell: &str) {
    let output = ur_ipc_cts(&["completions", shell], &[]);
    let script = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let all = super::help::commands();
    assert!(all.len() > 8, "{all:?}");
    let values = ["physical_memory", "host@two-devices", "cross_process", "memory.open.stale"];
    for word in all.iter().map(String::as_str).chain(values) {
        assert!(script.contains(word), "{word} is not in {script}");
    }
}
