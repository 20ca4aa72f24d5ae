//! Processes: the identity of this one, and access to another one's descriptors.

use crate::checks::Ur;
use nix::errno::Errno;
use std::io;
use std::os::fd::{AsFd, OwnedFd, RawFd};
use ur_ipc_api::UrResult;
use ur_ipc_sys::pidfd;

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
pub(crate) fn start_time(stat: &str) -> Option<u64> {
    let (_, after_command) = stat.rsplit_once(')')?;
    after_command.split_ascii_whitespace().nth(19)?.parse().ok()
}

/// A living process, pinned.
pub struct PinnedProcess(OwnedFd);

impl PinnedProcess {
    /// Pins the process that an export names.
    ///
    /// # Errors
    /// `INVALID_VALUE` if it is gone, `OUT_OF_RESOURCES` if this process has no descriptor left, and
    /// `UNSUPPORTED_FEATURE` on kernels without `pidfd_open`.
    pub fn open(identity: Identity) -> Ur<Self> {
        let pid = i32::try_from(identity.pid).map_err(|_| UrResult::ERROR_INVALID_VALUE)?;
        if pid <= 0 {
            return Err(UrResult::ERROR_INVALID_VALUE);
        }
        let pinned = Self(pidfd::open(pid).map_err(|error| refusal(&error))?);
        // The number is looked up again after the pin: had the exporter gone before it, the start times differ.
        let now = Identity::of(identity.pid).map_err(|error| refusal(&error))?;
        if now == identity { Ok(pinned) } else { Err(UrResult::ERROR_INVALID_VALUE) }
    }

    /// Takes a copy of one of its descriptors.
    ///
    /// # Errors
    /// `INVALID_VALUE` if it has none of this number, `INVALID_ARGUMENT` if this process may not, and
    /// `UNSUPPORTED_FEATURE` on kernels without `pidfd_getfd`.
    pub fn take_fd(&self, fd: RawFd) -> Ur<OwnedFd> {
        if fd < 0 {
            return Err(UrResult::ERROR_INVALID_VALUE);
        }
        pidfd::copy_from(self.0.as_fd(), fd).map_err(|error| refusal(&error))
    }
}

/// UR's word for a failure to reach a process.
fn refusal(error: &io::Error) -> UrResult {
    match error.raw_os_error().map(Errno::from_raw) {
        Some(Errno::EPERM | Errno::EACCES) => UrResult::ERROR_INVALID_ARGUMENT,
        Some(Errno::ENOSYS) => UrResult::ERROR_UNSUPPORTED_FEATURE,
        Some(Errno::EMFILE | Errno::ENFILE | Errno::ENOMEM) => UrResult::ERROR_OUT_OF_RESOURCES,
        _ => UrResult::ERROR_INVALID_VALUE,
    }
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
        assert!(PinnedProcess::open(own).is_ok());
        let earlier = Identity { start_time: own.start_time.wrapping_sub(1), ..own };
        assert_eq!(PinnedProcess::open(earlier).err(), Some(UrResult::ERROR_INVALID_VALUE));
    }

    #[test]
    fn impossible_processes_and_descriptors_are_refused() {
        for pid in [0, u32::MAX, i32::MAX as u32] {
            let nobody = Identity { pid, start_time: 1 };
            assert_eq!(PinnedProcess::open(nobody).err(), Some(UrResult::ERROR_INVALID_VALUE));
        }
        let own = PinnedProcess::open(Identity::own().unwrap()).unwrap();
        assert_eq!(own.take_fd(-1).err(), Some(UrResult::ERROR_INVALID_VALUE));
        assert_eq!(own.take_fd(1 << 20).err(), Some(UrResult::ERROR_INVALID_VALUE));
    }
}
