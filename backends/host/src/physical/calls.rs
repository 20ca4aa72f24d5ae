//! The entry points of physical memory objects that share nothing.

use super::PhysicalMemory;
use crate::arena::UNIT;
use crate::backend::Core;
use crate::error::CallResult;
use crate::shared_object::SharedObject;
use std::ffi::c_void;
use std::ptr::null;
use std::sync::Arc;
use ur_ipc_api::Family;
use ur_ipc_api::implement::InfoOut;
use ur_ipc_api::implement::checks::{ensure, handles, optional, pointer, store};
use ur_ipc_api::{
    ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemInfo, PhysicalMemProperties,
    StructureType, UrResult,
};

impl Core {
    /// The object of a handle.
    pub fn physical(&self, handle: PhysicalMemHandle) -> CallResult<Arc<PhysicalMemory>> {
        self.physical.get(handle.address()).ok_or(UrResult::ERROR_INVALID_MEM_OBJECT)
    }

    /// # Safety
    /// As [`UrIpc::physical_mem_create`](ur_ipc_api::UrIpc::physical_mem_create).
    pub unsafe fn physical_mem_create(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        size: usize,
        properties: *const PhysicalMemProperties,
        physical_mem: *mut PhysicalMemHandle,
    ) -> CallResult {
        handles([context.address(), device.address()])?;
        pointer(physical_mem)?;
        // SAFETY: null or readable by the caller's contract.
        let properties = unsafe { optional(properties) };
        let flags = properties.map_or(PhysicalMemFlags::NONE_SET, |properties| properties.flags);
        ensure(!flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)?;
        let typed = properties.is_none_or(|given| given.stype == StructureType::PHYSICAL_MEM_PROPERTIES);
        ensure(typed, UrResult::ERROR_INVALID_VALUE)?;
        let context = self.context(context)?;
        let device = self.device(device)?;
        context.require(&device, UrResult::ERROR_INVALID_DEVICE)?;
        self.require_virtual_memory()?;
        ensure(size != 0 && size.is_multiple_of(UNIT), UrResult::ERROR_INVALID_SIZE)?;
        let shared = flags.contains(PhysicalMemFlags::ENABLE_IPC);
        ensure(!shared || self.profile.ipc_physical_memory, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        let charge = device.charge(size)?;
        let object = Arc::new(SharedObject::create(Family::Physical, size)?);
        let made = self.physical.insert(|_| PhysicalMemory {
            context,
            device,
            size,
            flags,
            imported: false,
            object,
            _charge: charge,
        });
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { store(physical_mem, PhysicalMemHandle::from_address(made)) };
        Ok(())
    }

    pub fn physical_mem_retain(&self, physical_mem: PhysicalMemHandle) -> CallResult {
        handles([physical_mem.address()])?;
        self.physical.retain(physical_mem.address()).ok_or(UrResult::ERROR_INVALID_MEM_OBJECT)
    }

    pub fn physical_mem_release(&self, physical_mem: PhysicalMemHandle) -> CallResult {
        handles([physical_mem.address()])?;
        let released = self.physical.release(physical_mem.address());
        released.map(drop).ok_or(UrResult::ERROR_INVALID_MEM_OBJECT)
    }

    /// # Safety
    /// As [`UrIpc::physical_mem_get_info`](ur_ipc_api::UrIpc::physical_mem_get_info).
    pub unsafe fn physical_mem_get_info(
        &self,
        physical_mem: PhysicalMemHandle,
        prop_name: PhysicalMemInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> CallResult {
        handles([physical_mem.address()])?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let object = self.physical(physical_mem)?;
        match prop_name {
            PhysicalMemInfo::CONTEXT => answer.word(object.context.handle.address()),
            PhysicalMemInfo::DEVICE => answer.word(object.device.handle.address()),
            PhysicalMemInfo::SIZE => answer.word(object.size),
            PhysicalMemInfo::PROPERTIES => answer.bytes(&properties_bytes(object.flags)),
            PhysicalMemInfo::REFERENCE_COUNT => {
                answer.number(self.physical.references(physical_mem.address()).unwrap_or(0))
            }
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}

/// The bytes of a properties descriptor, padding zeroed.
fn properties_bytes(flags: PhysicalMemFlags) -> [u8; size_of::<PhysicalMemProperties>()] {
    let mut bytes = [0; size_of::<PhysicalMemProperties>()];
    let stype = StructureType::PHYSICAL_MEM_PROPERTIES.0.to_ne_bytes();
    let next = null::<c_void>().addr().to_ne_bytes();
    let fields: [(usize, &[u8]); 3] = [
        (std::mem::offset_of!(PhysicalMemProperties, stype), &stype),
        (std::mem::offset_of!(PhysicalMemProperties, p_next), &next),
        (std::mem::offset_of!(PhysicalMemProperties, flags), &flags.0.to_ne_bytes()),
    ];
    for (offset, field) in fields {
        bytes[offset..offset + field.len()].copy_from_slice(field);
    }
    bytes
}
