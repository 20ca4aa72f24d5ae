//! Calls that lose so little memory of the host that only an exact account shows it.

use crate::catalogue::tools::*;
use std::hint::black_box;

/// The number of bytes that Put of an event lost in one of UR's adapters.
const LITTLE: usize = 80;

fn lose() {
    black_box(Box::leak(Box::new([0xa5u8; LITTLE])));
}

/// A defect of one kind of call of a family.
fn loses<'c>(c: &'c mut Catalogue, (name, object): (&str, &str), call: &str) -> Defect<'c> {
    c.defect(format!("lifetime_{name}_{call}_loses_{LITTLE}_bytes"), "lifetime.host.cycles")
        .does(format!("{call} of {object} loses {LITTLE} bytes of host memory"))
}

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object) in FAMILIES {
        loses(c, (name, object), "open").then(move |c: &Open, _| (c.family == family).then(lose));
    }

    loses(c, ("memory", "USM memory"), "create").then(|_: &usm_device_alloc, _| lose());

    loses(c, ("event", "an event"), "put")
        .then(|c: &Put, _| (c.family == Event).then(lose))
        .seen_in("Level Zero v2 adapter, urIPCPutEventHandleExp, found by reading");

    c.defect(format!("lifetime_event_signal_loses_{LITTLE}_bytes"), "lifetime.host.cycles")
        .does(format!("A signal loses {LITTLE} bytes of host memory"))
        .then(|c: &enqueue_events_wait_with_barrier_ext, _| (!c.event.is_null()).then(lose));

    c.defect(format!("lifetime_event_wait_loses_{LITTLE}_bytes"), "lifetime.host.cycles")
        .does(format!("A wait on an import loses {LITTLE} bytes of host memory"))
        .then(|c: &event_wait, ur| c.events().iter().any(|event| ur.is_import(*event)).then(lose));

    c.defect(format!("lifetime_physical_map_loses_{LITTLE}_bytes"), "lifetime.host.cycles")
        .does(format!("The mapping of an import loses {LITTLE} bytes of host memory"))
        .then(|c: &virtual_mem_map, ur| ur.is_import(c.physical_mem).then(lose));
}
