//! The command that reruns a test.

use super::continuation::subcommand_at;
use super::document::Document;
use super::environment::{RunTerms, command_line, driver_variables};
use super::shell::quoted;
use crate::options::{DEFAULT_TIMEOUT, ExecutionOptions, Front, Isolation};
use crate::outcome::Record;
use std::path::Path;

/// The options that are told again as they were: they change what a test finds, or what is said of it.
const TOLD_AGAIN: [&str; 6] =
    ["--config", "--repeat", "--skiplist", "--ur-library", "--ur-layers", "--sycl-shim"];

/// The option by which no skiplist is asked, which has no value. `certify` asks none.
const NO_SKIPLISTS: &str = "--no-skiplists";
/// The same of the configuration file.
const NO_CONFIG: &str = "--no-config";

/// The command line of a run, as far as its tests depend on it, with the variables that drivers and runtimes read.
#[derive(Clone, Debug, PartialEq)]
pub struct Rerun {
    program: String,
    variables: Vec<String>,
    options: Vec<String>,
    terms: RunTerms,
}

impl Rerun {
    /// Of this process.
    pub fn here(front: Front, options: &ExecutionOptions) -> Self {
        let variables = driver_variables(std::env::vars_os());
        Self::new(&command_line(), variables, RunTerms::new(front, options, false))
    }

    /// Of the run that a document is about. One that ended before its terms were known has no test that had others.
    pub fn of(document: &Document) -> Self {
        let terms = document.environment.terms.clone();
        let usual = || RunTerms::new(Front::default(), &ExecutionOptions::default(), false);
        let variables = document.environment.variables.clone();
        Self::new(&document.environment.command_line, variables, terms.unwrap_or_else(usual))
    }

    fn new(line: &[String], variables: Vec<String>, terms: RunTerms) -> Self {
        let program = line.first().cloned().unwrap_or_default();
        Self { program, variables, options: options_to_repeat(line), terms }
    }

    /// The seed of everything random.
    pub(super) fn seed(&self) -> u64 {
        self.terms.seed
    }

    /// The command that replays a program of `explore`, for a shell.
    pub fn replay(&self, label: &str, file: &Path) -> String {
        let (program, label) = (quoted(&self.program), quoted(label));
        let options: String = self.options.iter().map(|word| format!(" {}", quoted(word))).collect();
        let file = quoted(&file.to_string_lossy());
        format!("{}{program} replay --backend {label}{options} {file}", self.assignments())
    }

    /// The command that writes such a program in C, for a shell.
    pub fn reproduce(&self, file: &Path) -> String {
        format!("{} reproduce {}", quoted(&self.program), quoted(&file.to_string_lossy()))
    }

    /// The variables in front of a command.
    fn assignments(&self) -> String {
        self.variables.iter().map(|variable| assignment(variable) + " ").collect()
    }

    /// The command for a shell.
    pub(super) fn command(&self, record: &Record) -> String {
        let Self { program, options, terms, .. } = self;
        let RunTerms { front, seed, isolation, timeout_ms, .. } = terms;
        let (program, label, name) = (quoted(program), quoted(record.label()), quoted(&record.name));
        let variables = self.assignments();
        if *front == Front::TestTarget {
            // Cargo would have to be told the features again, and found.
            return format!("{variables}UR_IPC_CTS_SEED={seed} {program} --exact {name}");
        }
        let mut command = format!("{variables}{program} run --backend {label} --seed {seed}");
        if isolation != Isolation::default().name() {
            command += &format!(" --isolation {}", quoted(isolation));
        }
        if u128::from(*timeout_ms) != DEFAULT_TIMEOUT.as_millis() {
            command += &format!(" --timeout {}.{:03}", timeout_ms / 1000, timeout_ms % 1000);
        }
        for word in options {
            command += &format!(" {}", quoted(word));
        }
        format!("{command} --exact {name}")
    }
}

/// A variable for a shell: its value is quoted, its name is not.
fn assignment(variable: &str) -> String {
    let (name, value) = variable.split_once('=').unwrap_or((variable, ""));
    format!("{name}={}", quoted(value))
}

/// The options of a command line that are told again, with their values.
fn options_to_repeat(line: &[String]) -> Vec<String> {
    let mut words = line.iter();
    let mut told = Vec::new();
    if line.get(subcommand_at(line)).is_some_and(|word| word == "certify") {
        told.push(NO_SKIPLISTS.to_owned());
    }
    while let Some(word) = words.next() {
        if [NO_SKIPLISTS, NO_CONFIG].contains(&word.as_str()) {
            told.push(word.clone());
        } else if TOLD_AGAIN.contains(&word.as_str()) {
            told.push(word.clone());
            told.extend(words.next().cloned());
        } else if TOLD_AGAIN.iter().any(|option| word.starts_with(&format!("{option}="))) {
            told.push(word.clone());
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::command(
        Front::Command,
        "/x/ur-ipc-cts",
        "worker",
        30_000,
        "/x/ur-ipc-cts run --backend host --seed 7 --exact {}"
    )]
    #[case::other_terms(
        Front::Command,
        "my cts",
        "process",
        1500,
        "'my cts' run --backend host --seed 7 --isolation process --timeout 1.500 --exact {}"
    )]
    #[case::cargo_test(
        Front::TestTarget,
        "target/debug/deps/conformance-0123456789abcdef",
        "worker",
        30_000,
        "UR_IPC_CTS_SEED=7 target/debug/deps/conformance-0123456789abcdef --exact {}"
    )]
    fn a_test_runs_again_as_it_ran(
        #[case] front: Front,
        #[case] program: &str,
        #[case] isolation: &str,
        #[case] timeout_ms: u64,
        #[case] expected: &str,
    ) {
        let mut document = samples::document();
        document.environment.command_line = vec![program.to_owned()];
        let terms = document.environment.terms.as_mut().unwrap();
        (terms.front, terms.isolation, terms.timeout_ms) = (front, isolation.to_owned(), timeout_ms);
        let record = &document.tests[0];
        assert_eq!(Rerun::of(&document).command(record), expected.replace("{}", &record.name));
    }

    #[test]
    fn a_program_of_an_exploration_runs_again_on_its_backend() {
        let mut document = samples::document();
        let line = "cts explore --backend ur --ur-library l.so --seed 7";
        document.environment.command_line = line.split(' ').map(str::to_owned).collect();
        document.environment.variables = vec!["ZE_B=1".to_owned()];
        let (again, file) = (Rerun::of(&document), Path::new("my dir/finding-7-1.txt"));
        assert_eq!(
            again.replay("ur", file),
            "ZE_B=1 cts replay --backend ur --ur-library l.so 'my dir/finding-7-1.txt'"
        );
        assert_eq!(again.reproduce(file), "cts reproduce 'my dir/finding-7-1.txt'");
    }

    #[test]
    fn variables_of_drivers_are_set_again() {
        let of = |name: &str, value: &str| (name.into(), value.into());
        let all =
            [of("ZE_B", "1"), of("UR_IPC_CTS_SEED", "7"), of("HOME", "/"), of("LEVEL_ZERO_SOFT_FAIL", "a:*")];
        let mut document = samples::document();
        document.environment.variables = driver_variables(all.into_iter());
        let command = Rerun::of(&document).command(&document.tests[0]);
        assert!(command.starts_with("LEVEL_ZERO_SOFT_FAIL='a:*' ZE_B=1 ur-ipc-cts run "), "{command}");
    }

    #[rstest]
    #[case::values(
        "cts run --skiplist a;b.yaml --json r --ur-layers=none open",
        "--skiplist a;b.yaml --ur-layers=none"
    )]
    #[case::flag("cts --no-skiplists --repeat 2 open", "--no-skiplists --repeat 2")]
    #[case::certified("cts certify --out d --ur-layers none", "--no-skiplists --ur-layers none")]
    #[case::certified_in_colours("cts --color never certify --out d", "--no-skiplists")]
    #[case::shim("cts run --backend sycl --sycl-shim ./shim.so open", "--sycl-shim ./shim.so")]
    #[case::name("cts run certify", "")]
    fn what_changes_a_test_is_told_again(#[case] line: &str, #[case] told: &str) {
        let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
        assert_eq!(options_to_repeat(&line).join(" "), told);
    }

    #[rstest]
    #[case("host@two-devices", "host@two-devices")]
    #[case("", "''")]
    #[case("a b", "'a b'")]
    #[case("$(x)'", r"'$(x)'\'''")]
    fn words_stay_words(#[case] word: &str, #[case] expected: &str) {
        assert_eq!(quoted(word), expected);
    }
}
