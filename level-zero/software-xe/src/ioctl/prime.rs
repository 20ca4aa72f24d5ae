//! `DRM_IOCTL_PRIME_HANDLE_TO_FD` and `DRM_IOCTL_PRIME_FD_TO_HANDLE`: objects for other files, processes and drivers.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Call, require};
use crate::errno::Errno;
use crate::settings::Descriptors;
use crate::sys;
use crate::uapi::drm::{CLOEXEC, PrimeHandle, RDWR};

pub(super) fn handle_to_fd(call: Call<'_>, prime: &mut PrimeHandle) -> Result<(), Errno> {
    require(prime.flags & !(CLOEXEC | RDWR) == 0)?;
    let mut handles = call.file.handles();
    let bo = handles.get(prime.handle).ok_or(Errno::ENOENT)?;
    if bo.private_to.is_some() {
        return Err(Errno::EPERM);
    }
    // An object that others see is somewhere.
    bo.back()?;
    let close_on_exec = prime.flags & CLOEXEC != 0;
    prime.fd = bo.export(close_on_exec)?;
    if call.file.machine.settings.descriptors == Descriptors::Fresh {
        prime.fd = renumber(prime.fd, close_on_exec);
    }
    handles.share(prime.handle, &bo);
    Ok(())
}

/// Gives a descriptor a number that has not been given for long, where there is one.
fn renumber(fd: i32, close_on_exec: bool) -> i32 {
    /// Numbers that are taken in turn: above those that programs have, and within any usual limit.
    const NUMBERS: Range<u32> = 256..768;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let least = NUMBERS.start + NEXT.fetch_add(1, Ordering::Relaxed) % (NUMBERS.end - NUMBERS.start);
    let command = if close_on_exec { libc::F_DUPFD_CLOEXEC } else { libc::F_DUPFD };
    match sys::fcntl(fd, command, least.into()) {
        Ok(number) => {
            sys::close(fd);
            number as i32
        }
        Err(_) => fd,
    }
}

pub(super) fn fd_to_handle(call: Call<'_>, prime: &mut PrimeHandle) -> Result<(), Errno> {
    // What is locked here is what two imports at a time must agree on.
    let mut handles = call.file.handles();
    let bo = call.file.machine.objects.import(prime.fd)?;
    prime.handle = handles.import(bo);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rstest::rstest;

    use super::*;
    use crate::file::File;
    use crate::ioctl::testing::{call, file, local_object, machine, object, vm};
    use crate::settings::Settings;
    use crate::uapi::drm::{GEM_CLOSE, GemClose, PRIME_FD_TO_HANDLE, PRIME_HANDLE_TO_FD};
    use crate::uapi::xe::{GEM_CREATE, GemCreate};

    fn export(file: &File, handle: u32, flags: u32) -> Result<i32, Errno> {
        let mut prime = PrimeHandle { handle, flags, fd: -1 };
        call(file, PRIME_HANDLE_TO_FD, &mut prime).map(|()| prime.fd)
    }

    fn import(file: &File, fd: i32) -> Result<u32, Errno> {
        let mut prime = PrimeHandle { fd, ..PrimeHandle::default() };
        call(file, PRIME_FD_TO_HANDLE, &mut prime).map(|()| prime.handle)
    }

    fn close(file: &File, handle: u32) -> Result<(), Errno> {
        call(file, GEM_CLOSE, &mut GemClose { handle, pad: 0 })
    }

    #[rstest]
    #[case::nothing(1, CLOEXEC, Ok(()))]
    #[case::writable(1, CLOEXEC | RDWR, Ok(()))]
    #[case::flag(1, 1 << 30, Err(Errno::EINVAL))]
    #[case::no_object(7, CLOEXEC, Err(Errno::ENOENT))]
    fn export_is_validated(#[case] handle: u32, #[case] flags: u32, #[case] expected: Result<(), Errno>) {
        let file = file();
        object(&file);
        assert_eq!(export(&file, handle, flags).map(sys::close), expected);
    }

    #[test]
    fn an_import_gives_the_handle_that_is_there_without_a_reference() {
        let file = file();
        let handle = object(&file);
        let fd = export(&file, handle, CLOEXEC).unwrap();
        assert_eq!((import(&file, fd), import(&file, fd)), (Ok(handle), Ok(handle)));
        // Closed once it is gone, however often it was imported; the object lives on in the descriptor.
        assert_eq!((close(&file, handle), close(&file, handle)), (Ok(()), Err(Errno::EINVAL)));
        let other = object(&file);
        assert_eq!(other, handle, "the number is free");
        let again = import(&file, fd).unwrap();
        assert_ne!(again, other);
        sys::close(fd);
    }

    #[test]
    fn files_have_handles_of_their_own() {
        let machine = machine(Settings::default());
        let (one, other) = (File::open(machine.clone(), 0), File::open(machine, 0));
        let _first = object(&other);
        let handle = object(&one);
        let fd = export(&one, handle, CLOEXEC).unwrap();
        let imported = import(&other, fd).unwrap();
        assert_eq!((handle, imported), (1, 2));
        let (here, there) = (one.handles().get(handle).unwrap(), other.handles().get(imported).unwrap());
        assert_eq!(here.inode(), there.inode());
        sys::close(fd);
    }

    #[test]
    fn another_machine_has_an_object_of_its_own_for_the_same_memory() {
        let (one, other) = (file(), file());
        let fd = export(&one, object(&one), CLOEXEC).unwrap();
        let handle = import(&other, fd).unwrap();
        let imported = other.handles().get(handle).unwrap();
        let here = one.handles().get(1).unwrap();
        // SAFETY: both see the first byte of the same memory.
        unsafe {
            here.memory().unwrap().write(9);
            assert_eq!(imported.memory().unwrap().read_volatile(), 9);
        }
        sys::close(fd);
    }

    #[test]
    fn fresh_numbers_do_not_come_again_soon() {
        let settings = Settings { descriptors: Descriptors::Fresh, ..Settings::default() };
        let file = File::open(machine(settings), 0);
        let handle = object(&file);
        let numbers: BTreeSet<i32> = (0..8)
            .map(|_| {
                let fd = export(&file, handle, CLOEXEC).unwrap();
                assert_eq!(import(&file, fd), Ok(handle));
                sys::close(fd);
                fd
            })
            .collect();
        assert_eq!(numbers.len(), 8);
    }

    #[test]
    fn what_is_no_object_is_not_imported() {
        let file = file();
        let fd = sys::memfd(c"software-xe-bo:0:1:1:0", libc::MFD_CLOEXEC).unwrap();
        assert_eq!(import(&file, fd), Err(Errno::EINVAL));
        sys::close(fd);
        assert_eq!(import(&file, -1), Err(Errno::EBADF));
    }

    #[test]
    fn an_object_of_one_address_space_is_not_exported() {
        let file = file();
        let mut create = GemCreate { vm_id: vm(&file), ..local_object() };
        call(&file, GEM_CREATE, &mut create).unwrap();
        assert_eq!(export(&file, create.handle, CLOEXEC), Err(Errno::EPERM));
    }
}
