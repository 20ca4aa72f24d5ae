//! Handles that cross process borders.

use core::ffi::CStr;

/// Bytes of a handle.
pub const ZE_MAX_IPC_HANDLE_SIZE: usize = 64;

/// Name of the extension behind [`ze_ipc_mem_handle_type_ext_desc_t`].
pub const ZE_IPC_MEM_HANDLE_TYPE_EXT_NAME: &CStr = c"ZE_extension_ipc_mem_handle_type";

flags! {
    /// Hints for an opened memory handle.
    ze_ipc_memory_flags_t {
        /// Prefer cached.
        ZE_IPC_MEMORY_FLAG_BIAS_CACHED = 1 << 0,
        /// Prefer uncached.
        ZE_IPC_MEMORY_FLAG_BIAS_UNCACHED = 1 << 1,
    }
}

flags! {
    /// Kinds of memory handle.
    ze_ipc_mem_handle_type_flags_t {
        /// For processes of this host.
        ZE_IPC_MEM_HANDLE_TYPE_FLAG_DEFAULT = 1 << 0,
        /// For a fabric too.
        ZE_IPC_MEM_HANDLE_TYPE_FLAG_FABRIC_ACCESSIBLE = 1 << 1,
    }
}

plain! {
    /// Opaque bytes that stand for a memory allocation in other processes.
    ze_ipc_mem_handle_t {
        /// The bytes.
        data: [u8; ZE_MAX_IPC_HANDLE_SIZE],
    }
}

plain! {
    /// Opaque bytes that stand for an event pool in other processes.
    ze_ipc_event_pool_handle_t {
        /// The bytes.
        data: [u8; ZE_MAX_IPC_HANDLE_SIZE],
    }
}

plain! {
    /// Opaque bytes that stand for a counter-based event in other processes.
    ze_ipc_event_counter_based_handle_t {
        /// The bytes.
        data: [u8; ZE_MAX_IPC_HANDLE_SIZE],
    }
}

tagged! {
    /// Extension structure of `zeMemGetIpcHandleWithProperties`: the kind of handle.
    ze_ipc_mem_handle_type_ext_desc_t: in ZE_STRUCTURE_TYPE_IPC_MEM_HANDLE_TYPE_EXT_DESC {
        /// Kind of handle.
        typeFlags: ze_ipc_mem_handle_type_flags_t,
    }
}
