//! What processes can know of each other by a file that they share: names that end with the process that holds them,
//! and marks on the file that stay.

use std::fs::{File, Permissions};
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{FromRawFd, RawFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixDatagram};

/// A name that this process holds until it ends, or until this is dropped.
pub(super) struct Name {
    _socket: UnixDatagram,
}

impl Name {
    /// Takes a name; none if it is taken.
    pub(super) fn take(name: &str) -> Option<Self> {
        let address = SocketAddr::from_abstract_name(format!("lz-mutant-{name}")).ok()?;
        Some(Self { _socket: UnixDatagram::bind_addr(&address).ok()? })
    }
}

/// Whether a process that took the name lives and holds it.
pub(super) fn is_taken(name: &str) -> bool {
    Name::take(name).is_none()
}

/// A file that processes share.
pub(super) struct Shared(ManuallyDrop<File>);

/// The rights that mark a file, which nobody needs: each that is missing stands for a consumer.
const MARKS: [u32; 4] = [0o004, 0o002, 0o040, 0o020];

impl Shared {
    /// The file of a descriptor that stays open meanwhile.
    pub(super) fn of(fd: RawFd) -> Self {
        // SAFETY: the caller's descriptor is open, and is not closed here.
        Self(ManuallyDrop::new(unsafe { File::from_raw_fd(fd) }))
    }

    /// A name for what a process is to this file.
    pub(super) fn name(&self, role: &str) -> String {
        self.0.metadata().map_or_else(|_| role.to_owned(), |found| format!("{role}-{}", found.ino()))
    }

    fn mode(&self) -> io::Result<u32> {
        Ok(self.0.metadata()?.mode())
    }

    fn consumer(&self, index: usize) -> String {
        self.name(&format!("consumer-{index}"))
    }

    /// Marks the file for a consumer: which mark it is, and the name that goes with it.
    pub(super) fn enter(&self) -> Option<(usize, Name)> {
        let mode = self.mode().ok()?;
        let mut free = (0..MARKS.len()).filter(|index| mode & MARKS[*index] != 0);
        let (index, name) = free.find_map(|index| Some((index, Name::take(&self.consumer(index))?)))?;
        self.0.set_permissions(Permissions::from_mode(mode & !MARKS[index])).ok()?;
        Some((index, name))
    }

    /// Takes a mark away.
    pub(super) fn leave(&self, index: usize) {
        if let Ok(mode) = self.mode() {
            let _ = self.0.set_permissions(Permissions::from_mode(mode | MARKS[index]));
        }
    }

    /// Whether a consumer is gone without taking its mark away.
    pub(super) fn was_abandoned(&self) -> bool {
        let Ok(mode) = self.mode() else { return false };
        (0..MARKS.len()).any(|index| mode & MARKS[index] == 0 && !is_taken(&self.consumer(index)))
    }
}
