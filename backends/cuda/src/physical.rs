//! Physical memory objects.

use crate::backend::State;
use crate::context::Context;
use crate::device::Device;
use crate::driver::{CuMemAllocationProp, CuMemHandle, Driver, HANDLE_TYPE_POSIX_FD};
use crate::error::{Ur, ensure, handles, optional, pointer, store};
use crate::info::InfoOut;
use crate::registry::next_id;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use std::ffi::c_void;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use ur_ipc_api::{
    ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemInfo, PhysicalMemProperties,
    StructureType, UrResult,
};

/// CUDA's handle of physical memory, released with this. The memory lives as long as a handle, a mapping or an
/// exported descriptor does.
pub struct NativePhysical {
    driver: &'static Driver,
    /// CUDA's handle.
    pub native: CuMemHandle,
}

impl NativePhysical {
    fn create(device: &Device, size: usize, exportable: bool) -> Ur<Self> {
        let prop = CuMemAllocationProp::pinned(device.native, exportable);
        let mut native = 0;
        // SAFETY: the output is a local variable; the size was checked against the granularity.
        unsafe { device.driver.mem_create(&raw mut native, size, &raw const prop, 0) }?;
        Ok(Self { driver: device.driver, native })
    }

    /// A new descriptor of the memory.
    pub fn export(&self) -> Ur<OwnedFd> {
        let mut fd: RawFd = -1;
        // SAFETY: for this kind of handle the output is an `int`; the memory lives.
        unsafe { self.driver.mem_export((&raw mut fd).cast(), self.native, HANDLE_TYPE_POSIX_FD, 0) }?;
        ensure(fd >= 0, UrResult::ERROR_ADAPTER_SPECIFIC)?;
        // SAFETY: new and owned by nobody.
        let fd = unsafe { OwnedFd::from_raw_fd(fd) };
        fcntl(&fd, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)?;
        Ok(fd)
    }

    /// The memory behind a descriptor, which stays the caller's.
    pub fn import(device: &Device, fd: &OwnedFd) -> Ur<Self> {
        let mut native = 0;
        let os_handle: *mut c_void = std::ptr::without_provenance_mut(fd.as_raw_fd() as usize);
        // SAFETY: the output is a local variable; for this kind of handle the pointer is the descriptor's number.
        unsafe { device.driver.mem_import(&raw mut native, os_handle, HANDLE_TYPE_POSIX_FD) }?;
        Ok(Self { driver: device.driver, native })
    }
}

impl Drop for NativePhysical {
    fn drop(&mut self) {
        // SAFETY: released once; CUDA keeps what is still mapped.
        let _ = unsafe { self.driver.mem_release(self.native) };
    }
}

/// A physical memory object.
pub struct Physical {
    /// CUDA's handle.
    pub native: NativePhysical,
    /// Size in bytes.
    pub size: u64,
    /// The flags it was created with; none for an import, which cannot be exported.
    pub flags: PhysicalMemFlags,
    /// True if it came from Open.
    pub imported: bool,
    /// The device.
    pub device: Arc<Device>,
    /// The context.
    pub context: Arc<Context>,
}

/// `CU_MEM_ALLOC_GRANULARITY_MINIMUM`
pub const GRANULARITY_MINIMUM: u32 = 0;
/// `CU_MEM_ALLOC_GRANULARITY_RECOMMENDED`
pub const GRANULARITY_RECOMMENDED: u32 = 1;

/// The granularity of physical and virtual memory, in bytes.
pub fn granularity(device: &Device, option: u32) -> Ur<usize> {
    ensure(device.capabilities.virtual_memory, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
    device.activate()?;
    let prop = CuMemAllocationProp::pinned(device.native, device.capabilities.ipc_physical);
    let mut bytes = 0;
    // SAFETY: the output is a local variable.
    unsafe { device.driver.mem_get_granularity(&raw mut bytes, &raw const prop, option) }?;
    ensure(bytes != 0, UrResult::ERROR_ADAPTER_SPECIFIC)?;
    Ok(bytes)
}

/// `ur_physical_mem_properties_t` as bytes, its padding zero.
fn properties_bytes(flags: PhysicalMemFlags) -> [u8; 24] {
    let mut bytes = [0; 24];
    bytes[..4].copy_from_slice(&StructureType::PHYSICAL_MEM_PROPERTIES.0.to_ne_bytes());
    bytes[16..20].copy_from_slice(&flags.0.to_ne_bytes());
    bytes
}

impl State {
    /// Enters an object and stores its handle.
    ///
    /// # Safety
    /// `out` is writable.
    pub unsafe fn publish_physical(&self, physical: Physical, out: *mut PhysicalMemHandle) {
        let id = next_id();
        self.physical.insert(id, Arc::new(physical));
        // SAFETY: this function's contract.
        unsafe { store(out, PhysicalMemHandle::from_address(id)) };
    }

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
        ensure(!exportable || device.capabilities.ipc_physical, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        let granule = granularity(&device, GRANULARITY_MINIMUM)?;
        ensure(size != 0 && size.is_multiple_of(granule), UrResult::ERROR_INVALID_SIZE)?;
        let native = NativePhysical::create(&device, size, exportable)?;
        let created = Physical { native, size: size as u64, flags, imported: false, device, context };
        // SAFETY: the output is not null, so writable.
        unsafe { self.publish_physical(created, physical_mem) };
        Ok(())
    }

    pub unsafe fn physical_mem_retain(&self, physical_mem: PhysicalMemHandle) -> Ur<()> {
        self.physical.retain(physical_mem.address())
    }

    pub unsafe fn physical_mem_release(&self, physical_mem: PhysicalMemHandle) -> Ur<()> {
        self.physical.release(physical_mem.address())
    }

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
            PhysicalMemInfo::DEVICE => out.word(object.device.id),
            PhysicalMemInfo::SIZE => out.word(object.size as usize),
            PhysicalMemInfo::PROPERTIES => out.bytes(&properties_bytes(object.flags)),
            PhysicalMemInfo::REFERENCE_COUNT => out.number(self.physical.count(physical_mem.address())?),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_have_urs_layout() {
        let bytes = properties_bytes(PhysicalMemFlags::ENABLE_IPC);
        // SAFETY: 24 bytes, every pattern of which is a value: a number, a pointer that is not followed, flags.
        let read = unsafe { bytes.as_ptr().cast::<PhysicalMemProperties>().read_unaligned() };
        assert_eq!(read.stype, StructureType::PHYSICAL_MEM_PROPERTIES);
        assert!(read.p_next.is_null());
        assert_eq!(read.flags, PhysicalMemFlags::ENABLE_IPC);
    }
}
