//! Queries of devices, and access between them.

use crate::backend::State;
use crate::device::Device;
use crate::error::{Ur, ensure, handles};
use crate::info::InfoOut;
use std::ffi::{CStr, c_char, c_void};
use ur_ipc_api::{DeviceHandle, DeviceInfo, DeviceType, PeerInfo, UrResult};

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

impl State {
    pub unsafe fn device_get_info(
        &self,
        device: DeviceHandle,
        prop_name: DeviceInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([device.address()])?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let device = self.device(device)?;
        let has = device.capabilities;
        match prop_name {
            DeviceInfo::TYPE => out.number(DeviceType::GPU.0),
            DeviceInfo::VENDOR_ID => out.number(VENDOR_ID_NVIDIA),
            DeviceInfo::VENDOR => out.string("NVIDIA Corporation"),
            DeviceInfo::NAME => out.string(&name(&device)?),
            DeviceInfo::DRIVER_VERSION => out.string(&self.driver_version),
            DeviceInfo::UUID => out.bytes(&device.uuid),
            DeviceInfo::PCI_ADDRESS => out.string(&pci_address(&device)?),
            DeviceInfo::GLOBAL_MEM_SIZE => out.long(total_memory(&device)?),
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

    pub unsafe fn device_retain(&self, device: DeviceHandle) -> Ur<()> {
        self.device(device).map(drop)
    }

    pub unsafe fn device_release(&self, device: DeviceHandle) -> Ur<()> {
        self.device(device).map(drop)
    }

    pub unsafe fn usm_p2p_enable_peer_access_exp(
        &self,
        command_device: DeviceHandle,
        peer_device: DeviceHandle,
    ) -> Ur<()> {
        let (command, peer) = (self.device(command_device)?, self.device(peer_device)?);
        ensure(command.id != peer.id, UrResult::ERROR_INVALID_OPERATION)?;
        command.enable_access(&peer)
    }

    pub unsafe fn usm_p2p_peer_access_get_info_exp(
        &self,
        command_device: DeviceHandle,
        peer_device: DeviceHandle,
        prop_name: PeerInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([command_device.address(), peer_device.address()])?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let (command, peer) = (self.device(command_device)?, self.device(peer_device)?);
        // CUDA has no answer about a device and itself.
        let same = command.id == peer.id;
        match prop_name {
            PeerInfo::UR_PEER_ACCESS_SUPPORT => out.number(u32::from(!same && command.can_access(&peer)?)),
            PeerInfo::UR_PEER_ATOMICS_SUPPORT => {
                out.number(u32::from(!same && command.has_peer_atomics(&peer)?))
            }
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}
