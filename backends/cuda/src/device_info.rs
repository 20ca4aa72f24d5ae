//! Queries of devices, and access between them.

use crate::cuda::Cuda;
use crate::device::Device;
use std::ffi::{CStr, c_char};
use ur_ipc_api::{DeviceInfo, DeviceType, Family, UrResult};
use ur_ipc_backend_kit::calls::DeviceCalls;
use ur_ipc_backend_kit::{DeviceFacts, InfoOut, Ur};

const VENDOR_ID_NVIDIA: u32 = 0x10de;
/// `UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS`
const USM_ACCESS: u32 = 1;

/// A string that a call of CUDA writes into a buffer of the given length.
fn string_from(fill: impl FnOnce(*mut c_char, i32) -> Ur<()>) -> Ur<String> {
    let mut buffer = [0_u8; 256];
    fill(buffer.as_mut_ptr().cast(), buffer.len() as i32)?;
    let text = CStr::from_bytes_until_nul(&buffer).map_err(|_| UrResult::ERROR_ADAPTER_SPECIFIC)?;
    Ok(text.to_string_lossy().into_owned())
}

fn name(device: &Device) -> Ur<String> {
    string_from(|buffer, length| {
        // SAFETY: the buffer is writable for its length.
        Ok(unsafe { device.driver.device_get_name(buffer, length, device.native) }?)
    })
}

fn pci_address(device: &Device) -> Ur<String> {
    string_from(|buffer, length| {
        // SAFETY: the buffer is writable for its length.
        Ok(unsafe { device.driver.device_get_pci_bus_id(buffer, length, device.native) }?)
    })
}

fn total_memory(device: &Device) -> Ur<u64> {
    let mut bytes = 0;
    // SAFETY: the output is a local variable.
    unsafe { device.driver.device_total_mem(&raw mut bytes, device.native) }?;
    Ok(bytes as u64)
}

impl DeviceFacts for Device {
    fn id(&self) -> usize {
        self.id
    }

    fn uuid(&self) -> &[u8; 16] {
        &self.uuid
    }

    fn shares(&self, family: Family) -> bool {
        match family {
            Family::Memory => self.capabilities.ipc_memory,
            Family::Physical => self.capabilities.ipc_physical,
            Family::Event => self.capabilities.ipc_event,
        }
    }

    /// CUDA has no answer about a device and itself.
    fn reaches(&self, peer: &Self) -> Ur<bool> {
        Ok(self.id != peer.id && self.can_access(peer)?)
    }

    fn has_atomics_in(&self, peer: &Self) -> Ur<bool> {
        Ok(self.id != peer.id && self.has_peer_atomics(peer)?)
    }

    fn enable_reach(&self, peer: &Self) -> Ur<()> {
        self.enable_access(peer)
    }
}

impl DeviceCalls for Cuda {
    fn device_info(&self, device: &Device, name: DeviceInfo, out: &InfoOut) -> Ur<()> {
        let has = device.capabilities;
        match name {
            DeviceInfo::TYPE => out.number(DeviceType::GPU.0),
            DeviceInfo::VENDOR_ID => out.number(VENDOR_ID_NVIDIA),
            DeviceInfo::VENDOR => out.string("NVIDIA Corporation"),
            DeviceInfo::NAME => out.string(&self::name(device)?),
            DeviceInfo::DRIVER_VERSION => out.string(&self.driver_version),
            DeviceInfo::UUID => out.bytes(&device.uuid),
            DeviceInfo::PCI_ADDRESS => out.string(&pci_address(device)?),
            DeviceInfo::GLOBAL_MEM_SIZE => out.long(total_memory(device)?),
            DeviceInfo::GLOBAL_MEM_FREE => out.long(device.memory()?.0),
            DeviceInfo::USM_HOST_SUPPORT | DeviceInfo::USM_DEVICE_SUPPORT => out.number(USM_ACCESS),
            DeviceInfo::VIRTUAL_MEMORY_SUPPORT => out.boolean(has.virtual_memory),
            DeviceInfo::IPC_MEMORY_SUPPORT_EXP => out.boolean(has.ipc_memory),
            DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP => out.boolean(has.ipc_physical),
            DeviceInfo::IPC_EVENT_SUPPORT_EXP => out.boolean(has.ipc_event),
            DeviceInfo::TIMESTAMP_RECORDING_SUPPORT_EXP
            | DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP
            | DeviceInfo::PER_EVENT_PROFILING_SUPPORT_EXP
            | DeviceInfo::USM_P2P_SUPPORT_EXP
            | DeviceInfo::ENQUEUE_HOST_TASK_SUPPORT_EXP => out.boolean(true),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}
