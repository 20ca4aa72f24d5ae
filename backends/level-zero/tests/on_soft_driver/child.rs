//! Scenarios in processes of their own.

use crate::support::driver;
use crate::{faults, features, pending, sharing};
use std::process::Command;

const SCENARIO: &str = "UR_IPC_LEVEL_ZERO_TEST_SCENARIO";
const ARGUMENT: &str = "UR_IPC_LEVEL_ZERO_TEST_ARGUMENT";

/// Variables of the driver for a scenario.
pub type Variables<'v> = &'v [(&'v str, &'v str)];

/// Runs a scenario; the error is what it printed.
pub fn run(scenario: &str, argument: &str, variables: Variables<'_>) -> Result<(), String> {
    let this = std::env::current_exe().expect("Linux knows the executable");
    let mut child = Command::new(this);
    child
        .args(["child::scenario", "--exact", "--ignored", "--nocapture"])
        .envs([(SCENARIO, scenario), (ARGUMENT, argument)])
        .env("LEVEL_ZERO_LOADER", driver())
        .envs(variables.iter().copied());
    let output = child.output().expect("it runs once already");
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{}\n{printed}", output.status)) }
}

/// Runs a scenario that has to succeed.
pub fn pass(scenario: &str, argument: &str, variables: Variables<'_>) {
    if let Err(printed) = run(scenario, argument, variables) {
        panic!("{scenario} {argument} {variables:?}: {printed}");
    }
}

/// The test that [`run`] starts.
#[test]
#[ignore = "started by the other tests"]
fn scenario() {
    let Ok(scenario) = std::env::var(SCENARIO) else { return };
    let argument = std::env::var(ARGUMENT).unwrap_or_default();
    match scenario.as_str() {
        "feature" => features::scenario(&argument),
        "start" => features::start(&argument),
        "free memory" => features::free_memory(&argument),
        "fault" => faults::scenario(&argument),
        "pending" => pending::scenario(&argument),
        "produce" => sharing::produce(&argument),
        "consume" => sharing::consume(&argument),
        other => panic!("no scenario {other}"),
    }
}
