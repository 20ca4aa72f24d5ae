//! Processes: who this one is, and how another one's descriptors are reached.

use crate::error::Ur;
use nix::errno::Errno;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use ur_ipc_api::UrResult;

/// A process that cannot be mistaken for a later one with the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Process id.
    pub pid: u32,
    /// Start time in clock ticks since boot.
    pub start_time: u64,
}

impl Identity {
    /// This process.
    pub fn own() -> io::Result<Self> {
        Self::of(std::process::id())
    }

    /// The process that has this number now.
    pub fn of(pid: u32) -> io::Result<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let start_time = start_time(&stat).ok_or(io::ErrorKind::InvalidData)?;
        Ok(Self { pid, start_time })
    }
}

/// Field 22 of `/proc/PID/stat`. The second field is the command in parentheses and may hold anything.
fn start_time(stat: &str) -> Option<u64> {
    let (_, after_command) = stat.rsplit_once(')')?;
    after_command.split_ascii_whitespace().nth(19)?.parse().ok()
}

/// Lets any process of the same user take descriptors from this one where Yama restricts that. Without Yama the
/// call fails and changes nothing.
pub fn permit_peers() {
    // SAFETY: PR_SET_PTRACER takes a number and touches no memory.
    unsafe { libc::prctl(libc::PR_SET_PTRACER, libc::PR_SET_PTRACER_ANY) };
}

/// A living process, pinned.
pub struct Peer(OwnedFd);

impl Peer {
    /// Pins the process that an export names.
    ///
    /// # Errors
    /// `INVALID_VALUE` if it is gone, `UNSUPPORTED_FEATURE` on kernels without `pidfd_open`.
    pub fn open(identity: Identity) -> Ur<Self> {
        let pid = i32::try_from(identity.pid).map_err(|_| UrResult::ERROR_INVALID_VALUE)?;
        if pid <= 0 {
            return Err(UrResult::ERROR_INVALID_VALUE);
        }
        // SAFETY: pidfd_open takes two numbers and gives a descriptor that nobody else owns.
        let peer = Self(unsafe { descriptor(libc::syscall(libc::SYS_pidfd_open, pid, 0)) }?);
        // The number is looked up again after the pin: had the exporter gone before it, the start times differ.
        match Identity::of(identity.pid) {
            Ok(now) if now == identity => Ok(peer),
            _ => Err(UrResult::ERROR_INVALID_VALUE),
        }
    }

    /// Takes a copy of one of the peer's descriptors.
    ///
    /// # Errors
    /// `INVALID_VALUE` if it has none of this number, `INVALID_ARGUMENT` if this process may not, and
    /// `UNSUPPORTED_FEATURE` on kernels without `pidfd_getfd`.
    pub fn take_fd(&self, fd: RawFd) -> Ur<OwnedFd> {
        if fd < 0 {
            return Err(UrResult::ERROR_INVALID_VALUE);
        }
        // SAFETY: pidfd_getfd takes three numbers and gives a descriptor that nobody else owns.
        unsafe { descriptor(libc::syscall(libc::SYS_pidfd_getfd, self.0.as_raw_fd(), fd, 0)) }
    }
}

/// The descriptor that a system call returned.
///
/// # Safety
/// `returned` comes from a system call that gives a new descriptor, made just before: `errno` is its error.
unsafe fn descriptor(returned: libc::c_long) -> Ur<OwnedFd> {
    if returned >= 0 {
        // SAFETY: new and owned by nobody, by this function's contract; descriptors are small.
        return Ok(unsafe { OwnedFd::from_raw_fd(returned as RawFd) });
    }
    Err(match Errno::last() {
        Errno::EPERM | Errno::EACCES => UrResult::ERROR_INVALID_ARGUMENT,
        Errno::ENOSYS => UrResult::ERROR_UNSUPPORTED_FEATURE,
        Errno::EMFILE | Errno::ENFILE | Errno::ENOMEM => UrResult::ERROR_OUT_OF_RESOURCES,
        _ => UrResult::ERROR_INVALID_VALUE,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_time_is_found_behind_any_command() {
        let stat = "12 (a ) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4242 20";
        assert_eq!(start_time(stat), Some(4242));
        assert_eq!(start_time("12"), None);
    }

    #[test]
    fn own_identity_can_be_pinned_and_another_start_time_cannot() {
        let own = Identity::own().unwrap();
        assert!(Peer::open(own).is_ok());
        let earlier = Identity { start_time: own.start_time.wrapping_sub(1), ..own };
        assert_eq!(Peer::open(earlier).err(), Some(UrResult::ERROR_INVALID_VALUE));
    }

    #[test]
    fn impossible_processes_and_descriptors_are_refused() {
        for pid in [0, u32::MAX, i32::MAX as u32] {
            let nobody = Identity { pid, start_time: 1 };
            assert_eq!(Peer::open(nobody).err(), Some(UrResult::ERROR_INVALID_VALUE));
        }
        let own = Peer::open(Identity::own().unwrap()).unwrap();
        assert_eq!(own.take_fd(-1).err(), Some(UrResult::ERROR_INVALID_VALUE));
        assert_eq!(own.take_fd(1 << 20).err(), Some(UrResult::ERROR_INVALID_VALUE));
    }
}
