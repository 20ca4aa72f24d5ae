//! Processes of this test: it starts itself again, for one task.

use crate::support;
use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// The variable that tells a started process what to run.
pub const PROGRAM: &str = "FAULT_SWEEP_PROGRAM";
/// The variable with the user's way to release objects.
pub const MANNER: &str = "FAULT_SWEEP_MANNER";
/// The call that fails, as the software driver is told.
pub const FAULT: &str = "FAULT_SWEEP_FAULT";
/// The variable with the number of descriptors that the process may open beside those it has.
pub const DESCRIPTORS: &str = "FAULT_SWEEP_DESCRIPTORS";
/// Words for a fault that is always there, separated by commas; the user is told one of them, if anything.
pub const LASTING: &str = "FAULT_SWEEP_LASTING";
/// The file for the calls that a run makes.
pub const PLAN: &str = "FAULT_SWEEP_PLAN";
/// The variable with the handles that another process exports.
pub const OFFER: &str = "FAULT_SWEEP_OFFER";

/// The prefix of the software driver's variables.
const DRIVER_PREFIX: &str = "LEVEL_ZERO_SOFT_";

/// This test again, to run one ignored test. The software driver is told only what `variables` say.
pub fn again(test: &str, loader: Option<&Path>, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("the test has a path"));
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with(DRIVER_PREFIX) {
            command.env_remove(name);
        }
    }
    let loader = loader.map_or_else(support::driver, Path::to_path_buf);
    // What went wrong is told in words, and a trace takes long.
    command.env("RUST_BACKTRACE", "0").env("LEVEL_ZERO_LOADER", loader).envs(variables.iter().copied());
    command
}

/// Runs a process to its end; what it wrote if it failed.
pub fn finish(mut command: Command) -> Result<(), String> {
    let output = command.output().expect("the test starts again");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    if output.status.success() && text[0].contains("1 passed") {
        return Ok(());
    }
    Err(format!("{}\n{}{}", output.status, text[0], text[1]))
}

/// A process that has told what it does, and goes on until this is dropped.
pub struct Companion {
    process: Child,
    /// Kept open, since the process writes to it at its end.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Companion {
    /// Starts a process and reads what follows `mark` in a line of its output.
    pub fn start(mut command: Command, mark: &str) -> (Self, String) {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = child.expect("the test starts again");
        let mut lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let after = |line: std::io::Result<String>| {
            line.expect("text").split_once(mark).map(|(_, told)| told.to_owned())
        };
        let told = lines.find_map(after).expect("the process tells what it does");
        (Self { process, _output: lines }, told)
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        // Its input ends, and so does it.
        drop(self.process.stdin.take());
        let status = self.process.wait().expect("a child");
        assert!(status.success() || std::thread::panicking(), "{status}");
    }
}
