//! Device USM between processes.

use crate::cuda::{Allocation, Context, Cuda, Import, Shared, State};
use crate::device::Device;
use crate::driver::{CuDevicePtr, CuIpcHandle, IPC_LAZY_PEER_ACCESS};
use std::sync::Arc;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::calls::{ExportedMemory, IpcMemoryCalls, Sharing};
use ur_ipc_backend_kit::objects::Opened;
use ur_ipc_backend_kit::ranges::within;
use ur_ipc_backend_kit::{Envelope, Ranges, Ur, producer};

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

impl Sharing for Cuda {
    fn can_open_from(&self, device: &Device, owner: &Device) -> Ur<bool> {
        Ok(device.can_access(owner) == Ok(true))
    }
}

impl IpcMemoryCalls for Cuda {
    fn export_memory(&self, allocation: &Arc<Allocation>) -> Ur<ExportedMemory<Shared>> {
        let device = &allocation.device;
        device.activate()?;
        let (shared_base, _) = address_range(device, allocation.base)?;
        let mut native = CuIpcHandle([0; 64]);
        // SAFETY: the output is a local variable; the allocation is held.
        unsafe { device.driver.ipc_get_mem_handle(&raw mut native, shared_base) }?;
        Ok(ExportedMemory {
            shared: Shared::Memory(Arc::downgrade(allocation)),
            lead: allocation.base - shared_base,
            native: native.0,
        })
    }

    /// CUDA gives the same address for every open of a handle, and counts them.
    fn open_memory(
        &self,
        state: &State,
        _context: &Context,
        device: &Device,
        envelope: &Envelope,
    ) -> Ur<(Import, u64)> {
        if state.exports.is_own(envelope) {
            let allocation = own_allocation(state, envelope)?;
            let base = allocation.base;
            return Ok((Import::Local(allocation), base));
        }
        producer::check(envelope)?;
        device.activate()?;
        let (mapped, base) = map(device, envelope)?;
        Ok((Import::Native(mapped), base))
    }

    /// An allocation of this process may have been freed since it was found.
    fn is_live(&self, opened: &Import, ranges: &Ranges<Self>) -> bool {
        match opened {
            Import::Local(found) => {
                ranges.allocations.get(&found.base).is_some_and(|live| Arc::ptr_eq(live, found))
            }
            Import::Native(_) => true,
        }
    }

    fn close_memory(&self, opened: Opened<Self>) -> Ur<()> {
        match opened.native {
            Import::Native(mapped) => unmap(&opened.device, mapped),
            Import::Local(_) => Ok(()),
        }
    }
}

/// CUDA refuses to open memory in the process that exported it, so a local import is the allocation itself.
fn own_allocation(state: &State, envelope: &Envelope) -> Ur<Arc<Allocation>> {
    match state.exports.find(envelope)? {
        Shared::Memory(allocation) => allocation.upgrade().ok_or(UrResult::ERROR_INVALID_VALUE),
        Shared::Physical(_) | Shared::Event(_) => Err(UrResult::ERROR_INVALID_VALUE),
    }
}
