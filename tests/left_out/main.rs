//! Each entry point left out in turn. Tests that need it are skipped, the rest runs, and nothing is violated. The
//! contract's documentation names the families that need it.
//!
//! This program is the command over backends of which each leaves one out, a test target over them, and the trials, which
//! start these.

mod backend;
mod documented;
mod run;

use backend::{ENTRY_POINTS, WHOLE};
use libtest_mimic::{Arguments, Failed, Trial};
use run::Run;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::LazyLock;

/// The run on the backend that leaves nothing out.
static BEFORE: LazyLock<Run> = LazyLock::new(|| Run::on(WHOLE).expect("the host backend can be tested"));

/// Names one fourth of the entry points, from 0: CI takes another one for each commit.
const FOURTH: &str = "LEFT_OUT_FOURTH";

fn main() -> ExitCode {
    if ur_ipc_cts::harness::is_child() || std::env::args().nth(1).is_some_and(|first| first == "run") {
        return ur_ipc_cts::command(backend::backends());
    }
    // No trial has such a name.
    if std::env::args().any(|word| word.contains("::")) {
        return ur_ipc_cts::conformance(backend::backends());
    }
    let mut arguments = Arguments::from_args();
    // They wait most of their time.
    arguments.test_threads.get_or_insert(8);
    let fourth: Option<usize> = std::env::var(FOURTH).ok().map(|text| text.parse().expect(FOURTH));
    assert!(fourth.is_none_or(|fourth| fourth < 4), "{FOURTH} is 0 to 3");
    let is_taken = |(number, _): &(usize, _)| fourth.is_none_or(|fourth| number % 4 == fourth);
    // Where nobody can know of devices, no test runs, and that takes no time. CI leaves out others as well, by `--ignored`.
    let trial = |(_, &entry_point): (usize, &&'static str)| {
        let takes_long = !documented::to_find_devices(entry_point);
        Trial::test(entry_point, move || without(entry_point)).with_ignored_flag(takes_long)
    };
    let trials = ENTRY_POINTS.iter().enumerate().filter(is_taken).map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(why().into()) }
}

fn without(entry_point: &str) -> Result<(), Failed> {
    let run = Run::on(entry_point)?;
    if documented::to_find_devices(entry_point) {
        return ensure(run.code == Some(2) && run.tests.is_empty() && run.said.contains(entry_point), || {
            format!("nobody can know of devices, and the run ends with {:?}: {}", run.code, run.said)
        });
    }
    let wrong: Vec<String> = run.tests.iter().filter_map(|test| test.wrong(entry_point)).collect();
    ensure(wrong.is_empty(), || wrong.join("\n"))?;
    let skipped = run.tests.iter().any(|test| test.left_out.as_deref() == Some(entry_point));
    // The three queries are all that says that there is something to test.
    let (code, word) = match entry_point {
        "urDeviceGetInfo" => (2, "nothing-to-verify"),
        // The devices claim to share.
        _ if skipped && documented::is_promised(entry_point) => (2, "conforms-as-far-as-offered"),
        // Nor is anything verified of what they claim.
        _ if skipped && run.verifies_none_of_a_family() => (2, "conforms-as-far-as-offered"),
        _ if skipped => (0, "conforms-as-far-as-offered"),
        _ => (0, "conforms"),
    };
    ensure(!documented::is_promised(entry_point) || skipped, || "nothing calls it".to_owned())?;
    let claim = format!("_SUPPORT_EXP, and its backend leaves out {entry_point}: ");
    ensure(run.said.contains(&claim) == documented::is_promised(entry_point), || run.said.clone())?;
    ensure(run.code == Some(code) && run.verdict == word, || {
        format!("exit code {:?} and the verdict {}: {}", run.code, run.verdict, run.said)
    })?;
    alone(&run, entry_point)?;
    let needed = needed(&run);
    let documented = documented::families(entry_point);
    ensure(needed == documented, || {
        format!(
            "the documentation of `UrIpc` says that it is needed by {documented:?}, and it is by {needed:?}"
        )
    })
}

/// A test that is run by itself, as nextest runs each, is as little of a success as the run where the device claims to share.
/// Else it is skipped, as libtest takes it.
fn alone(run: &Run, entry_point: &str) -> Result<(), Failed> {
    let Some(test) = run.tests.iter().find(|test| test.left_out.as_deref() == Some(entry_point)) else {
        return Ok(());
    };
    let (code, said) = test.alone(entry_point)?;
    let claims = documented::is_promised(entry_point);
    let claim = format!("_SUPPORT_EXP, and its backend leaves out {entry_point}: ");
    ensure(code == Some(if claims { 2 } else { 0 }) && said.contains("1 ignored"), || {
        format!("by itself it ends with {code:?}: {said}")
    })?;
    ensure(said.contains(&claim) == claims, || said.clone())
}

/// The families of which less than half of the tests can be run that can be run on the whole.
fn needed(run: &Run) -> Vec<&'static str> {
    let (before, now) = (passes(&BEFORE), passes(run));
    let needs = |family: &&'static str| 2 * now.get(family).unwrap_or(&0) < before[family];
    documented::FAMILIES.into_iter().filter(needs).collect()
}

fn passes(run: &Run) -> BTreeMap<&str, usize> {
    let mut passes = BTreeMap::new();
    for test in run.tests.iter().filter(|test| test.outcome == "pass") {
        *passes.entry(test.family).or_default() += 1;
    }
    passes
}
