//! The tokens of a process: which of its handles may be opened at this moment.
//!
//! A sealed memfd, writable in the exporting process alone. Whoever opens a handle takes the table's descriptor
//! from the exporter and compares what stands at the handle's place.

use crate::checks::Ur;
use crate::registry::lock;
use nix::fcntl::{FcntlArg, SealFlag, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::unistd::ftruncate;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use ur_ipc_api::Family;
use ur_ipc_api::UrResult;
use ur_ipc_sys::mapping::Mapping;
use ur_ipc_sys::process::random;

const MAGIC: u64 = u64::from_le_bytes(*b"URIPCTOK");
const WORDS: usize = 4;
const SLOT_BYTES: usize = WORDS * 8;
const TABLE_BYTES: usize = 1 << 20;
const SLOTS: u32 = (TABLE_BYTES / SLOT_BYTES) as u32;
/// The first slot holds the magic number.
const FIRST: u32 = 1;
const SEALS: SealFlag = SealFlag::F_SEAL_SHRINK
    .union(SealFlag::F_SEAL_GROW)
    .union(SealFlag::F_SEAL_FUTURE_WRITE)
    .union(SealFlag::F_SEAL_SEAL);

/// An entry of the table: a statement by the exporter about one of its handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenEntry {
    /// Random, never 0.
    pub token: u64,
    /// The family.
    pub family: Family,
    /// The descriptor of the memory, or -1.
    pub fd: i32,
    /// Size in bytes.
    pub size: u64,
    /// Offset in bytes.
    pub offset: u64,
}

impl TokenEntry {
    fn words(self) -> [u64; WORDS] {
        let kind = (self.family as u64) << 32 | u64::from(self.fd.cast_unsigned());
        [self.token, kind, self.size, self.offset]
    }
}

/// The table of this process.
pub struct TokenTable {
    memfd: OwnedFd,
    mapping: Mapping,
    free: Mutex<Free>,
}

struct Free {
    returned: Vec<u32>,
    next: u32,
}

impl TokenTable {
    /// An empty table.
    ///
    /// # Errors
    /// `OUT_OF_RESOURCES` without a descriptor or memory for it.
    pub fn new() -> Ur<Self> {
        Self::map().map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)
    }

    fn map() -> io::Result<Self> {
        let memfd = memfd_create(c"ur-ipc-tokens", MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING)?;
        ftruncate(&memfd, TABLE_BYTES as i64)?;
        let mapping = Mapping::shared(memfd.as_fd(), TABLE_BYTES)?;
        let table = Self { memfd, mapping, free: Mutex::new(Free { returned: Vec::new(), next: FIRST }) };
        table.word(0, 0).store(MAGIC, Ordering::Relaxed);
        // The mapping above stays writable; nobody can make or open another one that is.
        fcntl(&table.memfd, FcntlArg::F_ADD_SEALS(SEALS))?;
        Ok(table)
    }

    /// The number of the table's descriptor in this process.
    pub fn fd(&self) -> RawFd {
        self.memfd.as_raw_fd()
    }

    /// Enters what is exported under a new token; gives the place and the entry.
    ///
    /// # Errors
    /// `OUT_OF_RESOURCES` if every place is taken.
    pub fn enter(&self, family: Family, fd: i32, size: u64, offset: u64) -> Ur<(u32, TokenEntry)> {
        let entry = TokenEntry {
            token: random().map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)?,
            family,
            fd,
            size,
            offset,
        };
        let slot = {
            let mut free = lock(&self.free);
            match free.returned.pop() {
                Some(slot) => slot,
                None if free.next < SLOTS => {
                    free.next += 1;
                    free.next - 1
                }
                None => return Err(UrResult::ERROR_OUT_OF_RESOURCES),
            }
        };
        let words = entry.words();
        for (index, value) in words.into_iter().enumerate().skip(1) {
            self.word(slot, index).store(value, Ordering::Relaxed);
        }
        self.word(slot, 0).store(words[0], Ordering::Release);
        Ok((slot, entry))
    }

    /// Withdraws the token at a place that `enter` gave. The place stays taken.
    pub fn withdraw(&self, slot: u32) {
        self.word(slot, 0).store(0, Ordering::Release);
    }

    /// Withdraws the token and gives the place back.
    pub fn leave(&self, slot: u32) {
        self.withdraw(slot);
        lock(&self.free).returned.push(slot);
    }

    fn word(&self, slot: u32, index: usize) -> &AtomicU64 {
        let position = slot as usize * WORDS + index;
        assert!(position < TABLE_BYTES / 8, "places come from `enter`");
        let words: *const AtomicU64 = self.mapping.start().cast_const().cast();
        // SAFETY: inside the mapping by the check above; aligned, since mappings are; only used as atomics.
        unsafe { &*words.add(position) }
    }
}

/// Access for fuzzers and property tests.
#[cfg(any(test, feature = "fuzzing"))]
impl TokenTable {
    /// Does to the entries what a broken exporter may do.
    pub(crate) fn overwrite(&self, bytes: &[u8]) {
        let places = (FIRST..SLOTS).flat_map(|slot| (0..WORDS).map(move |index| (slot, index)));
        for ((slot, index), word) in places.zip(bytes.as_chunks().0) {
            self.word(slot, index).store(u64::from_ne_bytes(*word), Ordering::Relaxed);
        }
    }

    /// Whether this entry stands at a place, be it live or not.
    pub(crate) fn shows(&self, slot: u32, entry: &TokenEntry) -> bool {
        (FIRST..SLOTS).contains(&slot)
            && entry.words() == std::array::from_fn(|index| self.word(slot, index).load(Ordering::Relaxed))
    }

    /// The descriptor as another process gets it.
    pub(crate) fn reopened(&self) -> OwnedFd {
        self.memfd.try_clone().expect("a descriptor can be had")
    }
}

/// Checks that another process's table has this entry.
///
/// # Errors
/// `INVALID_VALUE` if the file is no such table or the entry is not there.
pub fn verify(table: OwnedFd, slot: u32, expected: TokenEntry) -> Ur<()> {
    let invalid = UrResult::ERROR_INVALID_VALUE;
    let file = File::from(table);
    let metadata = file.metadata().map_err(|_| invalid)?;
    if !metadata.is_file() || metadata.len() != TABLE_BYTES as u64 || !(FIRST..SLOTS).contains(&slot) {
        return Err(invalid);
    }
    let mut magic = [0; 8];
    file.read_exact_at(&mut magic, 0).map_err(|_| invalid)?;
    let mut bytes = [0; SLOT_BYTES];
    file.read_exact_at(&mut bytes, u64::from(slot) * SLOT_BYTES as u64).map_err(|_| invalid)?;
    let found =
        std::array::from_fn(|word| u64::from_ne_bytes(std::array::from_fn(|byte| bytes[word * 8 + byte])));
    let live = expected.token != 0 && expected.words() == found;
    if u64::from_ne_bytes(magic) == MAGIC && live { Ok(()) } else { Err(invalid) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_holds_until_it_is_withdrawn() {
        let table = TokenTable::new().unwrap();
        let (slot, entry) = table.enter(Family::Physical, 5, 4096, 0).unwrap();
        assert_eq!(verify(table.reopened(), slot, entry), Ok(()));
        for forged in [
            TokenEntry { token: entry.token ^ 1, ..entry },
            TokenEntry { fd: 6, ..entry },
            TokenEntry { size: 8192, ..entry },
            TokenEntry { offset: 1, ..entry },
            TokenEntry { family: Family::Event, ..entry },
        ] {
            assert_eq!(verify(table.reopened(), slot, forged), Err(UrResult::ERROR_INVALID_VALUE));
        }
        assert!(verify(table.reopened(), slot + 1, entry).is_err());
        assert!(verify(table.reopened(), u32::MAX, entry).is_err());
        table.leave(slot);
        assert!(verify(table.reopened(), slot, entry).is_err());
    }

    #[test]
    fn a_place_that_is_used_again_has_another_token() {
        let table = TokenTable::new().unwrap();
        let (slot, old) = table.enter(Family::Event, -1, 0, 0).unwrap();
        table.leave(slot);
        let (again, new) = table.enter(Family::Event, -1, 0, 0).unwrap();
        assert_eq!(slot, again);
        assert!(verify(table.reopened(), slot, old).is_err());
        assert_eq!(verify(table.reopened(), slot, new), Ok(()));
    }

    #[test]
    fn nobody_else_can_write_it() {
        let table = TokenTable::new().unwrap();
        assert!(File::from(table.reopened()).write_at(b"x", 0).is_err());
    }

    #[test]
    fn other_files_are_no_tables() {
        let entry = TokenEntry { token: 1, family: Family::Memory, fd: -1, size: 1, offset: 0 };
        let (reader, _writer) = io::pipe().unwrap();
        for other in [OwnedFd::from(reader), File::open("/dev/zero").unwrap().into()] {
            assert_eq!(verify(other, 1, entry), Err(UrResult::ERROR_INVALID_VALUE));
        }
    }

    #[test]
    fn a_full_table_says_so() {
        let table = TokenTable::new().unwrap();
        for _ in FIRST..SLOTS {
            table.enter(Family::Event, -1, 0, 0).unwrap();
        }
        assert_eq!(table.enter(Family::Event, -1, 0, 0).err(), Some(UrResult::ERROR_OUT_OF_RESOURCES));
    }
}
