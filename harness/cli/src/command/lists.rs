//! `ur-ipc-cts list` and `devices`.

use super::arguments::seconds;
use super::listed::{ListedDevices, ListedTests};
use super::selection::{FilterArguments, known_backends};
use crate::command_error::CommandError;
use crate::error::Error;
use crate::{UNUSABLE, log_to_stderr};
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;
use ur_ipc_fixtures::Depth;
use ur_ipc_harness::backend_options::BackendOptions;
use ur_ipc_harness::discover::Discovery;
use ur_ipc_harness::pipeline::PlannedRun;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::{WriteError, counted, facts, indented, notice, one_line, print, print_data, shares};

#[derive(Debug, Args)]
pub(super) struct ListArguments {
    #[command(flatten)]
    pub selection: FilterArguments,
    /// Show the requirements that each test checks, and what it needs
    #[arg(long, short)]
    pub long: bool,
    /// Print JSON, as `report schema list` describes it
    #[arg(long, conflicts_with = "long")]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(super) struct DevicesArguments {
    /// Look at this backend, with a profile if wanted (repeatable; default: all)
    #[arg(long, value_name = "BACKEND[@PROFILE]")]
    pub backend: Vec<String>,
    /// Limit the time for listing the devices of a backend, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub timeout: Duration,
    /// Print JSON, as `report schema devices` describes it
    #[arg(long)]
    pub json: bool,
}

pub(super) fn tests(
    suite: &Arc<Suite>,
    arguments: &ListArguments,
    options: BackendOptions,
) -> Result<u8, Error> {
    log_to_stderr()?;
    let run = match arguments.selection.request(suite, options) {
        Ok(request) => Some(PlannedRun::new(suite, request)?),
        Err(Error::Command(why @ CommandError::NoneFailed { .. })) => {
            notice(&format!("note: {why}"));
            None
        }
        Err(why) => return Err(why),
    };
    run.as_ref().map_or(Ok(()), PlannedRun::check_skiplists)?;
    let tests = run.as_ref().map(|run| &run.plan.tests[..]).unwrap_or_default();
    if arguments.json {
        print_data(&json(&ListedTests::new(tests.iter().map(|planned| &**planned)))?)?;
        return Ok(0);
    }
    let mut text = String::new();
    for planned in tests {
        text.push_str(&planned.name);
        text.push_str(": test\n");
        if arguments.long {
            let (level, about) = (planned.level, planned.chapter.about());
            let _ = writeln!(text, "    {level}, {about}: {}", planned.test.requirements.join(", "));
            let needs: Vec<_> = planned.test.needs.iter().map(ToString::to_string).collect();
            if !needs.is_empty() {
                let _ = writeln!(text, "    needs: {}", needs.join(", "));
            }
            if planned.test.depth == Depth::Thorough {
                text.push_str("    in thorough runs\n");
            }
            if planned.test.is_scenario() {
                text.push_str("    in several processes\n");
            }
        }
    }
    let _ = writeln!(text, "\n{}, 0 benchmarks", counted(tests.len(), "test"));
    print(&text)?;
    Ok(0)
}

pub(super) fn devices(
    suite: &Suite,
    arguments: &DevicesArguments,
    options: &BackendOptions,
) -> Result<u8, Error> {
    log_to_stderr()?;
    let backends = known_backends(suite, &arguments.backend)?;
    let discovery = Discovery::open(suite, &backends, options, None, arguments.timeout, false)?;
    let code = if discovery.obstacle().is_some() { UNUSABLE } else { 0 };
    if arguments.json {
        print_data(&json(&ListedDevices::new(suite, &discovery))?)?;
        return Ok(code);
    }
    let mut text = String::new();
    let is_asked = |name: &str| {
        backends.is_empty()
            || backends.iter().any(|label| suite.resolve(label).is_ok_and(|(b, _)| b.name == name))
    };
    for backend in suite.backends.iter().filter(|backend| is_asked(backend.name)) {
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
    Ok(code)
}

fn json(list: &impl Serialize) -> Result<String, WriteError> {
    Ok(serde_json::to_string_pretty(list)? + "\n")
}
