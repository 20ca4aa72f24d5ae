//! Finds changes that tests leave in their process and that would harm the next one.

use nix::sys::resource::Resource;
use nix::sys::stat::fstat;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::ptr::null_mut;
use ur_ipc_isolated::{Channel, ProcessSnapshot, ends_are_unseen, soft_limit};

/// Descriptors that a process may gather over its life before it is replaced.
const SPARE_DESCRIPTORS: i32 = 512;
/// Memory that a test must be able to get.
const SPARE_MEMORY: usize = 16 << 20;
/// Limits of a process, and their names.
const LIMITS: [(Resource, &str); 8] = [
    (Resource::RLIMIT_AS, "memory"),
    (Resource::RLIMIT_CPU, "processor time"),
    (Resource::RLIMIT_DATA, "data"),
    (Resource::RLIMIT_FSIZE, "file size"),
    (Resource::RLIMIT_MEMLOCK, "locked memory"),
    (Resource::RLIMIT_NOFILE, "descriptors"),
    (Resource::RLIMIT_NPROC, "processes"),
    (Resource::RLIMIT_STACK, "stack"),
];

/// A process as it was when its device had been opened.
pub(super) struct Fresh {
    next_descriptor: Option<RawFd>,
    streams: [Option<(u64, u64)>; 3],
    limits: [u64; LIMITS.len()],
    snapshot: ProcessSnapshot,
}

impl Fresh {
    pub(super) fn now(channel: &Channel) -> Self {
        Self {
            next_descriptor: next_descriptor(channel),
            streams: streams(),
            limits: limits(),
            snapshot: ProcessSnapshot::of_this(),
        }
    }

    /// Why this process cannot be trusted with another test, if it cannot.
    pub(super) fn unfit(&self, channel: &Channel) -> Option<String> {
        let Some(next) = next_descriptor(channel) else {
            return Some("no descriptors are left".to_owned());
        };
        let left_open = next - self.next_descriptor.unwrap_or(0);
        if left_open > SPARE_DESCRIPTORS {
            return Some(format!("{left_open} descriptors were left open"));
        }
        let streams = streams();
        if let Some(number) = (0..3).find(|&number| streams[number] != self.streams[number]) {
            return Some(format!("standard stream {number} was closed or replaced"));
        }
        let now = limits();
        if let Some(at) = (0..LIMITS.len()).find(|&at| now[at] < self.limits[at]) {
            return Some(format!("the limit of {} was lowered", LIMITS[at].1));
        }
        if ends_are_unseen() {
            return Some("SIGCHLD is ignored".to_owned());
        }
        if let Some(change) = self.snapshot.changed(&ProcessSnapshot::of_this()) {
            return Some(change);
        }
        (!has_memory()).then(|| "no memory is left".to_owned())
    }
}

/// The number that the next descriptor of this process gets.
fn next_descriptor(channel: &Channel) -> Option<RawFd> {
    // SAFETY: duplicating a descriptor disturbs nobody.
    let copy = unsafe { libc::fcntl(channel.as_raw_fd(), libc::F_DUPFD_CLOEXEC, 0) };
    // SAFETY: just made, owned by nobody else.
    (copy >= 0).then(|| unsafe { OwnedFd::from_raw_fd(copy) }.as_raw_fd())
}

/// Device and inode of what the standard streams go to.
fn streams() -> [Option<(u64, u64)>; 3] {
    [0, 1, 2].map(|number| {
        // SAFETY: only asks; a number that is not open gives an error.
        let stream = unsafe { BorrowedFd::borrow_raw(number) };
        fstat(stream).ok().map(|stat| (stat.st_dev, stat.st_ino))
    })
}

fn limits() -> [u64; LIMITS.len()] {
    LIMITS.map(|(resource, _)| soft_limit(resource))
}

fn has_memory() -> bool {
    // SAFETY: a new mapping, at an address of the kernel's choice and never touched, disturbs nobody.
    unsafe {
        let address = libc::mmap(
            null_mut(),
            SPARE_MEMORY,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        );
        address != libc::MAP_FAILED && libc::munmap(address, SPARE_MEMORY) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Why a process that this is done to is unfit. The main thread of libtest blocks signals for a moment when it starts
    /// the thread of another test, so it is asked more than once.
    fn unfit(mut done: impl FnMut(&mut Fresh)) -> Option<String> {
        let (channel, _other) = Channel::pair().unwrap();
        let answers = std::iter::repeat_with(|| {
            let mut fresh = Fresh::now(&channel);
            done(&mut fresh);
            fresh.unfit(&channel)
        });
        let of_libtest = |answer: &Option<String>| {
            answer.as_ref().is_some_and(|why| why.contains("the set of blocked signals"))
        };
        answers.take(100).find(|answer| !of_libtest(answer)).expect("signals are blocked for a moment only")
    }

    #[test]
    fn a_process_in_which_nothing_happened_is_as_good_as_new() {
        assert_eq!(unfit(|_| {}), None);
    }

    #[test]
    fn a_lowered_limit_is_named() {
        let unlimited = limits()[1] == u64::MAX;
        let expected = (!unlimited).then(|| "the limit of processor time was lowered".to_owned());
        assert_eq!(unfit(|fresh| fresh.limits[1] = u64::MAX), expected);
        let replaced = unfit(|fresh| fresh.streams[0] = Some((0, 0)));
        assert_eq!(replaced.as_deref(), Some("standard stream 0 was closed or replaced"));
    }
}
