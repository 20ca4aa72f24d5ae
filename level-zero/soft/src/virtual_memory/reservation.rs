//! Reserved ranges of addresses.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use level_zero_sys::ze_result_t;
use ur_ipc_sys::address_range::{Access, AddressRange};

use super::pieces::Pieces;
use crate::context::Context;
use crate::device::{LARGE_PAGE, PAGE_SIZE, page_size};
use crate::faults::{Freedom, uses};
use crate::memory::checks::{CallResult, ensure, lock, system};
use crate::physical_memory::PhysicalMemory;

const INVALID: ze_result_t = ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;

/// All reservations of this process, by their first address.
static RESERVATIONS: Mutex<BTreeMap<usize, Reservation>> = Mutex::new(BTreeMap::new());

/// A reserved range.
pub(super) struct Reservation {
    context: Arc<Context>,
    range: AddressRange,
    pieces: Pieces,
    mapped: Vec<Mapped>,
}

/// A mapping: the physical memory, and its place in the range.
struct Mapped {
    memory: u64,
    at: usize,
    size: usize,
}

/// Reserves addresses, at the wanted ones if they are free, and gives the first.
///
/// # Errors
/// `ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY` if there are not as many.
pub(super) fn reserve(context: Arc<Context>, wanted: usize, size: usize) -> CallResult<usize> {
    let range = NonZeroUsize::new(wanted)
        .and_then(|wanted| AddressRange::reserve_at(wanted, size).ok())
        .map_or_else(|| AddressRange::reserve(size, page_size(LARGE_PAGE)), Ok)
        .map_err(|_| ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)?;
    let start = range.start().expose_provenance();
    lock(&RESERVATIONS)
        .insert(start, Reservation { context, range, pieces: Pieces::default(), mapped: Vec::new() });
    Ok(start)
}

/// Frees a whole reservation and whatever is mapped in it.
///
/// # Errors
/// `ZE_RESULT_ERROR_INVALID_ARGUMENT` for anything but a whole reservation of the context.
pub(super) fn free(context: &Arc<Context>, start: usize, size: usize) -> CallResult {
    let mut reservations = lock(&RESERVATIONS);
    let whole = reservations
        .get(&start)
        .is_some_and(|found| found.range.len() == size && Arc::ptr_eq(&found.context, context));
    ensure(whole, INVALID)?;
    let freed = reservations.remove(&start);
    drop(reservations);
    drop(freed);
    Ok(())
}

/// Maps part of physical memory into a free range.
///
/// # Errors
/// `ZE_RESULT_ERROR_INVALID_ARGUMENT` if the range is not free, or the memory may be mapped once only and is mapped;
/// those of [`within`].
pub(super) fn map(
    context: &Arc<Context>,
    start: usize,
    size: usize,
    memory: &PhysicalMemory,
    offset: usize,
    access: Access,
) -> CallResult {
    let mut reservations = lock(&RESERVATIONS);
    let has = |reservation: &Reservation| reservation.mapped.iter().any(|mapped| mapped.memory == memory.id);
    let once = memory.is_of_device() && uses(Freedom::OneMapping);
    ensure(!(once && reservations.values().any(has)), INVALID)?;
    let (reservation, at) = find(&mut reservations, context, start, size)?;
    reservation.map(at, size, memory, offset, access)
}

/// Lets `work` at the reservation around a range of whole pages, with the range's offset in it.
///
/// # Errors
/// `ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT` and `ZE_RESULT_ERROR_UNSUPPORTED_SIZE` for what is not whole pages,
/// `ZE_RESULT_ERROR_INVALID_ARGUMENT` for a range outside of the reservations of the context; those of `work`.
pub(super) fn within<T>(
    context: &Arc<Context>,
    start: usize,
    size: usize,
    work: impl FnOnce(&mut Reservation, usize) -> CallResult<T>,
) -> CallResult<T> {
    let mut reservations = lock(&RESERVATIONS);
    let (reservation, at) = find(&mut reservations, context, start, size)?;
    work(reservation, at)
}

/// The reservation around a range, and the range's offset in it.
fn find<'a>(
    reservations: &'a mut BTreeMap<usize, Reservation>,
    context: &Arc<Context>,
    start: usize,
    size: usize,
) -> CallResult<(&'a mut Reservation, usize)> {
    ensure(start.is_multiple_of(PAGE_SIZE), ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT)?;
    whole_pages(size)?;
    let (base, found) = reservations.range_mut(..=start).next_back().ok_or(INVALID)?;
    let offset = start - base;
    let inside = found.range.len().checked_sub(offset).is_some_and(|rest| size <= rest);
    ensure(inside && Arc::ptr_eq(&found.context, context), INVALID)?;
    Ok((found, offset))
}

/// `ZE_RESULT_ERROR_UNSUPPORTED_SIZE` unless the size is one of whole pages.
pub(super) fn whole_pages(size: usize) -> CallResult {
    ensure(size != 0 && size.is_multiple_of(PAGE_SIZE), ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE)
}

impl Reservation {
    fn map(
        &mut self,
        at: usize,
        size: usize,
        memory: &PhysicalMemory,
        offset: usize,
        access: Access,
    ) -> CallResult {
        ensure(self.pieces.is_free(at, size), INVALID)?;
        self.range.map(at, size, memory.file.file(), offset, access).map_err(|error| system(&error))?;
        self.pieces.insert(at, size, access);
        self.mapped.push(Mapped { memory: memory.id, at, size });
        Ok(())
    }

    /// Unmaps a range that is mapped throughout.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_ARGUMENT` if it is not.
    pub(super) fn unmap(&mut self, at: usize, size: usize) -> CallResult {
        ensure(self.pieces.is_mapped(at, size), INVALID)?;
        self.range.unmap(at, size).map_err(|error| system(&error))?;
        self.pieces.remove(at, size);
        self.mapped.retain(|mapped| !self.pieces.is_free(mapped.at, mapped.size));
        Ok(())
    }

    /// Changes the access of a range that is mapped throughout.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_ARGUMENT` if it is not.
    pub(super) fn set_access(&mut self, at: usize, size: usize, access: Access) -> CallResult {
        ensure(self.pieces.is_mapped(at, size), INVALID)?;
        self.range.protect(at, size, access).map_err(|error| system(&error))?;
        self.pieces.set_access(at, size, access);
        Ok(())
    }

    /// The access at an offset, and the number of bytes from there on that share it.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_ARGUMENT` where nothing is mapped.
    pub(super) fn access(&self, at: usize) -> CallResult<(Access, usize)> {
        self.pieces.access(at).ok_or(INVALID)
    }
}
