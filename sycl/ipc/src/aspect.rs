//! Aspects of a device.

use ur_ipc_api::DeviceInfo;

/// `sycl::aspect`, as far as sharing needs it. [`Device::has`](crate::Device::has) tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "aspect")]
#[doc(alias = "sycl::aspect")]
#[non_exhaustive]
pub enum Aspect {
    /// `aspect::ext_oneapi_ipc_memory`: USM device memory can be shared between processes.
    #[doc(alias = "ext_oneapi_ipc_memory")]
    ExtOneapiIpcMemory,
    /// `aspect::ext_oneapi_ipc_physical_memory`: physical memory can be shared between processes.
    #[doc(alias = "ext_oneapi_ipc_physical_memory")]
    ExtOneapiIpcPhysicalMemory,
    /// `aspect::ext_oneapi_ipc_event`: events can be shared between processes.
    #[doc(alias = "ext_oneapi_ipc_event")]
    ExtOneapiIpcEvent,
    /// `aspect::ext_oneapi_per_event_profiling`: single events can take times.
    #[doc(alias = "ext_oneapi_per_event_profiling")]
    ExtOneapiPerEventProfiling,
    /// `aspect::ext_oneapi_virtual_mem`: addresses can be reserved, and physical memory mapped there.
    #[doc(alias = "ext_oneapi_virtual_mem")]
    ExtOneapiVirtualMem,
}

impl Aspect {
    /// The query behind it.
    pub(crate) fn info(self) -> DeviceInfo {
        match self {
            Self::ExtOneapiIpcMemory => DeviceInfo::IPC_MEMORY_SUPPORT_EXP,
            Self::ExtOneapiIpcPhysicalMemory => DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP,
            Self::ExtOneapiIpcEvent => DeviceInfo::IPC_EVENT_SUPPORT_EXP,
            Self::ExtOneapiPerEventProfiling => DeviceInfo::PER_EVENT_PROFILING_SUPPORT_EXP,
            Self::ExtOneapiVirtualMem => DeviceInfo::VIRTUAL_MEMORY_SUPPORT,
        }
    }

    /// SYCL's name: `aspect::ext_oneapi_ipc_memory`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ExtOneapiIpcMemory => "aspect::ext_oneapi_ipc_memory",
            Self::ExtOneapiIpcPhysicalMemory => "aspect::ext_oneapi_ipc_physical_memory",
            Self::ExtOneapiIpcEvent => "aspect::ext_oneapi_ipc_event",
            Self::ExtOneapiPerEventProfiling => "aspect::ext_oneapi_per_event_profiling",
            Self::ExtOneapiVirtualMem => "aspect::ext_oneapi_virtual_mem",
        }
    }
}
