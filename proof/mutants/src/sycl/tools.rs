//! What defects of SYCL's implementations are written with.

pub(super) use super::{Below, Catalogue, Defect};
pub(super) use crate::layer::{Kept, Notes, Set};
pub(super) use ur_ipc_api::sycl::*;
pub(super) use ur_ipc_host::handle_data::SIZE;

/// What several closures of a defect remember together. Mutants stay until the process ends.
pub(super) fn shared<T: Default>() -> &'static T {
    Box::leak(Box::default())
}

/// An exception of this code.
pub(super) fn thrown<T>(errc: Errc) -> Result<T> {
    Err(Error { errc, message: "the defect says so".to_owned(), ur: None })
}

/// The same result, with this code in the place of that one.
pub(super) fn with_code<T>(result: Result<T>, from: Errc, to: Errc) -> Result<T> {
    result.map_err(|error| if error.errc == from { Error { errc: to, ..error } } else { error })
}

/// A new context of a device.
pub(super) fn new_context(sycl: &Below<'_>, device: Device) -> Result<Context> {
    sycl.context_create(&[device])
}

/// Which context and device an overload of `open` takes.
pub(super) fn both(sycl: &Below<'_>, place: Place) -> Result<(Context, Device)> {
    let device = place.device.unwrap_or(Device(0));
    Ok((place.context.map_or_else(|| sycl.default_context(device), Ok)?, device))
}

/// Bytes of memory that a defect makes.
pub(super) const SOME: usize = 8 << 20;

/// Memory of one's own in the place of what was to be opened.
pub(super) fn other_memory(sycl: &Below<'_>, place: Place) -> Result<usize> {
    let (context, device) = both(sycl, place)?;
    sycl.malloc(UsmKind::Device, SOME, device, context)
}

/// Physical memory of one's own in the place of what was to be opened.
pub(super) fn other_physical(sycl: &Below<'_>, place: Place) -> Result<PhysicalMem> {
    let (context, device) = both(sycl, place)?;
    sycl.physical_create(device, context, SOME, Some(true))
}

/// Another event in the place of what was to be opened.
pub(super) fn other_event(sycl: &Below<'_>, context: Option<Context>) -> Result<Event> {
    sycl.make_event(context, Some(true), None)
}
