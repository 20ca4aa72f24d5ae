//! What a machine must have for tests to say something about an implementation, and not about the machine.

use nix::sys::resource::{Resource, getrlimit};
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread::Builder;

/// So many processes and threads a test needs, its peers and what a driver starts in each of them included.
const THREADS: usize = 32;
/// Room for what a thread needs that only waits.
const STACK: usize = 64 << 10;
/// So many descriptors.
const DESCRIPTORS: u64 = 128;

/// What this machine lacks at this moment, and what to do about it.
pub(crate) fn shortage() -> Option<String> {
    no_proc().or_else(few_threads).or_else(few_descriptors).or_else(no_temporary_folder)
}

fn no_proc() -> Option<String> {
    let told = "/proc is not mounted: processes cannot be told apart without it";
    (!Path::new("/proc/self/status").exists()).then(|| told.to_owned())
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
        format!("a process may have only {limit} descriptors: raise the limit (ulimit -n) to {DESCRIPTORS}")
    };
    (limit < DESCRIPTORS).then(told)
}

/// The limit that holds for this process; none if the system does not say.
pub(crate) fn soft_limit(resource: Resource) -> u64 {
    getrlimit(resource).map_or(0, |(soft, _)| soft)
}

fn no_temporary_folder() -> Option<String> {
    let folder = std::env::temp_dir();
    let error = tempfile::tempfile_in(&folder).err()?;
    Some(format!(
        "no file can be made in {} ({error}): set TMPDIR to a folder for temporary files",
        folder.display()
    ))
}
