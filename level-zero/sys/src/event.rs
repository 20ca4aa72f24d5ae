//! Events and timestamps.

flags! {
    /// How far caches are flushed on a signal, or invalidated on a wait.
    ze_event_scope_flags_t {
        /// Visible across the sub-device.
        ZE_EVENT_SCOPE_FLAG_SUBDEVICE = 1 << 0,
        /// Visible across the device and its peers.
        ZE_EVENT_SCOPE_FLAG_DEVICE = 1 << 1,
        /// Visible to the host.
        ZE_EVENT_SCOPE_FLAG_HOST = 1 << 2,
    }
}

flags! {
    /// How host waits are done.
    ze_event_sync_mode_flags_t {
        /// Sleep instead of spinning.
        ZE_EVENT_SYNC_MODE_FLAG_LOW_POWER_WAIT = 1 << 0,
        /// Raise an interrupt on completion.
        ZE_EVENT_SYNC_MODE_FLAG_SIGNAL_INTERRUPT = 1 << 1,
        /// Wait for an external interrupt.
        ZE_EVENT_SYNC_MODE_FLAG_EXTERNAL_INTERRUPT_WAIT = 1 << 2,
    }
}

tagged! {
    /// Argument of `zeEventCreate`.
    ze_event_desc_t: in ZE_STRUCTURE_TYPE_EVENT_DESC {
        /// Slot in the pool.
        index: u32,
        /// Scope of a signal.
        signal: ze_event_scope_flags_t,
        /// Scope of a wait.
        wait: ze_event_scope_flags_t,
    }
}

tagged! {
    /// Extends an event descriptor: how host waits are done.
    ze_event_sync_mode_desc_t: in ZE_STRUCTURE_TYPE_EVENT_SYNC_MODE_DESC {
        /// Mode.
        syncModeFlags: ze_event_sync_mode_flags_t,
        /// Interrupt to wait for.
        externalInterruptId: u32,
    }
}

plain! {
    /// Start and end of a command, in device timer cycles.
    ze_kernel_timestamp_data_t {
        /// Start.
        kernelStart: u64,
        /// End.
        kernelEnd: u64,
    }
}

plain! {
    /// Answer of `zeEventQueryKernelTimestamp`.
    ze_kernel_timestamp_result_t {
        /// Measured by the timer of the device.
        global: ze_kernel_timestamp_data_t,
        /// Measured by the timer of the hardware context.
        context: ze_kernel_timestamp_data_t,
    }
}
