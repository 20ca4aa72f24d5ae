//! The keeper of the objects' memory files: a thread with its own table of descriptors.
//!
//! An object of the kernel takes no descriptor of its process. Processes find shared objects by the numbers of
//! descriptors, so the process must have the same numbers as on a real device.

mod message;
mod room;
mod thread;

use std::ffi::{CString, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use message::{Operation, Reply, Request};

use crate::errno::Errno;
use crate::sys;

/// The thread that keeps memory files, as the rest of the process sees it.
#[derive(Debug)]
pub struct Keeper {
    /// One request after the other, each with its reply.
    socket: Mutex<i32>,
    kept: AtomicUsize,
}

/// A memory file that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// Its descriptor in the keeper's table.
    fd: i32,
    /// The inode of its file, which tells it from every other, in all processes.
    pub inode: u64,
    /// Its bytes.
    pub size: u64,
}

impl Keeper {
    /// Starts the thread.
    pub fn start() -> Result<Self, Errno> {
        Ok(Self { socket: Mutex::new(thread::start()?), kept: AtomicUsize::new(0) })
    }

    /// Creates a memory file whose size nobody can change.
    pub fn create(&self, name: &str, size: u64) -> Result<Kept, Errno> {
        let name = CString::new(name).map_err(|_| Errno::EINVAL)?;
        let request = Request::new(Operation::Create, [name.as_ptr() as u64, size, 0, 0, 0, 0]);
        let reply = self.exchange_for_file(request, None)?;
        Ok(Kept { fd: reply.value as i32, inode: reply.inode, size })
    }

    /// Keeps the file of a descriptor of the process, if it is one that a keeper has created: then it has this name.
    pub fn adopt(&self, fd: i32) -> Result<(Kept, String), Errno> {
        let mut name = [0; message::NAME_LENGTH];
        let request = Request::new(Operation::Adopt, [name.as_mut_ptr() as u64, 0, 0, 0, 0, 0]);
        let reply = self.exchange_for_file(request, Some(fd))?;
        let length = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
        let name = String::from_utf8_lossy(&name[..length]).into_owned();
        Ok((Kept { fd: reply.value as i32, inode: reply.inode, size: reply.size }, name))
    }

    /// Gives the process a descriptor of a file: the lowest that is free.
    pub fn export(&self, kept: Kept, close_on_exec: bool) -> Result<i32, Errno> {
        let socket = self.socket.lock().unwrap_or_else(PoisonError::into_inner);
        message::send(*socket, &Request::new(Operation::Export, [kept.fd as u64, 0, 0, 0, 0, 0]), None)?;
        let (_, fd): (Reply, _) = message::receive(*socket, close_on_exec)?;
        // The table of the process is full.
        fd.ok_or(Errno::EMFILE)
    }

    /// Maps a part of a file, as `mmap` does.
    pub fn map(
        &self,
        kept: Kept,
        address: *mut c_void,
        length: usize,
        protection: i32,
        flags: i32,
        offset: u64,
    ) -> Result<*mut c_void, Errno> {
        let numbers =
            [kept.fd as u64, address as u64, length as u64, protection as u64, flags as u64, offset];
        self.exchange(&Request::new(Operation::Map, numbers), None).map(|reply| reply.value as *mut c_void)
    }

    /// Lets go of a file, which is gone when nobody else has it or has mapped it.
    pub fn release(&self, kept: Kept) {
        let socket = self.socket.lock().unwrap_or_else(PoisonError::into_inner);
        let request = Request::new(Operation::Release, [kept.fd as u64, 0, 0, 0, 0, 0]);
        if message::send(*socket, &request, None).is_ok() {
            self.kept.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// An exchange after which the keeper has one more file. The limit of the process is not for these: the kernel's objects
    /// do not count.
    fn exchange_for_file(&self, request: Request, fd: Option<i32>) -> Result<Reply, Errno> {
        let kept = self.kept.fetch_add(1, Ordering::Relaxed);
        let reply = room::with_room_for(kept, || self.exchange(&request, fd));
        if reply.is_err() {
            self.kept.fetch_sub(1, Ordering::Relaxed);
        }
        reply
    }

    fn exchange(&self, request: &Request, fd: Option<i32>) -> Result<Reply, Errno> {
        let socket = self.socket.lock().unwrap_or_else(PoisonError::into_inner);
        message::send(*socket, request, fd)?;
        let (reply, _): (Reply, _) = message::receive(*socket, true)?;
        if reply.value < 0 { Err(Errno(-reply.value as i32)) } else { Ok(reply) }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // The thread ends when nobody can ask it any more, and its table with it.
        sys::close(*self.socket.get_mut().unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_takes_no_descriptor_of_the_process() {
        let keeper = Keeper::start().unwrap();
        let before = sys::memfd(c"probe", libc::MFD_CLOEXEC).unwrap();
        sys::close(before);
        let kept: Vec<_> = (0..20).map(|_| keeper.create("software-xe-test", 4096).unwrap()).collect();
        let after = sys::memfd(c"probe", libc::MFD_CLOEXEC).unwrap();
        sys::close(after);
        // Other tests take and leave descriptors meanwhile, but not twenty.
        assert!(after < before + 20, "{before} {after}");
        for file in kept {
            keeper.release(file);
        }
    }

    #[test]
    fn what_is_exported_is_adopted_as_the_same() {
        let keeper = Keeper::start().unwrap();
        let kept = keeper.create("software-xe-test", 8192).unwrap();
        let fd = keeper.export(kept, true).unwrap();
        let (again, name) = keeper.adopt(fd).unwrap();
        assert_eq!((again.inode, again.size), (kept.inode, 8192));
        assert_eq!(name, "software-xe-test");
        // The descriptor stays the caller's.
        assert_eq!(sys::stat(fd).unwrap().st_ino, kept.inode);
        sys::close(fd);
    }

    #[test]
    fn what_nobody_sealed_is_not_adopted() {
        let keeper = Keeper::start().unwrap();
        let fd = sys::memfd(c"software-xe-test", libc::MFD_CLOEXEC).unwrap();
        assert_eq!(keeper.adopt(fd).unwrap_err(), Errno::EINVAL);
        sys::close(fd);
        assert_eq!(keeper.adopt(-1).unwrap_err(), Errno::EBADF);
    }

    #[test]
    fn two_mappings_are_the_same_memory() {
        let keeper = Keeper::start().unwrap();
        let kept = keeper.create("software-xe-test", 4096).unwrap();
        let map = || {
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            keeper
                .map(kept, std::ptr::null_mut(), 4096, protection, libc::MAP_SHARED, 0)
                .unwrap()
                .cast::<u8>()
        };
        let (one, other) = (map(), map());
        // SAFETY: both are mappings of a page.
        unsafe {
            one.write(7);
            assert_eq!(other.read_volatile(), 7);
            sys::munmap(one.cast(), 4096);
            sys::munmap(other.cast(), 4096);
        }
    }
}
