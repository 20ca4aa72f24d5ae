//! Memory handles of other processes.
//!
//! In Level Zero a program carries the bytes of a handle as they are, and the driver fetches what it needs. Some drivers
//! leave this to the program. Such a handle begins with the number of a descriptor, and the program replaces it with the
//! number of a copy. The specification does not tell the kind of a driver, so the first handle tries both.

use crate::native_context::NativeContext;
use crate::native_memory::OpenedMemory;
use crate::result::{Native, Ze};
use level_zero_sys::{ZE_MAX_IPC_HANDLE_SIZE, ze_device_handle_t, ze_result_t};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::path::PathBuf;
use std::sync::Arc;

type Bytes = [u8; ZE_MAX_IPC_HANDLE_SIZE];

/// Opens a handle of another process that contains the descriptor `number` there, of which `copy` is one here.
pub fn open(
    context: &Arc<NativeContext>,
    device: Native<ze_device_handle_t>,
    bytes: Bytes,
    number: RawFd,
    copy: OwnedFd,
) -> Ze<OpenedMemory> {
    let copy = &elsewhere(copy, number);
    let as_it_is = || OpenedMemory::new(context, device, bytes);
    let with_copy = || OpenedMemory::new(context, device, with_fd(bytes, copy.as_raw_fd()));
    // Where the descriptor stands elsewhere, nothing says where.
    if leading_fd(&bytes) != number {
        return as_it_is();
    }
    let fetches = &context.driver.fetches_memory;
    let learned = |answer: Ze<OpenedMemory>, lesson: bool| {
        answer.inspect(|_| {
            fetches.get_or_init(|| lesson);
        })
    };
    match fetches.get() {
        Some(true) => as_it_is(),
        Some(false) => with_copy(),
        // A driver that fetches nothing would open what has the number here; so nothing is learned.
        None if may_be_memory(number, copy) => match with_copy() {
            Err(error) if is_about_the_handle(error) => as_it_is(),
            answer => answer,
        },
        None => match learned(as_it_is(), true) {
            Err(error) if is_about_the_handle(error) => learned(with_copy(), false),
            answer => answer,
        },
    }
}

/// True if a driver may say this of bytes that it cannot open: Level Zero names no code for them. What it says of a
/// shortage is none.
fn is_about_the_handle(error: ze_result_t) -> bool {
    ![
        ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY,
        ze_result_t::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
        ze_result_t::ZE_RESULT_ERROR_DEVICE_LOST,
    ]
    .contains(&error)
}

/// The copy under another number than the exporter's, so that this one names it by chance only where it is somebody else's.
fn elsewhere(copy: OwnedFd, number: RawFd) -> OwnedFd {
    if copy.as_raw_fd() != number {
        return copy;
    }
    // The first one is closed afterwards. Without another it stays, and nothing is learned.
    copy.try_clone().unwrap_or(copy)
}

/// True if a number of this process is a file of the same kind as the copy, which tells nothing of others.
fn may_be_memory(number: RawFd, copy: &OwnedFd) -> bool {
    match (kind(number), kind(copy.as_raw_fd())) {
        (Some(here), Some(there)) => here == there,
        (here, _) => here.is_some(),
    }
}

/// The target of a descriptor's link in `/proc/self/fd`: all memory of one driver has the same.
fn kind(number: RawFd) -> Option<PathBuf> {
    std::fs::read_link(format!("/proc/self/fd/{number}")).ok()
}

fn leading_fd(bytes: &Bytes) -> RawFd {
    RawFd::from_ne_bytes(std::array::from_fn(|index| bytes[index]))
}

/// The bytes of a handle with another descriptor at their start.
fn with_fd(mut bytes: Bytes, fd: RawFd) -> Bytes {
    bytes[..size_of::<RawFd>()].copy_from_slice(&fd.to_ne_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io;

    #[test]
    fn a_handle_begins_with_its_descriptor() {
        let bytes = with_fd([7; ZE_MAX_IPC_HANDLE_SIZE], 1234);
        assert_eq!(leading_fd(&bytes), 1234);
        assert_eq!(bytes[4..], [7; ZE_MAX_IPC_HANDLE_SIZE - 4]);
    }

    #[test]
    fn only_a_file_of_the_same_kind_may_be_memory() -> io::Result<()> {
        let null = OwnedFd::from(File::open("/dev/null")?);
        let again = OwnedFd::from(File::open("/dev/null")?);
        let other = OwnedFd::from(File::open("/dev/zero")?);
        assert!(may_be_memory(again.as_raw_fd(), &null));
        assert!(!may_be_memory(other.as_raw_fd(), &null));
        assert!(!may_be_memory(-1, &null));
        Ok(())
    }
}
