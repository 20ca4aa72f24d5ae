//! Backends under limits on descriptors and addresses. Each case runs in a process of its own, as
//! limits hold for all tests of a process.

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use std::process::Command;
use ur_ipc_host::{HostBackend, HostError, Profile};

/// Tells the process of its own that it is one.
const ALONE: &str = "UR_IPC_HOST_ALONE";

/// Runs the test of this name alone in a new process; true in that process itself.
fn alone(name: &str) -> bool {
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let this = std::env::current_exe().expect("this program has a path");
    let output =
        Command::new(this).args(["--exact", name]).env(ALONE, "1").output().expect("it can be started");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("1 passed"), "{told}");
    false
}

fn limit(resource: Resource, to: u64) {
    let (_, hard) = getrlimit(resource).expect("limits can be read");
    setrlimit(resource, to.min(hard), hard).expect("a limit can be lowered");
}

/// The addresses that this process has in use, in bytes.
fn addresses_in_use() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("the system tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:")).expect("the size is told");
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
    kibibytes << 10
}

#[test]
fn without_descriptors_there_is_no_backend() {
    if alone("limits::without_descriptors_there_is_no_backend") {
        limit(Resource::RLIMIT_NOFILE, 0);
        let made = HostBackend::new(Profile::default());
        assert!(matches!(made, Err(HostError::MissingFeature { .. })), "{made:?}");
    }
}

#[test]
fn few_addresses_are_enough_but_not_any_number() {
    if alone("limits::few_addresses_are_enough_but_not_any_number") {
        for (gibibytes, enough) in [(300, true), (20, true), (12, false)] {
            limit(Resource::RLIMIT_AS, addresses_in_use() + (gibibytes << 30));
            match HostBackend::new(Profile::default()) {
                Ok(_) => assert!(enough, "{gibibytes} GiB"),
                Err(HostError::AddressSpace(_)) => assert!(!enough, "{gibibytes} GiB"),
                Err(other) => panic!("{other}"),
            }
        }
    }
}
