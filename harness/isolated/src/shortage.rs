//! Shortages of the machine, which say nothing about an implementation. Looks for them before a run,
//! and in the ends of processes.

use super::child::SeenEnd;
use super::state::processor_time;
use nix::errno::Errno;
use nix::sys::resource::{Resource, getrlimit};
use std::io::{self, Write};
use std::ptr::null_mut;
use std::sync::OnceLock;
use std::sync::mpsc::channel;
use std::thread::Builder;
use ur_ipc_sys::{ENOUGH_DESCRIPTORS, ProcessEnd, Shortage, keep_limit};

/// So many processes and threads a test needs, its peers and what a driver starts in each of them included.
const THREADS: usize = 96;
/// Room for what a thread needs that only waits.
const STACK: usize = 64 << 10;
/// So much memory a process needs.
const MEMORY: usize = 512 << 20;
/// So many seconds of processor time the process of the run needs.
const TIME: u64 = 60;
/// So much is put into a temporary file.
const TEMPORARY: usize = 64 << 10;

/// The current shortage of this machine, and the remedy.
pub fn shortage() -> Option<String> {
    no_proc()
        .or_else(ends_are_hidden)
        .or_else(few_threads)
        .or_else(few_descriptors)
        .or_else(little_memory)
        .or_else(little_time)
        .or_else(no_temporary_folder)
}

fn no_proc() -> Option<String> {
    let Ok(own) = std::fs::read_link("/proc/self") else {
        return Some("/proc is not mounted: processes cannot be told apart without it".to_owned());
    };
    // That of another namespace has other numbers for the same processes.
    (own.as_os_str() != std::process::id().to_string().as_str()).then(|| {
        "/proc is that of another PID namespace, in which processes have other numbers: mount it anew (unshare \
         --mount-proc, or mount -t proc proc /proc)"
            .to_owned()
    })
}

/// A process that has no children is told so, unless nobody may ask.
fn ends_are_hidden() -> Option<String> {
    let look = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: only asks, and wants no answer.
    let answer = unsafe { libc::waitid(libc::P_ALL, 0, null_mut(), look) };
    match Errno::last() {
        _ if answer == 0 => None,
        Errno::ECHILD | Errno::EINTR => None,
        errno => Some(format!(
            "how processes end cannot be seen (waitid: {}): a seccomp filter may forbid it; allow it in the profile of the \
             container or sandbox",
            errno.desc()
        )),
    }
}

/// Limits of users, of groups of processes and of the system hold for threads as well, which cost least to try.
fn few_threads() -> Option<String> {
    let mut threads = Vec::new();
    let refused = (0..THREADS).find_map(|_| {
        let (end, ended) = channel::<()>();
        let thread = Builder::new().stack_size(STACK).spawn(move || ended.recv());
        thread.map(|thread| threads.push((end, thread))).err()
    });
    let count = threads.len();
    for (end, thread) in threads {
        drop(end);
        let _ = thread.join();
    }
    let error = refused?;
    Some(format!(
        "only {count} of {THREADS} further processes or threads can be started ({error}): raise the limit of processes \
         (ulimit -u, or the pids limit of the cgroup)"
    ))
}

fn few_descriptors() -> Option<String> {
    let limit = soft_limit(Resource::RLIMIT_NOFILE);
    let told = || {
        format!(
            "a process may have only {limit} descriptors: raise the limit (ulimit -n) to {ENOUGH_DESCRIPTORS}"
        )
    };
    (limit < ENOUGH_DESCRIPTORS).then(told)
}

fn little_memory() -> Option<String> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new mapping, at an address of the kernel's choice and never touched, disturbs nobody.
    let address = unsafe { libc::mmap(null_mut(), MEMORY, access, kind, -1, 0) };
    if address != libc::MAP_FAILED {
        // SAFETY: mapped just now, and nobody knows of it.
        unsafe { libc::munmap(address, MEMORY) };
        return None;
    }
    Some(format!(
        "{} MiB of memory cannot be had ({}): make room, or raise the limits (ulimit -d, ulimit -v)",
        MEMORY >> 20,
        io::Error::last_os_error()
    ))
}

fn little_time() -> Option<String> {
    let limit = soft_limit(Resource::RLIMIT_CPU);
    let told = || {
        format!(
            "a process may have only {limit} seconds of processor time: raise the limit (ulimit -t) to {TIME} at least"
        )
    };
    (limit < TIME).then(told)
}

/// The limit that holds for this process; none if the system does not say.
pub fn soft_limit(resource: Resource) -> u64 {
    getrlimit(resource).map_or(0, |(soft, _)| soft)
}

fn no_temporary_folder() -> Option<String> {
    let folder = std::env::temp_dir();
    let made = tempfile::tempfile_in(&folder);
    let error = made.and_then(|mut file| file.write_all(&[0; TEMPORARY])).err()?;
    let advice = match Shortage::of(&error) {
        Some(shortage) => shortage.to_string(),
        None => "set TMPDIR to a folder for temporary files".to_owned(),
    };
    Some(format!("no file can be made in {} ({error}): {advice}", folder.display()))
}

/// Why no process could be started, and what to do if that was for want of something.
pub fn not_started(error: &io::Error) -> String {
    let advice = Shortage::of_start(error).map(|shortage| format!(": {shortage}")).unwrap_or_default();
    format!("{error}{advice}")
}

/// The limits that processes of the run were given. What a library lowers later is its own doing.
struct Given {
    time: Option<u64>,
    file: Option<u64>,
    memory: Option<u64>,
}

static GIVEN: OnceLock<Given> = OnceLock::new();

/// Keeps the limits that this process was given, as long as no library has lowered any.
pub fn keep_limits() {
    given();
    keep_limit();
}

fn given() -> &'static Given {
    GIVEN.get_or_init(|| {
        let soft = |resource| Some(soft_limit(resource)).filter(|&limit| limit != libc::RLIM_INFINITY);
        let memory = [Resource::RLIMIT_AS, Resource::RLIMIT_DATA].into_iter().filter_map(soft).min();
        Given { time: soft(Resource::RLIMIT_CPU), file: soft(Resource::RLIMIT_FSIZE), memory }
    })
}

/// Names the limit that a process of the run exceeded, if it ended for that. Only a limit counts that it was given, and
/// not one that it set itself. `said` is the end of its output. To be called before anybody has waited for the process.
pub fn lacked(end: SeenEnd, pid: u32, said: &str) -> Option<String> {
    let SeenEnd::Known(ProcessEnd::Signalled(signal)) = end else { return None };
    lacked_under(given(), signal, || processor_time(pid), said)
}

fn lacked_under(
    given: &Given,
    signal: i32,
    time: impl FnOnce() -> Option<u64>,
    said: &str,
) -> Option<String> {
    match (signal, given) {
        (libc::SIGXCPU, Given { time: Some(limit), .. }) => Some(no_time(*limit)),
        // Where both limits are the same, the kernel has no warning.
        (libc::SIGKILL, Given { time: Some(limit), .. }) if time()? >= *limit => Some(no_time(*limit)),
        (libc::SIGXFSZ, Given { file: Some(limit), .. }) => Some(format!(
            "it needed a file of more than the {limit} bytes that are allowed: raise the limit (ulimit -f)"
        )),
        (libc::SIGABRT, Given { memory: Some(limit), .. }) if said.contains("memory allocation of ") => {
            Some(format!(
                "it needed more memory than the {limit} bytes that are allowed: raise the limits (ulimit -d, ulimit -v)"
            ))
        }
        _ => None,
    }
}

fn no_time(limit: u64) -> String {
    format!(
        "it had used up the {limit} seconds of processor time that are allowed: raise the limit (ulimit -t)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const LIMITED: Given = Given { time: Some(5), file: Some(1024), memory: Some(1 << 20) };
    const FREE: Given = Given { time: None, file: None, memory: None };
    const NO_MEMORY: &str = "memory allocation of 41 bytes failed";

    #[rstest]
    #[case::processor_time(libc::SIGXCPU, 0, "", Some("ulimit -t"))]
    #[case::processor_time_at_once(libc::SIGKILL, 5, "", Some("ulimit -t"))]
    #[case::killed_by_somebody(libc::SIGKILL, 4, "", None)]
    #[case::a_file(libc::SIGXFSZ, 0, "", Some("ulimit -f"))]
    #[case::memory(libc::SIGABRT, 0, NO_MEMORY, Some("ulimit -d"))]
    #[case::an_assertion(libc::SIGABRT, 0, "assertion failed", None)]
    #[case::a_crash(libc::SIGSEGV, 9, NO_MEMORY, None)]
    fn an_end_for_a_limit_that_was_given_is_the_machines(
        #[case] signal: i32,
        #[case] time: u64,
        #[case] said: &str,
        #[case] advice: Option<&str>,
    ) {
        let told = lacked_under(&LIMITED, signal, || Some(time), said);
        assert_eq!(told.is_some(), advice.is_some(), "{told:?}");
        assert!(advice.is_none_or(|advice| told.unwrap().contains(advice)));
        // A library that sets itself a limit has nobody else to blame.
        assert_eq!(lacked_under(&FREE, signal, || Some(time), said), None);
    }
}
