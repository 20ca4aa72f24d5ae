//! The memory file behind everything that can be shared: data, then a header with the table of exports.

use crate::error::{CallResult, resources};
use crate::handle_data::HandleData;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicU64, Ordering};
use ur_ipc_api::{Family, UrResult};
use ur_ipc_soft_gpu::{Counters, SharedCounters};
use ur_ipc_sys::mapping::Mapping;
use ur_ipc_sys::process::random;
use ur_ipc_sys::{memfd, pidfd};

/// Room for the header in bytes; pages that no export has touched cost nothing.
const HEADER_SIZE: usize = 64 * 1024;
const FIXED_WORDS: usize = 4;
const SLOTS: usize = HEADER_SIZE / 8 - FIXED_WORDS;
const MAGIC: u64 = u64::from_le_bytes(*b"URIPCOBJ");

/// Data is rounded up to this many bytes, so that the header is aligned whatever the size of a page.
pub const GRANULE: usize = 64 * 1024;

/// The header, which lies behind the data. Atomic throughout, because other processes map it too.
#[repr(C)]
struct Header {
    magic: AtomicU64,
    family: AtomicU64,
    object: AtomicU64,
    data_size: AtomicU64,
    slots: [AtomicU64; SLOTS],
}

/// A mapped memory file.
#[derive(Debug)]
pub struct SharedObject {
    file: Option<OwnedFd>,
    mapping: Mapping,
    data_size: usize,
}

/// An entry in the table of exports.
#[derive(Clone, Copy, Debug)]
pub struct ExportEntry {
    /// Its place in the table.
    pub slot: u32,
    /// The token at that place.
    pub token: u64,
}

impl SharedObject {
    /// A new object with room for `size` bytes of data, all zero.
    pub fn create(family: Family, size: usize) -> CallResult<Self> {
        let data_size = size
            .checked_next_multiple_of(GRANULE)
            .filter(|&size| size > 0 && size < usize::MAX / 4)
            .ok_or(UrResult::ERROR_OUT_OF_RESOURCES)?;
        let file = memfd::create(c"ur-ipc-host", data_size + HEADER_SIZE).map_err(resources)?;
        let mapping = Mapping::shared(file.as_fd(), data_size + HEADER_SIZE).map_err(resources)?;
        let this = Self { file: Some(file), mapping, data_size };
        let header = this.header();
        header.family.store(family as u64, Ordering::Relaxed);
        header.object.store(random().map_err(resources)?, Ordering::Relaxed);
        header.data_size.store(data_size as u64, Ordering::Relaxed);
        header.magic.store(MAGIC, Ordering::Release);
        Ok(this)
    }

    /// The object that a handle of this process or another describes. Nothing of a refused one stays open.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` if the exporting process may not be inspected, `UNSUPPORTED_FEATURE` if the kernel
    /// cannot do it, `INVALID_VALUE` if the handle does not name a live export.
    pub fn import(data: &HandleData) -> CallResult<Self> {
        let file = pidfd::copy_descriptor(data.pid, data.fd).map_err(|error| import_error(&error))?;
        Self::map(file.as_fd()).filter(|object| object.exports(data)).ok_or(UrResult::ERROR_INVALID_VALUE)
    }

    fn map(file: BorrowedFd<'_>) -> Option<Self> {
        let size = memfd::sealed_size(file)?;
        let data_size = size.checked_sub(HEADER_SIZE).filter(|&data| data > 0 && data % GRANULE == 0)?;
        Some(Self { file: None, mapping: Mapping::shared(file, size).ok()?, data_size })
    }

    /// True if this is the object of the handle and the handle was not put.
    pub(crate) fn exports(&self, data: &HandleData) -> bool {
        let header = self.header();
        let end = data.base.checked_add(data.size);
        header.magic.load(Ordering::Acquire) == MAGIC
            && header.family.load(Ordering::Relaxed) == data.family as u64
            && header.object.load(Ordering::Relaxed) == data.object
            && header.data_size.load(Ordering::Relaxed) == self.data_size as u64
            && end.is_some_and(|end| end <= self.data_size as u64)
            && data.offset < data.size
            && data.token != 0
            && header
                .slots
                .get(data.slot as usize)
                .is_some_and(|slot| slot.load(Ordering::Acquire) == data.token)
    }

    /// Notes an export in the table.
    ///
    /// # Errors
    /// `OUT_OF_RESOURCES` if the table is full.
    pub fn open_export(&self) -> CallResult<ExportEntry> {
        let token = random().map_err(resources)?;
        for (slot, word) in (0..).zip(&self.header().slots) {
            let taken = word.load(Ordering::Relaxed) == 0
                && word.compare_exchange(0, token, Ordering::AcqRel, Ordering::Relaxed).is_ok();
            if taken {
                return Ok(ExportEntry { slot, token });
            }
        }
        Err(UrResult::ERROR_OUT_OF_RESOURCES)
    }

    /// Strikes an export out: its handle opens nothing from now on.
    pub fn close_export(&self, export: ExportEntry) {
        if let Some(word) = self.header().slots.get(export.slot as usize) {
            // A word that other processes can reach may have been overwritten; then there is nothing to strike out.
            let _ = word.compare_exchange(export.token, 0, Ordering::AcqRel, Ordering::Relaxed);
        }
    }

    /// Another descriptor of the file. An imported object has none: only its maker exports it.
    pub fn duplicate_file(&self) -> CallResult<OwnedFd> {
        let file = self.file.as_ref().ok_or(UrResult::ERROR_INVALID_VALUE)?;
        pidfd::duplicate(file.as_fd()).map_err(resources)
    }

    /// The identity of the file.
    pub fn identity(&self) -> u64 {
        self.header().object.load(Ordering::Relaxed)
    }

    /// The address at which the data is mapped in this process.
    pub fn data(&self) -> *mut u8 {
        self.mapping.start()
    }

    fn header(&self) -> &Header {
        // SAFETY: the mapping has `HEADER_SIZE` bytes behind the data, which the seals of the file keep in being;
        // the data's size is a multiple of the granule, so the header is aligned. All fields are atomic and any
        // bytes are valid for them. The mapping lives as long as `self`.
        unsafe { &*self.mapping.start().add(self.data_size).cast::<Header>() }
    }
}

/// Access for fuzzers and property tests.
#[cfg(any(test, feature = "fuzzing"))]
impl SharedObject {
    pub(crate) fn data_size(&self) -> usize {
        self.data_size
    }

    /// Does to the header what another process may do.
    pub(crate) fn overwrite(&self, bytes: &[u8]) {
        let header = self.header();
        let fixed = [&header.magic, &header.family, &header.object, &header.data_size];
        for (word, chunk) in fixed.into_iter().chain(&header.slots).zip(bytes.as_chunks().0) {
            word.store(u64::from_ne_bytes(*chunk), Ordering::Relaxed);
        }
    }
}

impl SharedCounters for SharedObject {
    fn counters(&self) -> &Counters {
        // SAFETY: an object has at least a granule of data, mapped as long as it lives and aligned to a page; the
        // counters are atomic, and any bytes are valid for them.
        unsafe { &*self.data().cast::<Counters>() }
    }
}

/// The result code for a descriptor that could not be had.
fn import_error(error: &io::Error) -> UrResult {
    match error.raw_os_error() {
        Some(libc::EPERM | libc::EACCES) => UrResult::ERROR_INVALID_ARGUMENT,
        Some(libc::ENOSYS) => UrResult::ERROR_UNSUPPORTED_FEATURE,
        Some(libc::EMFILE | libc::ENFILE | libc::ENOMEM) => UrResult::ERROR_OUT_OF_RESOURCES,
        _ => UrResult::ERROR_INVALID_VALUE,
    }
}

const _: () = assert!(size_of::<Header>() == HEADER_SIZE);

#[cfg(test)]
mod tests;
