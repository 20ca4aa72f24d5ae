//! Compute, module, memory, cache and image properties of devices.

use core::ffi::c_char;

use crate::ZE_MAX_DEVICE_NAME;

/// Most sub-group sizes that a device reports.
pub const ZE_SUBGROUPSIZE_COUNT: usize = 8;

/// Bytes of a native kernel format identifier.
pub const ZE_MAX_NATIVE_KERNEL_UUID_SIZE: usize = 16;

flags! {
    /// Traits of device memory; none is defined yet.
    ze_device_memory_property_flags_t {
        /// Reserved.
        ZE_DEVICE_MEMORY_PROPERTY_FLAG_TBD = 1 << 0,
    }
}

flags! {
    /// How a device can access a kind of memory.
    ze_memory_access_cap_flags_t {
        /// Reads and writes.
        ZE_MEMORY_ACCESS_CAP_FLAG_RW = 1 << 0,
        /// Atomic operations.
        ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC = 1 << 1,
        /// Concurrent access from several agents.
        ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT = 1 << 2,
        /// Concurrent atomic operations.
        ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC = 1 << 3,
    }
}

flags! {
    /// Optional kernel features.
    ze_device_module_flags_t {
        /// 16-bit floating point.
        ZE_DEVICE_MODULE_FLAG_FP16 = 1 << 0,
        /// 64-bit floating point.
        ZE_DEVICE_MODULE_FLAG_FP64 = 1 << 1,
        /// 64-bit integer atomics.
        ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS = 1 << 2,
        /// Four-element integer dot product.
        ZE_DEVICE_MODULE_FLAG_DP4A = 1 << 3,
    }
}

flags! {
    /// Floating-point behaviour.
    ze_device_fp_flags_t {
        /// Denormal numbers.
        ZE_DEVICE_FP_FLAG_DENORM = 1 << 0,
        /// Infinity and not-a-number.
        ZE_DEVICE_FP_FLAG_INF_NAN = 1 << 1,
        /// Rounds to nearest even.
        ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST = 1 << 2,
        /// Rounds to zero.
        ZE_DEVICE_FP_FLAG_ROUND_TO_ZERO = 1 << 3,
        /// Rounds to infinity.
        ZE_DEVICE_FP_FLAG_ROUND_TO_INF = 1 << 4,
        /// Fused multiply-add.
        ZE_DEVICE_FP_FLAG_FMA = 1 << 5,
        /// Division and square root are correctly rounded.
        ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT = 1 << 6,
        /// Emulated in software.
        ZE_DEVICE_FP_FLAG_SOFT_FLOAT = 1 << 7,
    }
}

flags! {
    /// Traits of a cache.
    ze_device_cache_property_flags_t {
        /// Part of it can be set aside by the user.
        ZE_DEVICE_CACHE_PROPERTY_FLAG_USER_CONTROL = 1 << 0,
    }
}

tagged! {
    /// Answer of `zeDeviceGetComputeProperties`.
    ze_device_compute_properties_t: out ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES {
        /// Work items in a group.
        maxTotalGroupSize: u32,
        /// Work items in x.
        maxGroupSizeX: u32,
        /// Work items in y.
        maxGroupSizeY: u32,
        /// Work items in z.
        maxGroupSizeZ: u32,
        /// Groups in x.
        maxGroupCountX: u32,
        /// Groups in y.
        maxGroupCountY: u32,
        /// Groups in z.
        maxGroupCountZ: u32,
        /// Local memory of a group in bytes.
        maxSharedLocalMemory: u32,
        /// Valid entries of `subGroupSizes`.
        numSubGroupSizes: u32,
        /// Sub-group sizes.
        subGroupSizes: [u32; ZE_SUBGROUPSIZE_COUNT],
    }
}

plain! {
    /// Identifies a native kernel format.
    ze_native_kernel_uuid_t {
        /// The sixteen bytes.
        id: [u8; ZE_MAX_NATIVE_KERNEL_UUID_SIZE],
    }
}

tagged! {
    /// Answer of `zeDeviceGetModuleProperties`.
    ze_device_module_properties_t: out ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES {
        /// SPIR-V version, zero if none: major in the upper, minor in the lower 16 bits.
        spirvVersionSupported: u32,
        /// Optional kernel features.
        flags: ze_device_module_flags_t,
        /// Behaviour of 16-bit floating point.
        fp16flags: ze_device_fp_flags_t,
        /// Behaviour of 32-bit floating point.
        fp32flags: ze_device_fp_flags_t,
        /// Behaviour of 64-bit floating point.
        fp64flags: ze_device_fp_flags_t,
        /// Kernel arguments in bytes.
        maxArgumentsSize: u32,
        /// Print buffer in bytes.
        printfBufferSize: u32,
        /// Native kernel format.
        nativeKernelSupported: ze_native_kernel_uuid_t,
    }
}

tagged! {
    /// One memory, reported by `zeDeviceGetMemoryProperties`.
    ze_device_memory_properties_t: out ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES {
        /// Traits.
        flags: ze_device_memory_property_flags_t,
        /// Clock in MHz.
        maxClockRate: u32,
        /// Bus width in bits.
        maxBusWidth: u32,
        /// Size in bytes.
        totalSize: u64,
        /// Name, NUL-terminated.
        name: [c_char; ZE_MAX_DEVICE_NAME],
    }
}

tagged! {
    /// Answer of `zeDeviceGetMemoryAccessProperties`.
    ze_device_memory_access_properties_t: out ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES {
        /// Host allocations.
        hostAllocCapabilities: ze_memory_access_cap_flags_t,
        /// Allocations of this device.
        deviceAllocCapabilities: ze_memory_access_cap_flags_t,
        /// Shared allocations of this device.
        sharedSingleDeviceAllocCapabilities: ze_memory_access_cap_flags_t,
        /// Shared allocations of other devices.
        sharedCrossDeviceAllocCapabilities: ze_memory_access_cap_flags_t,
        /// Memory of the system allocator.
        sharedSystemAllocCapabilities: ze_memory_access_cap_flags_t,
    }
}

tagged! {
    /// One cache, reported by `zeDeviceGetCacheProperties`.
    ze_device_cache_properties_t: out ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES {
        /// Traits.
        flags: ze_device_cache_property_flags_t,
        /// Size in bytes.
        cacheSize: usize,
    }
}

tagged! {
    /// Answer of `zeDeviceGetImageProperties`; all zero without image support.
    ze_device_image_properties_t: out ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES {
        /// Width of a 1D image in pixels.
        maxImageDims1D: u32,
        /// Width and height of a 2D image in pixels.
        maxImageDims2D: u32,
        /// Width, height and depth of a 3D image in pixels.
        maxImageDims3D: u32,
        /// Size of a buffer image in pixels.
        maxImageBufferSize: u64,
        /// Images in an array.
        maxImageArraySlices: u32,
        /// Samplers of a kernel.
        maxSamplers: u32,
        /// Images that a kernel reads.
        maxReadImageArgs: u32,
        /// Images that a kernel writes.
        maxWriteImageArgs: u32,
    }
}
