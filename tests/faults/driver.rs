//! Starting the harness and reading its results.

use crate::place::ORDER;
use crate::traces::{FOLDERS, MARK, no_memory_dumps, processes_of, share_nothing};
use serde_json::Value;
use std::ffi::CString;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use tempfile::TempDir;

/// No run takes this long, however busy the machine is.
const OVERDUE: Duration = Duration::from_secs(120);

/// The result of a trial.
pub type Checked<T = ()> = Result<T, libtest_mimic::Failed>;

/// Fails the trial unless the condition holds.
pub fn ensure(condition: bool, message: impl FnOnce() -> String) -> Checked {
    if condition { Ok(()) } else { Err(message().into()) }
}

/// A harness to be started.
pub struct Harness {
    pub command: Command,
    folder: TempDir,
    mark: String,
}

/// The result of a harness that has ended.
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    /// The result file; null if there is none.
    pub json: Value,
    /// Processes and files that should be gone.
    left: Vec<String>,
}

impl Harness {
    /// The program as the command, with these arguments and a result file.
    pub fn command(arguments: &[&str]) -> Self {
        let mut harness = Self::front("command");
        harness.command.args(arguments).args(["--json", "../results.json"]);
        harness
    }

    /// The program, exploring.
    pub fn explore() -> Self {
        let mut harness = Self::front("command");
        harness.command.args(["explore", "--programs", "1", "--out", "../findings"]);
        harness
    }

    /// The program as a test target.
    pub fn conformance(arguments: &[&str]) -> Self {
        let mut harness = Self::front("conformance");
        harness.command.args(arguments).env("UR_IPC_CTS_JSON", "../results.json");
        harness
    }

    fn front(name: &str) -> Self {
        static RUNS: AtomicUsize = AtomicUsize::new(0);
        let mark = format!("{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
        let folder = tempfile::tempdir().expect("a folder for results");
        let [here, temporary, shared] = FOLDERS.map(|name| folder.path().join(name));
        for new in [&here, &temporary, &shared] {
            std::fs::create_dir(new).expect("a folder can be made");
        }
        let shared = CString::new(shared.into_os_string().into_vec()).expect("a path has no zero inside");
        let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
        command.env("FAULTS_AS", name).env(MARK, &mark).env("TMPDIR", temporary).current_dir(here);
        // Backtraces take a while where everybody prints them.
        command.env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // SAFETY: only makes system calls between fork and exec.
        unsafe {
            command.pre_exec(move || {
                share_nothing(&shared);
                no_memory_dumps()
            })
        };
        Self { command, folder, mark }
    }

    /// Has the backend misbehave: `FAULT@PLACE`.
    pub fn order(mut self, order: &str) -> Self {
        self.command.env(ORDER, order);
        self
    }

    /// With these arguments as well.
    pub fn with(mut self, arguments: &[&str]) -> Self {
        self.command.args(arguments);
        self
    }

    /// Returns the mark by which the processes of this run are told from all others.
    pub fn mark(&self) -> String {
        self.mark.clone()
    }

    /// The processes of this run.
    pub fn processes(&self) -> Vec<u32> {
        processes_of(&self.mark)
    }

    /// The folders of this run.
    pub fn folders(&self) -> Vec<PathBuf> {
        let folders = FOLDERS.into_iter().map(|name| self.folder.path().join(name));
        folders.chain([self.folder.path().to_owned()]).collect()
    }

    pub fn json_path(&self) -> PathBuf {
        self.folder.path().join("results.json")
    }

    /// A file for this run.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).expect("the file can be written");
        path
    }

    pub fn json(&self) -> Value {
        std::fs::read_to_string(self.json_path())
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// Runs it to its end.
    pub fn run(self) -> Ended {
        self.run_and(|| ()).0
    }

    /// Runs it to its end, and does something before its files are gone.
    pub fn run_and<T>(mut self, then: impl FnOnce() -> T) -> (Ended, T) {
        let running = self.command.spawn().expect("the harness can be started");
        let pid = running.id().cast_signed();
        let (ended, watched) = channel::<()>();
        let watch = std::thread::spawn(move || {
            let overdue = watched.recv_timeout(OVERDUE) == Err(RecvTimeoutError::Timeout);
            if overdue {
                // SAFETY: no pointers; the harness has not been waited for, so the number is its own.
                unsafe { libc::kill(pid, libc::SIGKILL) };
            }
            overdue
        });
        let output = running.wait_with_output().expect("the harness can be waited for");
        drop(ended);
        let overdue = watch.join().expect("the watch does not panic");
        let mut left = self.left();
        left.extend(overdue.then(|| format!("the harness itself, after {OVERDUE:?}")));
        let ended = Ended {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            json: self.json(),
            left,
        };
        (ended, then())
    }

    /// Lists processes and files that should be gone.
    fn left(&self) -> Vec<String> {
        let processes = self.processes().into_iter().map(|pid| format!("process {pid}"));
        processes.chain(self.left_files()).collect()
    }

    /// Files that are there, and should not be when the run is over.
    pub fn left_files(&self) -> Vec<String> {
        let files = FOLDERS.into_iter().flat_map(|name| {
            let entries = std::fs::read_dir(self.folder.path().join(name)).into_iter().flatten().flatten();
            entries.map(|entry| entry.path().display().to_string())
        });
        files.collect()
    }
}

/// Starts the command with `--exact` and these test ids.
pub fn run_tests(ids: &[&str], more: &[&str]) -> Ended {
    Harness::command(&["run", "--exact"]).with(more).with(ids).run()
}

impl Ended {
    /// The record of a test, by its id, or by its full name where there are several devices.
    pub fn record(&self, id: &str) -> &Value {
        let tests = self.json["tests"].as_array();
        let found =
            tests.and_then(|tests| tests.iter().find(|test| test["test"] == id || test["name"] == id));
        found.unwrap_or(&Value::Null)
    }

    /// Fails unless the test ended so, with all of this in its reason.
    pub fn expect_all(&self, id: &str, outcome: &str, reasons: &[&str]) -> Checked {
        reasons.iter().try_for_each(|reason| self.expect(id, outcome, reason))
    }

    /// Fails unless the test ended so, with this in its reason.
    pub fn expect(&self, id: &str, outcome: &str, reason: &str) -> Checked {
        let record = self.record(id);
        let good = record["outcome"] == outcome
            && (reason.is_empty() || record["reason"].as_str().is_some_and(|text| text.contains(reason)));
        ensure(good, || format!("expected {id} {outcome} '{reason}', found {record:#}{}", self.describe()))
    }

    pub fn expect_nothing_left(&self) -> Checked {
        ensure(self.left.is_empty(), || format!("left behind: {:?}{}", self.left, self.describe()))
    }

    pub fn expect_left(&self, file: &str) -> Checked {
        let left = self.left.iter().any(|path| path.ends_with(file));
        ensure(left, || format!("'{file}' is not among what was left, {:?}{}", self.left, self.describe()))
    }

    pub fn expect_code(&self, code: i32) -> Checked {
        ensure(self.code == Some(code), || {
            format!("exit code {:?} instead of {code}{}", self.code, self.describe())
        })
    }

    pub fn describe(&self) -> String {
        format!("\n--- stdout\n{}\n--- stderr\n{}", self.stdout, self.stderr)
    }
}
