//! Entry points of a family that the device does not report, and that do not say that they are unsupported.

use crate::catalogue::Catalogue;
use crate::defect::Defect;
use crate::layer::codes::*;
use crate::layer::sharing::*;
use crate::layer::{Family, Ptr};

/// A family that is not supported, with how ids and sentences call it.
struct Unsupported {
    family: Family,
    name: &'static str,
    objects: &'static str,
    profile: &'static str,
}

impl Unsupported {
    /// A defect of this family.
    fn defect<'c>(
        &self,
        c: &'c mut Catalogue,
        requirement: &'static str,
        id: &str,
        does: &str,
    ) -> Defect<'c> {
        let Self { name, objects, profile, .. } = self;
        c.defect(format!("info_{name}_false_{id}"), format!("{objects} not supported, and {does}"))
            .violates(&[requirement])
            .on(profile)
    }
}

const MEMORY: &str = "device_info.memory_false_means_unsupported";
const PHYSICAL: &str = "device_info.physical_false_means_unsupported";
const EVENT_GET: &str = "device_info.event_false_get_unsupported";
const EVENT_OPEN: &str = "device_info.event_false_open_unsupported";
const EMPTY_SLOTS: &str =
    "the CUDA, HIP, native CPU and offload adapters, which leave the slots of the table empty";

pub(super) fn defects(c: &mut Catalogue) {
    let memory =
        Unsupported { family: Memory, name: "memory", objects: "USM memory is", profile: "no-memory" };
    let physical = Unsupported {
        family: Physical,
        name: "physical",
        objects: "Physical memory is",
        profile: "no-physical-memory",
    };
    let event = Unsupported { family: Event, name: "event", objects: "Events are", profile: "no-event" };

    for (of, on_get, on_open) in
        [(&memory, MEMORY, MEMORY), (&physical, PHYSICAL, PHYSICAL), (&event, EVENT_GET, EVENT_OPEN)]
    {
        let family = of.family;
        of.defect(c, on_get, "get_writes", "Get gives a handle with its error").before(move |c: &Get, _| {
            if c.family == family {
                c.size.set(96);
            }
        });
        of.defect(c, on_open, "open_writes", "Open gives something with its error").before(
            move |c: &Open, _| {
                if c.family == family {
                    c.object.set(Ptr::from_address(0x1000));
                }
            },
        );
        of.defect(c, on_open, "put_succeeds", "Put succeeds").pretends(move |c: &Put, _| c.family == family);
    }

    for (of, requirement, frees, what) in [
        (&memory, MEMORY, "close_frees", "Close frees the caller's memory"),
        (&physical, PHYSICAL, "close_releases", "Close takes a reference of the object"),
    ] {
        let family = of.family;
        of.defect(c, requirement, "open_succeeds", "Open succeeds with nothing")
            .pretends(move |c: &Open, _| c.family == family);
        of.defect(c, requirement, "open_wipes", "Open writes into the caller's handle").before(
            move |c: &Open, _| {
                if c.family == family {
                    c.data.write_bytes(&vec![0; c.size]);
                }
            },
        );
        of.defect(c, requirement, "close_invalid", "Close answers INVALID_VALUE")
            .refuses(INVALID_VALUE, move |c: &Close, _| c.family == family);
        of.defect(c, requirement, frees, what).after(move |c: &Close, result, ur| {
            let Close { context, object, .. } = *c;
            if c.family == family {
                Release { family, context, object }.run(ur);
            }
            result
        });
    }

    memory
        .defect(c, MEMORY, "open_invalid", "Open answers INVALID_VALUE to everything")
        .refuses(INVALID_VALUE, |c: &Open, _| c.family == Memory);
    physical
        .defect(c, PHYSICAL, "get_invalid", "Get answers INVALID_VALUE")
        .refuses(INVALID_VALUE, |c: &Get, _| c.family == Physical);
    event
        .defect(c, EVENT_GET, "get_uninitialized", "the loader has no Get")
        .seen_in(EMPTY_SLOTS)
        .refuses(UNINITIALIZED, |c: &Get, _| c.family == Event);
    event.defect(c, EVENT_GET, "get_releases", "Get takes a reference of the event").before(|c: &Get, ur| {
        if c.family == Event {
            Release { family: Event, context: c.context, object: c.object }.run(ur);
        }
    });
    event
        .defect(c, EVENT_OPEN, "open_uninitialized", "the loader has no Open")
        .seen_in(EMPTY_SLOTS)
        .refuses(UNINITIALIZED, |c: &Open, _| c.family == Event);
}
