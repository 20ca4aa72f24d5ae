//! As many plain tests as `trivial.rs` has. Each opens the backend in the process that runs it, which under `cargo
//! nextest` is its own. Only nextest watches that process.

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;
use std::sync::Arc;
use ur_ipc_cts::fixtures::{Environment, Ur};
use ur_ipc_cts::harness::BackendOptions;

fn main() -> ExitCode {
    let count = std::env::var("UR_IPC_BENCH_TESTS").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
    let trials = (0..count).map(|number| Trial::test(format!("plain::n{number:05}"), one_call)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn one_call() -> Result<(), Failed> {
    let suite = ur_ipc_cts::suite(ur_ipc_cts::built_in_backends());
    let host = suite.make_backend("host", &BackendOptions::default())?;
    let ur = Ur::new(host, Arc::new(()));
    let environment = Environment::open(ur, "host", 0)?;
    let mut supported = false;
    let answer = environment.ur().device_get_info(
        environment.device(),
        ur_ipc_cts::api::DeviceInfo::IPC_MEMORY_SUPPORT_EXP,
        size_of::<bool>(),
        (&raw mut supported).cast(),
        std::ptr::null_mut(),
    );
    if answer.result.is_success() {
        Ok(())
    } else {
        Err(format!("urDeviceGetInfo: {}", answer.result).into())
    }
}
