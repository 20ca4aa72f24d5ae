//! Calls that know the first device of a context only.

use crate::catalogue::tools::*;

const REQUIREMENT: &str = "cross_process.device_of_context";

/// Whether the context has a device before this one.
fn is_later(context: ContextHandle, device: DeviceHandle, ur: &Below) -> bool {
    ur.devices_of(context).iter().position(|other| *other == device).is_some_and(|at| at > 0)
}

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object) in FAMILIES {
        c.defect(format!("cross_{name}_open_on_second_device_refused"), REQUIREMENT)
            .does(format!("Open of {object} takes the first device of a context only"))
            .on("two-devices")
            .refuses(INVALID_DEVICE, move |c: &Open, ur| {
                let several = family == Event && ur.devices_of(c.context).len() > 1;
                c.family == family && (several || is_later(c.context, c.device, ur))
            });

        c.defect(format!("cross_{name}_get_on_second_device_refused"), REQUIREMENT)
            .does(format!("Get takes {object} of the first device of a context only"))
            .on("two-devices")
            .refuses(INVALID_VALUE, move |c: &Get, ur| {
                let physical = PhysicalMemHandle(c.object.0);
                let device = match family {
                    Memory => ur.alloc_info(c.context, c.object, UsmAllocInfo::DEVICE),
                    Physical => ur.physical_info(physical, PhysicalMemInfo::DEVICE),
                    Event => None,
                };
                let context = match family {
                    Event => ur.event_info(EventHandle(c.object.0), EventInfo::CONTEXT).unwrap_or_default(),
                    _ => c.context,
                };
                c.family == family
                    && device.map_or(ur.devices_of(context).len() > 1, |device| is_later(context, device, ur))
            });
    }
}
