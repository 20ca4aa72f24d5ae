//! Files that are opened.

use std::ffi::{CStr, c_char};
use std::sync::Arc;

use super::next::interpose;
use super::{give, node_of_descriptor, ours};
use crate::errno::Errno;
use crate::file::File;
use crate::process::Process;
use crate::report::say;
use crate::tree::Node;
use crate::{descriptors, sys};

interpose! {
    fn open(path: *const c_char, flags: i32, mode: u32) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { open_any(path, flags) } {
            Some(opened) => give(opened),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, flags, mode) },
        }
    }

    fn open64(path: *const c_char, flags: i32, mode: u32) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { open_any(path, flags) } {
            Some(opened) => give(opened),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, flags, mode) },
        }
    }

    fn openat(folder: i32, path: *const c_char, flags: i32, mode: u32) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { open_any(path, flags) } {
            Some(opened) => give(opened),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(folder, path, flags, mode) },
        }
    }

    fn openat64(folder: i32, path: *const c_char, flags: i32, mode: u32) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { open_any(path, flags) } {
            Some(opened) => give(opened),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(folder, path, flags, mode) },
        }
    }

    fn __open_2(path: *const c_char, flags: i32) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { open_any(path, flags) } {
            Some(opened) => give(opened),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, flags) },
        }
    }

    fn __open64_2(path: *const c_char, flags: i32) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { open_any(path, flags) } {
            Some(opened) => give(opened),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, flags) },
        }
    }
}

/// Opens a path if it is one of the tree, or leads to an open device, which is then opened anew.
///
/// # Safety
/// It ends with a zero, if it is not null.
unsafe fn open_any(path: *const c_char, flags: i32) -> Option<Result<i32, Errno>> {
    // SAFETY: by the contract of this function.
    if let Some(path) = unsafe { ours(path) } {
        return Some(open_ours(path, flags));
    }
    // SAFETY: by the contract of this function.
    unsafe { node_of_descriptor(path) }.map(|node| open_ours(&node, flags))
}

/// Opens a path of the tree.
pub(super) fn open_ours(path: &str, flags: i32) -> Result<i32, Errno> {
    let process = Process::current();
    let (path, node) = process.tree().find(path, flags & libc::O_NOFOLLOW == 0)?;
    let close_on_exec = flags & libc::O_CLOEXEC != 0;
    match node {
        Node::Device(..) if flags & libc::O_DIRECTORY != 0 => Err(Errno::ENOTDIR),
        Node::Device(index, minor) => {
            let machine = process.machine().inspect_err(|errno| {
                say(&format!(
                    "{path} cannot be opened: the thread that keeps memory cannot be started: {errno}"
                ));
            })?;
            descriptors::open(Arc::new(File::open_node(machine, *index, *minor)), close_on_exec)
        }
        Node::File(_) if flags & libc::O_DIRECTORY != 0 => Err(Errno::ENOTDIR),
        Node::File(_) if flags & libc::O_ACCMODE != libc::O_RDONLY => Err(Errno::EACCES),
        Node::File(text) => open_text(text, close_on_exec),
        Node::Link(_) => Err(Errno::ELOOP),
        Node::Folder(_) if flags & libc::O_ACCMODE != libc::O_RDONLY => Err(Errno::EISDIR),
        Node::Folder(_) => {
            process.machine()?.report.not_emulated("the descriptor of a folder among the devices' files");
            Err(Errno::EACCES)
        }
    }
}

/// A file with this text.
fn open_text(text: &str, close_on_exec: bool) -> Result<i32, Errno> {
    const NAME: &CStr = c"software-xe file";
    let fd = sys::memfd(NAME, if close_on_exec { libc::MFD_CLOEXEC } else { 0 })?;
    sys::write_all(fd, text.as_bytes());
    // SAFETY: no memory is passed.
    unsafe { sys::call(libc::SYS_lseek, [sys::word(fd), 0, sys::word(libc::SEEK_SET)]) }?;
    Ok(fd)
}
