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
}
