//! The file descriptors of this driver, which are counted.

use std::collections::BTreeSet;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, IntoRawFd, OwnedFd, RawFd};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use level_zero_sys::ze_result_t;
use ur_ipc_sys::pidfd;

use super::checks::{CallResult, lock, system};
use crate::faults;

/// The number of open ones.
static OPEN: AtomicUsize = AtomicUsize::new(0);

/// A place among the open descriptors, given back when dropped.
#[derive(Debug)]
struct CountedSlot;

impl CountedSlot {
    fn take() -> CallResult<Self> {
        let limit = faults::settings().descriptor_limit.unwrap_or(usize::MAX);
        OPEN.fetch_update(Ordering::AcqRel, Ordering::Acquire, |open| (open < limit).then(|| open + 1))
            .map(|_| Self)
            .map_err(|_| ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)
    }
}

impl Drop for CountedSlot {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The numbers of those that are open.
static NUMBERS: Mutex<BTreeSet<RawFd>> = Mutex::new(BTreeSet::new());

/// A number among those of the driver, until it is dropped.
#[derive(Debug)]
struct Listed(RawFd);

impl Drop for Listed {
    fn drop(&mut self) {
        lock(&NUMBERS).remove(&self.0);
    }
}

/// An open file of this driver.
#[derive(Debug)]
pub(crate) struct Descriptor {
    // Before the file, whose number is somebody else's once it is closed.
    _listed: Listed,
    file: OwnedFd,
    _place: CountedSlot,
}

impl Descriptor {
    /// Opens one by `make`.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY` beyond the limit that the environment sets; otherwise the failure of
    /// `make`.
    pub(crate) fn open(make: impl FnOnce() -> io::Result<OwnedFd>) -> CallResult<Self> {
        let place = CountedSlot::take()?;
        let file = make().map_err(|error| system(&error))?;
        let listed = Listed(file.as_raw_fd());
        lock(&NUMBERS).insert(listed.0);
        Ok(Self { _listed: listed, file, _place: place })
    }

    /// Another one of the same file.
    ///
    /// # Errors
    /// As for [`Descriptor::open`].
    pub(crate) fn duplicate(&self) -> CallResult<Self> {
        Self::open(|| pidfd::duplicate(self.file.as_fd()))
    }

    /// A copy of a number that the caller of an entry point gave; any number will do.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_ARGUMENT` if nothing is open there; otherwise as for [`Descriptor::open`].
    pub(crate) fn copy_of(number: RawFd) -> CallResult<Self> {
        let own = nix::unistd::getpid().as_raw();
        Self::open(|| pidfd::copy_descriptor(own, number))
    }

    /// Whether the number is one of this driver's.
    pub(crate) fn is_own(number: RawFd) -> bool {
        lock(&NUMBERS).contains(&number)
    }

    /// The file, to look at.
    pub(crate) fn file(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }

    /// The number.
    pub(crate) fn number(&self) -> RawFd {
        self.file.as_raw_fd()
    }

    /// The number, which from now on is somebody else's to close and to count.
    pub(crate) fn give_away(self) -> RawFd {
        self.file.into_raw_fd()
    }
}
