//! Counter-based events, specification 1.15.

use crate::ze_event_scope_flags_t;

flags! {
    /// Use and form of a counter-based event.
    ze_event_counter_based_flags_t {
        /// Signalled from immediate command lists.
        ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE = 1 << 0,
        /// Signalled from regular command lists.
        ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE = 1 << 1,
        /// The host can query it and wait for it.
        ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE = 1 << 2,
        /// Can be shared with other processes.
        ZE_EVENT_COUNTER_BASED_FLAG_IPC = 1 << 3,
        /// Records device timestamps.
        ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP = 1 << 4,
        /// Records timestamps in the time domain of the host.
        ZE_EVENT_COUNTER_BASED_FLAG_HOST_TIMESTAMP = 1 << 5,
        /// Can be used outside of the graph that captured it.
        ZE_EVENT_COUNTER_BASED_FLAG_GRAPH_EXTERNAL = 1 << 6,
    }
}

tagged! {
    /// Argument of `zeEventCounterBasedCreate`.
    ze_event_counter_based_desc_t: in ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC {
        /// Use and form.
        flags: ze_event_counter_based_flags_t,
        /// Scope of a signal.
        signal: ze_event_scope_flags_t,
        /// Scope of a wait.
        wait: ze_event_scope_flags_t,
    }
}

tagged! {
    /// Extends [`ze_event_counter_based_desc_t`]: a counter in user memory.
    ze_event_counter_based_external_sync_allocation_desc_t: in ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION_DESC {
        /// Address of the counter for the device.
        deviceAddress: *mut u64,
        /// Address of the counter for the host.
        hostAddress: *mut u64,
        /// Counter value at which the event is complete.
        completionValue: u64,
    }
}

tagged! {
    /// Extends [`ze_event_counter_based_desc_t`]: a counter in device memory to which each signal adds.
    ze_event_counter_based_external_aggregate_storage_desc_t: in ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE_DESC {
        /// Address of the counter, in device memory.
        deviceAddress: *mut u64,
        /// What each signal adds.
        incrementValue: u64,
        /// Counter value at which the event is complete.
        completionValue: u64,
    }
}
