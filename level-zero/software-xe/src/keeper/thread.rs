//! The thread that keeps files.

use std::ffi::{CStr, c_char, c_void};

use super::message::{self, NAME_LENGTH, Operation, Reply, Request};
use crate::errno::Errno;
use crate::{sys, threads};

/// The least number of the process's end of the socket: low ones are for the program, as they would be on a real device.
const HIGH: i64 = 900;

/// The seals on an object's file: against shrinking, growing and further seals.
const SEALS: i32 = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;

/// Starts the thread, and gives the process's end of its socket.
pub(super) fn start() -> Result<i32, Errno> {
    let mut ends = [0; 2];
    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
    // SAFETY: there is room for both.
    unsafe {
        let arguments = [sys::word(libc::AF_UNIX), sys::word(kind), 0, ends.as_mut_ptr() as usize];
        sys::call(libc::SYS_socketpair, arguments)
    }?;
    let [ours, its] = ends.map(high);
    let started = threads::spawn("xe-keeper", move || {
        let own = own_table(its);
        let value = own.err().map_or(0, |errno| -i64::from(errno.0));
        if message::send(its, &Reply { value, ..Reply::default() }, None).is_ok() && own.is_ok() {
            serve(its);
        }
    })
    .and_then(|()| message::receive::<Reply>(ours, true))
    .and_then(|(reply, _)| if reply.value < 0 { Err(Errno(-reply.value as i32)) } else { Ok(()) });
    // The thread has a copy of its own by now.
    sys::close(its);
    match started {
        Ok(()) => Ok(ours),
        Err(errno) => {
            sys::close(ours);
            Err(errno)
        }
    }
}

/// The same with a high number, if there is one.
fn high(fd: i32) -> i32 {
    match sys::fcntl(fd, libc::F_DUPFD_CLOEXEC, HIGH) {
        Ok(high) => {
            sys::close(fd);
            high as i32
        }
        Err(_) => fd,
    }
}

/// Takes a table with this descriptor alone, and without what others would wait for to be closed.
fn own_table(socket: i32) -> Result<(), Errno> {
    let unshare = libc::CLOSE_RANGE_UNSHARE;
    for (first, last, flags) in [(0, socket as u32 - 1, unshare), (socket as u32 + 1, u32::MAX, 0)] {
        // SAFETY: the table is this thread's own before anything is closed, and it uses nothing of it.
        unsafe { sys::call(libc::SYS_close_range, [first as usize, last as usize, flags as usize]) }?;
    }
    // What this thread might say on standard error must not end up in an object.
    for _ in 0..3 {
        sys::open_read(c"/dev/null")?;
    }
    Ok(())
}

fn serve(socket: i32) {
    while let Ok((request, fd)) = message::receive::<Request>(socket, true) {
        let Some(operation) = Operation::ALL.into_iter().find(|known| *known as u64 == request.operation)
        else {
            return;
        };
        let [first, second, ..] = request.numbers;
        let (reply, export) = match operation {
            Operation::Create => (create(first, second), None),
            Operation::Adopt => (fd.ok_or(Errno::EMFILE).and_then(|fd| adopt(fd, first)), None),
            Operation::Export => (Ok(Reply::default()), Some(first as i32)),
            Operation::Map => (map(request.numbers), None),
            Operation::Release => {
                sys::close(first as i32);
                continue;
            }
        };
        let reply = reply.unwrap_or_else(|errno| Reply { value: -i64::from(errno.0), ..Reply::default() });
        if message::send(socket, &reply, export).is_err() {
            return;
        }
    }
}

fn create(name: u64, size: u64) -> Result<Reply, Errno> {
    // SAFETY: who asks waits for the reply, and keeps the name until then.
    let name = unsafe { CStr::from_ptr(name as *const c_char) };
    let fd = sys::memfd(name, libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING)?;
    let made = sys::truncate(fd, size)
        .and_then(|()| sys::fcntl(fd, libc::F_ADD_SEALS, i64::from(SEALS)))
        .and_then(|_| sys::stat(fd));
    match made {
        Ok(stat) => Ok(Reply { value: i64::from(fd), inode: stat.st_ino, size }),
        Err(errno) => {
            sys::close(fd);
            Err(errno)
        }
    }
}

/// Keeps a descriptor if its file is an object's, which its seals and the place of its name show.
fn adopt(fd: i32, name_into: u64) -> Result<Reply, Errno> {
    let adopted = is_object(fd).and_then(|name| {
        // SAFETY: who asks waits for the reply, and has room for this many.
        unsafe { std::ptr::copy_nonoverlapping(name.as_ptr(), name_into as *mut u8, NAME_LENGTH) };
        let stat = sys::stat(fd)?;
        Ok(Reply { value: i64::from(fd), inode: stat.st_ino, size: stat.st_size as u64 })
    });
    if adopted.is_err() {
        sys::close(fd);
    }
    adopted
}

fn is_object(fd: i32) -> Result<[u8; NAME_LENGTH], Errno> {
    let seals = sys::fcntl(fd, libc::F_GET_SEALS, 0).map_err(|_| Errno::EINVAL)?;
    if seals != i64::from(SEALS) {
        return Err(Errno::EINVAL);
    }
    let path = format!("/proc/thread-self/fd/{fd}\0");
    let path = CStr::from_bytes_with_nul(path.as_bytes()).map_err(|_| Errno::EINVAL)?;
    let mut link = [0; NAME_LENGTH];
    let length = sys::read_link(path, &mut link)?;
    let name = link[..length]
        .strip_prefix(b"/memfd:")
        .and_then(|name| name.strip_suffix(b" (deleted)"))
        .ok_or(Errno::EINVAL)?;
    let mut into = [0; NAME_LENGTH];
    into[..name.len()].copy_from_slice(name);
    Ok(into)
}

fn map([fd, address, length, protection, flags, offset]: [u64; 6]) -> Result<Reply, Errno> {
    let address = address as *mut c_void;
    // SAFETY: memory is the process's, not the thread's; where it goes is for who asks to answer for.
    let mapped = unsafe {
        sys::mmap(address, length as usize, protection as i32, flags as i32, fd as i32, offset as i64)
    }?;
    Ok(Reply { value: mapped as i64, ..Reply::default() })
}
