//! Variables of the environment. One that is set to nothing is not set.

use super::error::Error;
use super::supervisor;
use std::ffi::OsString;
use std::path::PathBuf;
use ur_ipc_harness::suite::Suite;
use ur_ipc_isolated::WORKER_VARIABLE;
use ur_ipc_report::suggestions::did_you_mean;

/// The prefix of all their names.
const PREFIX: &str = "UR_IPC_CTS_";

/// The rest of the names of those that both fronts read, or the command alone. Backends have others.
const OF_FRONTS: &[&str] = &["CONFIG", "LOG", "REQUIRE_HARDWARE", "SITUATIONS"];

/// Those that `cargo test` alone reads, which has no options of its own for them.
const OF_TEST_TARGETS: &[&str] = &[
    "BACKEND",
    "DURATIONS",
    "HTML",
    "JSON",
    "JSON_LINES",
    "JUNIT",
    "MARKDOWN",
    "MAX_HANGS",
    "SEED",
    "SELECTION",
    "SHARD",
    "SKIPLIST",
    "TIMEOUT",
    "TRACE",
];

/// The variables of backends that a build may lack: no mistake where it does.
const OF_BACKENDS: &[&str] = &["SYCL_SHIM", "UR_LAYERS", "UR_LIBRARY"];

/// Variables by which processes of the suite inform each other. A run may be started by a test of another run.
const OF_PROCESSES: [&str; 2] = [supervisor::VARIABLE, WORKER_VARIABLE];

/// Looks for variables that are meant for the suite and that nobody reads: what they were to say would not hold.
///
/// # Errors
/// The first of them, and what may have been meant.
pub(super) fn check(suite: &Suite) -> Result<(), Error> {
    check_names(suite, std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()))
}

/// Names the variables that are set and that the command does not read: who sets one may expect it to hold.
#[cfg(feature = "command")]
pub(super) fn unread_by_command() -> Option<String> {
    let set: Vec<String> = OF_TEST_TARGETS.iter().map(|rest| format!("{PREFIX}{rest}")).collect();
    let set: Vec<String> = set.into_iter().filter(|name| value(name).is_some()).collect();
    let options = "ignored, as only `cargo test` reads it: this command has options for that";
    (!set.is_empty()).then(|| format!("warning: {}: {options}", set.join(", ")))
}

fn check_names(suite: &Suite, names: impl Iterator<Item = String>) -> Result<(), Error> {
    let mut known: Vec<String> = [OF_FRONTS, OF_TEST_TARGETS, OF_BACKENDS]
        .concat()
        .iter()
        .map(|rest| format!("{PREFIX}{rest}"))
        .collect();
    known.extend(suite.options().map(|option| option.variable.to_owned()));
    let is_known = |name: &String| known.contains(name) || OF_PROCESSES.contains(&name.as_str());
    let mut unknown: Vec<String> = names.filter(|name| name.starts_with(PREFIX) && !is_known(name)).collect();
    unknown.sort();
    match unknown.first() {
        None => Ok(()),
        Some(name) => {
            let meant = did_you_mean(name, known.iter().map(String::as_str));
            Err(Error::UnknownVariable { name: name.clone(), meant })
        }
    }
}

/// The text of a variable.
///
/// # Errors
/// If it is none: a setting that is passed over would be taken for one that holds.
pub(super) fn text(name: &str) -> Result<Option<String>, Error> {
    let text = value(name).map(OsString::into_string).transpose();
    text.map_err(|value| Error::NoText { name: name.to_owned(), value })
}

/// Whether a variable is 1; not, if it is 0 or not set.
///
/// # Errors
/// If it is anything else.
pub(super) fn flag(name: &str) -> Result<bool, Error> {
    match text(name)?.as_deref() {
        None | Some("0") => Ok(false),
        Some("1") => Ok(true),
        Some(other) => Err(Error::NoFlag { name: name.to_owned(), value: other.to_owned() }),
    }
}

/// The path that a variable names, which need not be text.
pub(super) fn path(name: &str) -> Option<PathBuf> {
    value(name).map(PathBuf::from)
}

fn value(name: &str) -> Option<OsString> {
    debug_assert!(
        name.strip_prefix(PREFIX)
            .is_none_or(|rest| OF_FRONTS.contains(&rest) || OF_TEST_TARGETS.contains(&rest)),
        "{name} is to be known"
    );
    std::env::var_os(name).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn a_variable_is_what_the_environment_says() {
        assert_eq!(text("PATH").unwrap(), Some(std::env::var("PATH").unwrap()));
        assert_eq!(text("NO_SUCH_VARIABLE").unwrap(), None);
        assert_eq!(path("NO_SUCH_VARIABLE"), None);
        assert!(!flag("NO_SUCH_VARIABLE").unwrap());
        assert!(flag("PATH").is_err());
    }

    #[rstest]
    #[case::known(&["UR_IPC_CTS_SEED", "UR_IPC_CTS_UR_LIBRARY", "PATH"], None)]
    #[case::misspelt(
        &["UR_IPC_CTS_SEED", "UR_IPC_CTS_BACKND"],
        Some(
            "UR_IPC_CTS_BACKND: the suite has no such variable; unset it, or see docs/guide/ci.md; did you mean \
             'UR_IPC_CTS_BACKEND'?"
        )
    )]
    #[case::of_nobody(
        &["UR_IPC_CTS_COLOUR"],
        Some("UR_IPC_CTS_COLOUR: the suite has no such variable; unset it, or see docs/guide/ci.md")
    )]
    fn variables_that_nobody_reads_are_refused(#[case] names: &[&str], #[case] error: Option<&str>) {
        let suite = Suite::default();
        let told =
            check_names(&suite, names.iter().map(ToString::to_string)).err().map(|error| error.to_string());
        assert_eq!(told.as_deref(), error);
    }
}
