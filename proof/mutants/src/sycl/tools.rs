//! Tools for defects of SYCL's implementations.

pub(super) use super::{Below, Catalogue, Defect};
pub(super) use crate::catalogue::tools::leak_descriptor;
pub(super) use crate::layer::{Kept, Notes, Set};
pub(super) use ur_ipc_api::Family;
pub(super) use ur_ipc_api::sycl::*;
pub(super) use ur_ipc_host::handle_data::SIZE;

use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::process;
use std::sync::OnceLock;
use ur_ipc_host::handle_data::HandleData;

/// State that several closures of a defect share. Mutants stay until the process ends.
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

/// The context and the device that an overload of `open` takes.
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

/// The process that exported these bytes.
pub(super) fn exporter(bytes: &[u8], family: Family) -> Option<u32> {
    let handle = HandleData::decode(bytes.try_into().ok()?, family).ok()?;
    Some(handle.pid.cast_unsigned())
}

fn put_address(process: u32) -> Option<SocketAddr> {
    SocketAddr::from_abstract_name(format!("ur-ipc-sycl-mutant-{process}")).ok()
}

/// Tells other processes that this one has put a handle.
pub(super) fn tell_put() {
    static TOLD: OnceLock<Option<UnixListener>> = OnceLock::new();
    TOLD.get_or_init(|| UnixListener::bind_addr(&put_address(process::id())?).ok());
}

/// True if a process has told that it has put a handle.
pub(super) fn has_put(process: u32) -> bool {
    put_address(process).is_some_and(|address| UnixStream::connect_addr(&address).is_ok())
}

/// Whether a process has ended, reaped or not.
pub(super) fn has_ended(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_none_or(|state| state.is_empty() || state.starts_with(['Z', 'X']))
}
