//! `ur-ipc-sycl-cts`: certifies SYCL's extension on the backends that are compiled in.

use std::process::ExitCode;

fn main() -> ExitCode {
    ur_ipc_cts::sycl_command(ur_ipc_cts::sycl_backends())
}
