//! Machines that lack what testing needs. The backend is not blamed for that.

use crate::at_work::AtWork;
use crate::driver::{Checked, Ended, Harness, ensure};
use crate::orphans::wait_until;
use crate::traces::processes_of;
use libtest_mimic::Trial;
use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::time::Duration;

const LAST: &str = "fault::last::good";
/// A user without rights, to whom limits of processes apply.
const NOBODY: u32 = 65534;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for front in ["command", "conformance", "exact", "explore"] {
        let mut add = |name: &str, work: fn(&str) -> Checked| {
            trials.push(Trial::test(format!("poverty::{name}::{front}"), move || work(front)));
        };
        add("few_processes", few_processes);
        add("no_proc", no_proc);
        // One test looks for these when it has failed.
        if front != "exact" {
            add("few_descriptors", few_descriptors);
            add("no_temporary_folder", no_temporary_folder);
            add("a_full_temporary_folder", a_full_temporary_folder);
            add("little_memory", little_memory);
            add("little_time", little_time);
            add("hidden_ends", hidden_ends);
            add("the_proc_of_others", the_proc_of_others);
        }
    }
    for (test, part) in [
        (
            "finds_no_room",
            "writing to /dev/full: No space left on device (os error 28): a file system is full: make room",
        ),
        ("finds_no_thread", "no further process or thread can be started: raise the limit (ulimit -u"),
    ] {
        trials.push(Trial::test(format!("poverty::a_test_{test}"), move || is_not_determined(test, part)));
    }
    for (test, part) in [
        (
            "call::is_left_no_descriptor",
            "descriptors are open that this process may have, and tests hold few",
        ),
        ("call::is_left_no_limit", "and has been lowered to 0"),
        ("peer::is_left_no_descriptor", "no process can be started for peer 'unborn'"),
    ] {
        let name = format!("poverty::of_the_backends_own::{test}");
        trials.push(Trial::test(name, move || is_the_backends(test, part)));
    }
    trials.push(Trial::test("poverty::small_files", small_files));
    trials.push(Trial::test("poverty::a_run_that_stands_still", a_run_that_stands_still));
    trials.push(Trial::test("poverty::a_call_that_hangs_in_a_run_that_stands_still", || {
        stands_still("fault::call::hang").and_then(|ended| {
            ended.expect("fault::call::hang", "timeout", "not done after")?;
            ended.expect_code(1)
        })
    }));
    trials
}

fn harness(front: &str) -> Harness {
    match front {
        "command" => Harness::command(&["--exact", LAST]),
        "conformance" => Harness::conformance(&["last::good"]),
        "explore" => Harness::explore(),
        _ => Harness::conformance(&["--exact", "--nocapture"]).with(&[&format!("faulty::dev0::{LAST}")]),
    }
}

fn says(harness: Harness, part: &str) -> Checked {
    let ended = harness.run();
    ended.expect_code(2)?;
    ended.expect_nothing_left()?;
    ensure(ended.stderr.contains("error: ") && ended.stderr.contains(part), || ended.describe())
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
    says(harness, "a process may have only 64 descriptors: raise the limit (ulimit -n) to 1024")
}

/// Needs the right to mount.
fn a_full_temporary_folder(front: &str) -> Checked {
    let mut harness = harness(front);
    let [_, temporary, ..] = &harness.folders()[..] else { return Err("no folder".into()) };
    let place = CString::new(temporary.as_os_str().as_bytes())?;
    // SAFETY: makes system calls only, with texts that end in zero.
    unsafe {
        harness.command.pre_exec(move || {
            let (small, none) = (c"size=4k", std::ptr::null());
            libc::mount(none, place.as_ptr(), c"tmpfs".as_ptr(), 0, small.as_ptr().cast());
            Ok(())
        });
    }
    if !is_root() {
        return Ok(());
    }
    says(harness, "No space left on device (os error 28)): a file system is full: make room, or set TMPDIR")
}

fn little_memory(front: &str) -> Checked {
    let mut harness = harness(front);
    // SAFETY: makes system calls only.
    unsafe { harness.command.pre_exec(|| limit(libc::RLIMIT_DATA, 256 << 20)) };
    says(
        harness,
        "512 MiB of memory cannot be had (Cannot allocate memory (os error 12)): make room, or raise the limits (ulimit -d",
    )
}

fn little_time(front: &str) -> Checked {
    let mut harness = harness(front);
    // SAFETY: makes system calls only.
    unsafe { harness.command.pre_exec(|| limit(libc::RLIMIT_CPU, 59)) };
    says(harness, "a process may have only 59 seconds of processor time: raise the limit (ulimit -t)")
}

/// As in a sandbox whose profile does not know `waitid`.
fn hidden_ends(front: &str) -> Checked {
    let mut harness = harness(front);
    // SAFETY: makes system calls only.
    unsafe { harness.command.pre_exec(|| forbid(libc::SYS_waitid)) };
    says(harness, "how processes end cannot be seen (waitid: Operation not permitted)")
}

/// As `unshare --pid --fork` leaves it: it knows this process by another number. Needs the right to a namespace.
fn the_proc_of_others(front: &str) -> Checked {
    let mut harness = harness(front);
    // SAFETY: makes system calls only. The child goes on in the place of its parent, which ends as it does.
    unsafe {
        harness.command.pre_exec(|| {
            if libc::unshare(libc::CLONE_NEWPID) != 0 {
                return Err(io::Error::last_os_error());
            }
            let child = libc::fork();
            if child > 0 {
                let mut status = 0;
                libc::waitpid(child, &raw mut status, 0);
                libc::_exit(libc::WEXITSTATUS(status));
            }
            Ok(())
        });
    }
    if !is_root() {
        return Ok(());
    }
    says(harness, "/proc is that of another PID namespace")
}

/// A test that lacks something itself is not determined, and neither is the device.
fn is_not_determined(test: &str, part: &str) -> Checked {
    let id = format!("fault::call::{test}");
    let ended = Harness::command(&["--exact", LAST, &id]).run();
    ended.expect(&id, "not-determined", part)?;
    ended.expect(LAST, "pass", "")?;
    ended.expect_code(2)?;
    ended.expect_nothing_left()
}

/// A resource that the backend has used up in the process of a test does not excuse it.
fn is_the_backends(test: &str, part: &str) -> Checked {
    let id = format!("fault::{test}");
    let ended = Harness::command(&["--exact", LAST, &id]).run();
    ended.expect_all(&id, "fail", &[part, "Too many open files"])?;
    ended.expect(LAST, "pass", "")?;
    ended.expect_code(1)?;
    ended.expect_nothing_left()
}

/// The output of a test's process is kept in a file, so a limit of file sizes ends a process that prints too much.
fn small_files() -> Checked {
    const STRUCK: &str = "fault::call::flood";
    let mut harness = Harness::command(&["--exact", STRUCK, LAST]);
    // SAFETY: makes system calls only.
    unsafe { harness.command.pre_exec(|| limit(libc::RLIMIT_FSIZE, 3 << 20)) };
    let ended = harness.run();
    ended.expect_all(
        STRUCK,
        "not-determined",
        &["more than the 3145728 bytes that are allowed", "SIGXFSZ", "ulimit -f"],
    )?;
    ended.expect(LAST, "pass", "")?;
    ended.expect_code(2)?;
    ended.expect_nothing_left()
}

fn a_run_that_stands_still() -> Checked {
    let ended = stands_still("fault::call::waits_in_vain")?;
    ended.expect("fault::call::waits_in_vain", "not-determined", "the run stood still for ")?;
    ended.expect_code(2)
}

/// Has all processes of a run stand still while a test is at work, for longer than that may take.
fn stands_still(test: &str) -> Checked<Ended> {
    let mut harness = Harness::command(&["--timeout", "2", "--exact", test]);
    let at_work = AtWork::told_by(&mut harness);
    let mark = harness.mark();
    let stopper = std::thread::spawn(move || {
        let wakes = wait_until("the test is at work", || at_work.is_said());
        let tell = |signal| {
            // SAFETY: no pointers.
            processes_of(&mark).into_iter().for_each(|pid| unsafe {
                libc::kill(pid.cast_signed(), signal);
            });
        };
        tell(libc::SIGSTOP);
        std::thread::sleep(Duration::from_secs(4));
        tell(libc::SIGCONT);
        wakes.is_ok()
    });
    let ended = harness.run();
    ensure(stopper.join().is_ok_and(|stopped| stopped), || ended.describe())?;
    ended.expect_nothing_left()?;
    Ok(ended)
}

fn is_root() -> bool {
    // SAFETY: no pointers.
    unsafe { libc::geteuid() == 0 }
}

/// Has a system call refused from now on, as a sandbox does.
fn forbid(call: libc::c_long) -> io::Result<()> {
    let step = |code: u32, k: u32, jf: u8| libc::sock_filter { code: code as u16, jt: 0, jf, k };
    let mut filter = [
        // The number of the call comes first.
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, call as u32, 1),
        step(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32, 0),
        step(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW, 0),
    ];
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: reads structures of the right types.
    let set = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &raw const program)
    };
    if set == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
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
    if !is_root() {
        return Ok(());
    }
    says(harness, "/proc is not mounted")
}
