//! Memory, IPC handles and virtual memory.

use super::{Text, Type, Value};

/// Sizes of types, then offset and size of each member.
pub fn types() -> Vec<Type> {
    vec![
        layout!(ze_device_mem_alloc_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
            ordinal: 20, 4;
        }),
        layout!(ze_host_mem_alloc_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
        }),
        layout!(ze_memory_allocation_properties_t: 40 {
            stype: 0, 4;
            pNext: 8, 8;
            r#type: 16, 4;
            id: 24, 8;
            pageSize: 32, 8;
        }),
        layout!(ze_memory_free_ext_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            freePolicy: 16, 4;
        }),
        layout!(ze_relaxed_allocation_limits_exp_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
        }),
        layout!(ze_device_mem_alloc_flags_t: 4),
        layout!(ze_host_mem_alloc_flags_t: 4),
        layout!(ze_memory_type_t: 4),
        layout!(ze_driver_memory_free_policy_ext_flags_t: 4),
        layout!(ze_relaxed_allocation_limits_exp_flags_t: 4),
        layout!(ze_external_memory_export_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
        }),
        layout!(ze_external_memory_import_fd_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
            fd: 20, 4;
        }),
        layout!(ze_external_memory_export_fd_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
            fd: 20, 4;
        }),
        layout!(ze_external_memory_type_flags_t: 4),
        layout!(ze_ipc_mem_handle_t: 64 {
            data: 0, 64;
        }),
        layout!(ze_ipc_event_pool_handle_t: 64 {
            data: 0, 64;
        }),
        layout!(ze_ipc_event_counter_based_handle_t: 64 {
            data: 0, 64;
        }),
        layout!(ze_ipc_mem_handle_type_ext_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            typeFlags: 16, 4;
        }),
        layout!(ze_ipc_memory_flags_t: 4),
        layout!(ze_ipc_mem_handle_type_flags_t: 4),
        layout!(ze_physical_mem_desc_t: 32 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
            size: 24, 8;
        }),
        layout!(ze_physical_mem_properties_t: 32 {
            stype: 0, 4;
            pNext: 8, 8;
            id: 16, 8;
            size: 24, 8;
        }),
        layout!(ze_physical_mem_flags_t: 4),
        layout!(ze_memory_access_attribute_t: 4),
        layout!(zes_init_flags_t: 4),
        layout!(zes_uuid_t: 16 {
            id: 0, 16;
        }),
        layout!(zes_mem_properties_t: 48 {
            stype: 0, 4;
            pNext: 8, 8;
            r#type: 16, 4;
            onSubdevice: 20, 1;
            subdeviceId: 24, 4;
            location: 28, 4;
            physicalSize: 32, 8;
            busWidth: 40, 4;
            numChannels: 44, 4;
        }),
        layout!(zes_mem_state_t: 40 {
            stype: 0, 4;
            pNext: 8, 8;
            health: 16, 4;
            free: 24, 8;
            size: 32, 8;
        }),
        layout!(zes_structure_type_t: 4),
        layout!(zes_mem_type_t: 4),
        layout!(zes_mem_loc_t: 4),
        layout!(zes_mem_health_t: 4),
    ]
}

/// Numbers behind names.
pub fn values() -> Vec<Value> {
    vec![
        value!(ZES_MAX_UUID_SIZE = 16),
        value!(zes_structure_type_t::ZES_STRUCTURE_TYPE_MEM_PROPERTIES = 11),
        value!(zes_structure_type_t::ZES_STRUCTURE_TYPE_MEM_STATE = 30),
        value!(zes_mem_type_t::ZES_MEM_TYPE_HBM = 0),
        value!(zes_mem_type_t::ZES_MEM_TYPE_DDR = 1),
        value!(zes_mem_loc_t::ZES_MEM_LOC_SYSTEM = 0),
        value!(zes_mem_loc_t::ZES_MEM_LOC_DEVICE = 1),
        value!(zes_mem_health_t::ZES_MEM_HEALTH_UNKNOWN = 0),
        value!(zes_mem_health_t::ZES_MEM_HEALTH_OK = 1),
        value!(zes_mem_health_t::ZES_MEM_HEALTH_DEGRADED = 2),
        value!(zes_mem_health_t::ZES_MEM_HEALTH_CRITICAL = 3),
        value!(zes_mem_health_t::ZES_MEM_HEALTH_REPLACE = 4),
        value!(ze_device_mem_alloc_flags_t::ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_CACHED = 1),
        value!(ze_device_mem_alloc_flags_t::ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_UNCACHED = 2),
        value!(ze_device_mem_alloc_flags_t::ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT = 4),
        value!(ze_host_mem_alloc_flags_t::ZE_HOST_MEM_ALLOC_FLAG_BIAS_CACHED = 1),
        value!(ze_host_mem_alloc_flags_t::ZE_HOST_MEM_ALLOC_FLAG_BIAS_UNCACHED = 2),
        value!(ze_host_mem_alloc_flags_t::ZE_HOST_MEM_ALLOC_FLAG_BIAS_WRITE_COMBINED = 4),
        value!(ze_host_mem_alloc_flags_t::ZE_HOST_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT = 8),
        value!(ze_host_mem_alloc_flags_t::ZE_HOST_MEM_ALLOC_FLAG_MEM_READ_ONLY = 16),
        value!(ze_memory_type_t::ZE_MEMORY_TYPE_UNKNOWN = 0),
        value!(ze_memory_type_t::ZE_MEMORY_TYPE_HOST = 1),
        value!(ze_memory_type_t::ZE_MEMORY_TYPE_DEVICE = 2),
        value!(ze_memory_type_t::ZE_MEMORY_TYPE_SHARED = 3),
        value!(ze_memory_type_t::ZE_MEMORY_TYPE_HOST_IMPORTED = 4),
        value!(
            ze_driver_memory_free_policy_ext_flags_t::ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE = 1
        ),
        value!(
            ze_driver_memory_free_policy_ext_flags_t::ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE = 2
        ),
        value!(ze_relaxed_allocation_limits_exp_flags_t::ZE_RELAXED_ALLOCATION_LIMITS_EXP_FLAG_MAX_SIZE = 1),
        value!(ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD = 1),
        value!(ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_DMA_BUF = 2),
        value!(ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_WIN32 = 4),
        value!(ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_WIN32_KMT = 8),
        value!(ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D11_TEXTURE = 16),
        value!(ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D11_TEXTURE_KMT = 32),
        value!(ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D12_HEAP = 64),
        value!(ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D12_RESOURCE = 128),
        value!(ze_ipc_memory_flags_t::ZE_IPC_MEMORY_FLAG_BIAS_CACHED = 1),
        value!(ze_ipc_memory_flags_t::ZE_IPC_MEMORY_FLAG_BIAS_UNCACHED = 2),
        value!(ze_ipc_mem_handle_type_flags_t::ZE_IPC_MEM_HANDLE_TYPE_FLAG_DEFAULT = 1),
        value!(ze_ipc_mem_handle_type_flags_t::ZE_IPC_MEM_HANDLE_TYPE_FLAG_FABRIC_ACCESSIBLE = 2),
        value!(ze_physical_mem_flags_t::ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_DEVICE = 1),
        value!(ze_physical_mem_flags_t::ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_HOST = 2),
        value!(ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_NONE = 0),
        value!(ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE = 1),
        value!(ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY = 2),
        value!(ZE_MAX_IPC_HANDLE_SIZE = 64),
    ]
}

/// Texts behind names.
pub fn texts() -> Vec<Text> {
    vec![
        text!(ZE_MEMORY_FREE_POLICIES_EXT_NAME = "ZE_extension_memory_free_policies"),
        text!(ZE_RELAXED_ALLOCATION_LIMITS_EXP_NAME = "ZE_experimental_relaxed_allocation_limits"),
        text!(ZE_IPC_MEM_HANDLE_TYPE_EXT_NAME = "ZE_extension_ipc_mem_handle_type"),
    ]
}
