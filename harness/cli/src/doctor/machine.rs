//! Checks of the kernel and the limits, the same for all backends.

use super::{Check, CheckState};
use ur_ipc_harness::children::Refusal;
use ur_ipc_isolated::shortage;
use ur_ipc_report::machine::Machine;

/// The name of the check that also comes before every run.
pub(super) const ROOM: &str = "room for tests";
/// The system call that sharing by descriptors is based on.
const TAKING: &str = "pidfd_getfd";
const MEMORY_FILES: &str = "memfd_create";
/// Pinned memory below which drivers are likely to fail: what tests of 64 MiB buffers take.
const MEMLOCK: u64 = 64 << 20;

type Trials = [(String, Option<Refusal>)];

/// True if processes can share by descriptors.
pub(super) fn shareable(machine: &Machine, trials: &Trials) -> bool {
    let fine = |name: &str| trials.iter().any(|(tried, refused)| tried == name && refused.is_none());
    fine(TAKING) && fine(MEMORY_FILES) && forbidding(machine).is_none()
}

/// Yama's scope, if it forbids processes what tests do.
fn forbidding(machine: &Machine) -> Option<u8> {
    machine.ptrace_scope.filter(|&scope| scope > 2 || (scope == 2 && !machine.may_inspect_all))
}

pub(super) fn checks(machine: &Machine, trials: &Trials) -> Vec<Check> {
    let mut checks = vec![match shortage() {
        None => {
            Check::new(ROOM, CheckState::Ok, "processes, descriptors, /proc and a folder for temporary files")
        }
        Some(shortage) => Check::new(ROOM, CheckState::Missing, shortage),
    }];
    checks.extend(yama(machine));
    if trials.is_empty() {
        checks.push(Check::new(
            TAKING,
            CheckState::Missing,
            "it could not be tried: no process could be started",
        ));
    }
    checks.extend(trials.iter().map(|(name, refused)| tried(name, refused.as_ref(), machine)));
    checks.extend(confined(machine));
    checks.extend(locked(machine));
    checks
}

fn yama(machine: &Machine) -> Option<Check> {
    let scope = machine.ptrace_scope?;
    let what = "Yama's ptrace_scope";
    Some(match forbidding(machine) {
        None => Check::new(what, CheckState::Ok, format!("{scope}: the suite's processes let each other")),
        Some(3..) => Check::new(what, CheckState::Missing, format!("{scope}: no process may look into another"))
            .advise("it cannot be lowered while the system runs: start the system with a lower kernel.yama.ptrace_scope"),
        Some(_) => Check::new(what, CheckState::Missing, format!("{scope}: only CAP_SYS_PTRACE may look into others"))
            .advise("sysctl kernel.yama.ptrace_scope=1, or give the suite CAP_SYS_PTRACE"),
    })
}

fn tried(name: &str, refused: Option<&Refusal>, machine: &Machine) -> Check {
    let Some(Refusal { errno, text }) = refused else {
        let how = if name == TAKING { "works: one process took a descriptor of another" } else { "works" };
        return Check::new(name, CheckState::Ok, how);
    };
    // Only what has to read addresses that may be none uses it, and does without.
    let state = if name == "process_vm_readv" { CheckState::Note } else { CheckState::Missing };
    let check = Check::new(name, state, text.clone());
    match *errno {
        libc::ENOSYS if name == TAKING => check.advise("Linux 5.6 is needed, or a sandbox hides the call"),
        libc::EPERM | libc::EACCES | libc::ENOSYS if machine.seccomp.as_deref() != Some("none") => check.advise(
            "a seccomp filter is in force and may refuse the call: allow it in the container's profile, for a trial with \
             --security-opt seccomp=unconfined",
        ),
        libc::EPERM => check.advise("a security module, or Yama, refuses it: see ptrace_scope and the kernel's log"),
        _ => check,
    }
}

/// Makes notes on the surroundings that may explain other results.
fn confined(machine: &Machine) -> Vec<Check> {
    let mut checks = Vec::new();
    let others: Vec<&str> = machine
        .namespaces
        .iter()
        .filter(|(_, which)| **which == ur_ipc_report::machine::Namespace::Other)
        .map(|(name, _)| name.as_str())
        .collect();
    if !others.is_empty() {
        let found = format!("others than the initial ones: {}", others.join(", "));
        checks.push(
            Check::new("namespaces", CheckState::Note, found).advise(
                "in a container: what it was not handed (nodes of devices, capabilities) is not there",
            ),
        );
    }
    if machine.seccomp.as_deref() == Some("filter") {
        checks.push(Check::new(
            "seccomp",
            CheckState::Note,
            "system calls are filtered; those that matter are tried above",
        ));
    }
    checks
}

fn locked(machine: &Machine) -> Option<Check> {
    let soft = machine.limits.get("memlock")?.soft.filter(|soft| *soft < MEMLOCK)?;
    let found = format!("{soft} bytes may be locked, which drivers may need for memory of the host");
    Some(
        Check::new("memlock", CheckState::Note, found)
            .advise("ulimit -l unlimited, if allocations of host memory fail"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use ur_ipc_report::samples;

    fn trials(errno: Option<i32>) -> Vec<(String, Option<Refusal>)> {
        let refused = errno.map(|errno| Refusal { errno, text: format!("error {errno}") });
        vec![(TAKING.to_owned(), refused), (MEMORY_FILES.to_owned(), None)]
    }

    #[rstest]
    #[case::fine(None, None, true)]
    #[case::relatives(Some(1), None, true)]
    #[case::capable(Some(2), None, false)]
    #[case::nobody(Some(3), None, false)]
    #[case::refused(None, Some(libc::EPERM), false)]
    fn sharing_takes_the_kernels_leave(
        #[case] ptrace_scope: Option<u8>,
        #[case] errno: Option<i32>,
        #[case] expected: bool,
    ) {
        let machine = Machine { ptrace_scope, ..Machine::default() };
        assert_eq!(shareable(&machine, &trials(errno)), expected);
        let capable = Machine { may_inspect_all: true, ..machine };
        assert_eq!(shareable(&capable, &trials(errno)), expected || ptrace_scope == Some(2));
        assert!(!shareable(&capable, &[]));
    }

    #[test]
    fn what_is_refused_comes_with_what_to_do() {
        let machine = Machine { ptrace_scope: Some(2), ..samples::machine() };
        let told: Vec<Check> = checks(&machine, &trials(Some(libc::EPERM)));
        let told: Vec<Check> = told.into_iter().filter(|check| check.what != ROOM).collect();
        insta::assert_json_snapshot!(told);
        let new = tried(TAKING, Some(&Refusal { errno: libc::ENOSYS, text: "no call".into() }), &machine);
        assert!(new.advice.is_some_and(|advice| advice.starts_with("Linux 5.6")));
    }
}
