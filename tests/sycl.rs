//! The suite for SYCL's extension, on every compiled-in backend that finds devices.

use std::process::ExitCode;

fn main() -> ExitCode {
    ur_ipc_cts::sycl_conformance(ur_ipc_cts::built_in_backends())
}
