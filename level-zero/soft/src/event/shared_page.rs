//! The page of an event that processes share: a memory file of its own.

use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use ur_ipc_soft_gpu::{Counters, EventPage, SharedCounters};
use ur_ipc_sys::mapping::Mapping;
use ur_ipc_sys::process::random;

use crate::memory::checks::{CallResult, system};
use crate::memory::descriptor::Descriptor;
use crate::memory::external::FileKind;

const MAGIC: u64 = u64::from_le_bytes(*b"ZESFEVT1");

/// The content of the file. Atomic throughout, because other processes write it too.
#[repr(C)]
struct Layout {
    magic: AtomicU64,
    identity: AtomicU64,
    /// The index of the event's device.
    device: AtomicU32,
    counters: Counters,
}

/// The page, mapped.
#[derive(Debug)]
struct SharedPage(Mapping);

impl SharedPage {
    fn map(file: BorrowedFd<'_>) -> CallResult<Self> {
        Mapping::shared(file, size_of::<Layout>()).map(Self).map_err(|error| system(&error))
    }

    fn layout(&self) -> &Layout {
        // SAFETY: the mapping is at least as long as the layout, starts at a page and lives as long as `self`; the
        // seals keep the file from shrinking; all fields are atomic and any bytes are valid for them.
        unsafe { &*self.0.start().cast::<Layout>() }
    }
}

impl SharedCounters for SharedPage {
    fn counters(&self) -> &Counters {
        &self.layout().counters
    }
}

/// A new page, with its file and its identity.
///
/// # Errors
/// `ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY`.
pub(super) fn create(device: u32) -> CallResult<(EventPage, Descriptor, u64)> {
    let file = FileKind::EVENT.create(size_of::<Layout>())?;
    let page = SharedPage::map(file.file().as_fd())?;
    let identity = random().map_err(|error| system(&error))?;
    page.layout().identity.store(identity, Ordering::Relaxed);
    page.layout().device.store(device, Ordering::Relaxed);
    page.layout().magic.store(MAGIC, Ordering::Release);
    Ok((EventPage::shared(Arc::new(page)), file, identity))
}

/// The page in a file and the index of its device, if it has that identity.
///
/// # Errors
/// `ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY`.
pub(super) fn open(file: &Descriptor, identity: u64) -> CallResult<Option<(EventPage, u32)>> {
    if FileKind::EVENT.size_of(file.file()).is_none_or(|size| size < size_of::<Layout>()) {
        return Ok(None);
    }
    let page = SharedPage::map(file.file())?;
    let layout = page.layout();
    let sound =
        layout.magic.load(Ordering::Acquire) == MAGIC && layout.identity.load(Ordering::Relaxed) == identity;
    let device = layout.device.load(Ordering::Relaxed);
    Ok(sound.then(|| (EventPage::shared(Arc::new(page)), device)))
}
