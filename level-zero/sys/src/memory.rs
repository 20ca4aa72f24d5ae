//! Unified shared memory.

use core::ffi::CStr;

/// Name of the extension behind `zeMemFreeExt`.
pub const ZE_MEMORY_FREE_POLICIES_EXT_NAME: &CStr = c"ZE_extension_memory_free_policies";

/// Name of the extension behind [`ze_relaxed_allocation_limits_exp_desc_t`].
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXP_NAME: &CStr = c"ZE_experimental_relaxed_allocation_limits";

flags! {
    /// Hints for device memory.
    ze_device_mem_alloc_flags_t {
        /// Prefer cached.
        ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_CACHED = 1 << 0,
        /// Prefer uncached.
        ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_UNCACHED = 1 << 1,
        /// Shared allocations start out on the device.
        ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT = 1 << 2,
    }
}

flags! {
    /// Hints for host memory.
    ze_host_mem_alloc_flags_t {
        /// Prefer cached.
        ZE_HOST_MEM_ALLOC_FLAG_BIAS_CACHED = 1 << 0,
        /// Prefer uncached.
        ZE_HOST_MEM_ALLOC_FLAG_BIAS_UNCACHED = 1 << 1,
        /// Prefer write combined.
        ZE_HOST_MEM_ALLOC_FLAG_BIAS_WRITE_COMBINED = 1 << 2,
        /// Shared allocations start out on the host.
        ZE_HOST_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT = 1 << 3,
        /// The device only reads it.
        ZE_HOST_MEM_ALLOC_FLAG_MEM_READ_ONLY = 1 << 4,
    }
}

enumeration! {
    /// Who owns an allocation.
    ze_memory_type_t {
        /// Not a Level Zero allocation.
        ZE_MEMORY_TYPE_UNKNOWN = 0,
        /// The host.
        ZE_MEMORY_TYPE_HOST = 1,
        /// A device.
        ZE_MEMORY_TYPE_DEVICE = 2,
        /// Shared: it migrates between host and device.
        ZE_MEMORY_TYPE_SHARED = 3,
        /// Host memory that was imported.
        ZE_MEMORY_TYPE_HOST_IMPORTED = 4,
    }
}

flags! {
    /// How `zeMemFreeExt` treats memory in use.
    ze_driver_memory_free_policy_ext_flags_t {
        /// Wait until the device is done with it, then free it.
        ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE = 1 << 0,
        /// Return at once and free it when the device is done.
        ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE = 1 << 1,
    }
}

flags! {
    /// Limits that an allocation may exceed.
    ze_relaxed_allocation_limits_exp_flags_t {
        /// The maximum allocation size of the device.
        ZE_RELAXED_ALLOCATION_LIMITS_EXP_FLAG_MAX_SIZE = 1 << 0,
    }
}

tagged! {
    /// Argument of `zeMemAllocDevice` and `zeMemAllocShared`.
    ze_device_mem_alloc_desc_t: in ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC {
        /// Hints.
        flags: ze_device_mem_alloc_flags_t,
        /// Memory of the device.
        ordinal: u32,
    }
}

tagged! {
    /// Argument of `zeMemAllocHost` and `zeMemAllocShared`.
    ze_host_mem_alloc_desc_t: in ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC {
        /// Hints.
        flags: ze_host_mem_alloc_flags_t,
    }
}

tagged! {
    /// Answer of `zeMemGetAllocProperties`.
    ze_memory_allocation_properties_t: out ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES {
        /// Who owns the allocation.
        r#type: ze_memory_type_t,
        /// Identifies the allocation in this process.
        id: u64,
        /// Page size in bytes.
        pageSize: u64,
    }
}

tagged! {
    /// Argument of `zeMemFreeExt`.
    ze_memory_free_ext_desc_t: in ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC {
        /// How memory in use is treated.
        freePolicy: ze_driver_memory_free_policy_ext_flags_t,
    }
}

tagged! {
    /// Extends an allocation descriptor: limits that may be exceeded.
    ze_relaxed_allocation_limits_exp_desc_t: in ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXP_DESC {
        /// The limits.
        flags: ze_relaxed_allocation_limits_exp_flags_t,
    }
}
