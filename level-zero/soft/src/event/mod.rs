//! Events: counter-based ones, which processes can share, and those of pools.

mod counter_based;
mod host;
mod ipc;
pub(crate) mod ipc_handle;
mod pool;
mod shared_page;
mod state;

use std::sync::Arc;

use level_zero_sys::*;

use crate::memory::checks::CallResult;
use crate::object::{Object, ObjectKind};

pub use counter_based::{
    zeEventCounterBasedCreate, zeEventCounterBasedGetDeviceAddress, zexCounterBasedEventCreate2,
};
pub use host::{
    zeEventDestroy, zeEventHostReset, zeEventHostSignal, zeEventHostSynchronize, zeEventQueryKernelTimestamp,
    zeEventQueryStatus,
};
pub use ipc::{
    zeEventCounterBasedCloseIpcHandle, zeEventCounterBasedGetIpcHandle, zeEventCounterBasedOpenIpcHandle,
};
pub use pool::{
    zeEventCreate, zeEventPoolCloseIpcHandle, zeEventPoolCreate, zeEventPoolDestroy, zeEventPoolGetIpcHandle,
    zeEventPoolOpenIpcHandle, zeEventPoolPutIpcHandle,
};
pub(crate) use state::EventState;

/// An event.
pub(crate) struct Event {
    /// The state that commands work with. It outlives the event as long as some are queued.
    state: Arc<EventState>,
    origin: EventOrigin,
}

/// The origin of an event.
enum EventOrigin {
    /// A pool, in which it keeps its place.
    Pool(#[expect(dead_code, reason = "held for its lifetime")] pool::Slot),
    /// It was created counter-based, for this process only.
    Local,
    /// It was created counter-based, for other processes too.
    Shareable(ipc::Shareable),
    /// A handle.
    Imported,
}

impl ObjectKind for Event {
    const KIND: u64 = u64::from_be_bytes(*b"event   ");
    type Handle = ze_event_handle_t;
}

/// The state of the event of a handle.
///
/// # Errors
/// Those of [`Object::get`].
pub(crate) fn state(handle: ze_event_handle_t) -> CallResult<Arc<EventState>> {
    Ok(Arc::clone(&Object::<Event>::get(handle)?.state))
}

/// The state of the event of a handle, which may be null.
///
/// # Errors
/// Those of [`Object::get`].
pub(crate) fn optional_state(handle: ze_event_handle_t) -> CallResult<Option<Arc<EventState>>> {
    if handle.is_null() { Ok(None) } else { state(handle).map(Some) }
}
