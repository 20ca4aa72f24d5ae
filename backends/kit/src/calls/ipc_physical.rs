//! Physical memory between processes.

use super::physical::PhysicalCalls;
use super::sharing::{Sharing, ensure_reach, give_out, put};
use crate::checks::{Ur, ensure, handles, pointer};
use crate::driver::DeviceFacts;
use crate::envelope::Envelope;
use crate::exports::Contents;
use crate::objects::{Context, Physical};
use crate::state::State;
use std::ffi::c_void;
use ur_ipc_api::{ContextHandle, DeviceHandle, Family, PhysicalMemFlags, PhysicalMemHandle, UrResult};

/// The part of a driver that the calls on handles of physical memory need.
pub trait IpcPhysicalCalls: PhysicalCalls + Sharing {
    /// Makes what other processes take.
    fn export_physical(&self, physical: &Physical<Self>) -> Ur<Self::Shared>;

    /// Opens a handle, which may be one of this process. The envelope's size and descriptor are those in the exporter's
    /// table.
    ///
    /// # Errors
    /// `INVALID_VALUE` if it is no longer good; the driver's.
    fn import_physical(
        &self,
        state: &State<Self>,
        context: &Context<Self>,
        device: &Self::Device,
        envelope: &Envelope,
    ) -> Ur<Self::NativePhysical>;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: IpcPhysicalCalls> State<D> {
    /// `urIPCGetPhysMemHandleExp`
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
        self.driver.ensure_offers(&context.devices, Family::Physical)?;
        let physical = self.physical.get(phys_mem.address())?;
        let device = &physical.device;
        ensure(device.shares(Family::Physical), UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        let exportable = physical.flags.contains(PhysicalMemFlags::ENABLE_IPC);
        ensure(exportable, UrResult::ERROR_INVALID_ARGUMENT)?;
        let shared = self.driver.export_physical(&physical)?;
        let uuid = *device.uuid();
        let contents = Contents { size: physical.size, offset: 0, lead: 0, uuid, native: [0; 64] };
        // SAFETY: the outputs are not null, so writable.
        unsafe { give_out(self, context, shared, &contents, handle_data, handle_data_size_ret) }
    }

    /// `urIPCPutPhysMemHandleExp`
    pub unsafe fn ipc_put_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        handle_data: *const c_void,
    ) -> Ur<()> {
        put(self, context, handle_data, Family::Physical)
    }

    /// `urIPCOpenPhysMemHandleExp`
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
        ensure(device.shares(Family::Physical), UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        // SAFETY: of the size that is checked there, the caller's data is readable.
        let envelope = unsafe { self.exports.read(handle_data, handle_data_size, Family::Physical) }?;
        ensure_reach(self, &device, &envelope)?;
        let native = self.driver.import_physical(self, &context, &device, &envelope)?;
        let flags = PhysicalMemFlags::NONE_SET;
        let opened = Physical { native, size: envelope.size, flags, imported: true, device, context };
        // SAFETY: the output is not null, so writable.
        unsafe { self.publish_physical(opened, phys_mem) };
        Ok(())
    }

    /// `urIPCClosePhysMemHandleExp`
    pub unsafe fn ipc_close_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        phys_mem: PhysicalMemHandle,
    ) -> Ur<()> {
        handles([context.address(), phys_mem.address()])?;
        let context = self.contexts.get_lingering(context.address())?;
        self.driver.ensure_offers(&context.devices, Family::Physical)?;
        let physical = self.physical.get(phys_mem.address())?;
        ensure(physical.imported, UrResult::ERROR_INVALID_VALUE)?;
        self.physical.release(phys_mem.address())
    }
}
