//! Physical memory between processes.

use crate::backend::State;
use crate::device::Device;
use crate::envelope::{Envelope, Family, SIZE};
use crate::error::{Ur, ensure, handles, pointer, store};
use crate::exports::{Contents, Shared, read};
use crate::physical::{NativePhysical, Physical};
use crate::producer;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, UrResult};

impl State {
    pub unsafe fn ipc_get_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        phys_mem: PhysicalMemHandle,
        handle_data: *mut *mut c_void,
        handle_data_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([context.address(), phys_mem.address()])?;
        pointer(handle_data)?;
        pointer(handle_data_size_ret)?;
        let context = self.contexts.get(context.address())?;
        let physical = self.physical.get(phys_mem.address())?;
        ensure(physical.device.capabilities.ipc_physical, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        let exportable = physical.flags.contains(PhysicalMemFlags::ENABLE_IPC);
        ensure(exportable, UrResult::ERROR_INVALID_ARGUMENT)?;
        physical.device.activate()?;
        let fd = Arc::new(physical.native.export()?);
        let contents =
            Contents { size: physical.size, offset: 0, lead: 0, uuid: physical.device.uuid, native: [0; 64] };
        let data = self.exports.add(context, Shared::Physical(fd), &contents)?;
        // SAFETY: the outputs are not null, so writable.
        unsafe {
            store(handle_data, data);
            store(handle_data_size_ret, SIZE);
        }
        Ok(())
    }

    pub unsafe fn ipc_put_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        handle_data: *const c_void,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(handle_data)?;
        self.contexts.get_lingering(context.address())?;
        self.exports.put(handle_data, Family::Physical)
    }

    pub unsafe fn ipc_open_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        handle_data: *const c_void,
        handle_data_size: usize,
        phys_mem: *mut PhysicalMemHandle,
    ) -> Ur<()> {
        handles([context.address(), device.address()])?;
        pointer(handle_data)?;
        pointer(phys_mem)?;
        let (context, device) = self.context_and_device(context, device)?;
        ensure(device.capabilities.ipc_physical, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        // SAFETY: of the size that is checked there, the caller's data is readable.
        let envelope = unsafe { read(handle_data, handle_data_size, Family::Physical) }?;
        self.ensure_reach(&device, &envelope)?;
        let native = self.import_physical(&device, &envelope)?;
        let flags = PhysicalMemFlags::NONE_SET;
        let opened = Physical { native, size: envelope.size, flags, imported: true, device, context };
        // SAFETY: the output is not null, so writable.
        unsafe { self.publish_physical(opened, phys_mem) };
        Ok(())
    }

    /// A new handle of CUDA for the memory. The envelope's size and descriptor are those in the exporter's table.
    fn import_physical(&self, device: &Device, envelope: &Envelope) -> Ur<NativePhysical> {
        device.activate()?;
        if self.exports.is_own(envelope) {
            let Shared::Physical(fd) = self.exports.find(envelope)? else {
                return Err(UrResult::ERROR_INVALID_VALUE);
            };
            return NativePhysical::import(device, &fd);
        }
        let fd = producer::check(envelope)?.take_fd(envelope.fd)?;
        NativePhysical::import(device, &fd)
    }

    pub unsafe fn ipc_close_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        phys_mem: PhysicalMemHandle,
    ) -> Ur<()> {
        handles([context.address(), phys_mem.address()])?;
        self.contexts.get_lingering(context.address())?;
        let physical = self.physical.get(phys_mem.address())?;
        ensure(physical.imported, UrResult::ERROR_INVALID_VALUE)?;
        self.physical.release(phys_mem.address())
    }
}
