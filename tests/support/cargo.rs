//! Building what a test runs and does not depend on.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Builds a library or an example that is no dependency of the test, and gives its path.
pub fn built(arguments: &[&str], target: &str) -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "-q", "--locked", "--message-format=json"])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == target)
        .find_map(|message| message["filenames"][0].as_str().map(PathBuf::from))
        .expect("cargo says where the file is")
}
