//! Events.

use crate::cuda::{Context, Cuda, Event};
use crate::device::Device;
use crate::native_event::{NativeEvent, Recorded};
use std::sync::Arc;
use ur_ipc_api::{ExpEventFlags, UrResult};
use ur_ipc_backend_kit::calls::EventCalls;
use ur_ipc_backend_kit::checks::{Ur, ensure};

impl EventCalls for Cuda {
    fn create_event(&self, _context: &Context, device: &Device, flags: ExpEventFlags) -> Ur<Recorded> {
        if flags.contains(ExpEventFlags::IPC_EXP) {
            ensure(device.capabilities.ipc_event, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
            return Ok(Arc::new(NativeEvent::shareable(device)?).into());
        }
        let times = flags.contains(ExpEventFlags::ENABLE_PROFILING);
        if times {
            device.clock()?;
        }
        Ok(Recorded::new(device, times)?)
    }

    fn native_handle(&self, event: &Event) -> usize {
        event.native.end.native
    }

    fn is_complete(&self, event: &Event) -> Ur<bool> {
        Ok(event.native.end.is_complete()?)
    }

    fn synchronize(&self, event: &Event) -> Ur<()> {
        Ok(event.native.end.synchronize()?)
    }

    fn nanoseconds(&self, event: &Event) -> Ur<(u64, u64)> {
        let not_available = |_| UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE;
        let start = event.native.start.as_ref().ok_or(UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE)?;
        let clock = event.device.clock()?;
        // CUDA refuses to measure events that were never recorded or are pending.
        let until_start = start.nanoseconds_since(&clock.event).map_err(not_available)?;
        let took = event.native.end.nanoseconds_since(start).map_err(not_available)?;
        let started = clock.nanoseconds + until_start;
        Ok((started, started + took))
    }
}
