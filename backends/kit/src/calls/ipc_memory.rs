//! Device USM between processes.

use super::sharing::{Sharing, ensure_reach, give_out, put};
use crate::checks::{Ur, ensure, handles, pointer, store};
use crate::driver::DeviceFacts;
use crate::envelope::Envelope;
use crate::exports::Contents;
use crate::memory_map::Ranges;
use crate::objects::{Allocation, Context, Opened};
use crate::state::State;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, DeviceHandle, Family, UrResult, UsmType};

/// The driver's handle of an allocation.
pub struct ExportedMemory<S> {
    /// The object of the handle.
    pub shared: S,
    /// Byte offset of the allocation from what the driver's handle names.
    pub lead: u64,
    /// The driver's handle.
    pub native: [u8; 64],
}

/// The part of a driver that the calls on handles of memory need.
pub trait IpcMemoryCalls: Sharing {
    /// Makes the driver's handle of device memory.
    fn export_memory(&self, allocation: &Arc<Allocation<Self>>) -> Ur<ExportedMemory<Self::Shared>>;

    /// Opens a handle, which may be one of this process; gives the first byte of the allocation as well. Called while
    /// [`importing`](crate::MemoryMap::importing) is held, as is [`close_memory`](Self::close_memory).
    ///
    /// # Errors
    /// `INVALID_VALUE` if it is no longer good; the driver's.
    fn open_memory(
        &self,
        state: &State<Self>,
        context: &Context<Self>,
        device: &Self::Device,
        envelope: &Envelope,
    ) -> Ur<(Self::Opened, u64)>;

    /// True if what was opened is there still, when it is about to be entered.
    fn is_live(&self, _opened: &Self::Opened, _ranges: &Ranges<Self>) -> bool {
        true
    }

    /// Closes what was opened.
    fn close_memory(&self, opened: Opened<Self>) -> Ur<()>;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: IpcMemoryCalls> State<D> {
    /// `urIPCGetMemHandleExp`
    pub unsafe fn ipc_get_mem_handle_exp(
        &self,
        context: ContextHandle,
        mem: *mut c_void,
        handle_data: *mut *mut c_void,
        handle_data_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(mem)?;
        pointer(handle_data)?;
        pointer(handle_data_size_ret)?;
        let context = self.contexts.get(context.address())?;
        self.driver.ensure_offers(&context.devices, Family::Memory)?;
        let address = mem.addr() as u64;
        let allocation = self.memory.ranges().allocation(address).cloned();
        let allocation = allocation
            .filter(|allocation| allocation.kind == UsmType::DEVICE)
            .ok_or(UrResult::ERROR_INVALID_VALUE)?;
        let device = &allocation.device;
        ensure(device.shares(Family::Memory), UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        let ExportedMemory { shared, lead, native } = self.driver.export_memory(&allocation)?;
        let offset = address - allocation.base;
        let contents = Contents { size: allocation.size, offset, lead, uuid: *device.uuid(), native };
        // SAFETY: the outputs are not null, so writable.
        unsafe { give_out(self, context, shared, &contents, handle_data, handle_data_size_ret) }
    }

    /// `urIPCPutMemHandleExp`
    pub unsafe fn ipc_put_mem_handle_exp(&self, context: ContextHandle, handle_data: *mut c_void) -> Ur<()> {
        put(self, context, handle_data, Family::Memory)
    }

    /// `urIPCOpenMemHandleExp`
    pub unsafe fn ipc_open_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        handle_data: *mut c_void,
        handle_data_size: usize,
        mem: *mut *mut c_void,
    ) -> Ur<()> {
        handles([context.address(), device.address()])?;
        pointer(handle_data)?;
        pointer(mem)?;
        let (context, device) = self.context_and_device(context, device)?;
        ensure(device.shares(Family::Memory), UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        // SAFETY: of the size that is checked there, the caller's data is readable.
        let envelope = unsafe { self.exports.read(handle_data, handle_data_size, Family::Memory) }?;
        ensure_reach(self, &device, &envelope)?;
        let _importing = self.memory.importing();
        let (native, base) = self.driver.open_memory(self, &context, &device, &envelope)?;
        let address = base + envelope.offset;
        let opened = Opened { native, base, size: envelope.size, device, context };
        let mut ranges = self.memory.ranges();
        ensure(self.driver.is_live(&opened.native, &ranges), UrResult::ERROR_INVALID_VALUE)?;
        ranges.opened.entry(address).or_default().push(opened);
        drop(ranges);
        // SAFETY: the output is not null, so writable.
        unsafe { store(mem, std::ptr::with_exposed_provenance_mut(address as usize)) };
        Ok(())
    }

    /// `urIPCCloseMemHandleExp`
    pub unsafe fn ipc_close_mem_handle_exp(&self, context: ContextHandle, mem: *mut c_void) -> Ur<()> {
        handles([context.address()])?;
        pointer(mem)?;
        let context = self.contexts.get_lingering(context.address())?;
        self.driver.ensure_offers(&context.devices, Family::Memory)?;
        let _importing = self.memory.importing();
        let closed = self.memory.ranges().close(mem.addr() as u64, &context);
        self.driver.close_memory(closed.ok_or(UrResult::ERROR_INVALID_VALUE)?)
    }
}
