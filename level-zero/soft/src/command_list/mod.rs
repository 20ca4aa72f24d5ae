//! Command lists and queues.

mod append;
mod command;
mod executor;
mod host_thread;
mod list;
mod queue;
mod turns;

use level_zero_sys::{ze_device_handle_t, ze_result_t};

use crate::device::Device;
use crate::memory::checks::answer;
use crate::object::Object;

pub use append::{
    zeCommandListAppendBarrier, zeCommandListAppendEventReset, zeCommandListAppendHostFunction,
    zeCommandListAppendMemoryCopy, zeCommandListAppendMemoryFill, zeCommandListAppendSignalEvent,
    zeCommandListAppendWaitOnEvents, zeCommandListAppendWriteGlobalTimestamp,
    zeCommandListImmediateAppendCommandListsExp,
};
pub use list::{
    zeCommandListClose, zeCommandListCreate, zeCommandListCreateImmediate, zeCommandListDestroy,
    zeCommandListHostSynchronize, zeCommandListIsImmediate, zeCommandListReset,
};
pub use queue::{
    zeCommandQueueCreate, zeCommandQueueDestroy, zeCommandQueueExecuteCommandLists, zeCommandQueueSynchronize,
};

/// Waits for all work on a device.
pub(crate) fn synchronize_device(device: ze_device_handle_t) -> ze_result_t {
    answer(Object::<Device>::get(device).map(|device| executor::finish_all(device.index)))
}
