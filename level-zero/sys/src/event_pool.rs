//! Event pools.

use core::ffi::CStr;

/// Name of the extension behind [`ze_event_pool_counter_based_exp_desc_t`].
pub const ZE_EVENT_POOL_COUNTER_BASED_EXP_NAME: &CStr = c"ZE_experimental_event_pool_counter_based";

flags! {
    /// Use of the events of a pool.
    ze_event_pool_flags_t {
        /// The host can signal, query and wait.
        ZE_EVENT_POOL_FLAG_HOST_VISIBLE = 1 << 0,
        /// The pool can be shared with other processes.
        ZE_EVENT_POOL_FLAG_IPC = 1 << 1,
        /// Events record kernel timestamps.
        ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP = 1 << 2,
        /// Events record kernel timestamps in the time domain of the host.
        ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP = 1 << 3,
    }
}

flags! {
    /// Makes the events of a pool counter-based.
    ze_event_pool_counter_based_exp_flags_t {
        /// Signalled from immediate command lists.
        ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_IMMEDIATE = 1 << 0,
        /// Signalled from regular command lists.
        ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_NON_IMMEDIATE = 1 << 1,
    }
}

tagged! {
    /// Argument of `zeEventPoolCreate`.
    ze_event_pool_desc_t: in ZE_STRUCTURE_TYPE_EVENT_POOL_DESC {
        /// Use of the events.
        flags: ze_event_pool_flags_t,
        /// Number of events.
        count: u32,
    }
}

tagged! {
    /// Extends [`ze_event_pool_desc_t`]: counter-based events.
    ze_event_pool_counter_based_exp_desc_t: in ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC {
        /// Command lists that signal the events.
        flags: ze_event_pool_counter_based_exp_flags_t,
    }
}
