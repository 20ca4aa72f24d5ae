//! Memory that a process shares with its watcher, and that outlives the process.

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, SealFlag, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::mman::{MapFlags, MmapAdvise, ProtFlags, madvise, mmap, munmap};
use std::ffi::CStr;
use std::num::NonZeroUsize;
use std::ops::Deref;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::ptr::NonNull;

/// A type of which both sides may hold a reference while either writes.
///
/// # Safety
/// It consists of atomics only, with a fixed layout, and any bytes are a value, zeros among them.
pub unsafe trait Shareable: Sync {}

/// A value in such memory.
pub struct SharedMemory<T: Shareable> {
    shared: NonNull<T>,
    /// For handing the memory over; who got it needs no descriptor.
    memory: Option<OwnedFd>,
}

// SAFETY: the memory is shared by design; everything in it is atomic.
unsafe impl<T: Shareable> Send for SharedMemory<T> {}
// SAFETY: as above.
unsafe impl<T: Shareable> Sync for SharedMemory<T> {}

impl<T: Shareable> SharedMemory<T> {
    /// New memory, all zero, under this name in `/proc`.
    pub fn create(name: &CStr) -> nix::Result<Self> {
        let memory = memfd_create(name, MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING)?;
        nix::unistd::ftruncate(&memory, size_of::<T>().try_into().expect("a small size"))?;
        // A watched process that shrank the memory would make the watching one fault on its next look.
        fcntl(&memory, FcntlArg::F_ADD_SEALS(SealFlag::F_SEAL_SHRINK | SealFlag::F_SEAL_GROW))?;
        let shared = map(memory.as_fd())?;
        Ok(Self { shared, memory: Some(memory) })
    }

    /// Memory that another process has handed over. The descriptor is closed.
    pub fn inherit(memory: OwnedFd) -> nix::Result<Self> {
        if nix::sys::stat::fstat(&memory)?.st_size.cast_unsigned() < size_of::<T>() as u64 {
            return Err(Errno::EINVAL);
        }
        Ok(Self { shared: map(memory.as_fd())?, memory: None })
    }

    /// The other process has its own descriptor now; one that is kept here could only be closed by somebody else.
    pub fn handed_over(&mut self) {
        self.memory = None;
    }

    /// The descriptor to hand over.
    pub fn raw_fd(&self) -> Option<RawFd> {
        self.memory.as_ref().map(AsRawFd::as_raw_fd)
    }

    /// Does what a process may do that writes where it should not.
    #[cfg(any(test, feature = "fuzzing"))]
    pub fn overwrite(&self, bytes: &[u8]) {
        use std::sync::atomic::{AtomicU8, Ordering};
        let start = self.shared.as_ptr().cast::<AtomicU8>();
        for (at, byte) in bytes.iter().enumerate().take(size_of::<T>()) {
            // SAFETY: within the memory, in which any bytes are valid, and whose users know that it changes.
            unsafe { start.add(at).as_ref() }.expect("inside the mapping").store(*byte, Ordering::Relaxed);
        }
    }
}

impl<T: Shareable> Deref for SharedMemory<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: mapped for as long as `self` lives, of this size, and any bytes are a value.
        unsafe { self.shared.as_ref() }
    }
}

impl<T: Shareable> Drop for SharedMemory<T> {
    fn drop(&mut self) {
        // SAFETY: mapped by `map` with this size; nobody refers to it any more.
        let unmapped = unsafe { munmap(self.shared.cast(), size_of::<T>()) };
        debug_assert!(unmapped.is_ok());
    }
}

fn map<T: Shareable>(memory: BorrowedFd<'_>) -> nix::Result<NonNull<T>> {
    let size = NonZeroUsize::new(size_of::<T>()).expect("what is shared is not empty");
    let access = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
    // Resident at once, so that no test takes it for a leak.
    let flags = MapFlags::MAP_SHARED | MapFlags::MAP_POPULATE;
    // SAFETY: a new mapping at an address of the kernel's choice disturbs nobody.
    let address = unsafe { mmap(None, size, access, flags, memory, 0) }?;
    // What a library forks off and lets return into a test must not write in its parent's name. It dies of trying.
    // SAFETY: the mapping just made, of which only what forks get is changed.
    unsafe { madvise(address, size.get(), MmapAdvise::MADV_DONTFORK) }?;
    Ok(address.cast())
}
