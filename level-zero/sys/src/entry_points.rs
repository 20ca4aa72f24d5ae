//! The table of entry points.

use core::ffi::{CStr, c_char, c_void};

use crate::*;

/// Passes the whole table of entry points to the macro `$callback`: rows of the form
/// `#[doc] (major, minor) name(parameter: type, ..) -> result;`, where the version is that of the specification
/// which introduced the function.
///
/// The types are named as in this crate, and `c_char` and `c_void` as in `core::ffi`, without a path.
#[macro_export]
macro_rules! for_each_entry_point {
    ($callback:ident) => {
        $callback! {
    // Global.
    /// Initialises Level Zero; older form of `zeInitDrivers`.
    (1, 0) zeInit(flags: ze_init_flags_t) -> ze_result_t;
    /// Initialises the drivers of the asked kinds and lists them; a null array asks for the count.
    (1, 10) zeInitDrivers(
        pCount: *mut u32, phDrivers: *mut ze_driver_handle_t, desc: *mut ze_init_driver_type_desc_t,
    ) -> ze_result_t;

    // Driver.
    /// Lists the initialised drivers; a null array asks for the count.
    (1, 0) zeDriverGet(pCount: *mut u32, phDrivers: *mut ze_driver_handle_t) -> ze_result_t;
    /// Reads the specification version that a driver implements.
    (1, 0) zeDriverGetApiVersion(hDriver: ze_driver_handle_t, version: *mut ze_api_version_t) -> ze_result_t;
    /// Reads the identity and version of a driver.
    (1, 0) zeDriverGetProperties(
        hDriver: ze_driver_handle_t, pDriverProperties: *mut ze_driver_properties_t,
    ) -> ze_result_t;
    /// Reads what a driver can share between processes.
    (1, 0) zeDriverGetIpcProperties(
        hDriver: ze_driver_handle_t, pIpcProperties: *mut ze_driver_ipc_properties_t,
    ) -> ze_result_t;
    /// Lists the extensions of a driver; a null array asks for the count.
    (1, 0) zeDriverGetExtensionProperties(
        hDriver: ze_driver_handle_t, pCount: *mut u32,
        pExtensionProperties: *mut ze_driver_extension_properties_t,
    ) -> ze_result_t;
    /// Looks up a driver function by name; see [`Functions::extension`].
    (1, 1) zeDriverGetExtensionFunctionAddress(
        hDriver: ze_driver_handle_t, name: *const c_char, ppFunctionAddress: *mut *mut c_void,
    ) -> ze_result_t;
    /// Reads a text on the last error of the calling thread; the driver owns the string.
    (1, 6) zeDriverGetLastErrorDescription(
        hDriver: ze_driver_handle_t, ppString: *mut *const c_char,
    ) -> ze_result_t;
    /// Returns the context that the driver made for all of its devices, or null.
    (1, 14) zeDriverGetDefaultContext(hDriver: ze_driver_handle_t) -> ze_context_handle_t;

    // Device.
    /// Lists the devices of a driver; a null array asks for the count.
    (1, 0) zeDeviceGet(
        hDriver: ze_driver_handle_t, pCount: *mut u32, phDevices: *mut ze_device_handle_t,
    ) -> ze_result_t;
    /// Reads the device to which a sub-device belongs, or null.
    (1, 7) zeDeviceGetRootDevice(
        hDevice: ze_device_handle_t, phRootDevice: *mut ze_device_handle_t,
    ) -> ze_result_t;
    /// Lists the sub-devices of a device; a null array asks for the count.
    (1, 0) zeDeviceGetSubDevices(
        hDevice: ze_device_handle_t, pCount: *mut u32, phSubdevices: *mut ze_device_handle_t,
    ) -> ze_result_t;
    /// Reads the identity and general properties of a device.
    (1, 0) zeDeviceGetProperties(
        hDevice: ze_device_handle_t, pDeviceProperties: *mut ze_device_properties_t,
    ) -> ze_result_t;
    /// Reads limits of kernel launches.
    (1, 0) zeDeviceGetComputeProperties(
        hDevice: ze_device_handle_t, pComputeProperties: *mut ze_device_compute_properties_t,
    ) -> ze_result_t;
    /// Reads the kernel features of a device.
    (1, 0) zeDeviceGetModuleProperties(
        hDevice: ze_device_handle_t, pModuleProperties: *mut ze_device_module_properties_t,
    ) -> ze_result_t;
    /// Lists the queue groups of a device; a null array asks for the count.
    (1, 0) zeDeviceGetCommandQueueGroupProperties(
        hDevice: ze_device_handle_t, pCount: *mut u32,
        pCommandQueueGroupProperties: *mut ze_command_queue_group_properties_t,
    ) -> ze_result_t;
    /// Lists the memories of a device; a null array asks for the count.
    (1, 0) zeDeviceGetMemoryProperties(
        hDevice: ze_device_handle_t, pCount: *mut u32, pMemProperties: *mut ze_device_memory_properties_t,
    ) -> ze_result_t;
    /// Reads how a device can access the kinds of memory.
    (1, 0) zeDeviceGetMemoryAccessProperties(
        hDevice: ze_device_handle_t, pMemAccessProperties: *mut ze_device_memory_access_properties_t,
    ) -> ze_result_t;
    /// Lists the caches of a device; a null array asks for the count.
    (1, 0) zeDeviceGetCacheProperties(
        hDevice: ze_device_handle_t, pCount: *mut u32, pCacheProperties: *mut ze_device_cache_properties_t,
    ) -> ze_result_t;
    /// Reads the image limits of a device.
    (1, 0) zeDeviceGetImageProperties(
        hDevice: ze_device_handle_t, pImageProperties: *mut ze_device_image_properties_t,
    ) -> ze_result_t;
    /// Reads the forms in which a device imports and exports memory.
    (1, 0) zeDeviceGetExternalMemoryProperties(
        hDevice: ze_device_handle_t, pExternalMemoryProperties: *mut ze_device_external_memory_properties_t,
    ) -> ze_result_t;
    /// Reads what a device can do with the memory of a peer.
    (1, 0) zeDeviceGetP2PProperties(
        hDevice: ze_device_handle_t, hPeerDevice: ze_device_handle_t,
        pP2PProperties: *mut ze_device_p2p_properties_t,
    ) -> ze_result_t;
    /// Tells whether a device can access the memory of a peer.
    (1, 0) zeDeviceCanAccessPeer(
        hDevice: ze_device_handle_t, hPeerDevice: ze_device_handle_t, value: *mut ze_bool_t,
    ) -> ze_result_t;
    /// Tells whether a device still works.
    (1, 0) zeDeviceGetStatus(hDevice: ze_device_handle_t) -> ze_result_t;
    /// Reads host (nanoseconds) and device (cycles) clocks at nearly the same moment.
    (1, 1) zeDeviceGetGlobalTimestamps(
        hDevice: ze_device_handle_t, hostTimestamp: *mut u64, deviceTimestamp: *mut u64,
    ) -> ze_result_t;
    /// Waits until all work on a device has finished.
    (1, 14) zeDeviceSynchronize(hDevice: ze_device_handle_t) -> ze_result_t;
    /// Reads the PCI address and speed of a device.
    (1, 3) zeDevicePciGetPropertiesExt(
        hDevice: ze_device_handle_t, pPciProperties: *mut ze_pci_ext_properties_t,
    ) -> ze_result_t;

    // Context.
    /// Creates a context for all devices of a driver.
    (1, 0) zeContextCreate(
        hDriver: ze_driver_handle_t, desc: *const ze_context_desc_t, phContext: *mut ze_context_handle_t,
    ) -> ze_result_t;
    /// Creates a context for the given devices of a driver.
    (1, 1) zeContextCreateEx(
        hDriver: ze_driver_handle_t, desc: *const ze_context_desc_t, numDevices: u32,
        phDevices: *mut ze_device_handle_t, phContext: *mut ze_context_handle_t,
    ) -> ze_result_t;
    /// Destroys a context.
    (1, 0) zeContextDestroy(hContext: ze_context_handle_t) -> ze_result_t;
    /// Tells whether a context still works.
    (1, 0) zeContextGetStatus(hContext: ze_context_handle_t) -> ze_result_t;
    /// Makes an allocation resident on a device.
    (1, 0) zeContextMakeMemoryResident(
        hContext: ze_context_handle_t, hDevice: ze_device_handle_t, ptr: *mut c_void, size: usize,
    ) -> ze_result_t;
    /// Lets an allocation leave a device.
    (1, 0) zeContextEvictMemory(
        hContext: ze_context_handle_t, hDevice: ze_device_handle_t, ptr: *mut c_void, size: usize,
    ) -> ze_result_t;

    // Command queue.
    /// Creates a command queue.
    (1, 0) zeCommandQueueCreate(
        hContext: ze_context_handle_t, hDevice: ze_device_handle_t, desc: *const ze_command_queue_desc_t,
        phCommandQueue: *mut ze_command_queue_handle_t,
    ) -> ze_result_t;
    /// Destroys a command queue.
    (1, 0) zeCommandQueueDestroy(hCommandQueue: ze_command_queue_handle_t) -> ze_result_t;
    /// Submits closed command lists.
    (1, 0) zeCommandQueueExecuteCommandLists(
        hCommandQueue: ze_command_queue_handle_t, numCommandLists: u32,
        phCommandLists: *mut ze_command_list_handle_t, hFence: ze_fence_handle_t,
    ) -> ze_result_t;
    /// Waits for a queue; timeout in nanoseconds, `u64::MAX` for no limit.
    (1, 0) zeCommandQueueSynchronize(hCommandQueue: ze_command_queue_handle_t, timeout: u64) -> ze_result_t;

    // Command list.
    /// Creates a regular command list.
    (1, 0) zeCommandListCreate(
        hContext: ze_context_handle_t, hDevice: ze_device_handle_t, desc: *const ze_command_list_desc_t,
        phCommandList: *mut ze_command_list_handle_t,
    ) -> ze_result_t;
    /// Creates a command list that submits each command when it is appended.
    (1, 0) zeCommandListCreateImmediate(
        hContext: ze_context_handle_t, hDevice: ze_device_handle_t, altdesc: *const ze_command_queue_desc_t,
        phCommandList: *mut ze_command_list_handle_t,
    ) -> ze_result_t;
    /// Destroys a command list.
    (1, 0) zeCommandListDestroy(hCommandList: ze_command_list_handle_t) -> ze_result_t;
    /// Ends recording, after which the list can be submitted.
    (1, 0) zeCommandListClose(hCommandList: ze_command_list_handle_t) -> ze_result_t;
    /// Empties a command list for new commands.
    (1, 0) zeCommandListReset(hCommandList: ze_command_list_handle_t) -> ze_result_t;
    /// Waits for an immediate list; timeout in nanoseconds, `u64::MAX` for no limit.
    (1, 6) zeCommandListHostSynchronize(hCommandList: ze_command_list_handle_t, timeout: u64) -> ze_result_t;
    /// Tells whether a command list is immediate.
    (1, 9) zeCommandListIsImmediate(
        hCommandList: ze_command_list_handle_t, pIsImmediate: *mut ze_bool_t,
    ) -> ze_result_t;
    /// Appends a barrier, which also waits for the given events.
    (1, 0) zeCommandListAppendBarrier(
        hCommandList: ze_command_list_handle_t, hSignalEvent: ze_event_handle_t, numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> ze_result_t;
    /// Appends a write of the device's clock, in cycles.
    (1, 0) zeCommandListAppendWriteGlobalTimestamp(
        hCommandList: ze_command_list_handle_t, dstptr: *mut u64, hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32, phWaitEvents: *mut ze_event_handle_t,
    ) -> ze_result_t;
    /// Appends a copy of `size` bytes.
    (1, 0) zeCommandListAppendMemoryCopy(
        hCommandList: ze_command_list_handle_t, dstptr: *mut c_void, srcptr: *const c_void, size: usize,
        hSignalEvent: ze_event_handle_t, numWaitEvents: u32, phWaitEvents: *mut ze_event_handle_t,
    ) -> ze_result_t;
    /// Appends a fill of `size` bytes with a pattern of `pattern_size` bytes.
    (1, 0) zeCommandListAppendMemoryFill(
        hCommandList: ze_command_list_handle_t, ptr: *mut c_void, pattern: *const c_void, pattern_size: usize,
        size: usize, hSignalEvent: ze_event_handle_t, numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> ze_result_t;
    /// Appends the signal of an event.
    (1, 0) zeCommandListAppendSignalEvent(
        hCommandList: ze_command_list_handle_t, hEvent: ze_event_handle_t,
    ) -> ze_result_t;
    /// Appends a wait for events.
    (1, 0) zeCommandListAppendWaitOnEvents(
        hCommandList: ze_command_list_handle_t, numEvents: u32, phEvents: *mut ze_event_handle_t,
    ) -> ze_result_t;
    /// Appends the reset of an event.
    (1, 0) zeCommandListAppendEventReset(
        hCommandList: ze_command_list_handle_t, hEvent: ze_event_handle_t,
    ) -> ze_result_t;
    /// Appends a call of a host function. Some drivers offer it by name only: see [`Functions::extension`].
    (1, 17) zeCommandListAppendHostFunction(
        hCommandList: ze_command_list_handle_t, pfnHostFunction: ze_host_function_callback_t,
        pUserData: *mut c_void, pNext: *const c_void, hSignalEvent: ze_event_handle_t, numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> ze_result_t;
    /// Appends closed regular lists to an immediate one.
    (1, 9) zeCommandListImmediateAppendCommandListsExp(
        hCommandListImmediate: ze_command_list_handle_t, numCommandLists: u32,
        phCommandLists: *mut ze_command_list_handle_t, hSignalEvent: ze_event_handle_t, numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> ze_result_t;

    // Event pool.
    /// Creates a pool of events.
    (1, 0) zeEventPoolCreate(
        hContext: ze_context_handle_t, desc: *const ze_event_pool_desc_t, numDevices: u32,
        phDevices: *mut ze_device_handle_t, phEventPool: *mut ze_event_pool_handle_t,
    ) -> ze_result_t;
    /// Destroys a pool, whose events must have been destroyed.
    (1, 0) zeEventPoolDestroy(hEventPool: ze_event_pool_handle_t) -> ze_result_t;
    /// Makes a handle of a pool for other processes.
    (1, 0) zeEventPoolGetIpcHandle(
        hEventPool: ze_event_pool_handle_t, phIpc: *mut ze_ipc_event_pool_handle_t,
    ) -> ze_result_t;
    /// Gives back a handle made by `zeEventPoolGetIpcHandle`.
    (1, 6) zeEventPoolPutIpcHandle(
        hContext: ze_context_handle_t, hIpc: ze_ipc_event_pool_handle_t,
    ) -> ze_result_t;
    /// Opens the pool of another process.
    (1, 0) zeEventPoolOpenIpcHandle(
        hContext: ze_context_handle_t, hIpc: ze_ipc_event_pool_handle_t,
        phEventPool: *mut ze_event_pool_handle_t,
    ) -> ze_result_t;
    /// Closes a pool opened by `zeEventPoolOpenIpcHandle`.
    (1, 0) zeEventPoolCloseIpcHandle(hEventPool: ze_event_pool_handle_t) -> ze_result_t;

    // Event.
    /// Creates an event in a slot of a pool.
    (1, 0) zeEventCreate(
        hEventPool: ze_event_pool_handle_t, desc: *const ze_event_desc_t, phEvent: *mut ze_event_handle_t,
    ) -> ze_result_t;
    /// Destroys an event.
    (1, 0) zeEventDestroy(hEvent: ze_event_handle_t) -> ze_result_t;
    /// Signals an event from the host.
    (1, 0) zeEventHostSignal(hEvent: ze_event_handle_t) -> ze_result_t;
    /// Resets an event from the host.
    (1, 0) zeEventHostReset(hEvent: ze_event_handle_t) -> ze_result_t;
    /// Waits for an event; timeout in nanoseconds, `u64::MAX` for no limit.
    (1, 0) zeEventHostSynchronize(hEvent: ze_event_handle_t, timeout: u64) -> ze_result_t;
    /// Tells whether an event is signalled: success or not ready.
    (1, 0) zeEventQueryStatus(hEvent: ze_event_handle_t) -> ze_result_t;
    /// Reads the timestamps that an event recorded.
    (1, 0) zeEventQueryKernelTimestamp(
        hEvent: ze_event_handle_t, dstptr: *mut ze_kernel_timestamp_result_t,
    ) -> ze_result_t;

    // Counter-based event.
    /// Creates a counter-based event, which needs no pool.
    (1, 15) zeEventCounterBasedCreate(
        hContext: ze_context_handle_t, hDevice: ze_device_handle_t,
        desc: *const ze_event_counter_based_desc_t, phEvent: *mut ze_event_handle_t,
    ) -> ze_result_t;
    /// Makes a handle of a counter-based event for other processes.
    (1, 15) zeEventCounterBasedGetIpcHandle(
        hEvent: ze_event_handle_t, phIpc: *mut ze_ipc_event_counter_based_handle_t,
    ) -> ze_result_t;
    /// Opens the counter-based event of another process.
    (1, 15) zeEventCounterBasedOpenIpcHandle(
        hContext: ze_context_handle_t, hIpc: ze_ipc_event_counter_based_handle_t,
        phEvent: *mut ze_event_handle_t,
    ) -> ze_result_t;
    /// Closes an event opened by `zeEventCounterBasedOpenIpcHandle`.
    (1, 15) zeEventCounterBasedCloseIpcHandle(hEvent: ze_event_handle_t) -> ze_result_t;
    /// Reads the address of the counter and the value at which the event is complete.
    (1, 15) zeEventCounterBasedGetDeviceAddress(
        hEvent: ze_event_handle_t, completionValue: *mut u64, deviceAddress: *mut u64,
    ) -> ze_result_t;

    // Memory.
    /// Allocates memory shared by host and device; sizes and alignment in bytes.
    (1, 0) zeMemAllocShared(
        hContext: ze_context_handle_t, device_desc: *const ze_device_mem_alloc_desc_t,
        host_desc: *const ze_host_mem_alloc_desc_t, size: usize, alignment: usize,
        hDevice: ze_device_handle_t, pptr: *mut *mut c_void,
    ) -> ze_result_t;
    /// Allocates device memory; size and alignment in bytes.
    (1, 0) zeMemAllocDevice(
        hContext: ze_context_handle_t, device_desc: *const ze_device_mem_alloc_desc_t, size: usize,
        alignment: usize, hDevice: ze_device_handle_t, pptr: *mut *mut c_void,
    ) -> ze_result_t;
    /// Allocates host memory; size and alignment in bytes.
    (1, 0) zeMemAllocHost(
        hContext: ze_context_handle_t, host_desc: *const ze_host_mem_alloc_desc_t, size: usize,
        alignment: usize, pptr: *mut *mut c_void,
    ) -> ze_result_t;
    /// Frees an allocation.
    (1, 0) zeMemFree(hContext: ze_context_handle_t, ptr: *mut c_void) -> ze_result_t;
    /// Frees an allocation by a policy.
    (1, 3) zeMemFreeExt(
        hContext: ze_context_handle_t, pMemFreeDesc: *const ze_memory_free_ext_desc_t, ptr: *mut c_void,
    ) -> ze_result_t;
    /// Reads the kind, id, page size and device of an allocation.
    (1, 0) zeMemGetAllocProperties(
        hContext: ze_context_handle_t, ptr: *const c_void,
        pMemAllocProperties: *mut ze_memory_allocation_properties_t, phDevice: *mut ze_device_handle_t,
    ) -> ze_result_t;
    /// Reads the base and size in bytes of the allocation around a pointer.
    (1, 0) zeMemGetAddressRange(
        hContext: ze_context_handle_t, ptr: *const c_void, pBase: *mut *mut c_void, pSize: *mut usize,
    ) -> ze_result_t;
    /// Makes a handle of an allocation for other processes.
    (1, 0) zeMemGetIpcHandle(
        hContext: ze_context_handle_t, ptr: *const c_void, pIpcHandle: *mut ze_ipc_mem_handle_t,
    ) -> ze_result_t;
    /// Makes a handle of an allocation for other processes, of the kind given in `pNext`.
    (1, 15) zeMemGetIpcHandleWithProperties(
        hContext: ze_context_handle_t, ptr: *const c_void, pNext: *mut c_void,
        pIpcHandle: *mut ze_ipc_mem_handle_t,
    ) -> ze_result_t;
    /// Gives back a handle made by `zeMemGetIpcHandle`.
    (1, 6) zeMemPutIpcHandle(hContext: ze_context_handle_t, handle: ze_ipc_mem_handle_t) -> ze_result_t;
    /// Opens the allocation of another process.
    (1, 0) zeMemOpenIpcHandle(
        hContext: ze_context_handle_t, hDevice: ze_device_handle_t, handle: ze_ipc_mem_handle_t,
        flags: ze_ipc_memory_flags_t, pptr: *mut *mut c_void,
    ) -> ze_result_t;
    /// Closes an allocation opened by `zeMemOpenIpcHandle`.
    (1, 0) zeMemCloseIpcHandle(hContext: ze_context_handle_t, ptr: *const c_void) -> ze_result_t;
    /// Makes a memory handle of a file descriptor.
    (1, 6) zeMemGetIpcHandleFromFileDescriptorExp(
        hContext: ze_context_handle_t, handle: u64, pIpcHandle: *mut ze_ipc_mem_handle_t,
    ) -> ze_result_t;
    /// Reads the file descriptor of a memory handle.
    (1, 6) zeMemGetFileDescriptorFromIpcHandleExp(
        hContext: ze_context_handle_t, ipcHandle: ze_ipc_mem_handle_t, pHandle: *mut u64,
    ) -> ze_result_t;

    // Physical memory.
    /// Creates physical memory, or imports it from a file descriptor.
    (1, 0) zePhysicalMemCreate(
        hContext: ze_context_handle_t, hDevice: ze_device_handle_t, desc: *mut ze_physical_mem_desc_t,
        phPhysicalMemory: *mut ze_physical_mem_handle_t,
    ) -> ze_result_t;
    /// Reads the id and size of physical memory, and a file descriptor of it when asked.
    (1, 15) zePhysicalMemGetProperties(
        hContext: ze_context_handle_t, hPhysicalMem: ze_physical_mem_handle_t,
        pMemProperties: *mut ze_physical_mem_properties_t,
    ) -> ze_result_t;
    /// Destroys physical memory.
    (1, 0) zePhysicalMemDestroy(
        hContext: ze_context_handle_t, hPhysicalMemory: ze_physical_mem_handle_t,
    ) -> ze_result_t;

    // Virtual memory.
    /// Reserves an address range; size in bytes.
    (1, 0) zeVirtualMemReserve(
        hContext: ze_context_handle_t, pStart: *const c_void, size: usize, pptr: *mut *mut c_void,
    ) -> ze_result_t;
    /// Frees a reserved range.
    (1, 0) zeVirtualMemFree(hContext: ze_context_handle_t, ptr: *const c_void, size: usize) -> ze_result_t;
    /// Reads the page size in bytes for ranges of a size.
    (1, 0) zeVirtualMemQueryPageSize(
        hContext: ze_context_handle_t, hDevice: ze_device_handle_t, size: usize, pagesize: *mut usize,
    ) -> ze_result_t;
    /// Maps physical memory into a reserved range; size and offset in bytes.
    (1, 0) zeVirtualMemMap(
        hContext: ze_context_handle_t, ptr: *const c_void, size: usize,
        hPhysicalMemory: ze_physical_mem_handle_t, offset: usize, access: ze_memory_access_attribute_t,
    ) -> ze_result_t;
    /// Unmaps a range.
    (1, 0) zeVirtualMemUnmap(hContext: ze_context_handle_t, ptr: *const c_void, size: usize) -> ze_result_t;
    /// Sets the access rights of a mapped range.
    (1, 0) zeVirtualMemSetAccessAttribute(
        hContext: ze_context_handle_t, ptr: *const c_void, size: usize, access: ze_memory_access_attribute_t,
    ) -> ze_result_t;
    /// Reads the access rights at an address and the size in bytes of the range that shares them.
    (1, 0) zeVirtualMemGetAccessAttribute(
        hContext: ze_context_handle_t, ptr: *const c_void, size: usize,
        access: *mut ze_memory_access_attribute_t, outSize: *mut usize,
    ) -> ze_result_t;

    // Sysman.
    /// Initialises the system management API; the flags must be zero.
    (1, 5) zesInit(flags: zes_init_flags_t) -> ze_result_t;
    /// Lists the drivers of the system management API; a null array asks for the count.
    (1, 5) zesDriverGet(pCount: *mut u32, phDrivers: *mut zes_driver_handle_t) -> ze_result_t;
    /// Finds the device with the UUID that the core API tells, or the one whose sub-device has it.
    (1, 9) zesDriverGetDeviceByUuidExp(
        hDriver: zes_driver_handle_t, uuid: zes_uuid_t, phDevice: *mut zes_device_handle_t,
        onSubdevice: *mut ze_bool_t, subdeviceId: *mut u32,
    ) -> ze_result_t;
    /// Lists the memories of a device; a null array asks for the count.
    (1, 0) zesDeviceEnumMemoryModules(
        hDevice: zes_device_handle_t, pCount: *mut u32, phMemory: *mut zes_mem_handle_t,
    ) -> ze_result_t;
    /// Reads what does not change of a memory.
    (1, 0) zesMemoryGetProperties(
        hMemory: zes_mem_handle_t, pProperties: *mut zes_mem_properties_t,
    ) -> ze_result_t;
    /// Reads how much of a memory is free.
    (1, 0) zesMemoryGetState(hMemory: zes_mem_handle_t, pState: *mut zes_mem_state_t) -> ze_result_t;
        }
    };
}

for_each_entry_point!(entry_points);
