//! Runs the example, and checks its output about a child that has crashed.

#[path = "../examples/crash.rs"]
mod example;

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    // Started by this test, or by the example as its child.
    if std::env::args_os().len() > 1 {
        return example::main();
    }
    let example = || {
        let mut example = Command::new("/proc/self/exe");
        example.arg("example");
        example
    };
    let output = example().output().expect("this program once more");
    let told = String::from_utf8_lossy(&output.stdout);
    let expected = [
        "counter: 42\n",
        "writer: SIGSEGV in write_to_null\n",
        "crash of the writer: SIGSEGV in thread 'main', at 0x0, unmapped, near null\n",
        "work (harness/isolated/tests/../examples/crash.rs:",
    ];
    for expected in expected {
        assert!(told.contains(expected), "{expected:?} is missing in:\n{told}");
    }
    // A program that does not ask what it was started for would start itself without an end.
    let refused = example().env("ISOLATED_DEPTH", "4").output().expect("this program once more");
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && told.contains("what it was started for?"), "{told}");
    ExitCode::SUCCESS
}
