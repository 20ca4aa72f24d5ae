//! Options for the execution of tests.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use thiserror::Error;

/// How far tests are kept apart from the harness and from each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Isolation {
    /// One persistent process for each device; a fresh one after a crash or a hang.
    #[default]
    Worker,
    /// A process for each test.
    Process,
    /// Tests run in the program itself, for debuggers: a crash ends the run, and no test has a time limit.
    InProcess,
}

/// What started a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Front {
    /// The command.
    #[default]
    Command,
    /// A test target, as `cargo test` runs it.
    TestTarget,
}

impl Isolation {
    /// The name, as on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Worker => "worker",
            Self::Process => "process",
            Self::InProcess => "in-process",
        }
    }
}

/// Seed of a run that does not say otherwise: runs are repeatable.
pub const DEFAULT_SEED: u64 = 1;

/// Time that a test may take if nothing else is said.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// So many tests of a device in a row may hang before the rest of its tests do not run, if nothing else is said.
pub const DEFAULT_MAX_HANGS: usize = 20;

/// A text that is not a valid time. The unit is that of the option, which the message around it names.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid time '{0}' (expected a number above 0, at most {most})", most = MAX_TIMEOUT.as_secs())]
pub struct BadTime(String);

/// Reads a number of seconds, with a fraction if wanted.
///
/// # Errors
/// What is wrong with it.
pub fn parse_seconds(text: &str) -> Result<Duration, BadTime> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero() && *time <= MAX_TIMEOUT).ok_or_else(|| BadTime(text.to_owned()))
}

/// A longer time is a mistake.
const MAX_TIMEOUT: Duration = Duration::from_secs(86_400);

/// Options for the execution of tests, independent of which tests are selected.
#[derive(Clone, Copy, Debug)]
pub struct ExecutionOptions {
    /// Time for one test.
    pub timeout: Duration,
    /// Seed of everything random in tests.
    pub seed: u64,
    /// The degree of separation between tests.
    pub isolation: Isolation,
    /// Whether to note where checks stand.
    pub places: bool,
    /// Whether a test that fails in a used process is tried in a fresh one.
    pub second_look: bool,
    /// Number of runs of each test.
    pub repeat: u32,
    /// Number of tests of a device that run at a time.
    pub jobs: u32,
}

impl Default for ExecutionOptions {
    fn default() -> Self {
        Self {
            timeout: DEFAULT_TIMEOUT,
            seed: DEFAULT_SEED,
            isolation: Isolation::default(),
            places: false,
            second_look: true,
            repeat: 1,
            jobs: 1,
        }
    }
}

impl ExecutionOptions {
    /// When a test should give up by itself, so that it can still say what it waited for.
    pub fn soft_timeout(&self) -> Duration {
        let margin = (self.timeout / 10).clamp(Duration::from_millis(50), Duration::from_secs(3));
        self.timeout.saturating_sub(margin).max(self.timeout / 2)
    }

    /// Time that a worker may take to open its device. The probe, which opens all of them, has the time of a test.
    pub fn open_timeout(&self) -> Duration {
        self.timeout * 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("30", Some(30_000))]
    #[case("0.5", Some(500))]
    #[case("86400", Some(86_400_000))]
    #[case("0", None)]
    #[case("-1", None)]
    #[case("86400.5", None)]
    #[case("nan", None)]
    #[case("1s", None)]
    fn seconds_are_positive_and_not_absurd(#[case] text: &str, #[case] milliseconds: Option<u64>) {
        let refusal = format!("invalid time '{text}' (expected a number above 0, at most 86400)");
        let time = parse_seconds(text).map_err(|why| why.to_string());
        assert_eq!(time, milliseconds.map(Duration::from_millis).ok_or(refusal));
    }

    #[test]
    fn a_device_has_longer_to_open_than_a_test_to_run() {
        let timeout = Duration::from_secs(20);
        let options = ExecutionOptions { timeout, ..ExecutionOptions::default() };
        assert_eq!(options.open_timeout(), 2 * timeout);
    }

    #[test]
    fn isolation_has_one_name_everywhere() {
        use clap::ValueEnum;
        for isolation in Isolation::value_variants() {
            assert_eq!(isolation.to_possible_value().unwrap().get_name(), isolation.name());
        }
    }

    #[rstest]
    #[case(30_000, 27_000)]
    #[case(100_000, 97_000)]
    #[case(1_000, 900)]
    #[case(200, 150)]
    #[case(60, 30)]
    fn tests_give_up_before_they_are_killed(#[case] hard: u64, #[case] soft: u64) {
        let options =
            ExecutionOptions { timeout: Duration::from_millis(hard), ..ExecutionOptions::default() };
        assert_eq!(options.soft_timeout(), Duration::from_millis(soft));
    }
}
