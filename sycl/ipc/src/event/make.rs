//! `make_event`.

use super::object::{Event, EventOrigin};
use super::require_events;
use crate::aspect::Aspect;
use crate::error::{Function, Result};
use crate::place::InContext;
use ur_ipc_api::{DeviceInfo, EventHandle, ExpEventDesc, ExpEventFlags};

/// Properties of [`make_event`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventProperties {
    enable_ipc: bool,
    enable_profiling: bool,
}

impl EventProperties {
    /// `enable_ipc`: it can be shared. By default it cannot.
    #[must_use]
    pub fn enable_ipc(self, enable: bool) -> Self {
        Self { enable_ipc: enable, ..self }
    }

    /// `enable_profiling`: it takes times. By default it does not.
    #[must_use]
    pub fn enable_profiling(self, enable: bool) -> Self {
        Self { enable_profiling: enable, ..self }
    }
}

/// `make_event`: a reusable event, complete from the start, by `urEventCreateExp`.
///
/// See [`InContext`] for SYCL's overloads. DPC++'s runtime calls Unified Runtime only when the event is first signalled or
/// exported, and says only then what that answers.
///
/// # Errors
/// [`Errc::Invalid`](crate::Errc::Invalid) for both properties at once.
/// [`Errc::FeatureNotSupported`](crate::Errc::FeatureNotSupported) unless all devices of the context have reusable events
/// (`UR_DEVICE_INFO_REUSABLE_EVENTS_SUPPORT_EXP`, for which SYCL has no aspect), [`Aspect::ExtOneapiPerEventProfiling`] if it
/// is to take times, and [`Aspect::ExtOneapiIpcEvent`] if it is to be shared. [`Errc::Runtime`](crate::Errc::Runtime) with what
/// Unified Runtime answered.
pub fn make_event(context: impl InContext, properties: EventProperties) -> Result<Event> {
    const F: Function = Function("make_event");
    if properties.enable_ipc && properties.enable_profiling {
        return Err(F.invalid("an event cannot have both enable_ipc and enable_profiling"));
    }
    let context = context.context()?;
    let mut flags = ExpEventFlags::NONE_SET;
    for device in context.get_devices() {
        if properties.enable_profiling {
            device.require(F, Aspect::ExtOneapiPerEventProfiling)?;
            flags = ExpEventFlags::ENABLE_PROFILING;
        }
        if !device.answers_yes(DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP) {
            return Err(F.not_supported("the device does not have reusable events"));
        }
    }
    if properties.enable_ipc {
        require_events(F, &context)?;
        flags = ExpEventFlags::IPC_EXP;
    }
    let (desc, mut handle) = (ExpEventDesc::new(flags), EventHandle::NULL);
    // SAFETY: the context and its device are live; the description and the output are local variables.
    let result = unsafe {
        let device = context.first_device().ur_handle();
        context.ur().event_create_exp(context.ur_handle(), device, &raw const desc, &raw mut handle)
    };
    F.check("urEventCreateExp", result)?;
    if handle.is_null() {
        return Err(F.runtime("urEventCreateExp succeeded and gave no event"));
    }
    Ok(Event::adopt(&context, handle, EventOrigin::Made { ipc: properties.enable_ipc }))
}
