//! Memory that can travel: a memfd, mapped, with a token behind the data by which an opener knows it again.

use nix::fcntl::{FcntlArg, SealFlag, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::mman::{MapFlags, ProtFlags, mmap, munmap};
use nix::sys::stat::fstat;
use nix::unistd::ftruncate;
use std::ffi::c_void;
use std::fs::File;
use std::num::NonZeroUsize;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;
use std::ptr::NonNull;

const PAGE: usize = 4096;

/// A shared mapping of a memfd, unmapped on drop.
pub(crate) struct SharedMapping {
    fd: OwnedFd,
    at: NonNull<c_void>,
    pages: NonZeroUsize,
    /// Bytes that the user asked for.
    pub(crate) size: usize,
}

// SAFETY: the mapping is plain memory; who writes when is the business of UR's user.
unsafe impl Send for SharedMapping {}
// SAFETY: as above.
unsafe impl Sync for SharedMapping {}

fn pages(size: usize) -> nix::Result<NonZeroUsize> {
    let bytes =
        size.checked_next_multiple_of(PAGE).and_then(|n| n.checked_add(PAGE)).ok_or(nix::Error::ENOMEM)?;
    NonZeroUsize::new(bytes).ok_or(nix::Error::EINVAL)
}

impl SharedMapping {
    /// New memory that carries `token`.
    pub(crate) fn create(size: usize, token: u64) -> nix::Result<Self> {
        let fd = memfd_create(c"tiny-ur", MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING)?;
        let length = pages(size)?;
        ftruncate(&fd, i64::try_from(length.get()).map_err(|_| nix::Error::ENOMEM)?)?;
        fcntl(
            &fd,
            FcntlArg::F_ADD_SEALS(SealFlag::F_SEAL_SHRINK | SealFlag::F_SEAL_GROW | SealFlag::F_SEAL_SEAL),
        )?;
        let file = File::from(fd);
        file.write_all_at(&token.to_le_bytes(), (length.get() - PAGE) as u64).map_err(|_| nix::Error::EIO)?;
        Self::map(file.into(), size)
    }

    /// The memory behind a descriptor that came from elsewhere, if it is what the handle says.
    pub(crate) fn adopt(fd: OwnedFd, size: usize, token: u64) -> nix::Result<Self> {
        let length = pages(size)?;
        // Without the seal, the other side could shrink the file under our mapping.
        let seals = SealFlag::from_bits_retain(fcntl(&fd, FcntlArg::F_GET_SEALS)?);
        if !seals.contains(SealFlag::F_SEAL_SHRINK) || fstat(&fd)?.st_size != length.get() as i64 {
            return Err(nix::Error::EINVAL);
        }
        let file = File::from(fd);
        let mut found = [0; 8];
        file.read_exact_at(&mut found, (length.get() - PAGE) as u64).map_err(|_| nix::Error::EIO)?;
        if found != token.to_le_bytes() {
            return Err(nix::Error::EINVAL);
        }
        Self::map(file.into(), size)
    }

    fn map(fd: OwnedFd, size: usize) -> nix::Result<Self> {
        let pages = pages(size)?;
        // SAFETY: a new mapping at an address of the kernel's choice; the file is sealed against shrinking.
        let at = unsafe {
            mmap(None, pages, ProtFlags::PROT_READ | ProtFlags::PROT_WRITE, MapFlags::MAP_SHARED, &fd, 0)?
        };
        Ok(Self { fd, at, pages, size })
    }

    /// Another descriptor of the same memory.
    pub(crate) fn duplicate(&self) -> nix::Result<OwnedFd> {
        self.fd.try_clone().map_err(|_| nix::Error::EMFILE)
    }

    /// Where it is mapped.
    pub(crate) fn base(&self) -> usize {
        self.at.as_ptr().expose_provenance()
    }
}

impl Drop for SharedMapping {
    fn drop(&mut self) {
        // SAFETY: `map` made this mapping, and nothing else unmaps it.
        let _ = unsafe { munmap(self.at, self.pages.get()) };
    }
}

/// Takes a copy of descriptor `fd` of process `pid`.
pub(crate) fn descriptor_of(pid: u32, fd: RawFd) -> nix::Result<OwnedFd> {
    let owned = |result: i64| {
        let fd = nix::errno::Errno::result(result)?;
        // SAFETY: the system call just made this descriptor for us.
        Ok::<_, nix::Error>(unsafe { OwnedFd::from_raw_fd(fd as RawFd) })
    };
    // SAFETY: neither call takes pointers.
    let process = owned(unsafe { nix::libc::syscall(nix::libc::SYS_pidfd_open, pid, 0) })?;
    // SAFETY: as above.
    owned(unsafe { nix::libc::syscall(nix::libc::SYS_pidfd_getfd, process.as_raw_fd(), fd, 0) })
}

/// A number that no other object has.
pub(crate) fn token() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id())
}
