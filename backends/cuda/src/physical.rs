//! Physical memory objects.

use crate::cuda::{Context, Cuda};
use crate::device::Device;
use crate::driver::CuMemAllocationProp;
use crate::native_physical::NativePhysical;
use ur_ipc_api::{UrResult, VirtualMemGranularityInfo};
use ur_ipc_backend_kit::calls::PhysicalCalls;
use ur_ipc_backend_kit::checks::{Ur, ensure};

/// `CU_MEM_ALLOC_GRANULARITY_MINIMUM`
const GRANULARITY_MINIMUM: u32 = 0;
/// `CU_MEM_ALLOC_GRANULARITY_RECOMMENDED`
const GRANULARITY_RECOMMENDED: u32 = 1;

/// The granularity of physical and virtual memory, in bytes.
fn granularity(device: &Device, option: u32) -> Ur<usize> {
    ensure(device.capabilities.virtual_memory, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
    device.activate()?;
    let prop = CuMemAllocationProp::pinned(device.native, device.capabilities.ipc_physical);
    let mut bytes = 0;
    // SAFETY: the output is a local variable.
    unsafe { device.driver.mem_get_granularity(&raw mut bytes, &raw const prop, option) }?;
    ensure(bytes != 0, UrResult::ERROR_ADAPTER_SPECIFIC)?;
    Ok(bytes)
}

impl PhysicalCalls for Cuda {
    fn granularity(
        &self,
        _context: &Context,
        device: &Device,
        _size: usize,
        wanted: VirtualMemGranularityInfo,
    ) -> Ur<usize> {
        let option = match wanted {
            VirtualMemGranularityInfo::RECOMMENDED => GRANULARITY_RECOMMENDED,
            _ => GRANULARITY_MINIMUM,
        };
        granularity(device, option)
    }

    fn create_physical(
        &self,
        _context: &Context,
        device: &Device,
        size: usize,
        exportable: bool,
    ) -> Ur<NativePhysical> {
        NativePhysical::create(device, size, exportable)
    }
}
