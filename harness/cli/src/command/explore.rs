//! `ur-ipc-cts explore` and `ur-ipc-cts replay`.

use super::arguments::seconds;
use super::selection::known_backends;
use super::whole::whole;
use super::{FAILED, UNUSABLE};
use crate::command_error::CommandError;
use crate::error::Error;
use crate::log_to_stderr;
use clap::Args;
use std::collections::BTreeMap;
use std::fs::{File, create_dir_all};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use ur_ipc_explore::{
    Explorer, ExplorerEvent, Known, Look, PATIENCE, Record, Robustness, Runner, Scope, Totals, capabilities,
    look, run_alone,
};
use ur_ipc_harness::backend_options::BackendOptions;
use ur_ipc_harness::device::Device;
use ur_ipc_harness::discover::Discovery;
use ur_ipc_harness::pipeline::machine_suffices;
use ur_ipc_harness::suite::Suite;
use ur_ipc_model::{Limits, Process, Program};
use ur_ipc_report::options::{BadTime, ExecutionOptions, Front};
use ur_ipc_report::{FileError, Rerun, counted, notice, print, read_text};

/// Interval between lines about the progress of an exploration.
const OFTEN: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub(super) struct DeviceArguments {
    /// Run programs on this backend, with a profile if wanted: host, host@no-event. They use its first device, and a
    /// second one of the same capabilities if there is one
    #[arg(long, value_name = "BACKEND[@PROFILE]", default_value = "host")]
    pub backend: String,
    /// Limit the time for listing the devices of the backend, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub timeout: Duration,
}

#[derive(Debug, Args)]
pub(super) struct ExploreArguments {
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Run COUNT programs (1000, if no time is given); 0: only those of --known
    #[arg(long, value_name = "COUNT", value_parser = whole::<u64>(0..=u64::MAX))]
    pub programs: Option<u64>,
    /// Explore for MINUTES
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    pub minutes: Option<Duration>,
    /// Set the seed of the programs, which is independent of `run --seed`: the same seed gives the same programs
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Use at most COUNT processes in a program. About one program in three uses more than two
    #[arg(long, value_name = "COUNT", default_value_t = 3, value_parser = whole::<u8>(1..=8))]
    pub processes: u8,
    /// Run COUNT concurrent threads in each process. 1: one thread per process, and processes run concurrently. 0: nothing runs concurrently
    #[arg(long, value_name = "COUNT", default_value_t = 2, value_parser = whole::<u8>(0..=8))]
    pub threads: u8,
    /// Use at most COUNT steps in a program, besides those at its end that release its objects
    #[arg(long, value_name = "COUNT", default_value_t = 60, value_parser = whole::<u32>(1..=100_000))]
    pub steps: u32,
    /// Also stop and continue processes, and make calls in processes that have no file descriptor left. Programs kill
    /// processes even without this option
    #[arg(long)]
    pub faults: bool,
    /// End every second program with an undefined call, and report its result, which does not count
    #[arg(long)]
    pub misuse: bool,
    /// Stop after COUNT findings of different causes
    #[arg(long, value_name = "COUNT", default_value_t = 10, value_parser = whole::<u32>(1..=u32::MAX))]
    pub findings: u32,
    /// Run the program of this file first, and report neither its finding nor others of the same cause. A folder: all of its files
    /// (repeatable)
    #[arg(long, value_name = "FILE|DIR")]
    pub known: Vec<PathBuf>,
    /// Write the programs of findings into this folder, made if needed. Those of earlier explorations stay
    #[arg(long, value_name = "DIR", default_value = "ur-ipc-cts-findings")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct ReplayArguments {
    #[command(flatten)]
    pub device: DeviceArguments,
    /// A program, a step a line, or a folder of them
    #[arg(value_name = "FILE|DIR", required = true)]
    pub files: Vec<PathBuf>,
}

fn minutes(text: &str) -> Result<Duration, BadTime> {
    seconds(text).map(|time| time.saturating_mul(60))
}

/// The texts of files by their names: each `.txt` of a folder.
fn texts(paths: &[PathBuf]) -> Result<Vec<(String, String)>, Error> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
        let entries = entries.map_err(FileError::of(path))?.into_iter().map(|entry| entry.path());
        let is_program = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "txt");
        let mut its: Vec<PathBuf> = entries.filter(is_program).collect();
        if its.is_empty() {
            return Err(CommandError::NoPrograms(path.clone()).into());
        }
        its.sort();
        files.extend(its);
    }
    let read = |file: PathBuf| Ok((file.display().to_string(), read_text(&file)?));
    files.into_iter().map(read).collect()
}

fn parsed(name: &str, text: &str) -> Result<Program, Error> {
    text.parse().map_err(|why| CommandError::Program { file: name.to_owned(), why }.into())
}

/// The programs of known findings, with what their files record.
fn known(paths: &[PathBuf]) -> Result<Vec<Known>, Error> {
    let read = |(name, text): (String, String)| {
        let program = parsed(&name, &text)?;
        match Record::read(&text) {
            Some(record) => Ok(Known { name, program, record }),
            None => Err(CommandError::NoRecord(name).into()),
        }
    };
    texts(paths)?.into_iter().map(read).collect()
}

/// The first device of the backend.
fn device(suite: &Suite, arguments: &DeviceArguments, options: &BackendOptions) -> Result<Device, Error> {
    log_to_stderr()?;
    machine_suffices()?;
    let labels = known_backends(suite, std::slice::from_ref(&arguments.backend))?;
    let discovery = Discovery::open(suite, &labels, options, None, arguments.timeout, false)?;
    if let Some(obstacle) = discovery.obstacle() {
        return Err(obstacle.into());
    }
    discovery.devices().into_iter().next().ok_or_else(|| CommandError::NoDevice.into())
}

pub(super) fn explore(
    suite: &Suite,
    arguments: &ExploreArguments,
    options: &BackendOptions,
) -> Result<u8, Error> {
    if arguments.programs == Some(0) && arguments.known.is_empty() {
        return Err(CommandError::NothingToExplore.into());
    }
    let known = known(&arguments.known)?;
    let device = device(suite, &arguments.device, options)?;
    let time = arguments.minutes;
    let scope = Scope {
        programs: arguments.programs.or_else(|| time.is_none().then_some(1000)),
        time,
        seed: arguments.seed,
        limits: Limits {
            processes: arguments.processes.min(Process::MOST),
            threads: arguments.threads,
            steps: arguments.steps as usize,
            faults: arguments.faults,
            misuse: arguments.misuse,
        },
        findings: arguments.findings as usize,
    };
    print(&format!("exploring {} with seed {}\n", device.describe(), scope.seed))?;
    let mut explorer = Explorer::new(&device.address, capabilities(&device.description));
    let mut seen = 0;
    for known in &known {
        if explorer.expect(known)? {
            seen += 1;
        } else {
            notice(&format!("note: {}: what it records is not seen any more", known.name));
        }
    }
    if !known.is_empty() {
        print(&format!("{seen} of {} seen again\n", counted(known.len(), "known finding")))?;
    }
    let mut last = Instant::now();
    let again = Rerun::here(Front::Command, &ExecutionOptions::default());
    let totals = explorer.explore::<Error>(scope, |told| match told {
        ExplorerEvent::Progress(totals) => {
            if last.elapsed() >= OFTEN && io::stderr().is_terminal() {
                last = Instant::now();
                notice(&in_words(totals));
            }
            Ok(())
        }
        ExplorerEvent::Found(finding, origin) => {
            let kind = if finding.is_violation() { "finding" } else { "misuse" };
            let origin = format!("{}, seed {}, {origin}", device.describe(), scope.seed);
            let stem = format!("{kind}-{}", scope.seed);
            let (number, file) = keep(&arguments.out, &stem, &finding.file(&origin))?;
            print(&format!(
                "\n{kind} {number}: {}\n{}{}run it again: {}\nwrite it in C: {}\n",
                file.display(),
                finding.describe(),
                finding.program,
                again.replay(&device.address.label, &file),
                again.reproduce(&file)
            ))?;
            Ok(())
        }
    })?;
    if arguments.misuse {
        print(&format!("\nrobustness (UR requires nothing here):\n{}", robustness(explorer.robustness())))?;
    }
    print(&format!("\n{}\n", in_words(&totals)))?;
    let problems = explorer.finish()?;
    problems.iter().for_each(|problem| notice(&format!("error: {problem}")));
    Ok(match (totals.findings, problems.is_empty()) {
        (0, true) => 0,
        (0, false) => UNUSABLE,
        _ => FAILED,
    })
}

/// Lists the results of undefined steps, one line for each kind.
fn robustness(all: &Robustness) -> String {
    let line = |(what, came): (&String, &BTreeMap<String, u64>)| {
        let came: Vec<_> = came.iter().map(|(how, times)| format!("{times} x {how}")).collect();
        format!("    {what}: {}\n", came.join("; "))
    };
    all.iter().map(line).collect()
}

/// Writes a file under the first free number, which it returns: a finding of an earlier exploration stays.
fn keep(folder: &Path, stem: &str, text: &str) -> Result<(u32, PathBuf), FileError> {
    create_dir_all(folder).map_err(FileError::of(folder))?;
    for number in 1.. {
        let file = folder.join(format!("{stem}-{number}.txt"));
        match File::create_new(&file).and_then(|mut new| new.write_all(text.as_bytes())) {
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
            written => return written.map(|()| (number, file.clone())).map_err(FileError::of(&file)),
        }
    }
    unreachable!("a folder has fewer files than there are numbers")
}

fn in_words(totals: &Totals) -> String {
    let Totals { programs, steps, at_once, not_taken, situations, pairs, findings, time } = totals;
    let seconds = time.as_secs_f64();
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let rate = if seconds > 0.0 { *steps as f64 / seconds } else { 0.0 };
    format!(
        "{} in {}, {} ({at_once} concurrent, {not_taken} skipped) in {seconds:.1} s \
         ({rate:.0} steps a second); covered {} and {} of consecutive situations",
        counted(*findings, "finding"),
        counted(count(*programs), "program"),
        counted(count(*steps), "step"),
        counted(*situations, "situation"),
        counted(*pairs, "pair"),
    )
}

pub(super) fn replay(
    suite: &Suite,
    arguments: &ReplayArguments,
    options: &BackendOptions,
) -> Result<u8, Error> {
    let programs = texts(&arguments.files)?;
    let programs: Vec<(String, Program)> = programs
        .into_iter()
        .map(|(name, text)| parsed(&name, &text).map(|program| (name, program)))
        .collect::<Result<_, _>>()?;
    let device = device(suite, &arguments.device, options)?;
    let mut runner = Runner::new(&device.address, capabilities(&device.description), PATIENCE).one_by_one();
    let (mut found, mut empty) = (0, false);
    for (name, program) in &programs {
        let ran = run_alone(&mut runner, program)?;
        for (step, why) in &ran.not_taken {
            notice(&format!("note: {name}: left out, as it is not defined here: {step}: {why}"));
        }
        let finding = match ran.finding {
            None => look(&mut runner, program, Look::EVERYWHERE)?,
            finding => finding,
        };
        let taken = program.steps.len() - ran.not_taken.len();
        match finding {
            None if taken == 0 => {
                empty = true;
                let steps = counted(program.steps.len(), "step");
                print(&format!("{name}: inconclusive on {}: none of its {steps} ran\n", device.id()))?;
            }
            None => {
                let steps = counted(taken, "step");
                let end = match ran.misused {
                    None => String::new(),
                    Some((what, came)) => format!("; UR requires nothing of the last one, {what}: {came}"),
                };
                print(&format!("{name}: no violation in {steps} on {}{end}\n", device.id()))?;
            }
            Some(finding) => {
                found += usize::from(finding.is_violation());
                print(&format!("{name}, on {}: {}", device.id(), finding.describe()))?;
            }
        }
    }
    Ok(match (found, empty) {
        (0, false) => 0,
        (0, true) => UNUSABLE,
        _ => FAILED,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_earlier_finding_stays() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let numbers = ["first", "second"].map(|text| keep(&out, "finding-0", text).unwrap().0);
        assert_eq!(numbers, [1, 2]);
        assert_eq!(std::fs::read_to_string(out.join("finding-0-1.txt")).unwrap(), "first");
    }
}
