//! Features of this build, and builds of programs that a test runs without depending on them.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// The front for `cargo test`: an example, because to build the test target is to build the command again.
pub static CARGO_TEST: LazyLock<PathBuf> = LazyLock::new(|| built(&[], "conformance"));

/// The features of this build that add backends.
pub fn features() -> Vec<&'static str> {
    let known = [
        ("cuda", cfg!(feature = "cuda")),
        ("level-zero", cfg!(feature = "level-zero")),
        ("ur", cfg!(feature = "ur")),
    ];
    known.into_iter().filter_map(|(name, is_on)| is_on.then_some(name)).collect()
}

/// Builds a library or an example that is no dependency of the test, and gives its path. An example of this package is always
/// among them: what tests alone depend on counts then, as where the test was built, and nothing is compiled a second time.
pub fn built(arguments: &[&str], target: &str) -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "build",
            "-q",
            "--locked",
            "--message-format=json",
            "-p",
            "ur-ipc-cts",
            "--example",
            "conformance",
        ])
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
