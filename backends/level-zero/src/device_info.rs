//! Queries of devices, and access between them.

use crate::device::Device;
use crate::level_zero::LevelZero;
use crate::result::ur;
use ur_ipc_api::{DeviceInfo, Family, UrResult};
use ur_ipc_backend_kit::calls::{DeviceCalls, PlatformCalls};
use ur_ipc_backend_kit::checks::ensure;
use ur_ipc_backend_kit::{DeviceFacts, InfoOut, Ur};

const VENDOR_ID_INTEL: u32 = 0x8086;

impl DeviceFacts for Device {
    fn id(&self) -> usize {
        self.id
    }

    fn uuid(&self) -> &[u8; 16] {
        &self.properties.uuid
    }

    fn shares(&self, family: Family) -> bool {
        let has = self.capabilities();
        let found = match family {
            Family::Memory => &has.ipc_memory,
            Family::Physical => &has.ipc_physical,
            Family::Event => &has.ipc_event,
        };
        found.is_ok()
    }

    fn reaches(&self, peer: &Self) -> Ur<bool> {
        self.can_access(peer).map_err(ur)
    }

    fn has_atomics_in(&self, peer: &Self) -> Ur<bool> {
        self.has_peer_atomics(peer).map_err(ur)
    }

    /// Level Zero enables nothing: what a device can reach, it reaches.
    fn enable_reach(&self, peer: &Self) -> Ur<()> {
        ensure(self.reaches(peer)?, UrResult::ERROR_INVALID_OPERATION)
    }
}

impl DeviceCalls for LevelZero {
    fn device_info(&self, device: &Device, name: DeviceInfo, out: &InfoOut) -> Ur<()> {
        let properties = &device.properties;
        let has = || device.capabilities();
        match name {
            DeviceInfo::TYPE => out.number(self.type_of(device).0),
            DeviceInfo::VENDOR_ID => out.number(properties.vendor),
            DeviceInfo::VENDOR if properties.vendor == VENDOR_ID_INTEL => out.string("Intel(R) Corporation"),
            DeviceInfo::VENDOR => out.string(&format!("vendor {:#06x}", properties.vendor)),
            DeviceInfo::NAME => out.string(&properties.name),
            DeviceInfo::DRIVER_VERSION => out.string(&device.driver.version),
            DeviceInfo::UUID => out.bytes(&properties.uuid),
            DeviceInfo::PCI_ADDRESS => {
                let address = device.pci_address().map_err(|_| UrResult::ERROR_UNSUPPORTED_ENUMERATION)?;
                out.string(&address)
            }
            DeviceInfo::GLOBAL_MEM_SIZE => out.long(device.memory_size().map_err(ur)?),
            DeviceInfo::GLOBAL_MEM_FREE => {
                // As in UR's adapters, a matter of system management, which drivers need not offer.
                let free = device.free_memory().map_err(|_| UrResult::ERROR_UNSUPPORTED_ENUMERATION)?;
                out.long(free.min(device.memory_size().map_err(ur)?))
            }
            DeviceInfo::USM_HOST_SUPPORT => {
                out.number(device.memory_access().map_err(ur)?.hostAllocCapabilities.0)
            }
            DeviceInfo::USM_DEVICE_SUPPORT => {
                out.number(device.memory_access().map_err(ur)?.deviceAllocCapabilities.0)
            }
            DeviceInfo::VIRTUAL_MEMORY_SUPPORT => out.boolean(has().virtual_memory.is_ok()),
            DeviceInfo::IPC_MEMORY_SUPPORT_EXP => out.boolean(has().ipc_memory.is_ok()),
            DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP => out.boolean(has().ipc_physical.is_ok()),
            DeviceInfo::IPC_EVENT_SUPPORT_EXP => out.boolean(has().ipc_event.is_ok()),
            DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP => out.boolean(has().reusable_events.is_ok()),
            DeviceInfo::TIMESTAMP_RECORDING_SUPPORT_EXP | DeviceInfo::PER_EVENT_PROFILING_SUPPORT_EXP => {
                out.boolean(has().times.is_ok())
            }
            DeviceInfo::USM_P2P_SUPPORT_EXP => out.boolean(true),
            DeviceInfo::ENQUEUE_HOST_TASK_SUPPORT_EXP => out.boolean(has().host_tasks.is_ok()),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}
