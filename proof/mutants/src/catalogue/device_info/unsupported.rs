//! Entry points of a family that the device does not report, and that do not say that they are unsupported.

use crate::catalogue::tools::*;

const MEMORY: &str = "device_info.memory_false_means_unsupported";
const PHYSICAL: &str = "device_info.physical_false_means_unsupported";
const EVENT_GET: &str = "device_info.event_false_get_unsupported";
const EVENT_OPEN: &str = "device_info.event_false_open_unsupported";
const EMPTY_SLOTS: &str =
    "the CUDA, HIP, native CPU and offload adapters, which leave the slots of the table empty";

/// A defect of a family that is not supported.
fn defect<'c>(
    c: &'c mut Catalogue,
    family: Family,
    requirement: &'static str,
    id: &str,
    does: &str,
) -> Defect<'c> {
    let (name, objects, profile) = match family {
        Memory => ("memory", "USM memory is", "no-memory"),
        Physical => ("physical", "Physical memory is", "no-physical-memory"),
        Event => ("event", "Events are", "no-event"),
    };
    c.defect(format!("info_{name}_false_{id}"), requirement)
        .does(format!("{objects} not supported, and {does}"))
        .on(profile)
}

pub(super) fn defects(c: &mut Catalogue) {
    for (family, on_get, on_open) in
        [(Memory, MEMORY, MEMORY), (Physical, PHYSICAL, PHYSICAL), (Event, EVENT_GET, EVENT_OPEN)]
    {
        defect(c, family, on_get, "get_writes", "Get gives a handle with its error")
            .before(move |c: &Get, _| (c.family == family).then(|| c.size.set(96)));
        defect(c, family, on_open, "open_writes", "Open gives something with its error")
            .before(move |c: &Open, _| (c.family == family).then(|| c.object.set(Ptr::from_address(0x1000))));
    }

    for (family, requirement) in [(Memory, MEMORY), (Physical, PHYSICAL)] {
        defect(c, family, requirement, "open_succeeds", "Open succeeds with nothing")
            .pretends(move |c: &Open, _| c.family == family);
        defect(c, family, requirement, "open_wipes", "Open writes into the caller's handle")
            .before(move |c: &Open, _| (c.family == family).then(|| c.data.write_bytes(&vec![0; c.size])));
    }

    defect(c, Memory, MEMORY, "open_invalid", "Open answers INVALID_VALUE to everything")
        .refuses(INVALID_VALUE, |c: &Open, _| c.family == Memory);
    defect(c, Physical, PHYSICAL, "get_invalid", "Get answers INVALID_VALUE")
        .refuses(INVALID_VALUE, |c: &Get, _| c.family == Physical);
    defect(c, Event, EVENT_GET, "get_uninitialized", "the loader has no Get")
        .seen_in(EMPTY_SLOTS)
        .refuses(UNINITIALIZED, |c: &Get, _| c.family == Event);
    defect(c, Event, EVENT_GET, "get_releases", "Get takes a reference of the event").before(
        |c: &Get, ur| {
            let Get { family, context, object, .. } = *c;
            (family == Event).then(|| Release { family, context, object }.run(ur))
        },
    );
    defect(c, Event, EVENT_OPEN, "open_uninitialized", "the loader has no Open")
        .seen_in(EMPTY_SLOTS)
        .refuses(UNINITIALIZED, |c: &Open, _| c.family == Event);

    mixed(c);
}

fn shares_events(device: DeviceHandle, ur: &Below) -> bool {
    ur.device_info::<u8>(device, DeviceInfo::IPC_EVENT_SUPPORT_EXP) == Some(1)
}

/// Defects in contexts of two devices, of which one shares events.
fn mixed(c: &mut Catalogue) {
    type Pick = fn(&[DeviceHandle]) -> Option<&DeviceHandle>;
    for (which, pick) in [("first", (|devices| devices.first()) as Pick), ("last", |devices| devices.last())]
    {
        c.defect(format!("info_event_mixed_open_asks_{which}"), EVENT_OPEN)
            .does(format!("Open asks the {which} device of the context alone whether it shares events"))
            .on("mixed")
            .instead(move |c: &ipc_open_event_handle_exp, ur| {
                let devices = ur.devices_of(c.context);
                let asked = pick(&devices).filter(|device| shares_events(**device, ur))?;
                let context = (devices.len() > 1).then(|| ur.context_on(*asked))?;
                Some(ipc_open_event_handle_exp { context, ..*c }.run(ur))
            });
    }

    c.defect("info_event_mixed_get_asks_context", EVENT_GET)
        .does("Get asks whether any device of the context shares events, and gives a handle of an event of another one")
        .on("mixed")
        .after(|c: &ipc_get_event_handle_exp, result, ur| {
            let context = ur.event_info(c.event, EventInfo::CONTEXT).unwrap_or_default();
            let other = ur.devices_of(context).into_iter().find(|device| shares_events(*device, ur));
            match other.filter(|_| result == UNSUPPORTED_FEATURE) {
                Some(device) => {
                    let (desc, mut event) =
                        (ExpEventDesc::new(ExpEventFlags::IPC_EXP), EventHandle::default());
                    let (event_desc, out) = (In::of(&desc), Out::of(&mut event));
                    event_create_exp { context, device, event_desc, event: out }.run(ur);
                    ipc_get_event_handle_exp { event, ..*c }.run(ur)
                }
                None => result,
            }
        });
}
