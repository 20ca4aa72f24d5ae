//! Devices among others: peers and the PCI bus.

use level_zero_sys::*;

use super::{Device, answer};
use crate::faults::{Freedom, uses};
use crate::object::Object;

/// Bus of the first device.
const FIRST_BUS: u32 = 3;

/// The value for an unknown speed.
const UNKNOWN: i32 = -1;

/// `zeDeviceGetP2PProperties`: all memory is the host's, so all devices reach it, unless the freedoms say otherwise.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetP2PProperties(
    hDevice: ze_device_handle_t,
    hPeerDevice: ze_device_handle_t,
    pP2PProperties: *mut ze_device_p2p_properties_t,
) -> ze_result_t {
    if let Err(error) = Object::<Device>::get(hPeerDevice) {
        return error;
    }
    let all = ze_device_p2p_property_flags_t::ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS
        | ze_device_p2p_property_flags_t::ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS;
    let reached = hDevice == hPeerDevice || !uses(Freedom::NoPeers);
    let flags = if reached { all } else { ze_device_p2p_property_flags_t(0) };
    // SAFETY: as the caller vouches.
    unsafe { answer(hDevice, pP2PProperties, |_, properties| properties.flags = flags) }
}

/// `zeDeviceCanAccessPeer`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceCanAccessPeer(
    hDevice: ze_device_handle_t,
    hPeerDevice: ze_device_handle_t,
    value: *mut ze_bool_t,
) -> ze_result_t {
    if let Err(error) = Object::<Device>::get(hPeerDevice) {
        return error;
    }
    let reached = hDevice == hPeerDevice || !uses(Freedom::NoPeers);
    // SAFETY: as the caller vouches.
    unsafe { answer(hDevice, value, |_, value| *value = reached.into()) }
}

/// `zeDevicePciGetPropertiesExt`: an address per device, and no speed.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDevicePciGetPropertiesExt(
    hDevice: ze_device_handle_t,
    pPciProperties: *mut ze_pci_ext_properties_t,
) -> ze_result_t {
    let fill = |device: &Device, properties: &mut ze_pci_ext_properties_t| {
        properties.address =
            ze_pci_address_ext_t { bus: FIRST_BUS + device.index, ..ze_pci_address_ext_t::default() };
        properties.maxSpeed =
            ze_pci_speed_ext_t { genVersion: UNKNOWN, width: UNKNOWN, maxBandwidth: UNKNOWN.into() };
    };
    // SAFETY: as the caller vouches.
    unsafe { answer(hDevice, pPciProperties, fill) }
}
