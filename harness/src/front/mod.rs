//! The ways to start a run: the command `ur-ipc-cts`, and a test target of cargo's.

mod command;
mod libtest;

pub use command::command_main;
pub use libtest::conformance_main;

use crate::report::notice;
use std::io;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// Usage or environment: nothing can be said about conformance.
const UNUSABLE: u8 = 2;

fn unusable(why: &str) -> ExitCode {
    notice(&format!("error: {why}"));
    ExitCode::from(UNUSABLE)
}

/// Logs go to the standard error; `UR_IPC_CTS_LOG` says how much.
fn log_to_stderr() {
    let filter = EnvFilter::try_from_env("UR_IPC_CTS_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    // A program that embeds the suite may have set its own up.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).try_init();
}
