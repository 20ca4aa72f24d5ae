//! USM allocations.

use crate::level_zero::{Context, LevelZero, Shared, State};
use crate::native_memory::{NativeMemory, known};
use crate::result::ur;
use std::sync::Arc;
use ur_ipc_api::{UrResult, UsmType};
use ur_ipc_backend_kit::Ur;
use ur_ipc_backend_kit::calls::{UsmCalls, Wanted};

impl UsmCalls for LevelZero {
    fn allocate(&self, wanted: &Wanted<Self>) -> Ur<(NativeMemory, u64)> {
        let Wanted { kind, context, device, size, align, .. } = wanted;
        let native = NativeMemory::new(&context.native, device.native, *kind, *size, *align).map_err(ur)?;
        let base = native.base;
        Ok((native, base))
    }

    fn free(&self, state: &State, base: u64) -> Ur<()> {
        let freed = state.memory.ranges().allocations.remove(&base);
        let freed = freed.ok_or(UrResult::ERROR_INVALID_MEM_OBJECT)?;
        state.exports.withdraw(
            |shared| matches!(shared, Shared::Memory(memory, _) if memory.as_ptr() == Arc::as_ptr(&freed)),
        );
        // May block until no command uses the memory: no lock is held here.
        drop(freed);
        Ok(())
    }

    /// As UR's adapters do, this asks the driver, about opened memory too.
    fn kind_and_device(
        &self,
        state: &State,
        context: &Context,
        address: u64,
    ) -> Ur<(UsmType, Option<usize>)> {
        let known = known(&context.native, address).map_err(ur)?;
        let device = state.devices.iter().find(|device| device.native.0 == known.device);
        Ok((known.kind, device.filter(|_| known.kind != UsmType::UNKNOWN).map(|device| device.id)))
    }
}
