//! The example of two processes, on every backend that is here: it passes, and it says what fails.

use crate::support::cargo::{built, features};
use crate::support::describe;
use rstest::rstest;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    built(&["--example", "two_processes", "--features", &features().join(",")], "two_processes")
});

/// Exit code and output of the example.
fn run(arguments: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let mut command = Command::new(&*PROGRAM);
    command.args(arguments).envs(variables.iter().copied()).stdin(Stdio::null());
    let output = command.output().expect("the example runs");
    (output.status.code(), describe(&output))
}

#[rstest]
#[case::host(&[], &[])]
#[case::host_by_name(&["host"], &[])]
#[cfg_attr(feature = "level-zero", case::level_zero(&["level-zero@soft"], &[]))]
#[cfg_attr(
    feature = "level-zero",
    // The producer has eight commands, and the consumer one: whoever does not wait reads too early.
    case::slow_level_zero(&["level-zero@soft"], &[("LEVEL_ZERO_SOFT_COMMAND_DELAY", "50")])
)]
#[cfg_attr(
    feature = "level-zero",
    case::level_zero_with_all_freedoms(&["level-zero@soft"], &[("LEVEL_ZERO_SOFT_FREEDOMS", "all")])
)]
fn the_consumer_finds_what_the_producer_wrote(
    #[case] arguments: &[&str],
    #[case] variables: &[(&str, &str)],
) {
    let (code, told) = run(arguments, variables);
    assert_eq!(code, Some(0), "{told}");
    for says in [
        "producer: sent a handle of 1048576 bytes and one of an event",
        "consumer: opened 1048576 bytes",
        "consumer: all 1048576 bytes are what the producer wrote",
    ] {
        assert!(told.contains(says), "'{says}' is not in: {told}");
    }
}

#[rstest]
#[case::backend(&["nope"], "there are: host")]
#[case::arguments(&["host", "host"], "usage: two_processes [BACKEND], which is one of: host")]
#[case::consumer_alone(&["consumer", "nope"], "there are: host")]
fn wrong_usage_is_said_with_2(#[case] arguments: &[&str], #[case] says: &str) {
    let (code, told) = run(arguments, &[]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains(says), "'{says}' is not in: {told}");
}

#[test]
fn a_consumer_without_a_producer_says_so() {
    let (code, told) = run(&["consumer", "host"], &[]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.starts_with("consumer: the producer has gone"), "{told}");
}

/// The fault is in both processes; the producer meets it first, behind the calls of the probe.
#[cfg(feature = "level-zero")]
#[rstest]
#[case::allocation("zeMemAllocDevice:2", "malloc_device")]
#[case::handle("zeMemGetIpcHandle:2", "ipc::memory::get")]
fn a_call_that_fails_is_named_with_1(#[case] fault: &str, #[case] function: &str) {
    let fault = format!("{fault}:ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY");
    let (code, told) = run(&["level-zero@soft"], &[("LEVEL_ZERO_SOFT_FAIL", &fault)]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains(&format!("producer: {function}: ")), "{told}");
}
