//! Runs `explore` on a variant.

use super::{Accusation, Accuser, Found};
use crate::{Suite, Variant};
use std::path::Path;
use std::process::{Command, Stdio};

/// The same programs for each variant, every time.
const SEED: &str = "22";

/// Has random programs run on a variant.
pub(super) fn run(program: &Path, variant: &Variant, programs: u64) -> Found {
    let accused = |outcome: &str, message: String| {
        let (by, outcome) = (Accuser::Explore, outcome.to_owned());
        Found { skipped: 0, accusations: vec![Accusation { by, test: None, outcome, message }] }
    };
    let (variable, value) = Suite::UnifiedRuntime.variable();
    let explored = tempfile::tempdir().and_then(|folder| {
        Command::new(program)
            .env(variable, value)
            .args(["explore", "--backend", &variant.id, "--seed", SEED, "--programs", &programs.to_string()])
            .arg("--out")
            .arg(folder.path())
            .stdin(Stdio::null())
            .output()
    });
    let output = match explored {
        Ok(output) => output,
        Err(error) => return accused("no results", error.to_string()),
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    match output.status.code() {
        Some(0) => Found::default(),
        Some(1) => accused("finding", text(&output.stdout)),
        _ => accused(&output.status.to_string(), text(&output.stderr)),
    }
}
