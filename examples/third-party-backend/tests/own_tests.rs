//! The suite with a test of this crate's own beside those that it brings: `cargo test --test own_tests -- tiny::handle`.

use std::process::ExitCode;
use tiny_ur::TinyUr;
use ur_ipc_cts::fixtures::Tests;
use ur_ipc_cts::fixtures::hierarchy::UrIpcMemTest;
use ur_ipc_cts::harness::Requirements;

/// What this crate promises beyond UR's specification.
const REQUIREMENTS: &str = "
- id: tiny.handle.size
  family: memory
  entry_point: urIPCGetMemHandleExp
  level: should
  expect: a handle fits into a cache line
  source: README.md
  ur_cts: false
";

fn main() -> ExitCode {
    let mut tests = Tests::default();
    let mut group = tests.group("memory", "tiny::handle");
    group.test("size").checks("tiny.handle.size").on(|t, f: &UrIpcMemTest| {
        let size = f.export()?.bytes().len();
        t.check(size <= 64, format!("a handle has {size} bytes"))
    });
    let requirements = Requirements::parse(REQUIREMENTS).expect("a well-formed list");
    let suite = ur_ipc_cts::suite(vec![ur_ipc_cts::backend("tiny", TinyUr::new)]);
    ur_ipc_cts::conformance_of(suite.extended(tests, requirements).expect("ids of its own"))
}
