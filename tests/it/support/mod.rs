//! Starting the program `ur-ipc-cts`, and reading what it says and writes.

pub mod cargo;
pub mod files;
pub mod schema;
pub mod shell;

use serde_json::Value;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `ur-ipc-cts` with these arguments and environment variables.
pub fn ur_ipc_cts<S: AsRef<OsStr>>(arguments: &[S], variables: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ur-ipc-cts"))
        .args(arguments)
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// The text of a stream.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The output of a program on both streams.
pub fn describe(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

/// A path as an argument.
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// A result file.
pub fn results(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("the result file can be read");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("the result file is no JSON: {error}\n{text}"))
}
