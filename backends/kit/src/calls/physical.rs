//! Physical memory objects.

use crate::InfoOut;
use crate::checks::{Ur, ensure, handles, optional, pointer, store};
use crate::descriptors::physical_mem_properties;
use crate::driver::{DeviceFacts, Driver};
use crate::objects::{Context, Physical};
use crate::registry::next_id;
use crate::state::State;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::Family;
use ur_ipc_api::{
    ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemInfo, PhysicalMemProperties,
    UrResult, VirtualMemGranularityInfo,
};

/// The part of a driver that the calls on physical memory need.
pub trait PhysicalCalls: Driver {
    /// The granularity, in bytes, of this much physical and virtual memory.
    ///
    /// # Errors
    /// `UNSUPPORTED_FEATURE` if the device has no virtual memory; the driver's.
    fn granularity(
        &self,
        context: &Context<Self>,
        device: &Self::Device,
        size: usize,
        wanted: VirtualMemGranularityInfo,
    ) -> Ur<usize>;

    /// Memory of a size that is a multiple of the granularity.
    fn create_physical(
        &self,
        context: &Context<Self>,
        device: &Self::Device,
        size: usize,
        exportable: bool,
    ) -> Ur<Self::NativePhysical>;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: PhysicalCalls> State<D> {
    /// Enters an object and stores its handle.
    ///
    /// # Safety
    /// `out` is writable.
    pub(super) unsafe fn publish_physical(&self, physical: Physical<D>, out: *mut PhysicalMemHandle) {
        let id = next_id();
        self.physical.insert(id, Arc::new(physical));
        // SAFETY: this function's contract.
        unsafe { store(out, PhysicalMemHandle::from_address(id)) };
    }

    /// `urPhysicalMemCreate`
    pub unsafe fn physical_mem_create(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        size: usize,
        properties: *const PhysicalMemProperties,
        physical_mem: *mut PhysicalMemHandle,
    ) -> Ur<()> {
        handles([context.address(), device.address()])?;
        pointer(physical_mem)?;
        // SAFETY: the caller's descriptor is null or readable.
        let flags =
            unsafe { optional(properties) }.map_or(PhysicalMemFlags::NONE_SET, |properties| properties.flags);
        ensure(!flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)?;
        let (context, device) = self.context_and_device(context, device)?;
        let exportable = flags.contains(PhysicalMemFlags::ENABLE_IPC);
        ensure(!exportable || device.shares(Family::Physical), UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        let granule = self.driver.granularity(&context, &device, size, VirtualMemGranularityInfo::MINIMUM)?;
        ensure(size != 0 && size.is_multiple_of(granule), UrResult::ERROR_INVALID_SIZE)?;
        let native = self.driver.create_physical(&context, &device, size, exportable)?;
        let created = Physical { native, size: size as u64, flags, imported: false, device, context };
        // SAFETY: the output is not null, so writable.
        unsafe { self.publish_physical(created, physical_mem) };
        Ok(())
    }

    /// `urPhysicalMemRetain`
    pub unsafe fn physical_mem_retain(&self, physical_mem: PhysicalMemHandle) -> Ur<()> {
        self.physical.retain(physical_mem.address())
    }

    /// `urPhysicalMemRelease`
    pub unsafe fn physical_mem_release(&self, physical_mem: PhysicalMemHandle) -> Ur<()> {
        self.physical.release(physical_mem.address())
    }

    /// `urPhysicalMemGetInfo`
    pub unsafe fn physical_mem_get_info(
        &self,
        physical_mem: PhysicalMemHandle,
        prop_name: PhysicalMemInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([physical_mem.address()])?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let object = self.physical.get(physical_mem.address())?;
        match prop_name {
            PhysicalMemInfo::CONTEXT => out.word(object.context.id),
            PhysicalMemInfo::DEVICE => out.word(object.device.id()),
            PhysicalMemInfo::SIZE => out.word(object.size as usize),
            PhysicalMemInfo::PROPERTIES => out.bytes(&physical_mem_properties(object.flags)),
            PhysicalMemInfo::REFERENCE_COUNT => out.number(self.physical.count(physical_mem.address())?),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}
