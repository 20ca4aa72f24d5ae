//! Sealed memory files.

use nix::fcntl::{FcntlArg, SealFlag, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::stat::fstat;
use nix::unistd::ftruncate;
use std::ffi::CStr;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};

/// A file with these seals keeps its size for ever, so that no mapping of it can fault.
const SEALS: SealFlag = SealFlag::F_SEAL_SHRINK.union(SealFlag::F_SEAL_GROW).union(SealFlag::F_SEAL_SEAL);

/// A new memory file of `size` bytes, all zero, whose size can never change.
pub fn create(name: &CStr, size: usize) -> io::Result<OwnedFd> {
    let length = i64::try_from(size).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
    let file = memfd_create(name, MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING)?;
    ftruncate(&file, length)?;
    fcntl(&file, FcntlArg::F_ADD_SEALS(SEALS))?;
    Ok(file)
}

/// The size in bytes of a file that [`create`] could have made; `None` for any other file.
pub fn sealed_size(file: BorrowedFd<'_>) -> Option<usize> {
    let seals = SealFlag::from_bits_truncate(fcntl(file, FcntlArg::F_GET_SEALS).ok()?);
    if !seals.contains(SEALS) {
        return None;
    }
    usize::try_from(fstat(file).ok()?.st_size).ok()
}
