//! The highest queue priority that a program may ask for.

use crate::sys;

/// `CAP_SYS_NICE`, by its number.
const SYS_NICE: u32 = 23;
/// `_LINUX_CAPABILITY_VERSION_3`
const VERSION: u32 = 0x2008_0522;

/// The highest priority of those from 0 to 2.
pub fn highest() -> u64 {
    if is_privileged() { 2 } else { 1 }
}

/// True if the process may do what others may not.
pub fn is_privileged() -> bool {
    let header = [VERSION, 0];
    // Effective, permitted and inheritable ones, twice.
    let mut data = [0_u32; 6];
    // SAFETY: both are as large as the version says.
    let got = unsafe { sys::call(libc::SYS_capget, [header.as_ptr() as usize, data.as_mut_ptr() as usize]) };
    got.is_ok() && data[0] >> SYS_NICE & 1 != 0
}
