//! Devices, queue groups, peers and PCI addresses.

use core::ffi::{CStr, c_char};

use crate::ze_external_memory_type_flags_t;

/// Bytes of a device identifier.
pub const ZE_MAX_DEVICE_UUID_SIZE: usize = 16;

/// Bytes of a device name with its NUL.
pub const ZE_MAX_DEVICE_NAME: usize = 256;

/// Name of the extension behind [`ze_device_ip_version_ext_t`].
pub const ZE_DEVICE_IP_VERSION_EXT_NAME: &CStr = c"ZE_extension_device_ip_version";

/// Name of the extension behind `zeDevicePciGetPropertiesExt`.
pub const ZE_PCI_PROPERTIES_EXT_NAME: &CStr = c"ZE_extension_pci_properties";

enumeration! {
    /// Kind of a device.
    ze_device_type_t {
        /// Graphics processor.
        ZE_DEVICE_TYPE_GPU = 1,
        /// Host processor.
        ZE_DEVICE_TYPE_CPU = 2,
        /// Field programmable gate array.
        ZE_DEVICE_TYPE_FPGA = 3,
        /// Memory copy accelerator.
        ZE_DEVICE_TYPE_MCA = 4,
        /// Vision (neural) processor.
        ZE_DEVICE_TYPE_VPU = 5,
    }
}

flags! {
    /// Traits of a device.
    ze_device_property_flags_t {
        /// Shares its memory with the host.
        ZE_DEVICE_PROPERTY_FLAG_INTEGRATED = 1 << 0,
        /// Is a sub-device.
        ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE = 1 << 1,
        /// Corrects memory errors.
        ZE_DEVICE_PROPERTY_FLAG_ECC = 1 << 2,
        /// Pages on demand.
        ZE_DEVICE_PROPERTY_FLAG_ONDEMANDPAGING = 1 << 3,
    }
}

flags! {
    /// What a device can do with the memory of another one.
    ze_device_p2p_property_flags_t {
        /// Read and write.
        ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS = 1 << 0,
        /// Atomic operations.
        ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS = 1 << 1,
    }
}

flags! {
    /// What the queues of a group can execute.
    ze_command_queue_group_property_flags_t {
        /// Kernels and everything else.
        ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE = 1 << 0,
        /// Copies and fills.
        ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY = 1 << 1,
        /// Cooperative kernels.
        ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COOPERATIVE_KERNELS = 1 << 2,
        /// Metrics.
        ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_METRICS = 1 << 3,
    }
}

flags! {
    /// Which forms of counter-based event a device supports.
    ze_device_event_properties_flags_t {
        /// Counters that several events add up in user memory.
        ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE = 1 << 0,
        /// Sharing between processes.
        ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_IPC = 1 << 1,
        /// A counter in user memory.
        ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION = 1 << 2,
        /// Waiting for an external interrupt.
        ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_INTERRUPT_WAIT = 1 << 3,
    }
}

plain! {
    /// Identifies a device across processes.
    ze_device_uuid_t {
        /// The sixteen bytes.
        id: [u8; ZE_MAX_DEVICE_UUID_SIZE],
    }
}

tagged! {
    /// Answer of `zeDeviceGetProperties`.
    ///
    /// [`DEVICE_PROPERTIES_1_2`](crate::ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2) in
    /// `stype` asks for
    /// `timerResolution` in cycles per second.
    ze_device_properties_t: out ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES {
        /// Kind of the device.
        r#type: ze_device_type_t,
        /// PCI vendor id.
        vendorId: u32,
        /// PCI device id.
        deviceId: u32,
        /// Traits.
        flags: ze_device_property_flags_t,
        /// Index of a sub-device in its parent.
        subdeviceId: u32,
        /// Core clock in MHz.
        coreClockRate: u32,
        /// Largest single allocation in bytes.
        maxMemAllocSize: u64,
        /// Number of hardware contexts.
        maxHardwareContexts: u32,
        /// Highest queue priority.
        maxCommandQueuePriority: u32,
        /// Threads per execution unit.
        numThreadsPerEU: u32,
        /// SIMD width of an execution unit.
        physicalEUSimdWidth: u32,
        /// Execution units per sub-slice.
        numEUsPerSubslice: u32,
        /// Sub-slices per slice.
        numSubslicesPerSlice: u32,
        /// Slices.
        numSlices: u32,
        /// Timer resolution: nanoseconds per cycle, or cycles per second with the 1.2 structure type.
        timerResolution: u64,
        /// Valid bits of a device timestamp.
        timestampValidBits: u32,
        /// Valid bits of a kernel timestamp.
        kernelTimestampValidBits: u32,
        /// Identifies the device.
        uuid: ze_device_uuid_t,
        /// Name, NUL-terminated.
        name: [c_char; ZE_MAX_DEVICE_NAME],
    }
}

tagged! {
    /// Extends [`ze_device_properties_t`]: version of the hardware block.
    ze_device_ip_version_ext_t: in ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT {
        /// Version of the hardware block, encoded by the vendor.
        ipVersion: u32,
    }
}

tagged! {
    /// One queue group, reported by `zeDeviceGetCommandQueueGroupProperties`.
    ze_command_queue_group_properties_t: out ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES {
        /// What its queues can execute.
        flags: ze_command_queue_group_property_flags_t,
        /// Largest fill pattern in bytes.
        maxMemoryFillPatternSize: usize,
        /// Number of queues.
        numQueues: u32,
    }
}

tagged! {
    /// Answer of `zeDeviceGetP2PProperties`.
    ze_device_p2p_properties_t: out ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES {
        /// What the device can do with memory of the peer.
        flags: ze_device_p2p_property_flags_t,
    }
}

tagged! {
    /// Extends [`ze_device_properties_t`]: support for counter-based events.
    ze_device_event_properties_t: out ZE_STRUCTURE_TYPE_DEVICE_EVENT_PROPERTIES {
        /// Supported forms.
        flags: ze_device_event_properties_flags_t,
    }
}

tagged! {
    /// Answer of `zeDeviceGetExternalMemoryProperties`.
    ze_device_external_memory_properties_t: out ZE_STRUCTURE_TYPE_DEVICE_EXTERNAL_MEMORY_PROPERTIES {
        /// Forms from which memory can be imported.
        memoryAllocationImportTypes: ze_external_memory_type_flags_t,
        /// Forms to which memory can be exported.
        memoryAllocationExportTypes: ze_external_memory_type_flags_t,
        /// Forms from which images can be imported.
        imageImportTypes: ze_external_memory_type_flags_t,
        /// Forms to which images can be exported.
        imageExportTypes: ze_external_memory_type_flags_t,
    }
}

plain! {
    /// Address on the PCI bus.
    ze_pci_address_ext_t {
        /// Domain.
        domain: u32,
        /// Bus.
        bus: u32,
        /// Device.
        device: u32,
        /// Function.
        function: u32,
    }
}

plain! {
    /// Speed of a PCI link; minus one stands for unknown.
    ze_pci_speed_ext_t {
        /// Generation.
        genVersion: i32,
        /// Lanes.
        width: i32,
        /// Bandwidth in bytes per second.
        maxBandwidth: i64,
    }
}

tagged! {
    /// Answer of `zeDevicePciGetPropertiesExt`.
    ze_pci_ext_properties_t: out ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES {
        /// Address on the bus.
        address: ze_pci_address_ext_t,
        /// Fastest speed of the link.
        maxSpeed: ze_pci_speed_ext_t,
    }
}
