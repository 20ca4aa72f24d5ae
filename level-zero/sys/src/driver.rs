//! Initialisation and drivers.

use core::ffi::{CStr, c_char};

/// Bytes of a driver identifier.
pub const ZE_MAX_DRIVER_UUID_SIZE: usize = 16;

/// Bytes of an extension name with its NUL.
pub const ZE_MAX_EXTENSION_NAME: usize = 256;

/// Name of the extension that puts dispatch tables into handles.
pub const ZE_DRIVER_DDI_HANDLES_EXT_NAME: &CStr = c"ZE_extension_driver_ddi_handles";

flags! {
    /// Which drivers `zeInit` initialises; zero means all.
    ze_init_flags_t {
        /// Only GPU drivers.
        ZE_INIT_FLAG_GPU_ONLY = 1 << 0,
        /// Only VPU (NPU) drivers.
        ZE_INIT_FLAG_VPU_ONLY = 1 << 1,
    }
}

flags! {
    /// Which drivers `zeInitDrivers` initialises.
    ze_init_driver_type_flags_t {
        /// GPU drivers.
        ZE_INIT_DRIVER_TYPE_FLAG_GPU = 1 << 0,
        /// NPU drivers.
        ZE_INIT_DRIVER_TYPE_FLAG_NPU = 1 << 1,
    }
}

flags! {
    /// What a driver can share between processes.
    ze_ipc_property_flags_t {
        /// Memory allocations.
        ZE_IPC_PROPERTY_FLAG_MEMORY = 1 << 0,
        /// Event pools.
        ZE_IPC_PROPERTY_FLAG_EVENT_POOL = 1 << 1,
        /// Memory handles that a fabric carries to other hosts.
        ZE_IPC_PROPERTY_FLAG_FABRIC_ACCESSIBLE = 1 << 2,
    }
}

flags! {
    /// What a driver says about dispatch tables in its handles.
    ze_driver_ddi_handle_ext_flags_t {
        /// Each handle starts with a [`ze_handle_t`](crate::ze_handle_t).
        ZE_DRIVER_DDI_HANDLE_EXT_FLAG_DDI_HANDLE_EXT_SUPPORTED = 1 << 0,
    }
}

plain! {
    /// Identifies a driver build.
    ze_driver_uuid_t {
        /// The sixteen bytes.
        id: [u8; ZE_MAX_DRIVER_UUID_SIZE],
    }
}

tagged! {
    /// Answer of `zeDriverGetProperties`.
    ze_driver_properties_t: out ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES {
        /// Identifies the driver build.
        uuid: ze_driver_uuid_t,
        /// Grows with each release; the encoding is the choice of the driver.
        driverVersion: u32,
    }
}

tagged! {
    /// Answer of `zeDriverGetIpcProperties`.
    ze_driver_ipc_properties_t: out ZE_STRUCTURE_TYPE_DRIVER_IPC_PROPERTIES {
        /// What can be shared between processes.
        flags: ze_ipc_property_flags_t,
    }
}

plain! {
    /// One extension, reported by `zeDriverGetExtensionProperties`.
    ze_driver_extension_properties_t {
        /// Name, NUL-terminated.
        name: [c_char; ZE_MAX_EXTENSION_NAME],
        /// Version: major in the upper, minor in the lower 16 bits.
        version: u32,
    }
}

tagged! {
    /// Argument of `zeInitDrivers`.
    ze_init_driver_type_desc_t: in ZE_STRUCTURE_TYPE_INIT_DRIVER_TYPE_DESC {
        /// Drivers to initialise; all bits set means any.
        flags: ze_init_driver_type_flags_t,
    }
}

tagged! {
    /// Extends [`ze_driver_properties_t`]: dispatch tables in handles.
    ze_driver_ddi_handles_ext_properties_t: out ZE_STRUCTURE_TYPE_DRIVER_DDI_HANDLES_EXT_PROPERTIES {
        /// Whether handles start with dispatch tables.
        flags: ze_driver_ddi_handle_ext_flags_t,
    }
}
