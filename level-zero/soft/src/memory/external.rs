//! Memory files, and how they come in and go out as file descriptors.

use core::ffi::c_void;
use std::ffi::CStr;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::os::unix::ffi::OsStrExt;

use level_zero_sys::*;
use nix::sys::stat::fstat;
use ur_ipc_sys::address_range::page_size;
use ur_ipc_sys::mapping::Mapping;
use ur_ipc_sys::memfd;

use super::chain;
use super::checks::{CallResult, ensure, flags, system};
use super::descriptor::Descriptor;
use crate::faults;

const OPAQUE_FD: ze_external_memory_type_flags_t =
    ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD;

/// The name of the memory files of one kind. It is seen in `/proc`, and tells the kinds apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileKind(pub(crate) &'static CStr);

impl FileKind {
    /// Allocations.
    pub(crate) const MEMORY: Self = Self(c"level-zero-soft:memory");
    /// Physical memory.
    pub(crate) const PHYSICAL: Self = Self(c"level-zero-soft:physical");
    /// Events.
    pub(crate) const EVENT: Self = Self(c"level-zero-soft:event");

    /// A new file, all zero, of at least `size` bytes.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY`.
    pub(crate) fn create(self, size: usize) -> CallResult<Descriptor> {
        let whole = file_size(size).ok_or(ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)?;
        Descriptor::open(|| memfd::create(self.0, whole))
    }

    /// The size in bytes of a file of this kind; `None` for any other file.
    pub(crate) fn size_of(self, file: BorrowedFd<'_>) -> Option<usize> {
        let size = memfd::sealed_size(file)?;
        let link = std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()?;
        let name = link.as_os_str().as_bytes().strip_prefix(b"/memfd:")?.strip_suffix(b" (deleted)")?;
        (name == self.0.to_bytes()).then_some(size)
    }

    /// Whether a file is one of this kind, for so many bytes of memory.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_ARGUMENT` for any other file, `ZE_RESULT_ERROR_INVALID_SIZE` for one of another size.
    fn check(self, file: BorrowedFd<'_>, size: usize) -> CallResult {
        let found = self.size_of(file).ok_or(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        ensure(file_size(size) == Some(found), ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE)
    }
}

/// Whether a file can be mapped at all, however long it is.
///
/// # Errors
/// `ZE_RESULT_ERROR_INVALID_ARGUMENT` if it cannot.
fn mappable(file: BorrowedFd<'_>) -> CallResult {
    Mapping::shared(file, page_size()).map(drop).map_err(|_| ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)
}

/// The size in bytes of the file behind `size` bytes of memory.
pub(crate) fn file_size(size: usize) -> Option<usize> {
    size.checked_next_multiple_of(page_size())
}

/// The identity of a file, which tells it from all others as long as anybody has it open.
///
/// # Errors
/// `ZE_RESULT_ERROR_INVALID_ARGUMENT` for what is no file.
pub(crate) fn identity(file: BorrowedFd<'_>) -> CallResult<u64> {
    let status = fstat(file).map_err(|error| system(&error.into()))?;
    Ok(status.st_ino)
}

/// The relation of memory to file descriptors of the application.
#[derive(Debug)]
pub(crate) enum External {
    /// Not at all.
    None,
    /// It will be asked for one.
    Export,
    /// It came as one.
    Import {
        /// A copy of it.
        file: Descriptor,
        /// The number that the application gave.
        number: RawFd,
    },
}

impl External {
    /// The relation that the chain of a descriptor asks for. An imported descriptor is copied: the number stays the
    /// caller's.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION` for other forms than opaque file descriptors,
    /// those of [`FileKind::check`]; where imports are trusted, instead `ZE_RESULT_ERROR_INVALID_ARGUMENT` for a file
    /// that cannot be mapped.
    ///
    /// # Safety
    /// The chain is null or consists of readable structures.
    pub(crate) unsafe fn of_chain(next: *const c_void, kind: FileKind, size: usize) -> CallResult<Self> {
        // SAFETY: the caller vouches for the chain.
        let import: *mut ze_external_memory_import_fd_t =
            unsafe { chain::find(next, ze_external_memory_import_fd_t::STYPE) };
        // SAFETY: null, or part of the chain.
        if let Some(import) = unsafe { import.as_ref() } {
            only_opaque(import.flags)?;
            let file = Descriptor::copy_of(import.fd)?;
            if faults::settings().trusting_imports {
                mappable(file.file())?;
            } else {
                kind.check(file.file(), size)?;
            }
            return Ok(Self::Import { file, number: import.fd });
        }
        // SAFETY: the caller vouches for the chain.
        let export: *mut ze_external_memory_export_desc_t =
            unsafe { chain::find(next, ze_external_memory_export_desc_t::STYPE) };
        // SAFETY: null, or part of the chain.
        match unsafe { export.as_ref() } {
            None => Ok(Self::None),
            Some(export) => only_opaque(export.flags).map(|()| Self::Export),
        }
    }

    /// Whether the application may have a descriptor of the memory.
    pub(crate) fn is_exportable(&self) -> bool {
        !matches!(self, Self::None)
    }
}

/// Answers the request for a file descriptor in a chain of properties by what `export` gives, which is the caller's to
/// close.
///
/// # Errors
/// `ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION` for other forms than opaque file descriptors; those of `export`.
///
/// # Safety
/// The chain is null or consists of writable structures.
pub(crate) unsafe fn answer_export(
    next: *mut c_void,
    export: impl FnOnce() -> CallResult<RawFd>,
) -> CallResult {
    // SAFETY: the caller vouches for the chain.
    let request: *mut ze_external_memory_export_fd_t =
        unsafe { chain::find(next, ze_external_memory_export_fd_t::STYPE) };
    // SAFETY: null, or part of the chain.
    let Some(request) = (unsafe { request.as_mut() }) else { return Ok(()) };
    only_opaque(request.flags)?;
    request.fd = export()?;
    Ok(())
}

fn only_opaque(given: ze_external_memory_type_flags_t) -> CallResult {
    const KNOWN: u32 = 0xff;
    flags(given.0, KNOWN)?;
    ensure(given == OPAQUE_FD, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION)
}
