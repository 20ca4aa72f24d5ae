//! USM allocations.

use crate::cuda::{Cuda, Import, Shared, State};
use crate::native_memory::NativeMemory;
use std::sync::Arc;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::calls::{UsmCalls, Wanted};
use ur_ipc_backend_kit::checks::{Ur, ensure};

impl UsmCalls for Cuda {
    fn ensure_shared_usm(&self) -> Ur<()> {
        Err(UrResult::ERROR_UNSUPPORTED_FEATURE)
    }

    fn allocate(&self, wanted: &Wanted<Self>) -> Ur<(NativeMemory, u64)> {
        let native = NativeMemory::new(wanted.kind, &wanted.device, wanted.size)?;
        let base = native.base;
        let aligned = wanted.align == 0 || base % wanted.align as u64 == 0;
        ensure(aligned, UrResult::ERROR_UNSUPPORTED_ALIGNMENT)?;
        Ok((native, base))
    }

    fn free(&self, state: &State, base: u64) -> Ur<()> {
        let mut ranges = state.memory.ranges();
        let allocation = ranges.allocations.get(&base).ok_or(UrResult::ERROR_INVALID_MEM_OBJECT)?;
        let opened =
            ranges.opened.values().flatten().any(
                |opened| matches!(&opened.native, Import::Local(local) if Arc::ptr_eq(local, allocation)),
            );
        ensure(!opened, UrResult::ERROR_INVALID_MEM_OBJECT)?;
        let allocation = ranges.allocations.remove(&base);
        drop(ranges);
        if let Some(allocation) = allocation {
            state.exports.withdraw(
                |shared| matches!(shared, Shared::Memory(memory) if memory.as_ptr() == Arc::as_ptr(&allocation)),
            );
        }
        Ok(())
    }
}
