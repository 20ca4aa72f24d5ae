//! A driver that the program itself is linked with, and that ends each process in its own way.

use crate::driver::{Checked, Harness, ensure};
use libtest_mimic::Trial;

/// Orders the backend's library to end every process with code 0.
const VARIABLE: &str = "FAULTS_LINKED";

/// Does what the constructor of such a library does.
pub fn link() {
    extern "C" fn at_exit() {
        // SAFETY: ends the process at once, whatever it was about to say.
        unsafe { libc::_exit(0) }
    }
    if std::env::var_os(VARIABLE).is_some() {
        // SAFETY: the function is plain code.
        unsafe { libc::atexit(at_exit) };
    }
}

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("linked::code_of_a_failure_stays", || code_stays(false, "fault::call::wrong", 1)),
        Trial::test("linked::code_of_a_success_stays", || code_stays(false, "fault::last::good", 0)),
        Trial::test("linked::code_of_a_failed_cargo_test_stays", || {
            code_stays(true, "faulty::dev0::fault::call::wrong", 101)
        }),
    ]
}

fn code_stays(conformance: bool, test: &str, code: i32) -> Checked {
    let mut harness = if conformance {
        Harness::conformance(&["--exact", "--nocapture"]).with(&[test])
    } else {
        Harness::command(&["--exact"]).with(&[test])
    };
    harness.command.env(VARIABLE, "1");
    let ended = harness.run();
    ended.expect_code(code)?;
    ensure(code == 0 || ended.stderr.contains("after its last word"), || ended.describe())
}
