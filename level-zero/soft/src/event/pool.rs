//! Event pools and the events in them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use level_zero_sys::*;
use ur_ipc_soft_gpu::EventPage;

use super::{Event, EventOrigin, EventState};
use crate::context::Context;
use crate::memory::chain;
use crate::memory::checks::{CallResult, answer, described, ensure, entries, flags, lock, pointer};
use crate::object::{Object, ObjectKind};

const KNOWN_FLAGS: u32 = 0xf;
const KNOWN_COUNTER_FLAGS: u32 = 0x3;
const KNOWN_SCOPES: u32 = 0x7;

/// A pool: numbered places for events.
pub(crate) struct Pool {
    count: u32,
    timestamps: bool,
    counter_based: bool,
    taken: Mutex<BTreeSet<u32>>,
}

impl ObjectKind for Pool {
    const KIND: u64 = u64::from_be_bytes(*b"eventpoo");
    type Handle = ze_event_pool_handle_t;
}

/// A place in a pool, given back when dropped.
pub(super) struct Slot {
    pool: Arc<Pool>,
    index: u32,
}

impl Drop for Slot {
    fn drop(&mut self) {
        lock(&self.pool.taken).remove(&self.index);
    }
}

/// `zeEventPoolCreate`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventPoolCreate(
    hContext: ze_context_handle_t,
    desc: *const ze_event_pool_desc_t,
    numDevices: u32,
    phDevices: *mut ze_device_handle_t,
    phEventPool: *mut ze_event_pool_handle_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    answer(unsafe { create_pool(hContext, desc, numDevices, phDevices, phEventPool) })
}

unsafe fn create_pool(
    context: ze_context_handle_t,
    desc: *const ze_event_pool_desc_t,
    device_count: u32,
    devices: *const ze_device_handle_t,
    handle: *mut ze_event_pool_handle_t,
) -> CallResult {
    use ze_event_pool_flags_t as Flags;
    let context = Object::<Context>::get(context)?;
    // SAFETY: as the caller vouches.
    let desc = unsafe { described(desc) }?;
    pointer(handle)?;
    flags(desc.flags.0, KNOWN_FLAGS)?;
    ensure(desc.count != 0, ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE)?;
    // SAFETY: as the caller vouches.
    for device in unsafe { entries(device_count, devices) }? {
        context.check(device)?;
    }
    // SAFETY: the chain of the caller's descriptor.
    let counter: *mut ze_event_pool_counter_based_exp_desc_t =
        unsafe { chain::find(desc.pNext, ze_event_pool_counter_based_exp_desc_t::STYPE) };
    // SAFETY: null, or part of the chain.
    let counter = unsafe { counter.as_ref() };
    if let Some(counter) = counter {
        flags(counter.flags.0, KNOWN_COUNTER_FLAGS)?;
        // Events of pools are for this process only.
        let shared = desc.flags.contains(Flags::ZE_EVENT_POOL_FLAG_IPC);
        ensure(!shared, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)?;
    }
    let pool = Pool {
        count: desc.count,
        timestamps: desc.flags.contains(Flags::ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP)
            || desc.flags.contains(Flags::ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP),
        counter_based: counter.is_some(),
        taken: Mutex::default(),
    };
    // SAFETY: not null, and writable as the caller vouches.
    unsafe { handle.write(Object::create(pool)) };
    Ok(())
}

/// `zeEventPoolDestroy`: of a pool whose events are gone.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventPoolDestroy(hEventPool: ze_event_pool_handle_t) -> ze_result_t {
    answer(Object::<Pool>::get(hEventPool).and_then(|pool| {
        let unused = lock(&pool.taken).is_empty();
        ensure(unused, ze_result_t::ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE)?;
        Object::<Pool>::destroy(hEventPool).map(drop)
    }))
}

/// `zeEventCreate`: one event a place.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventCreate(
    hEventPool: ze_event_pool_handle_t,
    desc: *const ze_event_desc_t,
    phEvent: *mut ze_event_handle_t,
) -> ze_result_t {
    answer(Object::<Pool>::get(hEventPool).and_then(|pool| {
        // SAFETY: as the caller vouches.
        let desc = unsafe { described(desc) }?;
        pointer(phEvent)?;
        flags(desc.signal.0, KNOWN_SCOPES)?;
        flags(desc.wait.0, KNOWN_SCOPES)?;
        ensure(desc.index < pool.count, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        let free = lock(&pool.taken).insert(desc.index);
        ensure(free, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        let state = if pool.counter_based {
            EventState::counter(EventPage::local(), pool.timestamps)
        } else {
            EventState::switch(pool.timestamps)
        };
        let origin = EventOrigin::Pool(Slot { pool, index: desc.index });
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { phEvent.write(Object::create(Event { state, origin })) };
        Ok(())
    }))
}

/// `zeEventPoolGetIpcHandle`: pools are for this process only.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventPoolGetIpcHandle(
    hEventPool: ze_event_pool_handle_t,
    _phIpc: *mut ze_ipc_event_pool_handle_t,
) -> ze_result_t {
    answer(Object::<Pool>::get(hEventPool).and_then(|_| unsupported()))
}

/// `zeEventPoolPutIpcHandle`: there are no handles.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventPoolPutIpcHandle(
    hContext: ze_context_handle_t,
    _hIpc: ze_ipc_event_pool_handle_t,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|_| unsupported()))
}

/// `zeEventPoolOpenIpcHandle`: there are no handles.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventPoolOpenIpcHandle(
    hContext: ze_context_handle_t,
    _hIpc: ze_ipc_event_pool_handle_t,
    _phEventPool: *mut ze_event_pool_handle_t,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|_| unsupported()))
}

/// `zeEventPoolCloseIpcHandle`: no pool was opened.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventPoolCloseIpcHandle(hEventPool: ze_event_pool_handle_t) -> ze_result_t {
    answer(Object::<Pool>::get(hEventPool).and_then(|_| unsupported()))
}

fn unsupported() -> CallResult {
    Err(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)
}
