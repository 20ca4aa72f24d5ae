//! Running and timing the programs that are measured.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;
use thiserror::Error;

/// A duration in seconds.
pub type Seconds = f64;

/// Why nothing could be measured.
#[derive(Debug, Error)]
pub enum Problem {
    /// `cargo nextest` is missing.
    #[error("cargo nextest is not installed")]
    NoNextest,
    /// A program could not be started.
    #[error("{program} cannot be started: {error}")]
    Start {
        /// The program.
        program: String,
        /// The system's answer.
        error: std::io::Error,
    },
    /// A program failed.
    #[error("{program} failed with {status}:\n{stderr}")]
    Failed {
        /// The program.
        program: String,
        /// Its exit status.
        status: std::process::ExitStatus,
        /// The end of its messages.
        stderr: String,
    },
    /// A program said something else than expected.
    #[error("{0}")]
    Unexpected(String),
}

/// The times of a run of the full suite.
pub struct SuiteRun {
    /// Tests in it.
    pub tests: usize,
    /// Wall time.
    pub wall: Seconds,
    /// Time inside test bodies, a device on average: devices run side by side.
    pub bodies: Seconds,
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn timed(command: &mut Command) -> Result<(Seconds, Output), Problem> {
    let program = format!("{command:?}");
    let begin = Instant::now();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Problem::Start { program: program.clone(), error })?;
    let seconds = begin.elapsed().as_secs_f64();
    if output.status.success() {
        return Ok((seconds, output));
    }
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    if stderr.contains("no such command: `nextest`") {
        return Err(Problem::NoNextest);
    }
    Err(Problem::Failed { program, status: output.status, stderr })
}

/// Builds a target in release mode and returns the path of its executable.
pub fn build(arguments: &[&str], target: &str) -> Result<PathBuf, Problem> {
    let (_, output) = timed(cargo().args(arguments).args(["--release", "-q", "--message-format=json"]))?;
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == target)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .ok_or_else(|| Problem::Unexpected(format!("cargo did not say where '{target}' is")))
}

/// Runs that many trivial tests in persistent workers.
pub fn run_trivial(program: &Path, count: usize) -> Result<Seconds, Problem> {
    Ok(timed(Command::new(program).env("UR_IPC_BENCH_TESTS", count.to_string()))?.0)
}

/// Runs one test that makes so many calls, and has them traced if so.
pub fn run_calls(program: &Path, count: usize, trace: bool) -> Result<Seconds, Problem> {
    let mut command = Command::new(program);
    command.env("UR_IPC_BENCH_CALLS", count.to_string());
    let folder = temporary(tempfile::tempdir())?;
    if trace {
        command.env("UR_IPC_CTS_TRACE", folder.path().join("trace.json"));
    }
    Ok(timed(&mut command)?.0)
}

/// Runs that many tests of this target under `cargo nextest`.
pub fn run_nextest(target: &str, count: usize) -> Result<Seconds, Problem> {
    let mut command = cargo();
    command
        .args(["nextest", "run", "--release", "-p", "ur-ipc-bench", "--test", target])
        .env("UR_IPC_BENCH_TESTS", count.to_string());
    Ok(timed(&mut command)?.0)
}

/// Lists the devices of a backend: one start-up of it, in a process. The second time counts, with files cached.
pub fn start_up(program: &Path, backend: &str) -> Result<Seconds, Problem> {
    let once = || timed(Command::new(program).args(["devices", "--backend", backend]));
    once()?;
    Ok(once()?.0)
}

/// Runs the full suite on a backend.
pub fn full_suite(program: &Path, backend: &str) -> Result<SuiteRun, Problem> {
    let results = run_suite(program, &["--backend", backend])?;
    let seconds = |key: &str| results["environment"][key].as_f64().map(|us| us / 1e6);
    let devices = results["devices"].as_array().map_or(1, Vec::len).max(1) as f64;
    match (results["tests"].as_array(), seconds("wall_us"), seconds("body_us")) {
        (Some(tests), Some(wall), Some(bodies)) => {
            Ok(SuiteRun { tests: tests.len(), wall, bodies: bodies / devices })
        }
        _ => Err(Problem::Unexpected("the results lack tests, wall_us or body_us".to_owned())),
    }
}

fn temporary<T>(made: std::io::Result<T>) -> Result<T, Problem> {
    made.map_err(|error| Problem::Unexpected(format!("nothing temporary can be made: {error}")))
}

/// Runs the suite and reads its results.
fn run_suite(program: &Path, arguments: &[&str]) -> Result<Value, Problem> {
    let file = temporary(tempfile::NamedTempFile::new())?;
    timed(Command::new(program).arg("run").args(arguments).arg("--json").arg(file.path()))?;
    let text = std::fs::read_to_string(file.path())
        .map_err(|error| Problem::Unexpected(format!("the results cannot be read: {error}")))?;
    serde_json::from_str(&text)
        .map_err(|error| Problem::Unexpected(format!("the results are no JSON: {error}")))
}
