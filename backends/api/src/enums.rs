//! UR's enumerations, as far as the suite needs them.

use crate::names::ur_enum;
use crate::*;
use std::ffi::c_void;

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
    AdapterInfo "UR_ADAPTER_INFO_" asks {
        BACKEND: AdapterBackend = 0,
        REFERENCE_COUNT: u32 = 1,
        VERSION: u32 = 2,
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
    /// `ur_platform_info_t`. A `str` is NUL-terminated.
    PlatformInfo "UR_PLATFORM_INFO_" asks {
        NAME: str = 1,
        VENDOR_NAME: str = 2,
        VERSION: str = 3,
        BACKEND: AdapterBackend = 6,
        ADAPTER: AdapterHandle = 7,
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
    /// `ur_device_info_t`. A `str` is NUL-terminated.
    DeviceInfo "UR_DEVICE_INFO_" asks {
        TYPE: DeviceType = 0,
        VENDOR_ID: u32 = 1,
        /// In bytes.
        GLOBAL_MEM_SIZE: u64 = 46,
        /// In bytes.
        GLOBAL_MEM_FREE: u64 = 47,
        NAME: str = 0x42,
        VENDOR: str = 67,
        DRIVER_VERSION: str = 68,
        /// `ur_device_usm_access_capability_flags_t`.
        USM_HOST_SUPPORT: u32 = 0x53,
        /// `ur_device_usm_access_capability_flags_t`.
        USM_DEVICE_SUPPORT: u32 = 0x54,
        UUID: [u8] = 0x58,
        PCI_ADDRESS: str = 0x59,
        VIRTUAL_MEMORY_SUPPORT: UrBool = 0x72,
        TIMESTAMP_RECORDING_SUPPORT_EXP: UrBool = 0x2018,
        IPC_MEMORY_SUPPORT_EXP: UrBool = 0x2023,
        IPC_PHYSICAL_MEMORY_SUPPORT_EXP: UrBool = 0x2024,
        REUSABLE_EVENTS_SUPPORT_EXP: UrBool = 0x2025,
        IPC_EVENT_SUPPORT_EXP: UrBool = 0x2026,
        PER_EVENT_PROFILING_SUPPORT_EXP: UrBool = 0x20a0,
        USM_P2P_SUPPORT_EXP: UrBool = 0x4000,
        ENQUEUE_HOST_TASK_SUPPORT_EXP: UrBool = 0x9000,
    }
}

ur_enum! {
    /// `ur_exp_peer_info_t`.
    PeerInfo "UR_EXP_PEER_INFO_" asks {
        /// An `int` of C.
        UR_PEER_ACCESS_SUPPORT: u32 = 0,
        /// An `int` of C.
        UR_PEER_ATOMICS_SUPPORT: u32 = 1,
    }
}

ur_enum! {
    /// `ur_context_info_t`.
    ContextInfo "UR_CONTEXT_INFO_" asks {
        NUM_DEVICES: u32 = 0,
        DEVICES: [DeviceHandle] = 1,
        REFERENCE_COUNT: u32 = 2,
        USM_MEMCPY2D_SUPPORT: UrBool = 3,
    }
}

ur_enum! {
    /// `ur_queue_info_t`.
    QueueInfo "UR_QUEUE_INFO_" asks {
        CONTEXT: ContextHandle = 0,
        DEVICE: DeviceHandle = 1,
        FLAGS: QueueFlags = 3,
        REFERENCE_COUNT: u32 = 4,
        EMPTY: UrBool = 6,
    }
}

ur_enum! {
    /// `ur_event_info_t`.
    EventInfo "UR_EVENT_INFO_" asks {
        COMMAND_QUEUE: QueueHandle = 0,
        CONTEXT: ContextHandle = 1,
        COMMAND_TYPE: CommandType = 2,
        COMMAND_EXECUTION_STATUS: EventStatus = 3,
        REFERENCE_COUNT: u32 = 4,
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
    /// `ur_profiling_info_t`, in nanoseconds.
    ProfilingInfo "UR_PROFILING_INFO_" asks {
        COMMAND_QUEUED: u64 = 0,
        COMMAND_SUBMIT: u64 = 1,
        COMMAND_START: u64 = 2,
        COMMAND_END: u64 = 3,
        COMMAND_COMPLETE: u64 = 4,
    }
}

ur_enum! {
    /// `ur_usm_alloc_info_t`.
    UsmAllocInfo "UR_USM_ALLOC_INFO_" asks {
        TYPE: UsmType = 0,
        BASE_PTR: *mut c_void = 1,
        /// In bytes.
        SIZE: usize = 2,
        DEVICE: DeviceHandle = 3,
        POOL: UsmPoolHandle = 4,
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
    /// `ur_virtual_mem_granularity_info_t`, in bytes.
    VirtualMemGranularityInfo "UR_VIRTUAL_MEM_GRANULARITY_INFO_" asks {
        MINIMUM: usize = 0x30100,
        RECOMMENDED: usize = 0x30101,
    }
}

ur_enum! {
    /// `ur_virtual_mem_info_t`.
    VirtualMemInfo "UR_VIRTUAL_MEM_INFO_" asks {
        ACCESS_MODE: VirtualMemAccessFlags = 0,
    }
}

ur_enum! {
    /// `ur_physical_mem_info_t`.
    PhysicalMemInfo "UR_PHYSICAL_MEM_INFO_" asks {
        CONTEXT: ContextHandle = 0,
        DEVICE: DeviceHandle = 1,
        /// In bytes.
        SIZE: usize = 2,
        PROPERTIES: PhysicalMemProperties = 3,
        REFERENCE_COUNT: u32 = 4,
    }
}
