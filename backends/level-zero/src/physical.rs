//! Physical memory objects.

use crate::capabilities::page_size;
use crate::device::Device;
use crate::level_zero::{Context, LevelZero};
use crate::native_physical::NativePhysical;
use crate::result::ur;
use ur_ipc_api::{UrResult, VirtualMemGranularityInfo};
use ur_ipc_backend_kit::calls::PhysicalCalls;
use ur_ipc_backend_kit::checks::{Ur, ensure};

impl PhysicalCalls for LevelZero {
    /// Level Zero has one granularity.
    fn granularity(
        &self,
        context: &Context,
        device: &Device,
        size: usize,
        _wanted: VirtualMemGranularityInfo,
    ) -> Ur<usize> {
        ensure(device.capabilities().virtual_memory.is_ok(), UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        page_size(&context.native, device.native, size.max(1)).map_err(ur)
    }

    fn create_physical(
        &self,
        context: &Context,
        device: &Device,
        size: usize,
        exportable: bool,
    ) -> Ur<NativePhysical> {
        NativePhysical::create(&context.native, device.native, size, exportable).map_err(ur)
    }
}
