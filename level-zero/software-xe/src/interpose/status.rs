//! File status, as the file system gives it.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use super::next::interpose;
use super::{give, ours};
use crate::descriptors::{self, Found};
use crate::errno::Errno;
use crate::process::Process;
use crate::tree::{self, Node};

/// The version of the structure that programs of older C libraries name.
type Version = i32;

interpose! {
    fn stat(path: *const c_char, into: *mut libc::stat) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => give(unsafe { of_path(path, true, into) }),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, into) },
        }
    }

    fn stat64(path: *const c_char, into: *mut libc::stat) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => give(unsafe { of_path(path, true, into) }),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, into) },
        }
    }

    fn lstat(path: *const c_char, into: *mut libc::stat) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => give(unsafe { of_path(path, false, into) }),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, into) },
        }
    }

    fn lstat64(path: *const c_char, into: *mut libc::stat) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => give(unsafe { of_path(path, false, into) }),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, into) },
        }
    }

    fn fstatat(folder: i32, path: *const c_char, into: *mut libc::stat, flags: i32) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => give(unsafe { of_path(path, flags & libc::AT_SYMLINK_NOFOLLOW == 0, into) }),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(folder, path, into, flags) },
        }
    }

    fn fstatat64(folder: i32, path: *const c_char, into: *mut libc::stat, flags: i32) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => give(unsafe { of_path(path, flags & libc::AT_SYMLINK_NOFOLLOW == 0, into) }),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(folder, path, into, flags) },
        }
    }

    fn fstat(fd: i32, into: *mut libc::stat) -> i32 {
        // SAFETY: by the contract of this function.
        unsafe { of_device(fd, into) }.unwrap_or_else(|| unsafe { next()(fd, into) })
    }

    fn fstat64(fd: i32, into: *mut libc::stat) -> i32 {
        // SAFETY: by the contract of this function.
        unsafe { of_device(fd, into) }.unwrap_or_else(|| unsafe { next()(fd, into) })
    }

    fn __xstat(version: Version, path: *const c_char, into: *mut libc::stat) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => give(unsafe { of_path(path, true, into) }),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(version, path, into) },
        }
    }

    fn __lxstat(version: Version, path: *const c_char, into: *mut libc::stat) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => give(unsafe { of_path(path, false, into) }),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(version, path, into) },
        }
    }

    fn __fxstat(version: Version, fd: i32, into: *mut libc::stat) -> i32 {
        // SAFETY: by the contract of this function.
        unsafe { of_device(fd, into) }.unwrap_or_else(|| unsafe { next()(version, fd, into) })
    }

    fn statx(folder: i32, path: *const c_char, flags: i32, mask: u32, into: *mut libc::statx) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => give(unsafe { extended(path, flags & libc::AT_SYMLINK_NOFOLLOW == 0, into) }),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(folder, path, flags, mask, into) },
        }
    }
}

fn status(node: &Node) -> libc::stat {
    // SAFETY: all zero is a value of it.
    let mut stat: libc::stat = unsafe { MaybeUninit::zeroed().assume_init() };
    stat.st_nlink = 1;
    stat.st_blksize = 4096;
    (stat.st_mode, stat.st_size) = match node {
        Node::Folder(_) => (libc::S_IFDIR | 0o755, 0),
        Node::File(_) => (libc::S_IFREG | 0o444, 4096),
        Node::Link(target) => (libc::S_IFLNK | 0o777, target.len() as i64),
        Node::Device(..) => (libc::S_IFCHR | 0o666, 0),
    };
    if let Node::Device(_, minor) = node {
        stat.st_rdev = libc::makedev(tree::MAJOR, *minor);
        // Programs tell nodes apart by it.
        stat.st_ino = u64::from(*minor) + 1;
    }
    stat
}

/// # Safety
/// There is room for the status.
unsafe fn of_path(path: &str, follow: bool, into: *mut libc::stat) -> Result<i32, Errno> {
    let (_, node) = Process::current().tree().find(path, follow)?;
    // SAFETY: by the contract of this function.
    unsafe { into.write(status(node)) };
    Ok(0)
}

/// The status of an open device; none of other descriptors.
///
/// # Safety
/// There is room for the status.
unsafe fn of_device(fd: i32, into: *mut libc::stat) -> Option<i32> {
    match descriptors::find(fd) {
        Found::Device(file) => {
            // SAFETY: by the contract of this function.
            unsafe { into.write(status(&Node::Device(file.index, file.minor))) };
            Some(0)
        }
        Found::Other | Found::Inherited => None,
    }
}

/// # Safety
/// There is room for the status.
unsafe fn extended(path: &str, follow: bool, into: *mut libc::statx) -> Result<i32, Errno> {
    let (_, node) = Process::current().tree().find(path, follow)?;
    let stat = status(node);
    // SAFETY: all zero is a value of it.
    let mut extended: libc::statx = unsafe { MaybeUninit::zeroed().assume_init() };
    extended.stx_mask = libc::STATX_BASIC_STATS;
    extended.stx_blksize = 4096;
    extended.stx_nlink = 1;
    extended.stx_mode = stat.st_mode as u16;
    extended.stx_size = stat.st_size as u64;
    extended.stx_rdev_major = libc::major(stat.st_rdev);
    extended.stx_rdev_minor = libc::minor(stat.st_rdev);
    // SAFETY: by the contract of this function.
    unsafe { into.write(extended) };
    Ok(0)
}
