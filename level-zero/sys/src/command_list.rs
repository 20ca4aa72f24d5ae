//! Command queues and command lists.

use core::ffi::{CStr, c_void};

/// Name of the extension behind `zeCommandListImmediateAppendCommandListsExp`.
pub const ZE_IMMEDIATE_COMMAND_LIST_APPEND_EXP_NAME: &CStr = c"ZE_experimental_immediate_command_list_append";

flags! {
    /// Options of a command queue or an immediate command list.
    ze_command_queue_flags_t {
        /// Do not spread the work over engines implicitly.
        ZE_COMMAND_QUEUE_FLAG_EXPLICIT_ONLY = 1 << 0,
        /// Each command waits for the one before it.
        ZE_COMMAND_QUEUE_FLAG_IN_ORDER = 1 << 1,
        /// Copies may go to a copy engine.
        ZE_COMMAND_QUEUE_FLAG_COPY_OFFLOAD_HINT = 1 << 2,
    }
}

enumeration! {
    /// When submission returns.
    ze_command_queue_mode_t {
        /// The driver decides.
        ZE_COMMAND_QUEUE_MODE_DEFAULT = 0,
        /// When the work has finished.
        ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS = 1,
        /// Without waiting for the work.
        ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS = 2,
    }
}

enumeration! {
    /// Scheduling priority.
    ze_command_queue_priority_t {
        /// Normal.
        ZE_COMMAND_QUEUE_PRIORITY_NORMAL = 0,
        /// Below normal.
        ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_LOW = 1,
        /// Above normal.
        ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH = 2,
    }
}

flags! {
    /// Options of a regular command list.
    ze_command_list_flags_t {
        /// The driver may reorder commands between barriers.
        ZE_COMMAND_LIST_FLAG_RELAXED_ORDERING = 1 << 0,
        /// Prefer throughput to latency.
        ZE_COMMAND_LIST_FLAG_MAXIMIZE_THROUGHPUT = 1 << 1,
        /// Do not spread the work over engines implicitly.
        ZE_COMMAND_LIST_FLAG_EXPLICIT_ONLY = 1 << 2,
        /// Each command waits for the one before it.
        ZE_COMMAND_LIST_FLAG_IN_ORDER = 1 << 3,
        /// The list can be cloned.
        ZE_COMMAND_LIST_FLAG_EXP_CLONEABLE = 1 << 4,
        /// Copies may go to a copy engine.
        ZE_COMMAND_LIST_FLAG_COPY_OFFLOAD_HINT = 1 << 5,
    }
}

tagged! {
    /// Argument of `zeCommandQueueCreate` and `zeCommandListCreateImmediate`.
    ze_command_queue_desc_t: in ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC {
        /// Queue group.
        ordinal: u32,
        /// Queue in the group.
        index: u32,
        /// Options.
        flags: ze_command_queue_flags_t,
        /// When submission returns.
        mode: ze_command_queue_mode_t,
        /// Scheduling priority.
        priority: ze_command_queue_priority_t,
    }
}

tagged! {
    /// Argument of `zeCommandListCreate`.
    ze_command_list_desc_t: in ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC {
        /// Queue group on which the list will run.
        commandQueueGroupOrdinal: u32,
        /// Options.
        flags: ze_command_list_flags_t,
    }
}

/// Function of the host that `zeCommandListAppendHostFunction` appends; it gets the user data.
pub type ze_host_function_callback_t = Option<unsafe extern "C" fn(pUserData: *mut c_void)>;
