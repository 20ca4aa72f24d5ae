//! Machines that lack what it takes to test: nobody else is blamed for that.

use crate::driver::{Checked, Harness, ensure};
use libtest_mimic::Trial;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;

const LAST: &str = "fault::last::good";
/// A user without rights, to whom limits of processes apply.
const NOBODY: u32 = 65534;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for front in ["command", "conformance", "exact"] {
        let mut add = |name: &str, work: fn(&str) -> Checked| {
            trials.push(Trial::test(format!("poverty::{name}::{front}"), move || work(front)));
        };
        add("few_processes", few_processes);
        add("no_proc", no_proc);
        // One test looks for these when it has failed.
        if front != "exact" {
            add("few_descriptors", few_descriptors);
            add("no_temporary_folder", no_temporary_folder);
        }
    }
    trials
}

fn harness(front: &str) -> Harness {
    match front {
        "command" => Harness::command(&["--exact", LAST]),
        "conformance" => Harness::conformance(&["last::good"]),
        _ => Harness::conformance(&["--exact", "--nocapture"]).with(&[&format!("faulty::dev0::{LAST}")]),
    }
}

fn says(harness: Harness, part: &str) -> Checked {
    let ended = harness.run();
    ended.expect_code(2)?;
    ended.expect_nothing_left()?;
    ensure(ended.stderr.contains("error: ") && ended.stderr.contains(part), || ended.told())
}

fn limit(which: libc::__rlimit_resource_t, value: u64) -> io::Result<()> {
    let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: reads a structure of the right type.
    if unsafe { libc::setrlimit(which, &raw const limit) } == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

fn few_processes(front: &str) -> Checked {
    let mut harness = harness(front);
    for folder in harness.folders() {
        std::fs::set_permissions(folder, PermissionsExt::from_mode(0o777))?;
    }
    // SAFETY: makes system calls only.
    unsafe {
        harness.command.pre_exec(|| {
            // Who is nobody special already stays who they are.
            libc::setgid(NOBODY);
            libc::setuid(NOBODY);
            limit(libc::RLIMIT_NPROC, 2)
        });
    }
    says(harness, "Resource temporarily unavailable")
}

fn few_descriptors(front: &str) -> Checked {
    let mut harness = harness(front);
    // SAFETY: makes system calls only.
    unsafe { harness.command.pre_exec(|| limit(libc::RLIMIT_NOFILE, 64)) };
    says(harness, "a process may have only 64 descriptors: raise the limit (ulimit -n)")
}

fn no_temporary_folder(front: &str) -> Checked {
    let mut harness = harness(front);
    harness.command.env("TMPDIR", "/nowhere");
    says(harness, "no file can be made in /nowhere")
}

/// Needs the right to unmount.
fn no_proc(front: &str) -> Checked {
    let mut harness = harness(front);
    // SAFETY: makes system calls only, with texts that end in zero.
    unsafe {
        harness.command.pre_exec(|| {
            libc::umount2(c"/proc".as_ptr(), libc::MNT_DETACH);
            Ok(())
        });
    }
    // SAFETY: no pointers.
    if unsafe { libc::geteuid() } != 0 {
        return Ok(());
    }
    says(harness, "/proc")
}
