//! Import and export of memory as file descriptors.

use core::ffi::c_int;

flags! {
    /// Forms in which memory crosses into other APIs or processes.
    ze_external_memory_type_flags_t {
        /// Opaque file descriptor.
        ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD = 1 << 0,
        /// Linux dma-buf file descriptor.
        ZE_EXTERNAL_MEMORY_TYPE_FLAG_DMA_BUF = 1 << 1,
        /// Opaque NT handle.
        ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_WIN32 = 1 << 2,
        /// Opaque global share handle.
        ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_WIN32_KMT = 1 << 3,
        /// Direct3D 11 texture, NT handle.
        ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D11_TEXTURE = 1 << 4,
        /// Direct3D 11 texture, global share handle.
        ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D11_TEXTURE_KMT = 1 << 5,
        /// Direct3D 12 heap.
        ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D12_HEAP = 1 << 6,
        /// Direct3D 12 committed resource.
        ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D12_RESOURCE = 1 << 7,
    }
}

tagged! {
    /// Extends an allocation or physical memory descriptor: the memory will be exported.
    ze_external_memory_export_desc_t: in ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC {
        /// Form of the export.
        flags: ze_external_memory_type_flags_t,
    }
}

tagged! {
    /// Extends an allocation or physical memory descriptor: import from a file descriptor.
    ze_external_memory_import_fd_t: in ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD {
        /// Form of the import.
        flags: ze_external_memory_type_flags_t,
        /// The file descriptor.
        fd: c_int,
    }
}

tagged! {
    /// Extends allocation or physical memory properties: asks for a file descriptor.
    ze_external_memory_export_fd_t: in ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_FD {
        /// Form of the export.
        flags: ze_external_memory_type_flags_t,
        /// The file descriptor, written by the driver.
        fd: c_int,
    }
}
