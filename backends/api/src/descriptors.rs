//! UR's descriptors, with UR's layout.

use crate::enums::StructureType;
use crate::flags::{
    ExpEnqueueExtFlags, ExpEventFlags, ExpEventSyncModeFlags, ExpHostTaskFlags, PhysicalMemFlags, QueueFlags,
    UsmPoolFlags,
};
use std::ffi::c_void;
use std::ptr::null;

/// `ur_exp_host_task_function_t`: gets the `data` of the enqueue call; must not call UR.
pub type HostTaskFunction = Option<unsafe extern "C" fn(data: *mut c_void)>;

/// `ur_base_properties_t` and `ur_base_desc_t`: what all descriptors start with.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BaseHeader {
    /// The type of the descriptor.
    pub stype: StructureType,
    /// The next descriptor of the chain, or null.
    pub p_next: *const c_void,
}

macro_rules! flag_descriptors {
    ($($(#[$doc:meta])* $type:ident $ur:literal $stype:ident $flags:ty;)*) => {$(
        #[doc = concat!("`", $ur, "`")]
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug)]
        pub struct $type {
            #[doc = concat!("[`StructureType::", stringify!($stype), "`]")]
            pub stype: StructureType,
            /// The next descriptor of the chain, or null.
            pub p_next: *const c_void,
            /// The flags.
            pub flags: $flags,
        }

        impl $type {
            /// A descriptor with these flags and nothing chained.
            #[must_use]
            pub const fn new(flags: $flags) -> Self {
                Self { stype: StructureType::$stype, p_next: null(), flags }
            }
        }
    )*};
}

flag_descriptors! {
    ExpEventDesc "ur_exp_event_desc_t" EXP_EVENT_DESC ExpEventFlags;
    /// Behind a [`ExpEventDesc`], by [`p_next`](ExpEventDesc::p_next): how a host is to wait for the event.
    ExpEventSyncModeDesc "ur_exp_event_sync_mode_desc_t" EXP_EVENT_SYNC_MODE_DESC ExpEventSyncModeFlags;
    PhysicalMemProperties "ur_physical_mem_properties_t" PHYSICAL_MEM_PROPERTIES PhysicalMemFlags;
    ExpEnqueueExtProperties "ur_exp_enqueue_ext_properties_t" EXP_ENQUEUE_EXT_PROPERTIES ExpEnqueueExtFlags;
    ExpHostTaskProperties "ur_exp_host_task_properties_t" EXP_HOST_TASK_PROPERTIES ExpHostTaskFlags;
    QueueProperties "ur_queue_properties_t" QUEUE_PROPERTIES QueueFlags;
    /// UR defines no context flag that the suite uses.
    ContextProperties "ur_context_properties_t" CONTEXT_PROPERTIES u32;
    /// UR defines no host USM flag that the suite uses.
    UsmHostDesc "ur_usm_host_desc_t" USM_HOST_DESC u32;
    /// UR defines no device USM flag that the suite uses.
    UsmDeviceDesc "ur_usm_device_desc_t" USM_DEVICE_DESC u32;
    UsmPoolDesc "ur_usm_pool_desc_t" USM_POOL_DESC UsmPoolFlags;
}

/// `ur_usm_desc_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct UsmDesc {
    /// [`StructureType::USM_DESC`]
    pub stype: StructureType,
    /// The next descriptor of the chain, or null.
    pub p_next: *const c_void,
    /// `ur_usm_advice_flags_t`.
    pub hints: u32,
    /// Alignment in bytes: 0 or a power of two.
    pub align: u32,
}

/// `ur_usm_pool_limits_desc_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct UsmPoolLimitsDesc {
    /// [`StructureType::USM_POOL_LIMITS_DESC`]
    pub stype: StructureType,
    /// The next descriptor of the chain, or null.
    pub p_next: *const c_void,
    /// Allocations up to this many bytes are pooled.
    pub max_poolable_size: usize,
    /// The least number of bytes that is asked of the driver.
    pub min_driver_alloc_size: usize,
}

/// `ur_event_native_properties_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EventNativeProperties {
    /// [`StructureType::EVENT_NATIVE_PROPERTIES`]
    pub stype: StructureType,
    /// The next descriptor of the chain, or null.
    pub p_next: *const c_void,
    /// True if the native event goes over to UR.
    pub is_native_handle_owned: bool,
}
