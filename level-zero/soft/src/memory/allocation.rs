//! One allocation, made here or opened from a handle.

use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use level_zero_sys::*;
use ur_ipc_sys::address_range::{Access, AddressRange};

use super::checks::{CallResult, lock, system};
use super::deferred;
use super::descriptor::Descriptor;
use super::external::{External, FileKind, file_size};
use crate::context::Context;
use crate::device::{PAGE_SIZE, Taken};
use crate::faults::{Freedom, uses};

/// The next id; 0 stands for none.
static NEXT_ID: AtomicU64 = AtomicU64::new(1);

/// An id that nothing in this process has.
pub(crate) fn new_id() -> u64 {
    NEXT_ID.fetch_add(1, Ordering::Relaxed)
}

/// The properties that an allocation gets from its creation.
pub(super) struct Purpose {
    /// The context it belongs to.
    pub(super) context: Arc<Context>,
    /// The index of its device; none for memory of the host.
    pub(super) device: Option<u32>,
    /// The kind of memory: host, device or shared.
    pub(super) kind: ze_memory_type_t,
    /// Its size in bytes.
    pub(super) size: usize,
}

/// Memory at an address.
pub(crate) struct Allocation {
    /// The context it belongs to.
    pub(super) context: Arc<Context>,
    /// The index of its device; none for memory of the host.
    pub(super) device: Option<u32>,
    /// The kind of memory: host, device or shared.
    pub(super) kind: ze_memory_type_t,
    /// Identifies it in this process.
    pub(super) id: u64,
    /// Its first address.
    pub(super) base: usize,
    /// Its size in bytes.
    pub(super) size: usize,
    /// Whether the application may have a descriptor of it.
    pub(super) exportable: bool,
    /// Its memory file; none if it was opened from a handle, which needs the file no longer than the call.
    pub(super) file: Option<Descriptor>,
    /// Its addresses, and its part of the device's memory.
    range: Mutex<Option<(AddressRange, Option<Taken>)>>,
    users: Mutex<usize>,
    unused: Condvar,
}

impl Allocation {
    /// New memory, all zero, or what the application imports.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY`, `ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY`.
    pub(super) fn make(purpose: Purpose, alignment: usize, external: External) -> CallResult<Self> {
        let exportable = external.is_exportable();
        let file = match external {
            External::Import { file, .. } => file,
            External::None | External::Export => FileKind::MEMORY.create(purpose.size)?,
        };
        let range = Self::map(&purpose, file.file(), alignment)?;
        Ok(Self::new(purpose, range, exportable, Some(file)))
    }

    /// The memory that another process, or this one, has in the file.
    ///
    /// # Errors
    /// As for [`Allocation::make`].
    pub(super) fn open(purpose: Purpose, file: BorrowedFd<'_>) -> CallResult<Self> {
        let range = Self::map(&purpose, file, PAGE_SIZE)?;
        Ok(Self::new(purpose, range, false, None))
    }

    fn map(purpose: &Purpose, file: BorrowedFd<'_>, alignment: usize) -> CallResult<AddressRange> {
        let short = if purpose.kind == ze_memory_type_t::ZE_MEMORY_TYPE_HOST {
            ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY
        } else {
            ze_result_t::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY
        };
        let len = file_size(purpose.size).ok_or(short)?;
        let range = AddressRange::reserve(len, alignment).map_err(|_| short)?;
        range.map(0, len, file, 0, Access::ReadWrite).map_err(|error| match system(&error) {
            ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY => short,
            other => other,
        })?;
        Ok(range)
    }

    fn new(purpose: Purpose, range: AddressRange, exportable: bool, file: Option<Descriptor>) -> Self {
        let Purpose { context, device, kind, size } = purpose;
        let of_device = device.filter(|_| kind != ze_memory_type_t::ZE_MEMORY_TYPE_HOST);
        let taken = of_device.map(|device| Taken::new(device, size));
        Self {
            context,
            device,
            kind,
            id: new_id(),
            base: range.start().expose_provenance(),
            size,
            exportable,
            file,
            range: Mutex::new(Some((range, taken))),
            users: Mutex::default(),
            unused: Condvar::new(),
        }
    }

    /// Whether it was opened from a handle.
    pub(super) fn is_opened(&self) -> bool {
        self.file.is_none()
    }

    /// Blocks until no command uses it.
    pub(super) fn wait_until_unused(&self) {
        let mut users = lock(&self.users);
        while *users > 0 {
            users = self.unused.wait(users).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes the memory away at once, even from commands that use it: they fault, as they would on a device.
    pub(super) fn unmap(&self) {
        let range = lock(&self.range).take();
        drop(range);
    }

    /// As [`Allocation::unmap`], or later where the driver keeps what is freed for a while.
    pub(super) fn end(&self) {
        let range = lock(&self.range).take();
        if let Some(range) = range
            && uses(Freedom::DeferredFrees)
        {
            deferred::keep(range, self.size);
        }
    }

    /// Leaves the memory mapped and taken for ever.
    pub(super) fn leak(&self) {
        let range = lock(&self.range).take();
        std::mem::forget(range);
    }
}

/// The use of an allocation by a command that was submitted.
pub(crate) struct InUse(Arc<Allocation>);

impl InUse {
    /// Begins.
    pub(super) fn new(allocation: Arc<Allocation>) -> Self {
        *lock(&allocation.users) += 1;
        Self(allocation)
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let mut users = lock(&self.0.users);
        *users -= 1;
        if *users == 0 {
            self.0.unused.notify_all();
        }
    }
}
