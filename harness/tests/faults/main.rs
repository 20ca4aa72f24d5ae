//! The harness under backends and tests that misbehave: each costs one test its verdict, and nothing else.
//!
//! This program is three things: a small suite of misbehaving tests with its harness, as `ur-ipc-cts` or as a
//! `cargo test` target (`FAULTS_AS` says which), and the trials, which start the former and look at the results.

mod backend;
mod bodies;
mod driver;
mod faults;
mod fronts;
mod orphans;
mod runs;
mod suite;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;

fn main() -> ExitCode {
    let suite = suite::suite();
    if let Some(code) = ur_ipc_harness::child_main(&suite) {
        return code;
    }
    match std::env::var("FAULTS_AS").as_deref() {
        Ok("command") => ur_ipc_harness::command_main(suite),
        Ok("conformance") => ur_ipc_harness::conformance_main(suite),
        _ => libtest_mimic::run(&Arguments::from_args(), trials()).exit_code(),
    }
}

fn trials() -> Vec<Trial> {
    [faults::trials(), runs::trials(), orphans::trials(), fronts::trials()].into_iter().flatten().collect()
}
