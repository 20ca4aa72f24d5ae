//! Messages between the process and its keeper.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use crate::errno::Errno;
use crate::sys;
use crate::uapi::{Plain, structures};

/// Bytes of a file's name that are told.
pub(super) const NAME_LENGTH: usize = 256;

/// A request to the keeper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Operation {
    /// Name and size.
    Create = 1,
    /// A descriptor comes along. Where the name goes.
    Adopt,
    /// A file. A descriptor of it comes back.
    Export,
    /// A file, and what `mmap` takes.
    Map,
    /// A file. There is no reply.
    Release,
}

impl Operation {
    pub(super) const ALL: [Self; 5] = [Self::Create, Self::Adopt, Self::Export, Self::Map, Self::Release];
}

structures! {
    /// Something that is asked.
    Request: 56 { operation: u64, numbers: [u64; 6], }

    /// The reply to a request.
    Reply: 24 { value: i64, inode: u64, size: u64, }
}

impl Request {
    pub(super) fn new(operation: Operation, numbers: [u64; 6]) -> Self {
        Self { operation: operation as u64, numbers }
    }
}

/// Room for one descriptor beside a message.
type Control = [u64; 4];
const DESCRIPTOR_LENGTH: u32 = size_of::<i32>() as u32;

/// Sends a message, with a descriptor if there is one.
pub(super) fn send<T: Plain>(socket: i32, message: &T, fd: Option<i32>) -> Result<(), Errno> {
    let bytes = message.bytes();
    let mut part = libc::iovec { iov_base: bytes.as_ptr() as *mut c_void, iov_len: bytes.len() };
    let mut control: Control = [0; 4];
    let mut header = header(&mut part);
    if let Some(fd) = fd {
        header.msg_control = control.as_mut_ptr().cast();
        // SAFETY: the room is enough for one descriptor, and aligned.
        unsafe {
            header.msg_controllen = libc::CMSG_SPACE(DESCRIPTOR_LENGTH) as usize;
            let first = libc::CMSG_FIRSTHDR(&header);
            (*first).cmsg_level = libc::SOL_SOCKET;
            (*first).cmsg_type = libc::SCM_RIGHTS;
            (*first).cmsg_len = libc::CMSG_LEN(DESCRIPTOR_LENGTH) as usize;
            libc::CMSG_DATA(first).cast::<i32>().write_unaligned(fd);
        }
    }
    loop {
        // SAFETY: the header names the message, and room that lives as long.
        match unsafe { transfer(libc::SYS_sendmsg, socket, &mut header, libc::MSG_NOSIGNAL) } {
            Err(Errno::EINTR) => {}
            sent => return sent.map(drop),
        }
    }
}

/// Receives a message, and the descriptor that comes with it.
pub(super) fn receive<T: Plain>(socket: i32, close_on_exec: bool) -> Result<(T, Option<i32>), Errno> {
    let mut message = T::default();
    let bytes = message.bytes_mut();
    let length = bytes.len();
    let mut part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: length };
    let mut control: Control = [0; 4];
    let mut header = header(&mut part);
    header.msg_control = control.as_mut_ptr().cast();
    header.msg_controllen = size_of_val(&control);
    let flags = if close_on_exec { libc::MSG_CMSG_CLOEXEC } else { 0 };
    loop {
        // SAFETY: the header names the message, and room that lives as long.
        match unsafe { transfer(libc::SYS_recvmsg, socket, &mut header, flags) } {
            Ok(received) if received == length as i64 => break,
            // The other end is gone.
            Ok(_) => return Err(Errno::EIO),
            Err(Errno::EINTR) => {}
            Err(errno) => return Err(errno),
        }
    }
    // SAFETY: the kernel has filled the room, and says how far.
    let fd = unsafe {
        let first = libc::CMSG_FIRSTHDR(&header);
        let there = !first.is_null() && (*first).cmsg_type == libc::SCM_RIGHTS;
        there.then(|| libc::CMSG_DATA(first).cast::<i32>().read_unaligned())
    };
    Ok((message, fd))
}

/// # Safety
/// The buffers that the header names are valid.
unsafe fn transfer(number: i64, socket: i32, header: &mut libc::msghdr, flags: i32) -> Result<i64, Errno> {
    let arguments = [sys::word(socket), std::ptr::from_mut(header) as usize, sys::word(flags)];
    // SAFETY: by the contract of this function.
    unsafe { sys::call(number, arguments) }
}

fn header(part: &mut libc::iovec) -> libc::msghdr {
    // SAFETY: all zero is a header of nothing.
    let mut header: libc::msghdr = unsafe { MaybeUninit::zeroed().assume_init() };
    header.msg_iov = part;
    header.msg_iovlen = 1;
    header
}
