//! Structure tags.

use super::{Type, Value};

/// Sizes of types, then offset and size of each member.
pub fn types() -> Vec<Type> {
    vec![
        layout!(ze_base_properties_t: 16 {
            stype: 0, 4;
            pNext: 8, 8;
        }),
        layout!(ze_base_desc_t: 16 {
            stype: 0, 4;
            pNext: 8, 8;
        }),
        layout!(ze_structure_type_t: 4),
    ]
}

/// Numbers behind names.
pub fn values() -> Vec<Value> {
    vec![
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES = 1),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DRIVER_IPC_PROPERTIES = 2),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES = 3),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES = 4),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES = 5),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES = 6),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES = 7),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES = 8),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES = 9),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES = 10),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES = 11),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_EXTERNAL_MEMORY_PROPERTIES = 12),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_CONTEXT_DESC = 13),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC = 14),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC = 15),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_POOL_DESC = 16),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_DESC = 17),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_FENCE_DESC = 18),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_IMAGE_DESC = 19),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_IMAGE_PROPERTIES = 20),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC = 21),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC = 22),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES = 23),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC = 24),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD = 25),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_FD = 26),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MODULE_DESC = 27),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MODULE_PROPERTIES = 28),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_KERNEL_DESC = 29),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES = 30),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_SAMPLER_DESC = 31),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC = 32),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_KERNEL_PREFERRED_GROUP_SIZE_PROPERTIES = 33),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_WIN32 = 34),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_WIN32 = 35),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_RAYTRACING_EXT_PROPERTIES = 0x0001_0001),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RAYTRACING_MEM_ALLOC_EXT_DESC = 0x0001_0002),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_FLOAT_ATOMIC_EXT_PROPERTIES = 0x0001_0003),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_CACHE_RESERVATION_EXT_DESC = 0x0001_0004),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EU_COUNT_EXT = 0x0001_0005),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_SRGB_EXT_DESC = 0x0001_0006),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_LINKAGE_INSPECTION_EXT_DESC = 0x0001_0007),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES = 0x0001_0008),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DRIVER_MEMORY_FREE_EXT_PROPERTIES = 0x0001_0009),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC = 0x0001_000a),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MEMORY_COMPRESSION_HINTS_EXT_DESC = 0x0001_000b),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_IMAGE_ALLOCATION_EXT_PROPERTIES = 0x0001_000c),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_LUID_EXT_PROPERTIES = 0x0001_000d),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_MEMORY_EXT_PROPERTIES = 0x0001_000e),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT = 0x0001_000f),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_IMAGE_VIEW_PLANAR_EXT_DESC = 0x0001_0010),
        value!(
            ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_PROPERTIES = 0x0001_0011
        ),
        value!(
            ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_RESULTS_EXT_PROPERTIES =
                0x0001_0012
        ),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_KERNEL_MAX_GROUP_SIZE_EXT_PROPERTIES = 0x0001_0013),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_IMAGE_FORMAT_SUPPORT_EXT_PROPERTIES = 0x0001_0014),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_READONLY_MEMORY_EXT_PROPERTIES = 0x0001_0015),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXT_DESC = 0x0001_0016),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXP_DESC = 0x0002_0001),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MODULE_PROGRAM_EXP_DESC = 0x0002_0002),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_SCHEDULING_HINT_EXP_PROPERTIES = 0x0002_0003),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_SCHEDULING_HINT_EXP_DESC = 0x0002_0004),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_IMAGE_VIEW_PLANAR_EXP_DESC = 0x0002_0005),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2 = 0x0002_0006),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_IMAGE_MEMORY_EXP_PROPERTIES = 0x0002_0007),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_POWER_SAVING_HINT_EXP_DESC = 0x0002_0008),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_COPY_BANDWIDTH_EXP_PROPERTIES = 0x0002_0009),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_P2P_BANDWIDTH_EXP_PROPERTIES = 0x0002_000a),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_FABRIC_VERTEX_EXP_PROPERTIES = 0x0002_000b),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_FABRIC_EDGE_EXP_PROPERTIES = 0x0002_000c),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MEMORY_SUB_ALLOCATIONS_EXP_PROPERTIES = 0x0002_000d),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXP_DESC = 0x0002_000e),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_BUILDER_BUILD_OP_EXP_DESC = 0x0002_000f),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXP_PROPERTIES = 0x0002_0010),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_PARALLEL_OPERATION_EXP_PROPERTIES = 0x0002_0011),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_DEVICE_EXP_PROPERTIES = 0x0002_0012),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_GEOMETRY_AABBS_EXP_CB_PARAMS = 0x0002_0013),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC = 0x0002_0014),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_LIST_EXP_PROPERTIES = 0x0002_0015),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_LIST_EXP_DESC = 0x0002_0016),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_ID_EXP_DESC = 0x0002_0017),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MUTABLE_COMMANDS_EXP_DESC = 0x0002_0018),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MUTABLE_KERNEL_ARGUMENT_EXP_DESC = 0x0002_0019),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MUTABLE_GROUP_COUNT_EXP_DESC = 0x0002_001a),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MUTABLE_GROUP_SIZE_EXP_DESC = 0x0002_001b),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MUTABLE_GLOBAL_OFFSET_EXP_DESC = 0x0002_001c),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_PITCHED_ALLOC_DEVICE_EXP_PROPERTIES = 0x0002_001d),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_BINDLESS_IMAGE_EXP_DESC = 0x0002_001e),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_PITCHED_IMAGE_EXP_DESC = 0x0002_001f),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_MUTABLE_GRAPH_ARGUMENT_EXP_DESC = 0x0002_0020),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_INIT_DRIVER_TYPE_DESC = 0x0002_0021),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_EXT_DESC = 0x0002_0022),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_WIN32_EXT_DESC = 0x0002_0023),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_FD_EXT_DESC = 0x0002_0024),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_EXT = 0x0002_0025),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_WAIT_PARAMS_EXT = 0x0002_0026),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DRIVER_DDI_HANDLES_EXT_PROPERTIES = 0x0002_0027),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_CACHELINE_SIZE_EXT = 0x0002_0028),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_VECTOR_WIDTH_PROPERTIES_EXT = 0x0002_0029),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXT_DESC = 0x0002_0030),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_BUILDER_BUILD_OP_EXT_DESC = 0x0002_0031),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXT_PROPERTIES = 0x0002_0032),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_PARALLEL_OPERATION_EXT_PROPERTIES = 0x0002_0033),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_DEVICE_EXT_PROPERTIES = 0x0002_0034),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RTAS_GEOMETRY_AABBS_EXT_CB_PARAMS = 0x0002_0035),
        value!(
            ze_structure_type_t::ZE_STRUCTURE_TYPE_COMMAND_LIST_APPEND_PARAM_COOPERATIVE_DESC = 0x0002_0036
        ),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_MEMMAP_SYSMEM_EXT_DESC = 0x0002_0037),
        value!(
            ze_structure_type_t::ZE_STRUCTURE_TYPE_PITCHED_ALLOC_2DIMAGE_LINEAR_PITCH_EXP_INFO = 0x0002_0038
        ),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_KERNEL_ALLOCATION_PROPERTIES = 0x0002_0039),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC = 0x0002_003a),
        value!(
            ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION_DESC =
                0x0002_003b
        ),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_SYNC_MODE_DESC = 0x0002_003c),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_IPC_MEM_HANDLE_TYPE_EXT_DESC = 0x0002_003d),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_EVENT_PROPERTIES = 0x0002_003e),
        value!(
            ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE_DESC =
                0x0002_003f
        ),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES = 0x0002_0040),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_USABLEMEM_SIZE_EXT_PROPERTIES = 0x0002_0041),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_CUSTOM_PITCH_EXP_DESC = 0x0002_0042),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_DOTPRODUCT_EXT_PROPERTIES = 0x0002_0043),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_MODULE_DESC = 0x0002_0044),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_GRAPH_DESC = 0x0002_0045),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_OUTPUT = 0x0002_0046),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_PROPERTIES = 0x0002_0047),
        value!(ze_structure_type_t::ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_DUMP_DESC = 0x0002_0048),
        value!(ze_structure_type_t::ZEX_STRUCTURE_COUNTER_BASED_EVENT_DESC = 0x0003_001c),
        value!(
            ze_structure_type_t::ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_SYNC_ALLOC_PROPERTIES =
                0x0003_001d
        ),
        value!(
            ze_structure_type_t::ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_STORAGE_ALLOC_PROPERTIES =
                0x0003_0027
        ),
    ]
}
