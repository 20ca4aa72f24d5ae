//! Proof by example that the suite catches what implementations really got wrong: each defect is a layer over the
//! host backend that breaks one thing, and a test whose name says what broke must fail on it.
//!
//! This program is its own conformance suite (`run ...` is passed on to the harness, with the defects as
//! backends) and its own test of it.

mod defects;

use defects::{DEFECTS, Defect};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use ur_ipc_cts::api::UrIpc;
use ur_ipc_cts::harness::Backend;

fn main() -> ExitCode {
    let first = std::env::args().nth(1).unwrap_or_default();
    if first == "run" || first.starts_with("__ur-ipc-") {
        return ur_ipc_cts::command(DEFECTS.iter().map(backend).collect());
    }
    let trials = DEFECTS.iter().map(|defect| Trial::test(defect.name, move || caught(defect))).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn backend(defect: &'static Defect) -> Backend {
    Backend {
        name: defect.name,
        description: defect.description,
        profiles: Vec::new(),
        stand_in: None,
        options: Vec::new(),
        make: Arc::new(|_| {
            let profile = ur_ipc_host::Profile::named(defect.profile).ok_or("no such profile")?;
            let host = ur_ipc_host::HostBackend::new(profile).map_err(|error| error.to_string())?;
            Ok((defect.make)(Arc::new(host) as Arc<dyn UrIpc>))
        }),
    }
}

/// Runs the one test that must notice, on the broken backend and nothing else.
fn caught(defect: &Defect) -> Result<(), Failed> {
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let output = Command::new(std::env::current_exe().map_err(|error| error.to_string())?)
        .args(["run", "--backend", defect.name, "--json"])
        .arg(file.path())
        .arg(defect.caught_by)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(file.path()).map_err(|error| error.to_string())?;
    let results: serde_json::Value = serde_json::from_str(&text)
        .map_err(|error| format!("{error} in {text:?}\n{}", String::from_utf8_lossy(&output.stderr)))?;
    let tests = results["tests"].as_array().ok_or("the results have no tests")?;
    let found: Vec<_> = tests.iter().filter(|test| test["test"] == defect.caught_by).collect();
    if found.iter().any(|test| test["outcome"] == "fail") && output.status.code() == Some(1) {
        return Ok(());
    }
    Err(format!(
        "{}: {} did not fail on it (exit {:?}): {found:#?}\n{}",
        defect.description,
        defect.caught_by,
        output.status.code(),
        String::from_utf8_lossy(&output.stderr)
    )
    .into())
}
