//! Device USM between processes.

use crate::backend::State;
use crate::device::Device;
use crate::driver::{CuDevicePtr, CuIpcHandle, IPC_LAZY_PEER_ACCESS};
use crate::envelope::{Envelope, Family, SIZE};
use crate::error::{Ur, ensure, handles, pointer, store};
use crate::exports::{Contents, Shared, read};
use crate::memory_map::{Import, Opened, within};
use crate::producer;
use crate::usm::Allocation;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, DeviceHandle, UrResult, UsmType};

/// The range that CUDA shares for an address. The device is current.
fn address_range(device: &Device, address: u64) -> Ur<(u64, u64)> {
    let (mut base, mut size): (CuDevicePtr, usize) = (0, 0);
    // SAFETY: the outputs are local variables; an unknown address is an error.
    unsafe { device.driver.mem_get_address_range(&raw mut base, &raw mut size, address) }?;
    Ok((base, size as u64))
}

/// Opens CUDA's handle; gives where the mapping and where the allocation in it begin. The device is current.
fn map(device: &Device, envelope: &Envelope) -> Ur<(u64, u64)> {
    let mut mapped: CuDevicePtr = 0;
    let handle = CuIpcHandle(envelope.native);
    // SAFETY: the output is a local variable; the exporter vouches for the handle.
    unsafe { device.driver.ipc_open_mem_handle(&raw mut mapped, handle, IPC_LAZY_PEER_ACCESS) }?;
    let base = mapped.wrapping_add(envelope.lead);
    // The exporter's table has vouched for the size: this guards against reading CUDA's handle wrongly.
    let fits = address_range(device, mapped)
        .map_or(true, |(start, size)| base >= mapped && within(base, envelope.size, start, size));
    if !fits {
        unmap(device, mapped)?;
        return Err(UrResult::ERROR_INVALID_VALUE);
    }
    Ok((mapped, base))
}

/// Undoes one `map`.
fn unmap(device: &Device, mapped: u64) -> Ur<()> {
    device.activate()?;
    // SAFETY: opened by `map`, once for each call of this.
    Ok(unsafe { device.driver.ipc_close_mem_handle(mapped) }?)
}

impl State {
    /// `INVALID_VALUE` unless a device can reach the memory of the device that a handle names.
    pub fn ensure_reach(&self, device: &Device, envelope: &Envelope) -> Ur<()> {
        if device.uuid == envelope.uuid {
            return Ok(());
        }
        let owner = self.devices.iter().find(|owner| owner.uuid == envelope.uuid);
        ensure(owner.is_some_and(|owner| device.can_access(owner) == Ok(true)), UrResult::ERROR_INVALID_VALUE)
    }

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
        let address = mem.addr() as u64;
        let allocation = self.memory.ranges().allocation(address).cloned();
        let allocation = allocation
            .filter(|allocation| allocation.kind == UsmType::DEVICE)
            .ok_or(UrResult::ERROR_INVALID_VALUE)?;
        let device = &allocation.device;
        ensure(device.capabilities.ipc_memory, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        device.activate()?;
        let (shared_base, _) = address_range(device, allocation.base)?;
        let mut native = CuIpcHandle([0; 64]);
        // SAFETY: the output is a local variable; the allocation is held.
        unsafe { device.driver.ipc_get_mem_handle(&raw mut native, shared_base) }?;
        let contents = Contents {
            size: allocation.size,
            offset: address - allocation.base,
            lead: allocation.base - shared_base,
            uuid: device.uuid,
            native: native.0,
        };
        let data = self.exports.add(context, Shared::Memory(Arc::downgrade(&allocation)), &contents)?;
        // SAFETY: the outputs are not null, so writable.
        unsafe {
            store(handle_data, data);
            store(handle_data_size_ret, SIZE);
        }
        Ok(())
    }

    pub unsafe fn ipc_put_mem_handle_exp(&self, context: ContextHandle, handle_data: *mut c_void) -> Ur<()> {
        handles([context.address()])?;
        pointer(handle_data)?;
        self.contexts.get_lingering(context.address())?;
        self.exports.put(handle_data, Family::Memory)
    }

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
        ensure(device.capabilities.ipc_memory, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        // SAFETY: of the size that is checked there, the caller's data is readable.
        let envelope = unsafe { read(handle_data, handle_data_size, Family::Memory) }?;
        self.ensure_reach(&device, &envelope)?;
        let _importing = self.memory.importing();
        let (import, base) = if self.exports.is_own(&envelope) {
            let allocation = self.own_allocation(&envelope)?;
            let base = allocation.base;
            (Import::Local(allocation), base)
        } else {
            producer::check(&envelope)?;
            device.activate()?;
            let (mapped, base) = map(&device, &envelope)?;
            (Import::Native(mapped), base)
        };
        let address = base + envelope.offset;
        let mut ranges = self.memory.ranges();
        if let Import::Local(allocation) = &import {
            // It may have been freed since it was found.
            let live = ranges.allocations.get(&base).is_some_and(|live| Arc::ptr_eq(live, allocation));
            ensure(live, UrResult::ERROR_INVALID_VALUE)?;
        }
        // CUDA gives the same address for every open of a handle, and counts them as is done here.
        ranges
            .opened
            .entry(address)
            .or_insert_with(|| Opened { import, base, size: envelope.size, device, contexts: Vec::new() })
            .contexts
            .push(context);
        drop(ranges);
        // SAFETY: the output is not null, so writable.
        unsafe { store(mem, std::ptr::with_exposed_provenance_mut(address as usize)) };
        Ok(())
    }

    /// CUDA refuses to open memory in the process that exported it, so a local import is the allocation itself.
    fn own_allocation(&self, envelope: &Envelope) -> Ur<Arc<Allocation>> {
        match self.exports.find(envelope)? {
            Shared::Memory(allocation) => allocation.upgrade().ok_or(UrResult::ERROR_INVALID_VALUE),
            Shared::Physical(_) | Shared::Event(_) => Err(UrResult::ERROR_INVALID_VALUE),
        }
    }

    pub unsafe fn ipc_close_mem_handle_exp(&self, context: ContextHandle, mem: *mut c_void) -> Ur<()> {
        handles([context.address()])?;
        pointer(mem)?;
        let context = self.contexts.get_lingering(context.address())?;
        let address = mem.addr() as u64;
        let _importing = self.memory.importing();
        let mut ranges = self.memory.ranges();
        let opened = ranges.opened.get_mut(&address).ok_or(UrResult::ERROR_INVALID_VALUE)?;
        let own = opened.contexts.iter().position(|opener| opener.id == context.id).unwrap_or(0);
        let opener = opened.contexts.swap_remove(own);
        let device = Arc::clone(&opened.device);
        let mapped = match opened.import {
            Import::Native(mapped) => Some(mapped),
            Import::Local(_) => None,
        };
        let last = opened.contexts.is_empty().then(|| ranges.opened.remove(&address));
        drop(ranges);
        let closed = mapped.map_or(Ok(()), |mapped| unmap(&device, mapped));
        drop((last, opener));
        closed
    }
}
