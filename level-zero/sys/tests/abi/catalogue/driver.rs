//! Versions, results, drivers, dispatch tables, handles and contexts.

use super::{Text, Type, Value};

/// Sizes of types, then offset and size of each member.
pub fn types() -> Vec<Type> {
    vec![
        layout!(ze_api_version_t: 4),
        layout!(ze_bool_t: 1),
        layout!(ze_result_t: 4),
        layout!(ze_driver_uuid_t: 16 {
            id: 0, 16;
        }),
        layout!(ze_driver_properties_t: 40 {
            stype: 0, 4;
            pNext: 8, 8;
            uuid: 16, 16;
            driverVersion: 32, 4;
        }),
        layout!(ze_driver_ipc_properties_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
        }),
        layout!(ze_driver_extension_properties_t: 260 {
            name: 0, 256;
            version: 256, 4;
        }),
        layout!(ze_init_driver_type_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
        }),
        layout!(ze_driver_ddi_handles_ext_properties_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
        }),
        layout!(ze_init_flags_t: 4),
        layout!(ze_init_driver_type_flags_t: 4),
        layout!(ze_ipc_property_flags_t: 4),
        layout!(ze_driver_ddi_handle_ext_flags_t: 4),
        layout!(ze_handle_t: 32 {
            pCore: 0, 8;
            pTools: 8, 8;
            pSysman: 16, 8;
            pRuntime: 24, 8;
        }),
        layout!(ze_dditable_driver_t: 264 {
            version: 0, 4;
            isValidFlag: 4, 1;
            RTASBuilder: 8, 8;
            RTASBuilderExp: 16, 8;
            RTASParallelOperation: 24, 8;
            RTASParallelOperationExp: 32, 8;
            Global: 40, 8;
            Driver: 48, 8;
            DriverExp: 56, 8;
            Device: 64, 8;
            DeviceExp: 72, 8;
            Context: 80, 8;
            CommandQueue: 88, 8;
            CommandList: 96, 8;
            CommandListExp: 104, 8;
            Image: 112, 8;
            ImageExp: 120, 8;
            Mem: 128, 8;
            MemExp: 136, 8;
            Fence: 144, 8;
            EventPool: 152, 8;
            Event: 160, 8;
            EventExp: 168, 8;
            Module: 176, 8;
            ModuleBuildLog: 184, 8;
            Kernel: 192, 8;
            KernelExp: 200, 8;
            Sampler: 208, 8;
            PhysicalMem: 216, 8;
            VirtualMem: 224, 8;
            FabricVertexExp: 232, 8;
            FabricEdgeExp: 240, 8;
            Graph: 248, 8;
            ExecutableGraph: 256, 8;
        }),
        layout!(ze_driver_handle_t: 8),
        layout!(ze_device_handle_t: 8),
        layout!(ze_context_handle_t: 8),
        layout!(ze_command_queue_handle_t: 8),
        layout!(ze_command_list_handle_t: 8),
        layout!(ze_fence_handle_t: 8),
        layout!(ze_event_pool_handle_t: 8),
        layout!(ze_event_handle_t: 8),
        layout!(ze_physical_mem_handle_t: 8),
        layout!(ze_context_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
        }),
        layout!(ze_context_flags_t: 4),
    ]
}

/// Numbers behind names.
pub fn values() -> Vec<Value> {
    vec![
        value!(ze_api_version_t::ZE_API_VERSION_1_0 = 0x0001_0000),
        value!(ze_api_version_t::ZE_API_VERSION_1_1 = 0x0001_0001),
        value!(ze_api_version_t::ZE_API_VERSION_1_2 = 0x0001_0002),
        value!(ze_api_version_t::ZE_API_VERSION_1_3 = 0x0001_0003),
        value!(ze_api_version_t::ZE_API_VERSION_1_4 = 0x0001_0004),
        value!(ze_api_version_t::ZE_API_VERSION_1_5 = 0x0001_0005),
        value!(ze_api_version_t::ZE_API_VERSION_1_6 = 0x0001_0006),
        value!(ze_api_version_t::ZE_API_VERSION_1_7 = 0x0001_0007),
        value!(ze_api_version_t::ZE_API_VERSION_1_8 = 0x0001_0008),
        value!(ze_api_version_t::ZE_API_VERSION_1_9 = 0x0001_0009),
        value!(ze_api_version_t::ZE_API_VERSION_1_10 = 0x0001_000a),
        value!(ze_api_version_t::ZE_API_VERSION_1_11 = 0x0001_000b),
        value!(ze_api_version_t::ZE_API_VERSION_1_12 = 0x0001_000c),
        value!(ze_api_version_t::ZE_API_VERSION_1_13 = 0x0001_000d),
        value!(ze_api_version_t::ZE_API_VERSION_1_14 = 0x0001_000e),
        value!(ze_api_version_t::ZE_API_VERSION_1_15 = 0x0001_000f),
        value!(ze_api_version_t::ZE_API_VERSION_1_16 = 0x0001_0010),
        value!(ze_api_version_t::ZE_API_VERSION_1_17 = 0x0001_0011),
        value!(ze_api_version_t::ZE_API_VERSION_CURRENT = 0x0001_0011),
        value!(ze_result_t::ZE_RESULT_SUCCESS = 0),
        value!(ze_result_t::ZE_RESULT_NOT_READY = 1),
        value!(ze_result_t::ZE_RESULT_ERROR_DEVICE_LOST = 0x7000_0001),
        value!(ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY = 0x7000_0002),
        value!(ze_result_t::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY = 0x7000_0003),
        value!(ze_result_t::ZE_RESULT_ERROR_MODULE_BUILD_FAILURE = 0x7000_0004),
        value!(ze_result_t::ZE_RESULT_ERROR_MODULE_LINK_FAILURE = 0x7000_0005),
        value!(ze_result_t::ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET = 0x7000_0006),
        value!(ze_result_t::ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE = 0x7000_0007),
        value!(ze_result_t::ZE_RESULT_EXP_ERROR_DEVICE_IS_NOT_VERTEX = 0x7ff0_0001),
        value!(ze_result_t::ZE_RESULT_EXP_ERROR_VERTEX_IS_NOT_DEVICE = 0x7ff0_0002),
        value!(ze_result_t::ZE_RESULT_EXP_ERROR_REMOTE_DEVICE = 0x7ff0_0003),
        value!(ze_result_t::ZE_RESULT_EXP_ERROR_OPERANDS_INCOMPATIBLE = 0x7ff0_0004),
        value!(ze_result_t::ZE_RESULT_EXP_RTAS_BUILD_RETRY = 0x7ff0_0005),
        value!(ze_result_t::ZE_RESULT_EXP_RTAS_BUILD_DEFERRED = 0x7ff0_0006),
        value!(ze_result_t::ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS = 0x7001_0000),
        value!(ze_result_t::ZE_RESULT_ERROR_NOT_AVAILABLE = 0x7001_0001),
        value!(ze_result_t::ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE = 0x7002_0000),
        value!(ze_result_t::ZE_RESULT_WARNING_DROPPED_DATA = 0x7002_0001),
        value!(ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED = 0x7800_0001),
        value!(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_VERSION = 0x7800_0002),
        value!(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE = 0x7800_0003),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT = 0x7800_0004),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_HANDLE = 0x7800_0005),
        value!(ze_result_t::ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE = 0x7800_0006),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER = 0x7800_0007),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE = 0x7800_0008),
        value!(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE = 0x7800_0009),
        value!(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT = 0x7800_000a),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT = 0x7800_000b),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION = 0x7800_000c),
        value!(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION = 0x7800_000d),
        value!(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT = 0x7800_000e),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_NATIVE_BINARY = 0x7800_000f),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_GLOBAL_NAME = 0x7800_0010),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_KERNEL_NAME = 0x7800_0011),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_FUNCTION_NAME = 0x7800_0012),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION = 0x7800_0013),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION = 0x7800_0014),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX = 0x7800_0015),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE = 0x7800_0016),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_KERNEL_ATTRIBUTE_VALUE = 0x7800_0017),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED = 0x7800_0018),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE = 0x7800_0019),
        value!(ze_result_t::ZE_RESULT_ERROR_OVERLAPPING_REGIONS = 0x7800_001a),
        value!(ze_result_t::ZE_RESULT_WARNING_ACTION_REQUIRED = 0x7800_001b),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_KERNEL_HANDLE = 0x7800_001c),
        value!(ze_result_t::ZE_RESULT_EXT_RTAS_BUILD_RETRY = 0x7800_001d),
        value!(ze_result_t::ZE_RESULT_EXT_RTAS_BUILD_DEFERRED = 0x7800_001e),
        value!(ze_result_t::ZE_RESULT_EXT_ERROR_OPERANDS_INCOMPATIBLE = 0x7800_001f),
        value!(ze_result_t::ZE_RESULT_ERROR_SURVIVABILITY_MODE_DETECTED = 0x7800_0020),
        value!(ze_result_t::ZE_RESULT_ERROR_ADDRESS_NOT_FOUND = 0x7800_0021),
        value!(ze_result_t::ZE_RESULT_QUERY_TRUE = 0x7800_0022),
        value!(ze_result_t::ZE_RESULT_QUERY_FALSE = 0x7800_0023),
        value!(ze_result_t::ZE_RESULT_ERROR_INVALID_GRAPH = 0x7800_0024),
        value!(ze_result_t::ZE_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED = 0x7800_0025),
        value!(ze_result_t::ZE_RESULT_ERROR_GRAPH_CAPTURE_INVALIDATED = 0x7800_0026),
        value!(ze_result_t::ZE_RESULT_ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT = 0x7800_0027),
        value!(ze_result_t::ZE_RESULT_ERROR_COMMAND_LIST_NOT_CAPTURING = 0x7800_0028),
        value!(ze_result_t::ZE_RESULT_ERROR_GRAPH_UNJOINED_FORKS = 0x7800_0029),
        value!(ze_result_t::ZE_RESULT_ERROR_GRAPH_INTERNAL_EVENT = 0x7800_002a),
        value!(ze_result_t::ZE_RESULT_ERROR_UNKNOWN = 0x7fff_fffe),
        value!(ze_init_flags_t::ZE_INIT_FLAG_GPU_ONLY = 1),
        value!(ze_init_flags_t::ZE_INIT_FLAG_VPU_ONLY = 2),
        value!(ze_init_driver_type_flags_t::ZE_INIT_DRIVER_TYPE_FLAG_GPU = 1),
        value!(ze_init_driver_type_flags_t::ZE_INIT_DRIVER_TYPE_FLAG_NPU = 2),
        value!(ze_ipc_property_flags_t::ZE_IPC_PROPERTY_FLAG_MEMORY = 1),
        value!(ze_ipc_property_flags_t::ZE_IPC_PROPERTY_FLAG_EVENT_POOL = 2),
        value!(ze_ipc_property_flags_t::ZE_IPC_PROPERTY_FLAG_FABRIC_ACCESSIBLE = 4),
        value!(ze_driver_ddi_handle_ext_flags_t::ZE_DRIVER_DDI_HANDLE_EXT_FLAG_DDI_HANDLE_EXT_SUPPORTED = 1),
        value!(ze_context_flags_t::ZE_CONTEXT_FLAG_TBD = 1),
        value!(ZE_MAX_DRIVER_UUID_SIZE = 16),
        value!(ZE_MAX_EXTENSION_NAME = 256),
    ]
}

/// Texts behind names.
pub fn texts() -> Vec<Text> {
    vec![text!(ZE_DRIVER_DDI_HANDLES_EXT_NAME = "ZE_extension_driver_ddi_handles")]
}
