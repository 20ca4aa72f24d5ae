//! `ur-ipc-cts`: certifies the backends that are compiled in.

use std::process::ExitCode;

fn main() -> ExitCode {
    ur_ipc_cts::command(ur_ipc_cts::built_in_backends())
}
