//! USM allocations.

use crate::backend::State;
use crate::context::Context;
use crate::native_memory::{NativeMemory, known};
use crate::result::ur;
use crate::shared::Shared;
use std::sync::Arc;
use ur_ipc_api::{UrResult, UsmType};
use ur_ipc_backend_kit::Ur;
use ur_ipc_backend_kit::calls::{UsmCalls, Wanted};

/// An allocation.
pub type Allocation = ur_ipc_backend_kit::calls::Allocation<State>;

impl UsmCalls for State {
    fn allocate(&self, wanted: &Wanted<Self>) -> Ur<(NativeMemory, u64)> {
        let Wanted { kind, context, device, size, align, .. } = wanted;
        let native = NativeMemory::new(&context.native, device.native, *kind, *size, *align).map_err(ur)?;
        let base = native.base;
        Ok((native, base))
    }

    fn free(&self, base: u64) -> Ur<()> {
        let freed = self.memory.ranges().allocations.remove(&base);
        let freed = freed.ok_or(UrResult::ERROR_INVALID_MEM_OBJECT)?;
        self.exports.withdraw(
            |shared| matches!(shared, Shared::Memory(memory, _) if memory.as_ptr() == Arc::as_ptr(&freed)),
        );
        // May block until no command uses the memory: no lock is held here.
        drop(freed);
        Ok(())
    }

    /// As UR's adapters do, this asks the driver, about opened memory too.
    fn kind_and_device(&self, context: &Context, address: u64) -> Ur<(UsmType, Option<usize>)> {
        let known = known(&context.native, address).map_err(ur)?;
        let device = self.devices.iter().find(|device| device.native.0 == known.device);
        Ok((known.kind, device.filter(|_| known.kind != UsmType::UNKNOWN).map(|device| device.id)))
    }
}
