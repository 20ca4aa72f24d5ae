//! `mmap` of an open device.

use std::ffi::c_void;

use crate::errno::Errno;
use crate::file::File;
use crate::sys;

/// The offset that stands for the barrier page. A write to it makes everything before it reach the device.
pub const PCI_BARRIER: u64 = 0x50 << 12;

/// The arguments of `mmap`.
#[derive(Debug, Clone, Copy)]
pub struct Wish {
    /// The wanted address.
    pub address: *mut c_void,
    /// The number of bytes.
    pub length: usize,
    /// `PROT_*`
    pub protection: i32,
    /// `MAP_*`
    pub flags: i32,
    /// Of what.
    pub offset: u64,
}

/// Maps an object, or the barrier.
///
/// # Safety
/// With `MAP_FIXED`, nobody uses what was at the address.
pub unsafe fn mmap(file: &File, wish: Wish) -> Result<*mut c_void, Errno> {
    let shared = matches!(wish.flags & libc::MAP_TYPE, libc::MAP_SHARED | libc::MAP_SHARED_VALIDATE);
    if !shared || wish.length == 0 {
        return Err(Errno::EINVAL);
    }
    if wish.offset == PCI_BARRIER {
        let unreadable = wish.protection & (libc::PROT_READ | libc::PROT_EXEC) == 0;
        if file.device.vram.is_none() || wish.length > 4096 || !unreadable {
            return Err(Errno::EINVAL);
        }
        let flags = wish.flags | libc::MAP_ANONYMOUS;
        // SAFETY: by the contract of this function.
        return unsafe { sys::mmap(wish.address, wish.length, wish.protection, flags, -1, 0) };
    }
    // An object is mapped from its beginning.
    let bo = file.handles().at_offset(wish.offset).ok_or(Errno::EINVAL)?;
    if wish.length as u64 > bo.size() {
        return Err(Errno::EINVAL);
    }
    bo.back()?;
    bo.map(wish.address, wish.length, wish.protection, wish.flags, 0)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ioctl::testing::{file, object};

    const WISH: Wish = Wish {
        address: std::ptr::null_mut(),
        length: 65536,
        protection: libc::PROT_READ | libc::PROT_WRITE,
        flags: libc::MAP_SHARED,
        offset: 1 << 32,
    };
    const BARRIER: Wish = Wish { length: 4096, protection: libc::PROT_WRITE, offset: PCI_BARRIER, ..WISH };

    #[rstest]
    #[case::whole(WISH, true)]
    #[case::part(Wish { length: 4096, ..WISH }, true)]
    #[case::more(Wish { length: 65537, ..WISH }, false)]
    #[case::inside(Wish { offset: WISH.offset + 4096, ..WISH }, false)]
    #[case::nothing_there(Wish { offset: 1 << 40, ..WISH }, false)]
    #[case::zero(Wish { offset: 0, ..WISH }, false)]
    #[case::private(Wish { flags: libc::MAP_PRIVATE, ..WISH }, false)]
    #[case::barrier(BARRIER, true)]
    #[case::readable_barrier(Wish { protection: libc::PROT_READ | libc::PROT_WRITE, ..BARRIER }, false)]
    #[case::long_barrier(Wish { length: 8192, ..BARRIER }, false)]
    fn is_validated(#[case] wish: Wish, #[case] fits: bool) {
        let file = file();
        object(&file);
        // SAFETY: the kernel chooses a free place.
        let mapped = unsafe { mmap(&file, wish) };
        assert_eq!(mapped.is_ok(), fits, "{mapped:?}");
        if let Ok(place) = mapped {
            // SAFETY: nobody has seen the mapping.
            unsafe { sys::munmap(place, wish.length) };
        }
    }
}
