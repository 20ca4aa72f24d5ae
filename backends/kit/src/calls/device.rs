//! Queries of devices, and access between them.

use crate::InfoOut;
use crate::checks::{Ur, ensure, handles};
use crate::driver::{DeviceFacts, Driver};
use crate::state::State;
use std::ffi::c_void;
use ur_ipc_api::{DeviceHandle, DeviceInfo, PeerInfo, UrResult};

/// The part of a driver that the calls on devices need.
pub trait DeviceCalls: Driver {
    /// Answers a query of a device.
    ///
    /// # Errors
    /// `UNSUPPORTED_ENUMERATION` for what it does not know.
    fn device_info(&self, device: &Self::Device, name: DeviceInfo, out: &InfoOut) -> Ur<()>;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: DeviceCalls> State<D> {
    /// `urDeviceGetInfo`
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
        self.driver.device_info(&device, prop_name, &out)
    }

    /// `urDeviceRetain`
    pub unsafe fn device_retain(&self, device: DeviceHandle) -> Ur<()> {
        self.device(device).map(drop)
    }

    /// `urDeviceRelease`
    pub unsafe fn device_release(&self, device: DeviceHandle) -> Ur<()> {
        self.device(device).map(drop)
    }

    /// `urUsmP2PEnablePeerAccessExp`
    pub unsafe fn usm_p2p_enable_peer_access_exp(
        &self,
        command_device: DeviceHandle,
        peer_device: DeviceHandle,
    ) -> Ur<()> {
        let (command, peer) = (self.device(command_device)?, self.device(peer_device)?);
        ensure(command.id() != peer.id(), UrResult::ERROR_INVALID_OPERATION)?;
        command.enable_reach(&peer)
    }

    /// `urUsmP2PPeerAccessGetInfoExp`
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
        let can = match prop_name {
            PeerInfo::UR_PEER_ACCESS_SUPPORT => command.reaches(&peer)?,
            PeerInfo::UR_PEER_ATOMICS_SUPPORT => command.has_atomics_in(&peer)?,
            _ => return Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        };
        out.number(u32::from(can))
    }
}
