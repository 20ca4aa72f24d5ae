//! `sycl::ext::oneapi::experimental::ipc::event`: events between processes.
//!
//! | SYCL | here | Unified Runtime |
//! |---|---|---|
//! | `ipc::event::get(event)` | [`get`] | `urIPCGetEventHandleExp`, once for each event |
//! | `ipc::event::put(handle[, ctx])` | [`put`] | none |
//! | `ipc::event::open(data[, ctx])` | [`open`] | `urDeviceGetInfo`, `urIPCOpenEventHandleExp`, `urEventGetInfo` |
//! | destructor of an event | drop of [`Event`] | `urIPCPutEventHandleExp` if `get` was called, `urEventRelease` |
//!
//! # The order that counts
//! A reusable event is complete from the start, and is complete again after each signal. A process that opens it and waits before
//! the other one has submitted the signal waits for nothing. So: submit the commands, submit the signal
//! ([`enqueue_signal_event`](crate::enqueue_signal_event)), and hand the bytes over, or the word that they are good, after that.

pub(crate) mod make;
pub(crate) mod object;
pub(crate) mod queue;

use crate::aspect::Aspect;
use crate::context::Context;
use crate::error::{Function, Result};
use crate::handle::Handle;
use crate::info;
use crate::place::InContext;
use object::{Event, EventOrigin};
use std::ptr::null_mut;
use ur_ipc_api::{ContextHandle, EventHandle, EventInfo};

/// `ipc::event::get`: a handle of an event, by `urIPCGetEventHandleExp`.
///
/// That is asked once: as in DPC++'s runtime since intel/llvm PR 22845, all handles of an event have the same bytes, which are
/// good as long as the event lives.
///
/// # Errors
/// [`Errc::Invalid`](crate::Errc::Invalid) unless the event was made with
/// [`enable_ipc`](crate::EventProperties::enable_ipc), so for opened ones too; [`Errc::Runtime`](crate::Errc::Runtime) with
/// what Unified Runtime answered.
#[doc(alias = "ipc::event::get")]
pub fn get(event: &Event) -> Result<Handle<'_, Event>> {
    const F: Function = Function("ipc::event::get");
    const ENTRY_POINT: &str = "urIPCGetEventHandleExp";
    let Some(inner) = event.inner().filter(|_| event.ext_oneapi_ipc_enabled()) else {
        return Err(F.invalid("the event was not made with enable_ipc"));
    };
    if let Some(bytes) = event.exported.get() {
        return Ok(Handle::lasting(bytes.clone()));
    }
    let (mut data, mut size) = (null_mut(), 0);
    // SAFETY: the event is live; the outputs are local variables.
    let result =
        unsafe { inner.context.ur().ipc_get_event_handle_exp(inner.handle, &raw mut data, &raw mut size) };
    F.check(ENTRY_POINT, result)?;
    // SAFETY: the call succeeded, so the buffer has this size, and nobody else has it.
    let exported = unsafe { inner.exports.enter(F, ENTRY_POINT, data, size) }?;
    Ok(Handle::lasting(event.exported.get_or_init(|| exported.bytes).clone()))
}

/// `ipc::event::put`: ends a handle, and nothing else.
///
/// Its bytes stay good until the event ends, as in DPC++'s runtime since intel/llvm PR 22845; before that, `put` called
/// `urIPCPutEventHandleExp`.
///
/// ```compile_fail,E0382
/// fn use_after_put(event: &ur_ipc::Event) -> ur_ipc::Result<Vec<u8>> {
///     let handle = ur_ipc::event::get(event)?;
///     ur_ipc::event::put(handle);
///     Ok(handle.data())
/// }
/// ```
#[doc(alias = "ipc::event::put")]
pub fn put(handle: Handle<'_, Event>) {
    drop(handle);
}

/// `ipc::event::open`: an event from the bytes of its handle, by `urIPCOpenEventHandleExp`.
///
/// Both events are one: each process sees the signals of the other. See [`InContext`] for SYCL's overloads.
///
/// # Errors
/// As DPC++'s runtime has it (`sycl/source/ipc_event.cpp`):
/// [`Errc::FeatureNotSupported`](crate::Errc::FeatureNotSupported) unless all devices of the context have
/// [`Aspect::ExtOneapiIpcEvent`], before anything else is asked; [`Errc::Invalid`](crate::Errc::Invalid) where Unified Runtime
/// answers `INVALID_VALUE`, as to bytes of another number than handles have; [`Errc::Runtime`](crate::Errc::Runtime) with
/// other answers, and for a success without an event. If what is opened does not say, by `urEventGetInfo`, that it is of the
/// context, it is released again: [`Errc::Invalid`](crate::Errc::Invalid), or [`Errc::Runtime`](crate::Errc::Runtime) with the
/// answer if that fails.
///
/// No bytes at all are bytes of a wrong number: `invalid`. DPC++'s runtime says `runtime` where an empty vector is without an
/// address.
///
/// # Safety
/// `data` is what [`Handle::data`] gave of an event, here or in another process with the same implementation: whole, unchanged,
/// and of an event that has not ended. Implementations may follow what is in it.
#[doc(alias = "ipc::event::open")]
pub unsafe fn open(data: &[u8], context: impl InContext) -> Result<Event> {
    const F: Function = Function("ipc::event::open");
    const ENTRY_POINT: &str = "urIPCOpenEventHandleExp";
    let context = context.context()?;
    require_events(F, &context)?;
    let mut handle = EventHandle::NULL;
    // SAFETY: the context is live, the output is a local variable; that the bytes are of a handle is up to the caller.
    let result = unsafe {
        let bytes = data.as_ptr().cast();
        context.ur().ipc_open_event_handle_exp(context.ur_handle(), bytes, data.len(), &raw mut handle)
    };
    F.check_open(ENTRY_POINT, result)?;
    if handle.is_null() {
        return Err(F.runtime(format!("{ENTRY_POINT} succeeded and gave no event")));
    }
    // From here on it releases itself, whatever fails.
    let opened = Event::adopt(&context, handle, EventOrigin::Opened);
    let of: ContextHandle = info::value(F, "urEventGetInfo", |size, value, ret| {
        // SAFETY: the event is live; the place has this many bytes.
        unsafe { context.ur().event_get_info(handle, EventInfo::CONTEXT, size, value, ret) }
    })?;
    if of != context.ur_handle() {
        return Err(F.invalid("the event says that it is of another context"));
    }
    Ok(opened)
}

/// `errc::feature_not_supported` unless all devices of a context share events.
fn require_events(function: Function, context: &Context) -> Result<()> {
    context.get_devices().iter().try_for_each(|device| device.require(function, Aspect::ExtOneapiIpcEvent))
}
