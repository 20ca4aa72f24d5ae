//! Presence of processes that share an object, as the others can know it: roles end with their process, and marks
//! stay on the file.

use crate::layer::driver::{file_identity, file_of};
use std::fs::{self, File, Permissions};
use std::os::fd::RawFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixDatagram};

/// A role towards a shared object that one process at a time can have, until the process ends or this is dropped.
pub(super) struct Role {
    _name: UnixDatagram,
}

impl Role {
    /// Takes it, unless somebody has it.
    pub(super) fn take(role: &str, identity: Option<u64>) -> Option<Self> {
        let name = SocketAddr::from_abstract_name(format!("lz-mutant-{role}-{}", identity?)).ok()?;
        Some(Self { _name: UnixDatagram::bind_addr(&name).ok()? })
    }

    /// True if somebody has it.
    pub(super) fn is_taken(role: &str, identity: Option<u64>) -> bool {
        identity.is_some() && Self::take(role, identity).is_none()
    }
}

/// Rights that nobody needs: each that a file lacks stands for a consumer.
const MARKS: [(&str, u32); 4] =
    [("consumer-0", 0o004), ("consumer-1", 0o002), ("consumer-2", 0o040), ("consumer-3", 0o020)];

/// The role of a consumer of a file, which is marked until this is dropped: the dead leave their mark.
pub(super) struct ConsumerMark {
    file: File,
    mark: u32,
    _role: Role,
}

impl ConsumerMark {
    /// One more consumer of a descriptor's file, unless it has too many.
    pub(super) fn of(fd: RawFd) -> Option<Self> {
        let (file, identity) = (File::open(file_of(fd)).ok()?, file_identity(fd));
        let mode = file.metadata().ok()?.mode();
        let mut free = MARKS.into_iter().filter(|(_, mark)| mode & mark != 0);
        let (mark, role) = free.find_map(|(role, mark)| Some((mark, Role::take(role, identity)?)))?;
        file.set_permissions(Permissions::from_mode(mode & !mark)).ok()?;
        Some(Self { file, mark, _role: role })
    }

    /// True if a consumer of a descriptor's file has died.
    pub(super) fn has_died(fd: RawFd) -> bool {
        let mode = fs::metadata(file_of(fd)).map_or(!0, |found| found.mode());
        let dead = |(role, mark)| mode & mark == 0 && !Role::is_taken(role, file_identity(fd));
        MARKS.into_iter().any(dead)
    }
}

impl Drop for ConsumerMark {
    fn drop(&mut self) {
        if let Ok(found) = self.file.metadata() {
            let _ = self.file.set_permissions(Permissions::from_mode(found.mode() | self.mark));
        }
    }
}
