//! The name that the system has for this process, and for each thread of it that gets no other.

use std::ffi::CString;
use std::fs::read_link;
use std::os::unix::ffi::OsStrExt;

/// Names the process after its program. One that was started by way of `/proc/self/exe` would be called `exe`, as would
/// the threads of its libraries in records of crashes.
pub fn take_name_of_program() {
    let program = read_link("/proc/self/exe").unwrap_or_default();
    let Some(Ok(name)) = program.file_name().map(|name| CString::new(name.as_bytes())) else { return };
    // SAFETY: reads a text that lives. The system cuts it to the length that it has for it.
    unsafe { libc::prctl(libc::PR_SET_NAME, name.as_ptr()) };
}
