//! Many tests that do next to nothing, so that what remains is the cost of running a test apart from others.
//! Their number comes from `UR_IPC_BENCH_TESTS` (default 100, so that `cargo test` stays short). With
//! `UR_IPC_BENCH_CALLS` there is one test, which makes so many calls: what remains is the cost of a call.

use std::process::ExitCode;
use ur_ipc_cts::fixtures::Tests;
use ur_ipc_cts::harness::{Suite, child_main, conformance_main};

fn main() -> ExitCode {
    let count = number("UR_IPC_BENCH_TESTS").unwrap_or(100);
    let backends = ur_ipc_cts::built_in_backends().into_iter().filter(|b| b.name == "host").collect();
    let mut tests = Tests::default();
    match number("UR_IPC_BENCH_CALLS") {
        Some(calls) => calling(&mut tests, calls),
        None => (0..count).for_each(|number| trivial(&mut tests, number)),
    }
    let suite = Suite { tests: tests.into_vec(), skiplists: Vec::new(), ..ur_ipc_cts::suite(backends) };
    match child_main(&suite) {
        Some(code) => code,
        None => conformance_main(suite),
    }
}

fn number(variable: &str) -> Option<usize> {
    std::env::var(variable).ok()?.parse().ok()
}

fn calling(tests: &mut Tests, calls: usize) {
    let mut group = tests.group("device_info", "bench::calls");
    group.test("calls").checks("device_info.ipc_memory.query").run(move |t| {
        for _ in 0..calls {
            t.device_supports(ur_ipc_cts::api::DeviceInfo::IPC_MEMORY_SUPPORT_EXP)?;
        }
        t.check(true, "the queries answered")
    });
}

fn trivial(tests: &mut Tests, number: usize) {
    let mut group = tests.group("device_info", "bench::trivial");
    group.test(&format!("n{number:05}")).checks("device_info.ipc_memory.query").run(|t| {
        t.device_supports(ur_ipc_cts::api::DeviceInfo::IPC_MEMORY_SUPPORT_EXP)?;
        t.check(true, "the query answered")
    });
}
