//! Aspects of a device, as SYCL has them, from Unified Runtime's queries.

use crate::runtime::Runtime;
use crate::status::answered;
use ur_ipc_api::DeviceInfo;
use ur_ipc_api::implement::checks::Ur;
use ur_ipc_api::sycl::{Aspect, Device, Errc, SyclIpc};

/// The answer to a query, if it is about an aspect of SYCL's.
pub(crate) fn answer(runtime: &Runtime, device: Device, info: DeviceInfo) -> Option<Ur<bool>> {
    let aspect = match info {
        DeviceInfo::IPC_MEMORY_SUPPORT_EXP => Aspect::IpcMemory,
        DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP => Aspect::IpcPhysicalMemory,
        DeviceInfo::IPC_EVENT_SUPPORT_EXP => Aspect::IpcEvent,
        DeviceInfo::PER_EVENT_PROFILING_SUPPORT_EXP => Aspect::PerEventProfiling,
        DeviceInfo::VIRTUAL_MEMORY_SUPPORT => Aspect::VirtualMem,
        DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP => return Some(makes_events(runtime, device)),
        _ => return None,
    };
    // SAFETY: the device is one of the runtime's.
    Some(answered(unsafe { runtime.device_has(device, aspect) }))
}

/// Whether events can be made, for which SYCL has no aspect: one is.
fn makes_events(runtime: &Runtime, device: Device) -> Ur<bool> {
    // SAFETY: the device is one of the runtime's, and so are context and event, which end here.
    unsafe {
        let context = answered(runtime.context_create(&[device]))?;
        let made = runtime.make_event(Some(context), None, None);
        let ended = made.as_ref().map_or(Ok(()), |event| runtime.event_destroy(*event));
        answered(ended.and(runtime.context_destroy(context)))?;
        match made {
            Err(error) if error.errc == Errc::FEATURE_NOT_SUPPORTED => Ok(false),
            made => answered(made).map(|_| true),
        }
    }
}
