//! A program of `conformance_main!`: the suite on the built-in backends, with the arguments, the
//! output and the exit codes of `cargo test`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ur_ipc_cts::conformance(ur_ipc_cts::built_in_backends())
}
