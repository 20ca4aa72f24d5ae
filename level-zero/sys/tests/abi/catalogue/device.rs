//! Devices and their properties.

use super::{Text, Type, Value};

/// Sizes of types, then offset and size of each member.
pub fn types() -> Vec<Type> {
    vec![
        layout!(ze_device_uuid_t: 16 {
            id: 0, 16;
        }),
        layout!(ze_device_properties_t: 368 {
            stype: 0, 4;
            pNext: 8, 8;
            r#type: 16, 4;
            vendorId: 20, 4;
            deviceId: 24, 4;
            flags: 28, 4;
            subdeviceId: 32, 4;
            coreClockRate: 36, 4;
            maxMemAllocSize: 40, 8;
            maxHardwareContexts: 48, 4;
            maxCommandQueuePriority: 52, 4;
            numThreadsPerEU: 56, 4;
            physicalEUSimdWidth: 60, 4;
            numEUsPerSubslice: 64, 4;
            numSubslicesPerSlice: 68, 4;
            numSlices: 72, 4;
            timerResolution: 80, 8;
            timestampValidBits: 88, 4;
            kernelTimestampValidBits: 92, 4;
            uuid: 96, 16;
            name: 112, 256;
        }),
        layout!(ze_device_ip_version_ext_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            ipVersion: 16, 4;
        }),
        layout!(ze_command_queue_group_properties_t: 40 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
            maxMemoryFillPatternSize: 24, 8;
            numQueues: 32, 4;
        }),
        layout!(ze_device_p2p_properties_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
        }),
        layout!(ze_device_event_properties_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
        }),
        layout!(ze_device_external_memory_properties_t: 32 {
            stype: 0, 4;
            pNext: 8, 8;
            memoryAllocationImportTypes: 16, 4;
            memoryAllocationExportTypes: 20, 4;
            imageImportTypes: 24, 4;
            imageExportTypes: 28, 4;
        }),
        layout!(ze_pci_address_ext_t: 16 {
            domain: 0, 4;
            bus: 4, 4;
            device: 8, 4;
            function: 12, 4;
        }),
        layout!(ze_pci_speed_ext_t: 16 {
            genVersion: 0, 4;
            width: 4, 4;
            maxBandwidth: 8, 8;
        }),
        layout!(ze_pci_ext_properties_t: 48 {
            stype: 0, 4;
            pNext: 8, 8;
            address: 16, 16;
            maxSpeed: 32, 16;
        }),
        layout!(ze_device_type_t: 4),
        layout!(ze_device_property_flags_t: 4),
        layout!(ze_device_p2p_property_flags_t: 4),
        layout!(ze_command_queue_group_property_flags_t: 4),
        layout!(ze_device_event_properties_flags_t: 4),
        layout!(ze_device_compute_properties_t: 88 {
            stype: 0, 4;
            pNext: 8, 8;
            maxTotalGroupSize: 16, 4;
            maxGroupSizeX: 20, 4;
            maxGroupSizeY: 24, 4;
            maxGroupSizeZ: 28, 4;
            maxGroupCountX: 32, 4;
            maxGroupCountY: 36, 4;
            maxGroupCountZ: 40, 4;
            maxSharedLocalMemory: 44, 4;
            numSubGroupSizes: 48, 4;
            subGroupSizes: 52, 32;
        }),
        layout!(ze_native_kernel_uuid_t: 16 {
            id: 0, 16;
        }),
        layout!(ze_device_module_properties_t: 64 {
            stype: 0, 4;
            pNext: 8, 8;
            spirvVersionSupported: 16, 4;
            flags: 20, 4;
            fp16flags: 24, 4;
            fp32flags: 28, 4;
            fp64flags: 32, 4;
            maxArgumentsSize: 36, 4;
            printfBufferSize: 40, 4;
            nativeKernelSupported: 44, 16;
        }),
        layout!(ze_device_memory_properties_t: 296 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
            maxClockRate: 20, 4;
            maxBusWidth: 24, 4;
            totalSize: 32, 8;
            name: 40, 256;
        }),
        layout!(ze_device_memory_access_properties_t: 40 {
            stype: 0, 4;
            pNext: 8, 8;
            hostAllocCapabilities: 16, 4;
            deviceAllocCapabilities: 20, 4;
            sharedSingleDeviceAllocCapabilities: 24, 4;
            sharedCrossDeviceAllocCapabilities: 28, 4;
            sharedSystemAllocCapabilities: 32, 4;
        }),
        layout!(ze_device_cache_properties_t: 32 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
            cacheSize: 24, 8;
        }),
        layout!(ze_device_image_properties_t: 56 {
            stype: 0, 4;
            pNext: 8, 8;
            maxImageDims1D: 16, 4;
            maxImageDims2D: 20, 4;
            maxImageDims3D: 24, 4;
            maxImageBufferSize: 32, 8;
            maxImageArraySlices: 40, 4;
            maxSamplers: 44, 4;
            maxReadImageArgs: 48, 4;
            maxWriteImageArgs: 52, 4;
        }),
        layout!(ze_device_memory_property_flags_t: 4),
        layout!(ze_memory_access_cap_flags_t: 4),
        layout!(ze_device_module_flags_t: 4),
        layout!(ze_device_fp_flags_t: 4),
        layout!(ze_device_cache_property_flags_t: 4),
    ]
}

/// Numbers behind names.
pub fn values() -> Vec<Value> {
    vec![
        value!(ze_device_type_t::ZE_DEVICE_TYPE_GPU = 1),
        value!(ze_device_type_t::ZE_DEVICE_TYPE_CPU = 2),
        value!(ze_device_type_t::ZE_DEVICE_TYPE_FPGA = 3),
        value!(ze_device_type_t::ZE_DEVICE_TYPE_MCA = 4),
        value!(ze_device_type_t::ZE_DEVICE_TYPE_VPU = 5),
        value!(ze_device_property_flags_t::ZE_DEVICE_PROPERTY_FLAG_INTEGRATED = 1),
        value!(ze_device_property_flags_t::ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE = 2),
        value!(ze_device_property_flags_t::ZE_DEVICE_PROPERTY_FLAG_ECC = 4),
        value!(ze_device_property_flags_t::ZE_DEVICE_PROPERTY_FLAG_ONDEMANDPAGING = 8),
        value!(ze_device_p2p_property_flags_t::ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS = 1),
        value!(ze_device_p2p_property_flags_t::ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS = 2),
        value!(ze_command_queue_group_property_flags_t::ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE = 1),
        value!(ze_command_queue_group_property_flags_t::ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY = 2),
        value!(ze_command_queue_group_property_flags_t::ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COOPERATIVE_KERNELS = 4),
        value!(ze_command_queue_group_property_flags_t::ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_METRICS = 8),
        value!(ze_device_event_properties_flags_t::ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE = 1),
        value!(ze_device_event_properties_flags_t::ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_IPC = 2),
        value!(ze_device_event_properties_flags_t::ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION = 4),
        value!(ze_device_event_properties_flags_t::ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_INTERRUPT_WAIT = 8),
        value!(ze_device_memory_property_flags_t::ZE_DEVICE_MEMORY_PROPERTY_FLAG_TBD = 1),
        value!(ze_memory_access_cap_flags_t::ZE_MEMORY_ACCESS_CAP_FLAG_RW = 1),
        value!(ze_memory_access_cap_flags_t::ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC = 2),
        value!(ze_memory_access_cap_flags_t::ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT = 4),
        value!(ze_memory_access_cap_flags_t::ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC = 8),
        value!(ze_device_module_flags_t::ZE_DEVICE_MODULE_FLAG_FP16 = 1),
        value!(ze_device_module_flags_t::ZE_DEVICE_MODULE_FLAG_FP64 = 2),
        value!(ze_device_module_flags_t::ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS = 4),
        value!(ze_device_module_flags_t::ZE_DEVICE_MODULE_FLAG_DP4A = 8),
        value!(ze_device_fp_flags_t::ZE_DEVICE_FP_FLAG_DENORM = 1),
        value!(ze_device_fp_flags_t::ZE_DEVICE_FP_FLAG_INF_NAN = 2),
        value!(ze_device_fp_flags_t::ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST = 4),
        value!(ze_device_fp_flags_t::ZE_DEVICE_FP_FLAG_ROUND_TO_ZERO = 8),
        value!(ze_device_fp_flags_t::ZE_DEVICE_FP_FLAG_ROUND_TO_INF = 16),
        value!(ze_device_fp_flags_t::ZE_DEVICE_FP_FLAG_FMA = 32),
        value!(ze_device_fp_flags_t::ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT = 64),
        value!(ze_device_fp_flags_t::ZE_DEVICE_FP_FLAG_SOFT_FLOAT = 128),
        value!(ze_device_cache_property_flags_t::ZE_DEVICE_CACHE_PROPERTY_FLAG_USER_CONTROL = 1),
        value!(ZE_MAX_DEVICE_UUID_SIZE = 16),
        value!(ZE_MAX_DEVICE_NAME = 256),
        value!(ZE_SUBGROUPSIZE_COUNT = 8),
        value!(ZE_MAX_NATIVE_KERNEL_UUID_SIZE = 16),
    ]
}

/// Texts behind names.
pub fn texts() -> Vec<Text> {
    vec![
        text!(ZE_DEVICE_IP_VERSION_EXT_NAME = "ZE_extension_device_ip_version"),
        text!(ZE_PCI_PROPERTIES_EXT_NAME = "ZE_extension_pci_properties"),
    ]
}
