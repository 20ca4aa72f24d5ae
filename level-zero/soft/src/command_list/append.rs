//! The entry points that append commands.

use core::ffi::c_void;
use std::sync::Arc;

use level_zero_sys::*;
use ur_ipc_soft_gpu::Order;

use super::command::{Action, Command, HostFunction, Run};
use super::list::list;
use super::queue::{closed_lists, runs};
use crate::event::{self, EventState};
use crate::memory::checks::{CallResult, answer, ensure, entries, pointer};

/// The events of a command: the one that it signals, and those that it waits for.
struct Events {
    signal: Option<Arc<EventState>>,
    waits: Vec<Arc<EventState>>,
}

/// `zeCommandListAppendBarrier`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListAppendBarrier(
    hCommandList: ze_command_list_handle_t,
    hSignalEvent: ze_event_handle_t,
    numWaitEvents: u32,
    phWaitEvents: *mut ze_event_handle_t,
) -> ze_result_t {
    let action = || Ok(Action::Nothing);
    // SAFETY: as the caller vouches.
    unsafe { append(hCommandList, action, Order::FullBarrier, hSignalEvent, numWaitEvents, phWaitEvents) }
}

/// `zeCommandListAppendWriteGlobalTimestamp`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListAppendWriteGlobalTimestamp(
    hCommandList: ze_command_list_handle_t,
    dstptr: *mut u64,
    hSignalEvent: ze_event_handle_t,
    numWaitEvents: u32,
    phWaitEvents: *mut ze_event_handle_t,
) -> ze_result_t {
    let action = || {
        pointer(dstptr)?;
        Ok(Action::Timestamp { to: dstptr.expose_provenance() })
    };
    // SAFETY: as the caller vouches.
    unsafe { append(hCommandList, action, Order::Free, hSignalEvent, numWaitEvents, phWaitEvents) }
}

/// `zeCommandListAppendMemoryCopy`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListAppendMemoryCopy(
    hCommandList: ze_command_list_handle_t,
    dstptr: *mut c_void,
    srcptr: *const c_void,
    size: usize,
    hSignalEvent: ze_event_handle_t,
    numWaitEvents: u32,
    phWaitEvents: *mut ze_event_handle_t,
) -> ze_result_t {
    let action = || {
        pointer(dstptr)?;
        pointer(srcptr)?;
        Ok(Action::Copy { to: dstptr.expose_provenance(), from: srcptr.expose_provenance(), size })
    };
    // SAFETY: as the caller vouches.
    unsafe { append(hCommandList, action, Order::Free, hSignalEvent, numWaitEvents, phWaitEvents) }
}

/// `zeCommandListAppendMemoryFill`
///
/// # Safety
/// As in Level Zero.
#[expect(clippy::too_many_arguments, reason = "signature of Level Zero")]
pub unsafe fn zeCommandListAppendMemoryFill(
    hCommandList: ze_command_list_handle_t,
    ptr: *mut c_void,
    pattern: *const c_void,
    pattern_size: usize,
    size: usize,
    hSignalEvent: ze_event_handle_t,
    numWaitEvents: u32,
    phWaitEvents: *mut ze_event_handle_t,
) -> ze_result_t {
    let action = || {
        pointer(ptr)?;
        pointer(pattern)?;
        ensure(pattern_size.is_power_of_two(), ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE)?;
        // SAFETY: not null, and as long as the caller says.
        let pattern = unsafe { core::slice::from_raw_parts(pattern.cast::<u8>(), pattern_size) };
        Ok(Action::Fill { to: ptr.expose_provenance(), pattern: Arc::from(pattern), size })
    };
    // SAFETY: as the caller vouches.
    unsafe { append(hCommandList, action, Order::Free, hSignalEvent, numWaitEvents, phWaitEvents) }
}

/// `zeCommandListAppendSignalEvent`: after all that was appended before.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListAppendSignalEvent(
    hCommandList: ze_command_list_handle_t,
    hEvent: ze_event_handle_t,
) -> ze_result_t {
    let action = || event::state(hEvent).map(|_| Action::Nothing);
    // SAFETY: there are no events to wait for.
    unsafe { append(hCommandList, action, Order::AfterAll, hEvent, 0, core::ptr::null()) }
}

/// `zeCommandListAppendWaitOnEvents`: all that is appended later waits too.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListAppendWaitOnEvents(
    hCommandList: ze_command_list_handle_t,
    numEvents: u32,
    phEvents: *mut ze_event_handle_t,
) -> ze_result_t {
    let action = || pointer(phEvents).map(|()| Action::Nothing);
    // SAFETY: as the caller vouches.
    unsafe { append(hCommandList, action, Order::Barrier, ze_event_handle_t::NULL, numEvents, phEvents) }
}

/// `zeCommandListAppendEventReset`: counters never go back.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListAppendEventReset(
    hCommandList: ze_command_list_handle_t,
    hEvent: ze_event_handle_t,
) -> ze_result_t {
    let action = || {
        let state = event::state(hEvent)?;
        state.require_switch()?;
        Ok(Action::Reset(state))
    };
    // SAFETY: there are no events to wait for.
    unsafe { append(hCommandList, action, Order::FullBarrier, ze_event_handle_t::NULL, 0, core::ptr::null()) }
}

/// `zeCommandListAppendHostFunction`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListAppendHostFunction(
    hCommandList: ze_command_list_handle_t,
    pfnHostFunction: ze_host_function_callback_t,
    pUserData: *mut c_void,
    _pNext: *const c_void,
    hSignalEvent: ze_event_handle_t,
    numWaitEvents: u32,
    phWaitEvents: *mut ze_event_handle_t,
) -> ze_result_t {
    let action = || {
        ensure(pfnHostFunction.is_some(), ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
        Ok(Action::HostFunction(HostFunction { function: pfnHostFunction, data: pUserData }))
    };
    // SAFETY: as the caller vouches.
    unsafe { append(hCommandList, action, Order::Free, hSignalEvent, numWaitEvents, phWaitEvents) }
}

/// `zeCommandListImmediateAppendCommandListsExp`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListImmediateAppendCommandListsExp(
    hCommandListImmediate: ze_command_list_handle_t,
    numCommandLists: u32,
    phCommandLists: *mut ze_command_list_handle_t,
    hSignalEvent: ze_event_handle_t,
    numWaitEvents: u32,
    phWaitEvents: *mut ze_event_handle_t,
) -> ze_result_t {
    answer(list(hCommandListImmediate).and_then(|list| {
        let executor = list.executor()?;
        // SAFETY: as the caller vouches.
        let lists = unsafe { closed_lists(numCommandLists, phCommandLists) }?;
        // SAFETY: as the caller vouches.
        let Events { signal, waits } = unsafe { events(hSignalEvent, numWaitEvents, phWaitEvents) }?;
        let border = |waits, signal| Run {
            command: Command { action: Action::Nothing, order: Order::FullBarrier, waits, signal },
            appended: None,
        };
        let last = border(Vec::new(), signal);
        last.command.signal()?;
        let mut all = vec![border(waits, None)];
        all.extend(runs(&lists)?);
        all.push(last);
        executor.run(&all)
    }))
}

unsafe fn append(
    handle: ze_command_list_handle_t,
    action: impl FnOnce() -> CallResult<Action>,
    order: Order,
    signal: ze_event_handle_t,
    wait_count: u32,
    waits: *const ze_event_handle_t,
) -> ze_result_t {
    answer(list(handle).and_then(|list| {
        let action = action()?;
        // SAFETY: as the caller vouches.
        let Events { signal, waits } = unsafe { events(signal, wait_count, waits) }?;
        list.append(Command { action, order, waits, signal })
    }))
}

/// The event to signal, if any, and those to wait for.
unsafe fn events(
    signal: ze_event_handle_t,
    wait_count: u32,
    waits: *const ze_event_handle_t,
) -> CallResult<Events> {
    // SAFETY: as the caller vouches.
    let waits = unsafe { entries(wait_count, waits) }?;
    let waits = waits.into_iter().map(event::state).collect::<CallResult<_>>()?;
    Ok(Events { signal: event::optional_state(signal)?, waits })
}
