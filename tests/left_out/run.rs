//! A run of the suite on one backend of this program.

use crate::documented::FAMILIES;
use libtest_mimic::Failed;
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Command, Output, Stdio};

/// The result of a run.
pub struct Run {
    /// Its exit code.
    pub code: Option<i32>,
    /// Its output.
    pub said: String,
    /// The word for the device; nothing, if there is none.
    pub verdict: String,
    /// How many requirements were verified, by family.
    pub verified: BTreeMap<String, u64>,
    /// Its tests.
    pub tests: Vec<Test>,
}

/// The result of a test.
pub struct Test {
    id: String,
    /// Its family.
    pub family: &'static str,
    /// The outcome of the test.
    pub outcome: String,
    /// The kind of the cause of its outcome.
    pub cause: String,
    /// The entry point that it is skipped for.
    pub left_out: Option<String>,
    /// Why.
    pub reason: String,
}

impl Run {
    /// Runs all tests on the backend of this name.
    pub fn on(backend: &str) -> Result<Self, Failed> {
        let folder = tempfile::tempdir()?;
        let json = folder.path().join("results.json");
        // All processors may be busy with the other trials.
        let output = Command::new(std::env::current_exe()?)
            .args(["run", "--backend", backend, "--timeout", "120", "--json"])
            .arg(&json)
            .stdin(Stdio::null())
            .output()?;
        let results: Value = serde_json::from_slice(&std::fs::read(&json)?)?;
        let verdicts = results["verdicts"].as_object().into_iter().flatten();
        let verdict = verdicts.clone().map(|(_, said)| text(&said["verdict"])).collect();
        let counts = verdicts.flat_map(|(_, said)| said["verified"].as_object().into_iter().flatten());
        let verified =
            counts.map(|(family, count)| (family.clone(), count.as_u64().unwrap_or_default())).collect();
        let suite = ur_ipc_cts::suite(Vec::new());
        let test = |test: &Value| {
            let id = text(&test["test"]);
            let family = suite.tests.iter().find(|known| known.id == id)?.family;
            Some(Test {
                id,
                family,
                outcome: text(&test["outcome"]),
                cause: text(&test["cause"]["kind"]),
                left_out: test["cause"]["entry_point"].as_str().map(str::to_owned),
                reason: text(&test["reason"]),
            })
        };
        let tests = results["tests"].as_array().into_iter().flatten().filter_map(test).collect();
        Ok(Self { code: output.status.code(), said: said(&output), verdict, verified, tests })
    }

    /// True if no requirement of one of the families of objects was verified. Each device of the host backend claims to share all.
    pub fn verifies_none_of_a_family(&self) -> bool {
        let verified = |family: &&str| self.verified.get(*family).is_some_and(|&count| count > 0);
        !FAMILIES.iter().all(verified)
    }
}

impl Test {
    /// The exit code, and what is said, where this backend's test is run as nextest does.
    pub fn alone(&self, backend: &str) -> Result<(Option<i32>, String), Failed> {
        let name = format!("{backend}::dev0::{}", self.id);
        let mut command = Command::new(std::env::current_exe()?);
        let output = command.args(["--exact", &name]).stdin(Stdio::null()).output()?;
        Ok((output.status.code(), said(&output)))
    }

    /// Describes what is wrong with its end if this entry point is left out.
    pub fn wrong(&self, entry_point: &str) -> Option<String> {
        let Self { id, outcome, cause, left_out, reason, .. } = self;
        let right = match (&**outcome, &**cause) {
            ("pass", "") | ("skip", "need") => true,
            ("skip", "entry-point") => left_out.as_deref() == Some(entry_point),
            _ => false,
        };
        (!right).then(|| format!("{id}: {outcome}: {reason}"))
    }
}

fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
