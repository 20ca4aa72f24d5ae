//! Device USM between processes.

use crate::device::Device;
use crate::foreign_memory;
use crate::level_zero::{Allocation, Context, LevelZero, Shared, State};
use crate::native_memory::OpenedMemory;
use crate::result::ur;
use std::sync::Arc;
use ur_ipc_api::{Family, UrResult};
use ur_ipc_backend_kit::calls::{ExportedMemory, IpcMemoryCalls, Sharing};
use ur_ipc_backend_kit::checks::{Ur, ensure};
use ur_ipc_backend_kit::objects::Opened;
use ur_ipc_backend_kit::ranges::within;
use ur_ipc_backend_kit::{DeviceFacts, Envelope, producer};

impl Sharing for LevelZero {
    fn ensure_offers(&self, devices: &[Arc<Device>], family: Family) -> Ur<()> {
        let shares = |device: &Arc<Device>| device.shares(family);
        let offered = match family {
            Family::Memory | Family::Physical => devices.iter().any(shares),
            Family::Event => devices.iter().all(shares),
        };
        ensure(offered, UrResult::ERROR_UNSUPPORTED_FEATURE)
    }
}

impl IpcMemoryCalls for LevelZero {
    fn export_memory(&self, allocation: &Arc<Allocation>) -> Ur<ExportedMemory<Shared>> {
        let handle = allocation.native.export().map_err(ur)?;
        let native = handle.bytes();
        let shared = Shared::Memory(Arc::downgrade(allocation), Arc::new(handle));
        Ok(ExportedMemory { shared, lead: 0, native })
    }

    fn open_memory(
        &self,
        state: &State,
        context: &Context,
        device: &Device,
        envelope: &Envelope,
    ) -> Ur<(OpenedMemory, u64)> {
        let native = open(state, context, device, envelope)?;
        let base = native.base;
        // The exporter's table has vouched for the size: this guards against reading Level Zero's handle wrongly.
        let fits = native.range().is_none_or(|(start, size)| within(base, envelope.size, start, size));
        ensure(fits, UrResult::ERROR_INVALID_VALUE)?;
        Ok((native, base))
    }

    fn close_memory(&self, opened: Opened<Self>) -> Ur<()> {
        drop(opened);
        Ok(())
    }
}

/// Opens Level Zero's handle.
fn open(state: &State, context: &Context, device: &Device, envelope: &Envelope) -> Ur<OpenedMemory> {
    if state.exports.is_own(envelope) {
        let Shared::Memory(allocation, handle) = state.exports.find(envelope)? else {
            return Err(UrResult::ERROR_INVALID_VALUE);
        };
        // Held until it is open.
        let _allocation = allocation.upgrade().ok_or(UrResult::ERROR_INVALID_VALUE)?;
        return OpenedMemory::new(&context.native, device.native, handle.bytes()).map_err(ur);
    }
    if envelope.fd < 0 {
        producer::check(envelope)?;
        return OpenedMemory::new(&context.native, device.native, envelope.native).map_err(ur);
    }
    let fd = producer::take_fd(envelope)?;
    foreign_memory::open(&context.native, device.native, envelope.native, envelope.fd, fd).map_err(ur)
}
