//! Command queues, which run regular lists one after the other.

use std::sync::Arc;

use level_zero_sys::*;

use super::command::Run;
use super::executor::{Executor, QueueWish};
use super::list::{CommandList, list};
use crate::memory::checks::{CallResult, answer, ensure, pointer};
use crate::object::{Object, ObjectKind};

/// A queue.
struct CommandQueue(Executor);

impl ObjectKind for CommandQueue {
    const KIND: u64 = u64::from_be_bytes(*b"cmdqueue");
    type Handle = ze_command_queue_handle_t;
}

/// `zeCommandQueueCreate`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandQueueCreate(
    hContext: ze_context_handle_t,
    hDevice: ze_device_handle_t,
    desc: *const ze_command_queue_desc_t,
    phCommandQueue: *mut ze_command_queue_handle_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    answer(unsafe { QueueWish::check(hContext, hDevice, desc) }.and_then(|wish| {
        pointer(phCommandQueue)?;
        let queue = CommandQueue(Executor::new(&wish, true));
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { phCommandQueue.write(Object::create(queue)) };
        Ok(())
    }))
}

/// `zeCommandQueueDestroy`: it first does what it was given, unless that does not come to an end.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandQueueDestroy(hCommandQueue: ze_command_queue_handle_t) -> ze_result_t {
    answer(Object::<CommandQueue>::destroy(hCommandQueue).map(drop))
}

/// `zeCommandQueueExecuteCommandLists`: of closed lists; there are no fences.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandQueueExecuteCommandLists(
    hCommandQueue: ze_command_queue_handle_t,
    numCommandLists: u32,
    phCommandLists: *mut ze_command_list_handle_t,
    hFence: ze_fence_handle_t,
) -> ze_result_t {
    answer(Object::<CommandQueue>::get(hCommandQueue).and_then(|queue| {
        // SAFETY: as the caller vouches.
        let lists = unsafe { closed_lists(numCommandLists, phCommandLists) }?;
        ensure(hFence.is_null(), ze_result_t::ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT)?;
        queue.0.run(&runs(&lists)?)
    }))
}

/// Lists that can be run.
///
/// # Errors
/// `ZE_RESULT_ERROR_INVALID_SIZE` for no lists, `ZE_RESULT_ERROR_INVALID_NULL_POINTER` for no array,
/// `ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE` and `ZE_RESULT_ERROR_INVALID_ARGUMENT` for lists that cannot be run.
///
/// # Safety
/// The array is null or has as many entries as the count says.
pub(super) unsafe fn closed_lists(
    count: u32,
    lists: *const ze_command_list_handle_t,
) -> CallResult<Vec<Arc<CommandList>>> {
    pointer(lists)?;
    ensure(count != 0, ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE)?;
    // SAFETY: not null, and readable for the entries as the caller vouches.
    let lists = unsafe { core::slice::from_raw_parts(lists, count as usize) };
    let lists = lists.iter().map(|handle| list(*handle)).collect::<CallResult<Vec<_>>>()?;
    lists.iter().try_for_each(|list| list.check_closed())?;
    Ok(lists)
}

/// The commands of lists, one list after the other.
///
/// # Errors
/// Those of [`CommandList::runs`].
pub(super) fn runs(lists: &[Arc<CommandList>]) -> CallResult<Vec<Run>> {
    let mut all = Vec::new();
    for list in lists {
        all.extend(list.runs()?);
    }
    Ok(all)
}

/// `zeCommandQueueSynchronize`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandQueueSynchronize(
    hCommandQueue: ze_command_queue_handle_t,
    timeout: u64,
) -> ze_result_t {
    answer(Object::<CommandQueue>::get(hCommandQueue).and_then(|queue| queue.0.synchronize(timeout)))
}
