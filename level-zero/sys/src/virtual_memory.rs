//! Physical memory and virtual address ranges.

flags! {
    /// Where physical memory lives; zero means on the device.
    ze_physical_mem_flags_t {
        /// On the device.
        ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_DEVICE = 1 << 0,
        /// On the host.
        ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_HOST = 1 << 1,
    }
}

enumeration! {
    /// Access rights of a mapped range.
    ze_memory_access_attribute_t {
        /// No access.
        ZE_MEMORY_ACCESS_ATTRIBUTE_NONE = 0,
        /// Reads and writes.
        ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE = 1,
        /// Reads only.
        ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY = 2,
    }
}

tagged! {
    /// Argument of `zePhysicalMemCreate`.
    ze_physical_mem_desc_t: in ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC {
        /// Where the memory lives.
        flags: ze_physical_mem_flags_t,
        /// Size in bytes, a multiple of the page size.
        size: usize,
    }
}

tagged! {
    /// Answer of `zePhysicalMemGetProperties`.
    ze_physical_mem_properties_t: out ZE_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES {
        /// Identifies the memory in this process.
        id: u64,
        /// Size in bytes.
        size: u64,
    }
}
