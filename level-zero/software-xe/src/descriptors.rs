//! Descriptors of the process that are open devices.
//!
//! A query of another descriptor must cost nothing and lock nothing: a fork makes one before it starts another program.

use std::ffi::CString;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::errno::Errno;
use crate::file::File;
use crate::process::Process;
use crate::sys;

/// Descriptors that can be devices: those below.
const MOST: usize = 1 << 16;

/// For each descriptor 0, or the generation of its process and the number of its file from 1.
static SLOTS: [AtomicU64; MOST] = [const { AtomicU64::new(0) }; MOST];
/// The beginning of the names of files that stand for open devices; the paths of their nodes follow.
const NAME: &str = "software-xe ";

/// Files by their numbers.
pub type Files = Mutex<Vec<Option<Open>>>;

/// A file, and how many descriptors are open.
#[derive(Debug)]
pub struct Open {
    file: Arc<File>,
    /// The inode of the file that stands for it in the kernel's table.
    inode: u64,
    descriptors: usize,
}

/// The meaning of a descriptor to this library.
pub enum Found {
    /// Something else.
    Other,
    /// An open device.
    Device(Arc<File>),
    /// A device that was open before a fork.
    Inherited,
}

/// Opens a device: a descriptor of the process stands for it from now on.
pub fn open(file: Arc<File>, close_on_exec: bool) -> Result<i32, Errno> {
    let node =
        if file.is_primary() { format!("card{}", file.index) } else { format!("renderD{}", file.minor) };
    let name = CString::new(format!("{NAME}/dev/dri/{node}")).expect("there is no zero in it");
    let fd = sys::memfd(&name, if close_on_exec { libc::MFD_CLOEXEC } else { 0 })?;
    let inode = match (sys::stat(fd), fd as usize) {
        (Ok(stat), 0..MOST) => stat.st_ino,
        _ => {
            sys::close(fd);
            return Err(Errno::EMFILE);
        }
    };
    let mut files = files();
    let open = Some(Open { file, inode, descriptors: 1 });
    let number = match files.iter().position(Option::is_none) {
        Some(free) => {
            files[free] = open;
            free
        }
        None => {
            files.push(open);
            files.len() - 1
        }
    };
    SLOTS[fd as usize].store(slot(number), Ordering::Release);
    Ok(fd)
}

/// The path of the node that a descriptor is an open device of, even if it was open before a fork: what `/proc/self/fd` says of
/// it.
pub fn node(fd: i32) -> Option<String> {
    if read(fd) == 0 {
        return None;
    }
    let name = String::from_utf8(sys::memfd_name(fd)?).ok()?;
    name.strip_prefix(NAME).map(str::to_owned)
}

/// Finds the meaning of a descriptor.
pub fn find(fd: i32) -> Found {
    match read(fd) {
        0 => Found::Other,
        slot if !is_own(slot) => Found::Inherited,
        slot => {
            let mut files = files();
            let Some(open) = files.get_mut(number(slot)).and_then(Option::as_mut) else {
                return Found::Other;
            };
            // Somebody may have closed the descriptor in a way that nobody told this library of.
            if sys::stat(fd).is_ok_and(|stat| stat.st_ino == open.inode) {
                return Found::Device(Arc::clone(&open.file));
            }
            let closed = forget(&mut files, fd);
            drop(files);
            drop(closed);
            Found::Other
        }
    }
}

/// Says that a descriptor is about to be closed, or to become something else.
pub fn close(fd: i32) {
    let slot = read(fd);
    if slot == 0 {
        return;
    }
    if !is_own(slot) {
        SLOTS[fd as usize].store(0, Ordering::Release);
        return;
    }
    let closed = forget(&mut files(), fd);
    // Its queues end now, which takes a while.
    drop(closed);
}

/// Says that a descriptor is another's copy.
pub fn copied(from: i32, to: i32) {
    let slot = read(from);
    if slot == 0 || !(0..MOST as i32).contains(&to) {
        return;
    }
    if is_own(slot)
        && let Some(open) = files().get_mut(number(slot)).and_then(Option::as_mut)
    {
        open.descriptors += 1;
    }
    SLOTS[to as usize].store(slot, Ordering::Release);
}

fn forget(files: &mut [Option<Open>], fd: i32) -> Option<Open> {
    let slot = SLOTS[fd as usize].swap(0, Ordering::AcqRel);
    if slot == 0 {
        return None;
    }
    let place = files.get_mut(number(slot))?;
    let open = place.as_mut()?;
    open.descriptors -= 1;
    if open.descriptors == 0 { place.take() } else { None }
}

fn files() -> MutexGuard<'static, Vec<Option<Open>>> {
    Process::current().files.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read(fd: i32) -> u64 {
    usize::try_from(fd).ok().and_then(|fd| SLOTS.get(fd)).map_or(0, |slot| slot.load(Ordering::Acquire))
}

fn slot(number: usize) -> u64 {
    u64::from(Process::generation()) << 32 | (number as u64 + 1)
}

fn number(slot: u64) -> usize {
    (slot & u64::from(u32::MAX)) as usize - 1
}

fn is_own(slot: u64) -> bool {
    slot >> 32 == u64::from(Process::generation())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ioctl::testing::file;

    fn is_device(fd: i32) -> bool {
        matches!(find(fd), Found::Device(_))
    }

    #[test]
    fn a_file_is_there_until_its_last_descriptor_is_closed() {
        let file = Arc::new(file());
        let there = Arc::downgrade(&file);
        let fd = open(file, true).unwrap();
        let copy = sys::fcntl(fd, libc::F_DUPFD_CLOEXEC, 0).unwrap() as i32;
        copied(fd, copy);
        close(fd);
        sys::close(fd);
        assert!(is_device(copy) && there.upgrade().is_some());
        close(copy);
        sys::close(copy);
        assert!(!is_device(copy) && there.upgrade().is_none());
    }

    #[test]
    fn what_was_closed_unseen_is_no_device_any_more() {
        let fd = open(Arc::new(file()), true).unwrap();
        let other = sys::memfd(c"other", libc::MFD_CLOEXEC).unwrap();
        // SAFETY: both are this test's own.
        unsafe { sys::call(libc::SYS_dup3, [sys::word(other), sys::word(fd), sys::word(libc::O_CLOEXEC)]) }
            .unwrap();
        assert!(!is_device(fd));
        sys::close(other);
        sys::close(fd);
    }
}
