//! The harness under misbehaving backends and tests: each fails one test, and nothing else.
//!
//! This program is three things: a small suite of misbehaving tests as `ur-ipc-cts`, the same as a `cargo test` target,
//! and the trials. `FAULTS_AS` chooses. The trials start the other two and look at the results.
//!
//! The matrix has a trial for each fault at each place. `FAULTS_AS=table` prints it in Markdown.

mod at_work;
mod backend;
mod bodies;
mod crashes;
mod differences;
mod driver;
mod exact;
mod expect;
mod fault;
mod faults;
mod fronts;
mod hanging;
mod idle;
mod late;
mod linked;
mod lost;
mod matrix;
mod orphans;
mod perform;
mod place;
mod poverty;
mod random;
mod repeated;
mod runs;
mod states;
mod suite;
mod supervision;
mod traced;
mod traces;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;

/// Trials at a time: they wait most of the time.
const AT_A_TIME: usize = 16;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(perform::IDLE) {
        perform::idle();
    }
    linked::link();
    let suite = suite::suite();
    if let Some(code) = ur_ipc_cli::child_main(&suite) {
        return code;
    }
    match std::env::var("FAULTS_AS").as_deref() {
        Ok("command") => ur_ipc_cli::command_main(suite),
        Ok("table") => {
            println!("{}", matrix::table());
            ExitCode::SUCCESS
        }
        Ok("conformance") => ur_ipc_cli::conformance_main(suite),
        _ => {
            let mut arguments = Arguments::from_args();
            arguments.test_threads.get_or_insert(AT_A_TIME);
            libtest_mimic::run(&arguments, trials()).exit_code()
        }
    }
}

/// All trials, those that take longest first: others run beside them.
fn trials() -> Vec<Trial> {
    [
        hanging::trials(),
        supervision::trials(),
        poverty::trials(),
        runs::trials(),
        fronts::trials(),
        exact::trials(),
        matrix::trials(),
        states::trials(),
        faults::trials(),
        crashes::trials(),
        late::trials(),
        lost::trials(),
        differences::trials(),
        orphans::trials(),
        random::trials(),
        repeated::trials(),
        linked::trials(),
        traced::trials(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
