//! `ur-ipc-cts list`, `devices` and `requirements`.

use super::arguments::{DevicesArguments, ListArguments, RequirementsArguments};
use crate::discover::Discovery;
use crate::front::{UNUSABLE, log_to_stderr};
use crate::pipeline::PlannedRun;
use crate::report::{facts, indented, one_line, print, print_data, shares};
use crate::requirements::Requirement;
use crate::suite::{BackendOptions, Suite};
use serde::Serialize;
use std::fmt::Write as _;
use std::sync::Arc;

pub(super) fn tests(
    suite: &Arc<Suite>,
    arguments: &ListArguments,
    options: BackendOptions,
) -> Result<u8, String> {
    log_to_stderr()?;
    let run = PlannedRun::new(suite, arguments.selection.request(suite, options)?)?;
    run.check_skiplists()?;
    let mut text = String::new();
    for planned in &run.plan.tests {
        text.push_str(&planned.name);
        text.push_str(": test\n");
        if arguments.long {
            let (level, about) = (planned.level, planned.chapter.about());
            let _ = writeln!(text, "    {level}, {about}: {}", planned.test.requirements.join(", "));
            let needs: Vec<_> = planned.test.needs.iter().map(ToString::to_string).collect();
            if !needs.is_empty() {
                let _ = writeln!(text, "    needs: {}", needs.join(", "));
            }
            if planned.test.is_scenario() {
                text.push_str("    in several processes\n");
            }
        }
    }
    let _ = writeln!(text, "\n{} tests, 0 benchmarks", run.plan.tests.len());
    print(&text)?;
    Ok(0)
}

pub(super) fn devices(
    suite: &Suite,
    arguments: &DevicesArguments,
    options: &BackendOptions,
) -> Result<u8, String> {
    log_to_stderr()?;
    let discovery = Discovery::open(suite, &arguments.backend, options, arguments.timeout, false)?;
    let mut text = String::new();
    for backend in &suite.backends {
        let _ = writeln!(text, "{}: {}", backend.name, backend.description);
        for (profile, description) in &backend.profiles {
            let _ = writeln!(text, "    {}@{profile}: {description}", backend.name);
        }
    }
    text.push_str(&discovery.implementations());
    for device in discovery.devices() {
        let known = &device.description;
        let _ = writeln!(text, "\n{}", device.id());
        for (name, value) in facts(known) {
            let _ = writeln!(text, "    {name:<15} {}", one_line(value));
        }
        let _ = writeln!(text, "    {:<15} {}", "ipc", shares(known));
    }
    for problem in discovery.missing().iter().chain(&discovery.broken()) {
        let _ = writeln!(text, "\n{}", indented(problem, "    "));
    }
    print(&text)?;
    Ok(if discovery.obstacle().is_some() { UNUSABLE } else { 0 })
}

#[derive(Serialize)]
struct RequirementEntry<'r> {
    #[serde(flatten)]
    requirement: &'r Requirement,
    tests: Vec<&'r str>,
    ur_cts_twins: Vec<String>,
}

pub(super) fn requirements(suite: &Suite, arguments: &RequirementsArguments) -> Result<u8, String> {
    let entries: Vec<RequirementEntry<'_>> = suite
        .requirements
        .all()
        .iter()
        .map(|requirement| RequirementEntry {
            requirement,
            tests: suite
                .tests
                .iter()
                .filter(|test| test.requirements.contains(&requirement.id.as_str()))
                .map(|test| test.id.as_str())
                .collect(),
            ur_cts_twins: requirement.twins(),
        })
        .collect();
    if arguments.json {
        print_data(&(serde_json::to_string_pretty(&entries).map_err(|error| error.to_string())? + "\n"))?;
    } else if arguments.ur_cts {
        print(&twins(suite, &entries))?;
    } else {
        print(&table(&entries))?;
    }
    Ok(0)
}

fn table(entries: &[RequirementEntry<'_>]) -> String {
    let mut text = String::new();
    for entry in entries {
        let Requirement { id, level, expect, source, .. } = entry.requirement;
        let about = entry.requirement.chapter().about();
        let _ = writeln!(text, "{level:<6} {id} ({about})\n       {expect}\n       source: {source}");
        for test in &entry.tests {
            let _ = writeln!(text, "       test: {test}");
        }
        match (entry.tests.is_empty(), &entry.requirement.untested) {
            (true, Some(why)) => {
                let _ = writeln!(text, "       out of reach: {why}");
            }
            (true, None) => text.push_str("       no test\n"),
            _ => {}
        }
    }
    let tested = entries.iter().filter(|entry| !entry.tests.is_empty()).count();
    let _ = writeln!(text, "\n{} requirements, {tested} of them with tests", entries.len());
    text
}

/// Each test of UR's own suite with the tests that repeat it.
fn twins(suite: &Suite, entries: &[RequirementEntry<'_>]) -> String {
    let mut text = String::new();
    let mut names: Vec<&str> =
        entries.iter().flat_map(|entry| &entry.ur_cts_twins).map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let tests: Vec<&str> = suite
            .tests
            .iter()
            .filter(|test| test.twin_of.contains(&name))
            .map(|test| test.id.as_str())
            .collect();
        let tests = if tests.is_empty() { "no test".to_owned() } else { tests.join(", ") };
        let _ = writeln!(text, "{name} -> {tests}");
    }
    text
}
