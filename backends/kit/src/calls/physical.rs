//! Physical memory objects.

use super::{Context, DeviceFacts, Objects};
use crate::InfoOut;
use crate::checks::{Ur, ensure, handles, optional, pointer, store};
use crate::descriptors::physical_mem_properties;
use crate::envelope::Family;
use crate::registry::{Registry, next_id};
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{
    ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemInfo, PhysicalMemProperties,
    UrResult, VirtualMemGranularityInfo,
};

/// A physical memory object.
pub struct Physical<B: PhysicalCalls> {
    /// The driver's object.
    pub native: B::NativePhysical,
    /// Size in bytes.
    pub size: u64,
    /// The flags it was created with; none for an import, which cannot be exported.
    pub flags: PhysicalMemFlags,
    /// True if it came from Open.
    pub imported: bool,
    /// The device.
    pub device: Arc<B::Device>,
    /// The context.
    pub context: Arc<Context<B>>,
}

/// The calls on physical memory.
#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
pub trait PhysicalCalls: Objects {
    /// The driver's memory.
    type NativePhysical;

    /// The physical memory objects.
    fn physical(&self) -> &Registry<Physical<Self>>;

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

    /// Enters an object and stores its handle.
    ///
    /// # Safety
    /// `out` is writable.
    unsafe fn publish_physical(&self, physical: Physical<Self>, out: *mut PhysicalMemHandle) {
        let id = next_id();
        self.physical().insert(id, Arc::new(physical));
        // SAFETY: this function's contract.
        unsafe { store(out, PhysicalMemHandle::from_address(id)) };
    }

    /// `urPhysicalMemCreate`
    unsafe fn physical_mem_create(
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
        let granule = self.granularity(&context, &device, size, VirtualMemGranularityInfo::MINIMUM)?;
        ensure(size != 0 && size.is_multiple_of(granule), UrResult::ERROR_INVALID_SIZE)?;
        let native = self.create_physical(&context, &device, size, exportable)?;
        let created = Physical { native, size: size as u64, flags, imported: false, device, context };
        // SAFETY: the output is not null, so writable.
        unsafe { self.publish_physical(created, physical_mem) };
        Ok(())
    }

    /// `urPhysicalMemRetain`
    unsafe fn physical_mem_retain(&self, physical_mem: PhysicalMemHandle) -> Ur<()> {
        self.physical().retain(physical_mem.address())
    }

    /// `urPhysicalMemRelease`
    unsafe fn physical_mem_release(&self, physical_mem: PhysicalMemHandle) -> Ur<()> {
        self.physical().release(physical_mem.address())
    }

    /// `urPhysicalMemGetInfo`
    unsafe fn physical_mem_get_info(
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
        let object = self.physical().get(physical_mem.address())?;
        match prop_name {
            PhysicalMemInfo::CONTEXT => out.word(object.context.id),
            PhysicalMemInfo::DEVICE => out.word(object.device.id()),
            PhysicalMemInfo::SIZE => out.word(object.size as usize),
            PhysicalMemInfo::PROPERTIES => out.bytes(&physical_mem_properties(object.flags)),
            PhysicalMemInfo::REFERENCE_COUNT => out.number(self.physical().count(physical_mem.address())?),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}
