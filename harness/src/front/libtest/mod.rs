//! The front for `cargo test` and `cargo nextest`.

mod settings;
mod single;
mod trials;

use super::{log_to_stderr, unusable};
use crate::process::adopt_orphans;
use crate::suite::Suite;
use libtest_mimic::Arguments;
use std::process::ExitCode;
use std::sync::Arc;

/// Runs the suite with the arguments and the output of `cargo test`. [`child_main`](crate::child_main) must
/// have been called before.
///
/// What libtest has no arguments for is taken from the environment: `UR_IPC_CTS_BACKEND` (labels, separated by
/// commas), `UR_IPC_CTS_SELECTION` (only the tests of a selection: `ur-cts`), `UR_IPC_CTS_TIMEOUT` (seconds for a
/// test), `UR_IPC_CTS_SEED`, `UR_IPC_CTS_SKIPLIST` (a further skiplist) and `UR_IPC_CTS_JSON` (a result file).
///
/// With `--exact NAME`, as nextest calls it, that one test runs in a worker of its own, without a probe, and no
/// result file is written.
#[must_use]
pub fn conformance_main(suite: Suite) -> ExitCode {
    let arguments = Arguments::from_args();
    let suite = Arc::new(suite);
    log_to_stderr();
    adopt_orphans();
    let request = match settings::from_environment(&suite) {
        Ok(request) => request,
        Err(why) => return unusable(&why),
    };
    let ended = match &arguments.filter {
        Some(name) if arguments.exact && !arguments.list => {
            Ok(single::run(&suite, &arguments, &request, name))
        }
        _ => trials::run(&suite, arguments, request),
    };
    ended.unwrap_or_else(|why| unusable(&why))
}
