//! Counter-based events that processes share.
//!
//! A handle names the exporting process and its descriptor of the event's page; Open takes a copy of the descriptor
//! out of that process. Nothing gives a handle back: it ends with the event.

use std::sync::Arc;

use level_zero_sys::*;
use ur_ipc_sys::{pidfd, process};

use super::ipc_handle::{EventHandle, start_of};
use super::{Event, EventOrigin, EventState, shared_page};
use crate::context::Context;
use crate::device::Device;
use crate::faults::{self, EventSharing, Freedom, uses};
use crate::memory::checks::{CallResult, answer, ensure, pointer};
use crate::memory::descriptor::Descriptor;
use crate::object::Object;

const INVALID: ze_result_t = ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;

/// The exported part of a shareable event. It ends with the event, and every handle ends with it.
pub(super) struct Shareable {
    file: Descriptor,
    identity: u64,
}

/// An event of a device, for other processes too.
///
/// # Errors
/// `ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY`.
pub(super) fn create_shareable(device: u32) -> CallResult<Event> {
    let (page, file, identity) = shared_page::create(device)?;
    let origin = EventOrigin::Shareable(Shareable { file, identity });
    Ok(Event { state: EventState::counter(page, false), origin })
}

/// `zeEventCounterBasedGetIpcHandle`: of an event made for it; with one-way events, of the last signal that was
/// appended.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventCounterBasedGetIpcHandle(
    hEvent: ze_event_handle_t,
    phIpc: *mut ze_ipc_event_counter_based_handle_t,
) -> ze_result_t {
    answer(Object::<Event>::get(hEvent).and_then(|event| {
        pointer(phIpc)?;
        let data = export(&event)?.encode();
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { phIpc.write(ze_ipc_event_counter_based_handle_t { data }) };
        Ok(())
    }))
}

fn export(event: &Event) -> CallResult<EventHandle> {
    let EventOrigin::Shareable(Shareable { file, identity }) = &event.origin else { return Err(INVALID) };
    let sharing = faults::settings().events;
    let number = if sharing == EventSharing::TwoWay { 0 } else { event.state.submitted() };
    // One-way, a handle stands for a signal; an event that was never signalled has none.
    ensure(sharing != EventSharing::OneWay || number != 0, INVALID)?;
    let pid = nix::unistd::getpid().as_raw();
    process::allow_inspection();
    Ok(EventHandle {
        pid,
        started: start_of(pid)?.ok_or(ze_result_t::ZE_RESULT_ERROR_UNKNOWN)?,
        namespace: process::pid_namespace(),
        fd: file.number(),
        identity: *identity,
        number,
    })
}

/// `zeEventCounterBasedOpenIpcHandle`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventCounterBasedOpenIpcHandle(
    hContext: ze_context_handle_t,
    hIpc: ze_ipc_event_counter_based_handle_t,
    phEvent: *mut ze_event_handle_t,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|context| {
        pointer(phEvent)?;
        let first = *context.devices.first().ok_or(INVALID)?;
        let device = Object::<Device>::get(first)?.index;
        let state = import(&EventHandle::decode(&hIpc.data).ok_or(INVALID)?, device)?;
        let event = Event { state, origin: EventOrigin::Imported };
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { phEvent.write(Object::create(event)) };
        Ok(())
    }))
}

/// Refuses the handle of a process that is dead or not to be inspected, and of an event that was destroyed.
fn import(handle: &EventHandle, device: u32) -> CallResult<Arc<EventState>> {
    ensure(handle.namespace == process::pid_namespace(), INVALID)?;
    ensure(start_of(handle.pid)? == Some(handle.started), INVALID)?;
    let file = Descriptor::open(|| pidfd::copy_descriptor(handle.pid, handle.fd))?;
    let (page, owner) = shared_page::open(&file, handle.identity)?.ok_or(INVALID)?;
    let reached = owner == device || !uses(Freedom::NoPeers);
    ensure(reached, ze_result_t::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY)?;
    Ok(match faults::settings().events {
        EventSharing::TwoWay => EventState::counter(page, false),
        EventSharing::OneWay | EventSharing::OneWayEarly => EventState::snapshot(page, handle.number),
        EventSharing::OneWayApart => EventState::snapshot_apart(page, handle.number),
    })
}

/// `zeEventCounterBasedCloseIpcHandle`: of an event that Open gave.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventCounterBasedCloseIpcHandle(hEvent: ze_event_handle_t) -> ze_result_t {
    answer(Object::<Event>::get(hEvent).and_then(|event| {
        ensure(matches!(event.origin, EventOrigin::Imported), INVALID)?;
        drop(event);
        let closed = Object::<Event>::destroy(hEvent)?;
        if faults::settings().keep_closed_imports {
            std::mem::forget(closed);
        }
        Ok(())
    }))
}
