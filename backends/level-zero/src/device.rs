//! A device, and its properties.

use crate::capabilities::Capabilities;
use crate::driver::Driver;
use crate::error::LevelZeroError;
use crate::loader::listed_of;
use crate::result::{Native, Ze, ze};
use crate::zel::text;
use level_zero_sys::{
    ze_bool_t, ze_command_queue_group_properties_t, ze_command_queue_group_property_flags_t,
    ze_device_handle_t, ze_device_memory_access_properties_t, ze_device_memory_properties_t,
    ze_device_p2p_properties_t, ze_device_p2p_property_flags_t, ze_device_properties_t,
    ze_pci_ext_properties_t, ze_structure_type_t, zes_mem_handle_t,
};
use once_cell::sync::OnceCell;
use std::sync::Arc;
use ur_ipc_backend_kit::next_id;

/// One device.
pub struct Device {
    /// UR's handle.
    pub id: usize,
    /// Its driver.
    pub driver: Arc<Driver>,
    /// Level Zero's handle.
    pub native: Native<ze_device_handle_t>,
    /// The device's properties, as Level Zero reports them.
    pub properties: Properties,
    /// The group whose queues execute everything.
    pub group: QueueGroup,
    /// Its memories as system management knows them, once they were asked for; why they are not known, if they are not.
    pub memories: OnceCell<Ze<Vec<Native<zes_mem_handle_t>>>>,
    capabilities: OnceCell<Capabilities>,
}

/// The identity of a device.
pub struct Properties {
    /// `ze_device_type_t` as a number.
    pub kind: u32,
    /// PCI vendor.
    pub vendor: u32,
    /// UUID.
    pub uuid: [u8; 16],
    /// Name.
    pub name: String,
    /// Cycles of its timer in a second.
    pub timer_hertz: u64,
    /// The bits of a time stamp that count.
    pub timestamp_mask: u64,
}

/// A group of queues.
#[derive(Clone, Copy)]
pub struct QueueGroup {
    /// Its place in the list of groups.
    pub ordinal: u32,
    /// The longest fill pattern in bytes.
    pub max_pattern: usize,
}

impl Device {
    /// Asks a device for what does not change.
    pub fn new(driver: &Arc<Driver>, native: ze_device_handle_t) -> Result<Self, LevelZeroError> {
        let failed = |call| move |result| LevelZeroError::CallFailed { call, result };
        let properties = properties(driver, native).map_err(failed("zeDeviceGetProperties"))?;
        let group =
            compute_group(driver, native).map_err(failed("zeDeviceGetCommandQueueGroupProperties"))?;
        Ok(Self {
            id: next_id(),
            driver: Arc::clone(driver),
            native: Native(native),
            properties,
            group,
            memories: OnceCell::new(),
            capabilities: OnceCell::new(),
        })
    }

    /// Its capabilities, probed once by trying.
    pub fn capabilities(&self) -> &Capabilities {
        self.capabilities.get_or_init(|| Capabilities::probe(self))
    }

    /// Bytes of its memories together.
    pub fn memory_size(&self) -> Ze<u64> {
        let functions = &self.driver.functions;
        let memories = listed_of(ze_device_memory_properties_t::new(), |count, memories| {
            // SAFETY: the device lives as long as the process; the count is that of the array, whose items have
            // their tags and nothing chained.
            unsafe { ze!(functions, zeDeviceGetMemoryProperties(self.native.0, count, memories)) }
        })?;
        Ok(memories.iter().map(|memory| memory.totalSize).sum())
    }

    /// Queries its access to host, device and shared memory: Level Zero's flags, which are UR's as well.
    pub fn memory_access(&self) -> Ze<ze_device_memory_access_properties_t> {
        let mut access = ze_device_memory_access_properties_t::new();
        // SAFETY: the device lives as long as the process; the output is a local variable with nothing chained.
        unsafe {
            ze!(self.driver.functions, zeDeviceGetMemoryAccessProperties(self.native.0, &raw mut access))
        }?;
        Ok(access)
    }

    /// "0000:3a:00.0".
    pub fn pci_address(&self) -> Ze<String> {
        let mut pci = ze_pci_ext_properties_t::new();
        // SAFETY: the device lives as long as the process; the output is a local variable with nothing chained.
        unsafe { ze!(self.driver.functions, zeDevicePciGetPropertiesExt(self.native.0, &raw mut pci)) }?;
        let address = pci.address;
        Ok(format!(
            "{:04x}:{:02x}:{:02x}.{:x}",
            address.domain, address.bus, address.device, address.function
        ))
    }

    /// True if commands on this device can reach the memory of `peer`.
    pub fn can_access(&self, peer: &Self) -> Ze<bool> {
        if self.driver.id != peer.driver.id {
            return Ok(false);
        }
        let mut can: ze_bool_t = 0;
        // SAFETY: both are devices of one driver; the output is a local variable.
        unsafe {
            ze!(self.driver.functions, zeDeviceCanAccessPeer(self.native.0, peer.native.0, &raw mut can))
        }?;
        Ok(can != 0)
    }

    /// True if commands on this device can do atomics in the memory of `peer`.
    pub fn has_peer_atomics(&self, peer: &Self) -> Ze<bool> {
        if self.driver.id != peer.driver.id {
            return Ok(false);
        }
        let mut properties = ze_device_p2p_properties_t::new();
        // SAFETY: both are devices of one driver; the output is a local variable with nothing chained.
        unsafe {
            ze!(
                self.driver.functions,
                zeDeviceGetP2PProperties(self.native.0, peer.native.0, &raw mut properties)
            )
        }?;
        Ok(properties.flags.contains(ze_device_p2p_property_flags_t::ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS))
    }
}

fn properties(driver: &Driver, native: ze_device_handle_t) -> Ze<Properties> {
    let mut properties = ze_device_properties_t::new();
    // This tag asks for the timer in cycles a second, not in nanoseconds a cycle.
    properties.stype = ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2;
    // SAFETY: the device was just listed; the output is a local variable with nothing chained.
    unsafe { ze!(driver.functions, zeDeviceGetProperties(native, &raw mut properties)) }?;
    let bits = properties.kernelTimestampValidBits;
    Ok(Properties {
        kind: properties.type_.0,
        vendor: properties.vendorId,
        uuid: properties.uuid.id,
        name: text(&properties.name).unwrap_or_default(),
        timer_hertz: properties.timerResolution.max(1),
        timestamp_mask: if (1..64).contains(&bits) { (1 << bits) - 1 } else { u64::MAX },
    })
}

/// The first group that computes, else the first one: it copies and fills as well.
fn compute_group(driver: &Driver, native: ze_device_handle_t) -> Ze<QueueGroup> {
    let groups = listed_of(ze_command_queue_group_properties_t::new(), |count, groups| {
        // SAFETY: the device was just listed; the count is that of the array, whose items have their tags and nothing
        // chained.
        unsafe { ze!(driver.functions, zeDeviceGetCommandQueueGroupProperties(native, count, groups)) }
    })?;
    let computes = ze_command_queue_group_property_flags_t::ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE;
    let place = groups.iter().position(|group| group.flags.contains(computes)).unwrap_or(0);
    Ok(QueueGroup {
        ordinal: u32::try_from(place).unwrap_or(0),
        max_pattern: groups.get(place).map_or(1, |group| group.maxMemoryFillPatternSize.max(1)),
    })
}
