//! Descriptors and streams.

use std::ffi::CString;
use std::io::Write;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::ffi::OsStringExt;

/// Numbers that are looked at.
const END: RawFd = 1024;

fn is_open(fd: RawFd) -> bool {
    // SAFETY: only asks.
    unsafe { libc::fcntl(fd, libc::F_GETFD) >= 0 }
}

/// The channel to the harness, or to the test: named on the command line.
pub fn channel_number() -> RawFd {
    std::env::args().nth(3).and_then(|number| number.parse().ok()).expect("a child has a channel")
}

pub fn garble() {
    for fd in 3..END {
        // SAFETY: reads a buffer of this size; what it is written to is the point.
        unsafe { libc::send(fd, c"this is no frame at all".as_ptr().cast(), 20, libc::MSG_NOSIGNAL) };
    }
}

/// Closes the way from the harness to here.
pub fn deafen() {
    // SAFETY: no pointers; that others use this descriptor is the point.
    unsafe { libc::shutdown(channel_number(), libc::SHUT_RD) };
}

/// Sends the message that ends a test.
pub fn answer() {
    let verdict = br#"{"Done":{"token":0,"report":{"verdict":"Pass","notes":[],"calls":1,"checks":1},"body":{"secs":0,"nanos":0},"peer_calls":[],"peer_crashes":[],"stacks":[],"peer_deaths":[],"peer_hangs":[],"retire":null,"late":[]}}"#;
    let length = u32::try_from(verdict.len()).expect("a frame is small").to_le_bytes();
    let frame = [&b"\xd7IP\x04"[..], &length, verdict].concat();
    // SAFETY: reads a buffer of this size; that others use this descriptor is the point.
    unsafe { libc::send(channel_number(), frame.as_ptr().cast(), frame.len(), libc::MSG_NOSIGNAL) };
}

/// Closes all but the standard streams and this one.
pub fn close_all_but(kept: Option<RawFd>) {
    for fd in (3..END).filter(|&fd| Some(fd) != kept) {
        // SAFETY: no pointers; that others own these descriptors is the point.
        unsafe { libc::close(fd) };
    }
}

pub fn replace_all() {
    let null = std::fs::File::options().read(true).write(true).open("/dev/null").expect("/dev/null is there");
    for fd in (3..END).filter(|&fd| fd != null.as_raw_fd() && is_open(fd)) {
        // SAFETY: no pointers; that others own these descriptors is the point.
        unsafe { libc::dup2(null.as_raw_fd(), fd) };
    }
}

pub fn close_streams() {
    for fd in 0..=2 {
        // SAFETY: no pointers; that others use these descriptors is the point.
        unsafe { libc::close(fd) };
    }
}

pub fn write_streams() {
    let text = CString::new("written where it does not belong\n").expect("no zero inside");
    for fd in 0..=2 {
        // SAFETY: reads a buffer of this size.
        unsafe { libc::write(fd, text.as_ptr().cast(), text.as_bytes().len()) };
    }
}

pub fn flood() {
    let block = [b'x'; 1 << 16];
    for _ in 0..512 {
        let _ = std::io::stderr().write_all(&block);
    }
}

pub fn leave_file() {
    std::fs::write(std::env::temp_dir().join("left-by-fault"), "").expect("a file can be made");
}

pub fn exhaust() {
    // SAFETY: no pointers.
    while unsafe { libc::dup(1) } >= 0 {}
}

/// Leaves a pipe in place of the notes of another process, which does not exist.
pub fn leave_pipe() {
    let folders = std::fs::read_dir(std::env::temp_dir()).expect("there is a folder").flatten();
    for folder in folders.map(|entry| entry.path()).filter(|path| path.is_dir()) {
        let pipe =
            CString::new(folder.join("1-1.000000").into_os_string().into_vec()).expect("no zero inside");
        // SAFETY: the text ends in zero.
        assert_eq!(unsafe { libc::mkfifo(pipe.as_ptr(), 0o600) }, 0, "a pipe can be made");
    }
}
