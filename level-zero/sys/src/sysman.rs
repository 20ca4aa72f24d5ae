//! Of the system management API what core users need: how much memory of a device is free.

use crate::{ZE_MAX_DEVICE_UUID_SIZE, ze_bool_t};

/// Options of `zesInit`; none is defined yet, so zero.
pub type zes_init_flags_t = u32;

/// Bytes of a device's UUID, which are those of the core API.
pub const ZES_MAX_UUID_SIZE: usize = ZE_MAX_DEVICE_UUID_SIZE;

handles! {
    /// A driver of the system management API, found by `zesDriverGet`. Lives as long as the process.
    zes_driver_handle_t;
    /// A device of the system management API. Lives as long as the process.
    zes_device_handle_t;
    /// A memory of a device, found by `zesDeviceEnumMemoryModules`. Lives as long as the process.
    zes_mem_handle_t;
}

enumeration! {
    /// Tag of a structure of the system management API, its first member.
    zes_structure_type_t {
        /// Tag of [`zes_mem_properties_t`].
        ZES_STRUCTURE_TYPE_MEM_PROPERTIES = 0xb,
        /// Tag of [`zes_mem_state_t`].
        ZES_STRUCTURE_TYPE_MEM_STATE = 0x1e,
    }
}

enumeration! {
    /// What a memory is made of; of the many kinds the plainest.
    zes_mem_type_t {
        /// HBM.
        ZES_MEM_TYPE_HBM = 0,
        /// DDR.
        ZES_MEM_TYPE_DDR = 1,
    }
}

enumeration! {
    /// Where a memory is.
    zes_mem_loc_t {
        /// System memory.
        ZES_MEM_LOC_SYSTEM = 0,
        /// Local memory of the device.
        ZES_MEM_LOC_DEVICE = 1,
    }
}

enumeration! {
    /// How well a memory is.
    zes_mem_health_t {
        /// It cannot be told.
        ZES_MEM_HEALTH_UNKNOWN = 0,
        /// All of it is healthy.
        ZES_MEM_HEALTH_OK = 1,
        /// It has too many correctable errors.
        ZES_MEM_HEALTH_DEGRADED = 2,
        /// It works without its bad banks.
        ZES_MEM_HEALTH_CRITICAL = 3,
        /// The device should be replaced.
        ZES_MEM_HEALTH_REPLACE = 4,
    }
}

plain! {
    /// UUID of a device.
    zes_uuid_t {
        /// The UUID.
        id: [u8; ZES_MAX_UUID_SIZE],
    }
}

tagged! {
    /// What does not change of a memory.
    zes_mem_properties_t: out ZES_STRUCTURE_TYPE_MEM_PROPERTIES of zes_structure_type_t {
        /// What it is made of.
        r#type: zes_mem_type_t,
        /// Whether it belongs to a sub-device.
        onSubdevice: ze_bool_t,
        /// Which, if it does.
        subdeviceId: u32,
        /// Where it is.
        location: zes_mem_loc_t,
        /// Bytes, or 0 if unknown.
        physicalSize: u64,
        /// Bits of the bus, or -1 if unknown.
        busWidth: i32,
        /// Channels, or -1 if unknown.
        numChannels: i32,
    }
}

tagged! {
    /// What changes of a memory.
    zes_mem_state_t: in ZES_STRUCTURE_TYPE_MEM_STATE of zes_structure_type_t {
        /// How well it is.
        health: zes_mem_health_t,
        /// Free bytes.
        free: u64,
        /// Bytes that can be allocated, free or not; deprecated.
        size: u64,
    }
}
