//! USM allocations.

use crate::backend::State;
use crate::native_memory::{NativeMemory, known};
use crate::result::ur;
use crate::shared::Shared;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, UrResult, UsmAllocInfo, UsmType};
use ur_ipc_backend_kit::calls::{UsmCalls, Wanted};
use ur_ipc_backend_kit::checks::{ensure, handles, pointer};
use ur_ipc_backend_kit::{InfoOut, Ur};

/// An allocation.
pub type Allocation = ur_ipc_backend_kit::calls::Allocation<State>;

impl UsmCalls for State {
    fn allocate(&self, wanted: &Wanted<Self>) -> Ur<(NativeMemory, u64)> {
        let Wanted { kind, context, device, size, align, .. } = wanted;
        let native = NativeMemory::new(&context.native, device, *kind, *size, *align).map_err(ur)?;
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

    /// As UR's adapters do, this asks the driver for the kind and the device, of opened memory too; where memory starts
    /// and ends is known here, as the driver may round it up.
    unsafe fn usm_get_mem_alloc_info(
        &self,
        context: ContextHandle,
        mem: *const c_void,
        prop_name: UsmAllocInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(mem)?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        ensure(prop_name.name().is_some(), UrResult::ERROR_INVALID_ENUMERATION)?;
        let context = self.contexts.get_lingering(context.address())?;
        let address = mem.addr() as u64;
        let known = || known(&context.native, address).map_err(ur);
        let region = || self.memory.ranges().region(address).ok_or(UrResult::ERROR_INVALID_VALUE);
        match prop_name {
            UsmAllocInfo::TYPE => out.number(known()?.kind.0),
            UsmAllocInfo::DEVICE => {
                let known = known()?;
                ensure(known.kind != UsmType::UNKNOWN, UrResult::ERROR_INVALID_VALUE)?;
                let mut devices = self.devices.iter();
                let device = devices.find(|device| device.native.0 == known.device);
                out.word(device.ok_or(UrResult::ERROR_INVALID_VALUE)?.id)
            }
            UsmAllocInfo::BASE_PTR => out.word(region()?.base as usize),
            UsmAllocInfo::SIZE => out.word(region()?.size as usize),
            _ => {
                let pool = region()?.pool;
                ensure(pool != 0, UrResult::ERROR_INVALID_VALUE)?;
                out.word(pool)
            }
        }
    }
}
