//! UR's enumerations, as far as the suite needs them.

use crate::names::ur_enum;

ur_enum! {
    /// `ur_structure_type_t`: the first field of every descriptor.
    StructureType "UR_STRUCTURE_TYPE_" {
        CONTEXT_PROPERTIES = 0,
        USM_DESC = 7,
        USM_HOST_DESC = 8,
        USM_DEVICE_DESC = 9,
        USM_POOL_DESC = 0xa,
        USM_POOL_LIMITS_DESC = 0xb,
        QUEUE_PROPERTIES = 0xe,
        EVENT_NATIVE_PROPERTIES = 0x14,
        PHYSICAL_MEM_PROPERTIES = 0x25,
        EXP_ENQUEUE_EXT_PROPERTIES = 0x4000,
        EXP_HOST_TASK_PROPERTIES = 0x6000,
        EXP_EVENT_DESC = 0x8000,
        EXP_EVENT_SYNC_MODE_DESC = 0x8001,
    }
}

ur_enum! {
    /// `ur_adapter_info_t`.
    AdapterInfo "UR_ADAPTER_INFO_" {
        /// `ur_backend_t`, 4 bytes.
        BACKEND = 0,
        /// `uint32_t`.
        REFERENCE_COUNT = 1,
        /// `uint32_t`.
        VERSION = 2,
    }
}

ur_enum! {
    /// `ur_backend_t`: what an adapter stands on.
    AdapterBackend "UR_BACKEND_" {
        UNKNOWN = 0,
        LEVEL_ZERO = 1,
        OPENCL = 2,
        CUDA = 3,
        HIP = 4,
        NATIVE_CPU = 5,
        OFFLOAD = 0x100,
    }
}

ur_enum! {
    /// `ur_platform_info_t`. Strings are NUL-terminated.
    PlatformInfo "UR_PLATFORM_INFO_" {
        /// `char[]`.
        NAME = 1,
        /// `char[]`.
        VENDOR_NAME = 2,
        /// `char[]`.
        VERSION = 3,
        /// `ur_backend_t`, 4 bytes.
        BACKEND = 6,
        /// `ur_adapter_handle_t`.
        ADAPTER = 7,
    }
}

ur_enum! {
    /// `ur_device_type_t`.
    DeviceType "UR_DEVICE_TYPE_" {
        DEFAULT = 1,
        ALL = 2,
        GPU = 3,
        CPU = 4,
        FPGA = 5,
        MCA = 6,
        VPU = 7,
        CUSTOM = 8,
    }
}

ur_enum! {
    /// `ur_device_info_t`. Strings are NUL-terminated.
    DeviceInfo "UR_DEVICE_INFO_" {
        /// [`DeviceType`].
        TYPE = 0,
        /// `uint32_t`.
        VENDOR_ID = 1,
        /// `uint64_t`, bytes.
        GLOBAL_MEM_SIZE = 46,
        /// `uint64_t`, bytes.
        GLOBAL_MEM_FREE = 47,
        /// `char[]`.
        NAME = 0x42,
        /// `char[]`.
        VENDOR = 67,
        /// `char[]`.
        DRIVER_VERSION = 68,
        /// `ur_device_usm_access_capability_flags_t`.
        USM_HOST_SUPPORT = 0x53,
        /// `ur_device_usm_access_capability_flags_t`.
        USM_DEVICE_SUPPORT = 0x54,
        /// `uint8_t[]`.
        UUID = 0x58,
        /// `char[]`.
        PCI_ADDRESS = 0x59,
        /// [`UrBool`](crate::UrBool).
        VIRTUAL_MEMORY_SUPPORT = 0x72,
        /// [`UrBool`](crate::UrBool).
        TIMESTAMP_RECORDING_SUPPORT_EXP = 0x2018,
        /// [`UrBool`](crate::UrBool).
        IPC_MEMORY_SUPPORT_EXP = 0x2023,
        /// [`UrBool`](crate::UrBool).
        IPC_PHYSICAL_MEMORY_SUPPORT_EXP = 0x2024,
        /// [`UrBool`](crate::UrBool).
        REUSABLE_EVENTS_SUPPORT_EXP = 0x2025,
        /// [`UrBool`](crate::UrBool).
        IPC_EVENT_SUPPORT_EXP = 0x2026,
        /// [`UrBool`](crate::UrBool).
        PER_EVENT_PROFILING_SUPPORT_EXP = 0x20a0,
        /// [`UrBool`](crate::UrBool).
        USM_P2P_SUPPORT_EXP = 0x4000,
        /// [`UrBool`](crate::UrBool).
        ENQUEUE_HOST_TASK_SUPPORT_EXP = 0x9000,
    }
}

ur_enum! {
    /// `ur_exp_peer_info_t`.
    PeerInfo "UR_EXP_PEER_INFO_" {
        /// `int`, 4 bytes.
        UR_PEER_ACCESS_SUPPORT = 0,
        /// `int`, 4 bytes.
        UR_PEER_ATOMICS_SUPPORT = 1,
    }
}

ur_enum! {
    /// `ur_context_info_t`.
    ContextInfo "UR_CONTEXT_INFO_" {
        /// `uint32_t`.
        NUM_DEVICES = 0,
        /// `ur_device_handle_t[]`.
        DEVICES = 1,
        /// `uint32_t`.
        REFERENCE_COUNT = 2,
        /// `ur_bool_t`.
        USM_MEMCPY2D_SUPPORT = 3,
    }
}

ur_enum! {
    /// `ur_queue_info_t`.
    QueueInfo "UR_QUEUE_INFO_" {
        /// `ur_context_handle_t`.
        CONTEXT = 0,
        /// `ur_device_handle_t`.
        DEVICE = 1,
        /// [`QueueFlags`](crate::QueueFlags).
        FLAGS = 3,
        /// `uint32_t`.
        REFERENCE_COUNT = 4,
        /// [`UrBool`](crate::UrBool).
        EMPTY = 6,
    }
}

ur_enum! {
    /// `ur_event_info_t`.
    EventInfo "UR_EVENT_INFO_" {
        /// `ur_queue_handle_t`.
        COMMAND_QUEUE = 0,
        /// `ur_context_handle_t`.
        CONTEXT = 1,
        /// [`CommandType`](crate::CommandType).
        COMMAND_TYPE = 2,
        /// [`EventStatus`].
        COMMAND_EXECUTION_STATUS = 3,
        /// `uint32_t`.
        REFERENCE_COUNT = 4,
    }
}

ur_enum! {
    /// `ur_event_status_t`.
    EventStatus "UR_EVENT_STATUS_" {
        COMPLETE = 0,
        RUNNING = 1,
        SUBMITTED = 2,
        QUEUED = 3,
        ERROR = 4,
    }
}

ur_enum! {
    /// `ur_profiling_info_t`: each is a `uint64_t`, nanoseconds.
    ProfilingInfo "UR_PROFILING_INFO_" {
        COMMAND_QUEUED = 0,
        COMMAND_SUBMIT = 1,
        COMMAND_START = 2,
        COMMAND_END = 3,
        COMMAND_COMPLETE = 4,
    }
}

ur_enum! {
    /// `ur_usm_alloc_info_t`.
    UsmAllocInfo "UR_USM_ALLOC_INFO_" {
        /// [`UsmType`].
        TYPE = 0,
        /// `void *`.
        BASE_PTR = 1,
        /// `size_t`, bytes.
        SIZE = 2,
        /// `ur_device_handle_t`.
        DEVICE = 3,
        /// `ur_usm_pool_handle_t`.
        POOL = 4,
    }
}

ur_enum! {
    /// `ur_usm_type_t`.
    UsmType "UR_USM_TYPE_" {
        UNKNOWN = 0,
        HOST = 1,
        DEVICE = 2,
        SHARED = 3,
    }
}

ur_enum! {
    /// `ur_virtual_mem_granularity_info_t`: each is a `size_t`, bytes.
    VirtualMemGranularityInfo "UR_VIRTUAL_MEM_GRANULARITY_INFO_" {
        MINIMUM = 0x30100,
        RECOMMENDED = 0x30101,
    }
}

ur_enum! {
    /// `ur_virtual_mem_info_t`.
    VirtualMemInfo "UR_VIRTUAL_MEM_INFO_" {
        /// [`VirtualMemAccessFlags`](crate::VirtualMemAccessFlags).
        ACCESS_MODE = 0,
    }
}

ur_enum! {
    /// `ur_physical_mem_info_t`.
    PhysicalMemInfo "UR_PHYSICAL_MEM_INFO_" {
        /// `ur_context_handle_t`.
        CONTEXT = 0,
        /// `ur_device_handle_t`.
        DEVICE = 1,
        /// `size_t`, bytes.
        SIZE = 2,
        /// [`PhysicalMemProperties`](crate::PhysicalMemProperties), 24 bytes.
        PROPERTIES = 3,
        /// `uint32_t`.
        REFERENCE_COUNT = 4,
    }
}
