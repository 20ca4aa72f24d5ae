//! Selected functions. Everything else follows: types of parameters and members, with the bits of their flags.

/// The functions, below the version of the specification that introduced them, which no header tells.
pub const FUNCTIONS: &[((u16, u16), &str)] = &[
    (
        (1, 0),
        "zeInit zeDriverGet zeDriverGetApiVersion zeDriverGetProperties zeDriverGetIpcProperties
         zeDriverGetExtensionProperties
         zeDeviceGet zeDeviceGetSubDevices zeDeviceGetProperties zeDeviceGetComputeProperties
         zeDeviceGetModuleProperties zeDeviceGetCommandQueueGroupProperties zeDeviceGetMemoryProperties
         zeDeviceGetMemoryAccessProperties zeDeviceGetCacheProperties zeDeviceGetImageProperties
         zeDeviceGetExternalMemoryProperties zeDeviceGetP2PProperties zeDeviceCanAccessPeer zeDeviceGetStatus
         zeContextCreate zeContextDestroy zeContextGetStatus zeContextMakeMemoryResident zeContextEvictMemory
         zeCommandQueueCreate zeCommandQueueDestroy zeCommandQueueExecuteCommandLists zeCommandQueueSynchronize
         zeCommandListCreate zeCommandListCreateImmediate zeCommandListDestroy zeCommandListClose
         zeCommandListReset zeCommandListAppendBarrier zeCommandListAppendWriteGlobalTimestamp
         zeCommandListAppendMemoryCopy zeCommandListAppendMemoryFill zeCommandListAppendSignalEvent
         zeCommandListAppendWaitOnEvents zeCommandListAppendEventReset
         zeEventPoolCreate zeEventPoolDestroy zeEventPoolGetIpcHandle zeEventPoolOpenIpcHandle
         zeEventPoolCloseIpcHandle zeEventCreate zeEventDestroy zeEventHostSignal zeEventHostReset
         zeEventHostSynchronize zeEventQueryStatus zeEventQueryKernelTimestamp
         zeMemAllocShared zeMemAllocDevice zeMemAllocHost zeMemFree zeMemGetAllocProperties zeMemGetAddressRange
         zeMemGetIpcHandle zeMemOpenIpcHandle zeMemCloseIpcHandle zePhysicalMemCreate zePhysicalMemDestroy
         zeVirtualMemReserve zeVirtualMemFree zeVirtualMemQueryPageSize zeVirtualMemMap zeVirtualMemUnmap
         zeVirtualMemSetAccessAttribute zeVirtualMemGetAccessAttribute
         zesDeviceEnumMemoryModules zesMemoryGetProperties zesMemoryGetState",
    ),
    ((1, 1), "zeDriverGetExtensionFunctionAddress zeDeviceGetGlobalTimestamps zeContextCreateEx"),
    ((1, 3), "zeDevicePciGetPropertiesExt zeMemFreeExt"),
    ((1, 5), "zesInit zesDriverGet"),
    (
        (1, 6),
        "zeDriverGetLastErrorDescription zeCommandListHostSynchronize zeEventPoolPutIpcHandle zeMemPutIpcHandle
         zeMemGetIpcHandleFromFileDescriptorExp zeMemGetFileDescriptorFromIpcHandleExp",
    ),
    ((1, 7), "zeDeviceGetRootDevice"),
    (
        (1, 9),
        "zeCommandListIsImmediate zeCommandListImmediateAppendCommandListsExp zesDriverGetDeviceByUuidExp",
    ),
    ((1, 10), "zeInitDrivers"),
    ((1, 14), "zeDriverGetDefaultContext zeDeviceSynchronize"),
    (
        (1, 15),
        "zeEventCounterBasedCreate zeEventCounterBasedGetIpcHandle zeEventCounterBasedOpenIpcHandle
         zeEventCounterBasedCloseIpcHandle zeEventCounterBasedGetDeviceAddress zeMemGetIpcHandleWithProperties
         zePhysicalMemGetProperties",
    ),
    ((1, 17), "zeCommandListAppendHostFunction"),
];

/// Functions that drivers offer by name only.
pub const EXTENSION_FUNCTIONS: &str = "zexCounterBasedEventCreate2 zexCounterBasedEventGetIpcHandle \
    zexCounterBasedEventOpenIpcHandle zexCounterBasedEventCloseIpcHandle zexEventGetDeviceAddress";

/// Types that no parameter and no member names: what extends others, what all begin with, and the head of handles.
pub const TYPES: &str = "ze_base_properties_t ze_base_desc_t ze_device_ip_version_ext_t ze_device_event_properties_t \
    ze_driver_ddi_handles_ext_properties_t ze_event_pool_counter_based_exp_desc_t ze_event_sync_mode_desc_t \
    ze_event_counter_based_external_sync_allocation_desc_t \
    ze_event_counter_based_external_aggregate_storage_desc_t ze_external_memory_export_desc_t \
    ze_external_memory_import_fd_t ze_external_memory_export_fd_t ze_ipc_mem_handle_type_ext_desc_t \
    ze_relaxed_allocation_limits_exp_desc_t ze_handle_t \
    zex_counter_based_event_external_sync_alloc_properties_t zex_counter_based_event_external_storage_properties_t";

/// Numbers and texts; arrays of bound types have the others' lengths.
pub const CONSTANTS: &str = "ZE_MAX_DEVICE_UUID_SIZE ZE_MAX_DEVICE_NAME ZE_SUBGROUPSIZE_COUNT \
    ZE_MAX_NATIVE_KERNEL_UUID_SIZE ZE_MAX_DRIVER_UUID_SIZE ZE_MAX_EXTENSION_NAME ZE_MAX_IPC_HANDLE_SIZE \
    ZES_MAX_UUID_SIZE ZE_IMMEDIATE_COMMAND_LIST_APPEND_EXP_NAME ZE_DEVICE_IP_VERSION_EXT_NAME \
    ZE_PCI_PROPERTIES_EXT_NAME ZE_DRIVER_DDI_HANDLES_EXT_NAME ZE_EVENT_POOL_COUNTER_BASED_EXP_NAME \
    ZE_IPC_MEM_HANDLE_TYPE_EXT_NAME ZE_MEMORY_FREE_POLICIES_EXT_NAME ZE_RELAXED_ALLOCATION_LIMITS_EXP_NAME \
    ZEX_COUNTER_BASED_EVENT_EXT_NAME ZEX_COUNTER_BASED_EVENT_CREATE2_NAME";

/// Structures whose tag is not named as they are.
pub const TAGS: &[(&str, &str)] = &[
    ("ze_event_pool_counter_based_exp_desc_t", "ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC"),
    ("zex_counter_based_event_desc_t", "ZEX_STRUCTURE_COUNTER_BASED_EVENT_DESC"),
    (
        "zex_counter_based_event_external_sync_alloc_properties_t",
        "ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_SYNC_ALLOC_PROPERTIES",
    ),
    (
        "zex_counter_based_event_external_storage_properties_t",
        "ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_STORAGE_ALLOC_PROPERTIES",
    ),
];
