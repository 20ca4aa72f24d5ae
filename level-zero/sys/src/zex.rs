//! Counter-based events in the form that Intel's driver had before specification 1.15.
//!
//! The functions are no exported symbols: look them up with
//! [`Functions::extension`](crate::Functions::extension) under their C names.

use core::ffi::CStr;

use crate::{
    ZE_MAX_IPC_HANDLE_SIZE, ze_context_handle_t, ze_device_handle_t, ze_event_handle_t,
    ze_event_scope_flags_t, ze_result_t,
};

/// Name of the extension.
pub const ZEX_COUNTER_BASED_EVENT_EXT_NAME: &CStr = c"ZEX_counter_based_event";

/// Name under which the driver offers [`zex_pfnCounterBasedEventCreate2_t`].
pub const ZEX_COUNTER_BASED_EVENT_CREATE2_NAME: &CStr = c"zexCounterBasedEventCreate2";

flags! {
    /// Use and form of a counter-based event.
    zex_counter_based_event_exp_flags_t {
        /// Signalled from immediate command lists.
        ZEX_COUNTER_BASED_EVENT_FLAG_IMMEDIATE = 1 << 0,
        /// Signalled from regular command lists.
        ZEX_COUNTER_BASED_EVENT_FLAG_NON_IMMEDIATE = 1 << 1,
        /// The host can query it and wait for it.
        ZEX_COUNTER_BASED_EVENT_FLAG_HOST_VISIBLE = 1 << 2,
        /// Can be shared with other processes.
        ZEX_COUNTER_BASED_EVENT_FLAG_IPC = 1 << 3,
        /// Records kernel timestamps.
        ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_TIMESTAMP = 1 << 4,
        /// Records kernel timestamps in the time domain of the host.
        ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_MAPPED_TIMESTAMP = 1 << 5,
        /// Can be used outside of the graph that captured it.
        ZEX_COUNTER_BASED_EVENT_FLAG_EXTERNAL = 1 << 6,
    }
}

tagged! {
    /// Argument of `zexCounterBasedEventCreate2`.
    zex_counter_based_event_desc_t: in ZEX_STRUCTURE_COUNTER_BASED_EVENT_DESC {
        /// Use and form.
        flags: zex_counter_based_event_exp_flags_t,
        /// Scope of a signal.
        signalScope: ze_event_scope_flags_t,
        /// Scope of a wait.
        waitScope: ze_event_scope_flags_t,
    }
}

tagged! {
    /// Extends [`zex_counter_based_event_desc_t`]: a counter in user memory.
    zex_counter_based_event_external_sync_alloc_properties_t:
        in ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_SYNC_ALLOC_PROPERTIES {
        /// Address of the counter for the device.
        deviceAddress: *mut u64,
        /// Address of the counter for the host.
        hostAddress: *mut u64,
        /// Counter value at which the event is complete.
        completionValue: u64,
    }
}

tagged! {
    /// Extends [`zex_counter_based_event_desc_t`]: a counter in device memory to which each signal adds.
    zex_counter_based_event_external_storage_properties_t:
        in ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_STORAGE_ALLOC_PROPERTIES {
        /// Address of the counter, in device memory.
        deviceAddress: *mut u64,
        /// What each signal adds.
        incrementValue: u64,
        /// Counter value at which the event is complete.
        completionValue: u64,
    }
}

plain! {
    /// Opaque bytes that stand for a counter-based event in other processes.
    zex_ipc_counter_based_event_handle_t {
        /// The bytes.
        data: [u8; ZE_MAX_IPC_HANDLE_SIZE],
    }
}

/// Passes the functions that drivers offer by name only to the macro `$callback`: rows of the form
/// `#[doc] pointer_type = name(parameter: type, ..) -> result;`.
///
/// The types are named as in this crate, without a path.
#[macro_export]
macro_rules! for_each_extension_function {
    ($callback:ident) => {
        $callback! {
        /// `zexCounterBasedEventCreate2`: creates a counter-based event.
        zex_pfnCounterBasedEventCreate2_t = zexCounterBasedEventCreate2(
            hContext: ze_context_handle_t,
            hDevice: ze_device_handle_t,
            desc: *const zex_counter_based_event_desc_t,
            phEvent: *mut ze_event_handle_t,
        ) -> ze_result_t;
        /// `zexCounterBasedEventGetIpcHandle`: makes a handle of an event for other processes.
        zex_pfnCounterBasedEventGetIpcHandle_t = zexCounterBasedEventGetIpcHandle(
            hEvent: ze_event_handle_t,
            phIpc: *mut zex_ipc_counter_based_event_handle_t,
        ) -> ze_result_t;
        /// `zexCounterBasedEventOpenIpcHandle`: opens the event of another process.
        zex_pfnCounterBasedEventOpenIpcHandle_t = zexCounterBasedEventOpenIpcHandle(
            hContext: ze_context_handle_t,
            hIpc: zex_ipc_counter_based_event_handle_t,
            phEvent: *mut ze_event_handle_t,
        ) -> ze_result_t;
        /// `zexCounterBasedEventCloseIpcHandle`: closes an opened event.
        zex_pfnCounterBasedEventCloseIpcHandle_t = zexCounterBasedEventCloseIpcHandle(
            hEvent: ze_event_handle_t,
        ) -> ze_result_t;
        /// `zexEventGetDeviceAddress`: reads the address of the counter and the value at which the event is
        /// complete.
        zex_pfnEventGetDeviceAddress_t = zexEventGetDeviceAddress(
            event: ze_event_handle_t,
            completionValue: *mut u64,
            address: *mut u64,
        ) -> ze_result_t;
            }
    };
}

for_each_extension_function!(extension_functions);
