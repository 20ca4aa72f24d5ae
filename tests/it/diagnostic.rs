//! The diagnostic of physical memory, which cargo builds with the tests: its words and exit codes.
#![cfg(feature = "level-zero")]

use crate::support::cargo::built;
use rstest::rstest;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Exit code and output of the diagnostic on a loader, with variables of the software driver.
fn diagnose(loader: PathBuf, variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let program = built(&["--example", "physical_memory_diagnostic"], "physical_memory_diagnostic");
    let mut command = Command::new(program);
    command.env("LEVEL_ZERO_LOADER", loader).envs(variables.iter().copied()).stdin(Stdio::null());
    let output = command.output().expect("the diagnostic runs");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The software driver, which cargo leaves beside the tests.
fn soft_driver() -> PathBuf {
    ur_ipc_level_zero::soft_driver().expect("cargo builds the driver along with the tests")
}

#[test]
fn every_step_passes_on_the_software_driver() {
    let (code, printed) = diagnose(soft_driver(), &[]);
    assert_eq!(code, Some(0), "{printed}");
    assert!(!printed.contains("FAILED"), "{printed}");
    for step in ["producer: start the consumer", "consumer: import physical memory", "producer: destroy it"] {
        assert!(printed.contains(&format!("PASSED  {step}")), "{printed}");
    }
}

#[rstest]
#[case("zePhysicalMemGetProperties:1", "producer: get a file descriptor of it")]
#[case("zeVirtualMemMap:1", "producer: reserve addresses and map it")]
#[case("zeCommandListAppendMemoryCopy:2", "consumer: write the answer on the device")]
fn a_step_that_fails_says_what_the_driver_answered(#[case] fault: &str, #[case] step: &str) {
    let fault = format!("{fault}:ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY");
    let (code, printed) = diagnose(soft_driver(), &[("LEVEL_ZERO_SOFT_FAIL", &fault)]);
    assert_eq!(code, Some(1), "{printed}");
    let failed = printed.lines().find(|line| line.starts_with("FAILED")).unwrap_or_default();
    assert!(failed.contains(step) && failed.contains("ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY"), "{printed}");
}

#[rstest]
#[case::no_loader(PathBuf::from("/nonexistent/libze_loader.so.1"), &[], "libze1")]
#[case::no_device(soft_driver(), &[("LEVEL_ZERO_SOFT_DEVICES", "0")], "install the device's driver")]
fn without_anything_to_test_it_says_what_to_install(
    #[case] loader: PathBuf,
    #[case] variables: &[(&str, &str)],
    #[case] words: &str,
) {
    let (code, printed) = diagnose(loader, variables);
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains(words), "{printed}");
}
