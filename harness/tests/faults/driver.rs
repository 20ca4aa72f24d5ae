//! Starting the harness and reading its results.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// What a trial returns.
pub type Checked = Result<(), libtest_mimic::Failed>;

/// Fails the trial unless the condition holds.
pub fn ensure(condition: bool, message: impl FnOnce() -> String) -> Checked {
    if condition { Ok(()) } else { Err(message().into()) }
}

/// A harness to be started.
pub struct Harness {
    pub command: Command,
    folder: TempDir,
}

/// What came of it.
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    /// The result file; null if there is none.
    pub json: Value,
}

impl Harness {
    /// The program as the command, with these arguments and a result file.
    pub fn command(arguments: &[&str]) -> Self {
        let mut harness = Self::front("command");
        let json = harness.json_path();
        harness.command.args(arguments).arg("--json").arg(json);
        harness
    }

    /// The program as a test target.
    pub fn conformance(arguments: &[&str]) -> Self {
        let mut harness = Self::front("conformance");
        let json = harness.json_path();
        harness.command.args(arguments).env("UR_IPC_CTS_JSON", json);
        harness
    }

    fn front(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder for results");
        let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
        command.env("FAULTS_AS", name).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self { command, folder }
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
    pub fn run(mut self) -> Ended {
        let output = self.command.output().expect("the harness can be started");
        Ended {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            json: self.json(),
        }
    }
}

/// Starts the command with `--exact` and these test ids.
pub fn run_tests(ids: &[&str], more: &[&str]) -> Ended {
    let arguments: Vec<&str> = ["run", "--exact", "--timeout", "1"]
        .into_iter()
        .chain(more.iter().copied())
        .chain(ids.iter().copied())
        .collect();
    Harness::command(&arguments).run()
}

impl Ended {
    /// The record of a test.
    pub fn record(&self, id: &str) -> &Value {
        let found =
            self.json["tests"].as_array().and_then(|tests| tests.iter().find(|test| test["test"] == id));
        found.unwrap_or(&Value::Null)
    }

    /// Fails unless the test ended so, with this in its reason.
    pub fn expect(&self, id: &str, outcome: &str, reason: &str) -> Checked {
        let record = self.record(id);
        let good = record["outcome"] == outcome
            && (reason.is_empty() || record["reason"].as_str().is_some_and(|text| text.contains(reason)));
        ensure(good, || format!("expected {id} {outcome} '{reason}', found {record:#}{}", self.told()))
    }

    pub fn expect_code(&self, code: i32) -> Checked {
        ensure(self.code == Some(code), || {
            format!("exit code {:?} instead of {code}{}", self.code, self.told())
        })
    }

    pub fn told(&self) -> String {
        format!("\n--- stdout\n{}\n--- stderr\n{}", self.stdout, self.stderr)
    }
}
