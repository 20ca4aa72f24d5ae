//! System calls, as this library makes them for itself.
//!
//! They are made directly, as this library interposes the C library's functions of the same names. A thread with its own
//! table of descriptors must never call those: its numbers mean something else in the rest of the process.

use std::ffi::{CStr, c_void};

use crate::errno::Errno;

/// Makes a system call. Arguments are whole words: what a narrower one has above its bits is undefined.
///
/// # Safety
/// As of the call.
pub unsafe fn call<const N: usize>(number: i64, arguments: [usize; N]) -> Result<i64, Errno> {
    let mut all = [0; 6];
    all[..N].copy_from_slice(&arguments);
    let [a, b, c, d, e, f] = all;
    // SAFETY: by the contract of this function.
    let value = unsafe { libc::syscall(number, a, b, c, d, e, f) };
    if value == -1 { Err(Errno::last()) } else { Ok(value) }
}

fn descriptor(value: Result<i64, Errno>) -> Result<i32, Errno> {
    value.map(|value| value as i32)
}

/// A number as a word, a negative one with all its bits.
pub fn word(number: i32) -> usize {
    number as isize as usize
}

/// Opens a file for reading.
pub fn open_read(path: &CStr) -> Result<i32, Errno> {
    // SAFETY: the path ends with a zero.
    descriptor(unsafe { open(path, libc::O_RDONLY) })
}

/// Opens a file for reading and writing, and creates it for this user if it is not there.
pub fn open_or_create(path: &CStr) -> Result<i32, Errno> {
    // SAFETY: the path ends with a zero.
    descriptor(unsafe { open(path, libc::O_RDWR | libc::O_CREAT | libc::O_NOFOLLOW) })
}

/// Opens a file for appending, and creates it if it is not there.
pub fn open_append(path: &CStr) -> Result<i32, Errno> {
    // SAFETY: the path ends with a zero.
    descriptor(unsafe { open(path, libc::O_WRONLY | libc::O_APPEND | libc::O_CREAT) })
}

/// # Safety
/// As of `open`.
unsafe fn open(path: &CStr, flags: i32) -> Result<i64, Errno> {
    let arguments = [word(libc::AT_FDCWD), path.as_ptr() as usize, word(flags | libc::O_CLOEXEC), 0o600];
    // SAFETY: by the contract of this function.
    unsafe { call(libc::SYS_openat, arguments) }
}

/// Closes a descriptor of this thread's table.
pub fn close(fd: i32) {
    // SAFETY: nobody uses the number any more, as the caller says.
    let _ = unsafe { call(libc::SYS_close, [word(fd)]) };
}

/// Creates a memory file that can be sealed.
pub fn memfd(name: &CStr, flags: u32) -> Result<i32, Errno> {
    // SAFETY: the name ends with a zero.
    descriptor(unsafe { call(libc::SYS_memfd_create, [name.as_ptr() as usize, flags as usize]) })
}

/// Gives a file this many bytes.
pub fn truncate(fd: i32, size: u64) -> Result<(), Errno> {
    // SAFETY: no memory is passed.
    unsafe { call(libc::SYS_ftruncate, [word(fd), size as usize]) }.map(drop)
}

/// `fcntl` with a number.
pub fn fcntl(fd: i32, command: i32, argument: i64) -> Result<i64, Errno> {
    // SAFETY: the commands that are used take a number, and no memory.
    unsafe { call(libc::SYS_fcntl, [word(fd), word(command), argument as usize]) }
}

/// The status of an open file, from the file system.
pub fn stat(fd: i32) -> Result<libc::stat, Errno> {
    let mut stat = std::mem::MaybeUninit::uninit();
    // SAFETY: the kernel's structure is the C library's on x86-64.
    unsafe { call(libc::SYS_fstat, [word(fd), stat.as_mut_ptr() as usize]) }?;
    // SAFETY: the call has succeeded and so has filled it.
    Ok(unsafe { stat.assume_init() })
}

/// True if a descriptor is of a memory file with this name.
pub fn is_memfd(fd: i32, name: &CStr) -> bool {
    memfd_name(fd).is_some_and(|found| found == name.to_bytes())
}

/// The name of the memory file that a descriptor is of.
pub fn memfd_name(fd: i32) -> Option<Vec<u8>> {
    let path = format!("/proc/thread-self/fd/{fd}\0");
    let path = CStr::from_bytes_with_nul(path.as_bytes()).ok()?;
    let mut link = [0; 256];
    let length = read_link(path, &mut link).ok()?;
    let name = link[..length].strip_prefix(b"/memfd:")?.strip_suffix(b" (deleted)")?;
    Some(name.to_vec())
}

/// Reads the target of a link. Returns its length.
pub fn read_link(path: &CStr, into: &mut [u8]) -> Result<usize, Errno> {
    // SAFETY: the length is that of the slice.
    let arguments = [word(libc::AT_FDCWD), path.as_ptr() as usize, into.as_mut_ptr() as usize, into.len()];
    // SAFETY: as above.
    unsafe { call(libc::SYS_readlinkat, arguments) }.map(|length| length as usize)
}

/// Reads into memory until it is full or the file ends.
pub fn read_all(fd: i32, into: &mut Vec<u8>) -> Result<(), Errno> {
    let mut part = vec![0; 64 << 10];
    loop {
        // SAFETY: the length is that of the slice.
        match unsafe { call(libc::SYS_read, [word(fd), part.as_mut_ptr() as usize, part.len()]) } {
            Ok(0) => return Ok(()),
            Ok(length) => into.extend_from_slice(&part[..length as usize]),
            Err(Errno::EINTR) => {}
            Err(errno) => return Err(errno),
        }
    }
}

/// Writes all bytes, as far as the file takes them.
pub fn write_all(fd: i32, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: the length is that of the slice.
        match unsafe { call(libc::SYS_write, [word(fd), bytes.as_ptr() as usize, bytes.len()]) } {
            Ok(length) => bytes = &bytes[length as usize..],
            Err(Errno::EINTR) => {}
            Err(_) => return,
        }
    }
}

/// Maps memory.
///
/// # Safety
/// With `MAP_FIXED`, nobody uses what was at the address.
pub unsafe fn mmap(
    address: *mut c_void,
    length: usize,
    protection: i32,
    flags: i32,
    fd: i32,
    offset: i64,
) -> Result<*mut c_void, Errno> {
    let arguments = [address as usize, length, word(protection), word(flags), word(fd), offset as usize];
    // SAFETY: by the contract of this function.
    unsafe { call(libc::SYS_mmap, arguments) }.map(|address| address as *mut c_void)
}

/// Unmaps memory.
///
/// # Safety
/// Nobody uses it any more.
pub unsafe fn munmap(address: *mut c_void, length: usize) {
    // SAFETY: by the contract of this function.
    let _ = unsafe { call(libc::SYS_munmap, [address as usize, length]) };
}

/// The id of this process.
pub fn process_id() -> i32 {
    // SAFETY: no memory is passed.
    unsafe { libc::getpid() }
}

/// Reads this process's memory, of which nothing needs to be there. Memory that may only be written is read as well, as a
/// processor's pages have it: so the kernel's `get_user` does, of which the local vector of these calls is the same.
pub fn copy_from(address: u64, into: &mut [u8]) -> Result<(), Errno> {
    let local = libc::iovec { iov_base: address as *mut c_void, iov_len: into.len() };
    let remote = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: into.len() };
    // SAFETY: the remote vector is the slice; the call fails where there is nothing at the other.
    let copied = unsafe { call(libc::SYS_process_vm_writev, vectors(&local, &remote)) };
    if copied == Ok(into.len() as i64) { Ok(()) } else { Err(Errno::EFAULT) }
}

/// Writes this process's memory, of which nothing needs to be there.
///
/// # Safety
/// The caller of the library wants these bytes to be there.
pub unsafe fn copy_to(address: u64, bytes: &[u8]) -> Result<(), Errno> {
    let local = libc::iovec { iov_base: bytes.as_ptr() as *mut c_void, iov_len: bytes.len() };
    let remote = libc::iovec { iov_base: address as *mut c_void, iov_len: bytes.len() };
    // SAFETY: the local vector is the slice; the call fails where there is nothing at the other.
    let copied = unsafe { call(libc::SYS_process_vm_writev, vectors(&local, &remote)) };
    if copied == Ok(bytes.len() as i64) { Ok(()) } else { Err(Errno::EFAULT) }
}

fn vectors(local: &libc::iovec, remote: &libc::iovec) -> [usize; 6] {
    let address = |vector| std::ptr::from_ref::<libc::iovec>(vector) as usize;
    [word(process_id()), address(local), 1, address(remote), 1, 0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_may_only_be_written_is_read_as_the_kernel_reads_it() {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: the kernel chooses a free place.
        let page = unsafe { mmap(std::ptr::null_mut(), 4096, libc::PROT_WRITE, flags, -1, 0) }.unwrap();
        // SAFETY: it may be written.
        unsafe { page.cast::<u64>().write(7) };
        let mut bytes = [0; 8];
        assert_eq!(copy_from(page as u64, &mut bytes), Ok(()));
        assert_eq!(u64::from_le_bytes(bytes), 7);
        // SAFETY: nobody uses it any more.
        unsafe { munmap(page, 4096) };
        assert_eq!(copy_from(page as u64, &mut bytes), Err(Errno::EFAULT));
    }
}
