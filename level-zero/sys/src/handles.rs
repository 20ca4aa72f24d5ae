//! Opaque handles.

handles! {
    /// A driver, found by `zeInitDrivers` or `zeDriverGet`. Lives as long as the process.
    ze_driver_handle_t;
    /// A device or sub-device, found by `zeDeviceGet` or `zeDeviceGetSubDevices`. Lives as long as the
    /// process.
    ze_device_handle_t;
    /// A context: owner of memory, command lists and events.
    ze_context_handle_t;
    /// A command queue, to which closed command lists are submitted.
    ze_command_queue_handle_t;
    /// A regular or immediate command list.
    ze_command_list_handle_t;
    /// A fence. No fence entry point is bound; submission accepts a null one.
    ze_fence_handle_t;
    /// A pool of events, the unit in which pooled events are shared between processes.
    ze_event_pool_handle_t;
    /// A pooled or counter-based event.
    ze_event_handle_t;
    /// Physical memory that can be mapped into reserved virtual address ranges.
    ze_physical_mem_handle_t;
}
