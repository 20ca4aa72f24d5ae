//! Calls that know the first device of a context only, and commands of other devices than an event's.

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

    events(c);
}

/// Whether a queue is on a device that its context lists behind another one.
fn is_on_later(queue: QueueHandle, ur: &Below) -> bool {
    let context = ur.queue_info(queue, QueueInfo::CONTEXT).unwrap_or_default();
    ur.queue_info(queue, QueueInfo::DEVICE).is_some_and(|device| is_later(context, device, ur))
}

/// The signals and barriers of queues on a second device.
fn events(c: &mut Catalogue) {
    const REQUIREMENT: &str = "cross_process.event.other_device";
    let waits = |c: &enqueue_events_wait_with_barrier, ur: &Below| {
        c.num_events_in_wait_list > 0 && is_on_later(c.queue, ur)
    };

    c.defect("cross_event_wait_of_second_device_refused", REQUIREMENT)
        .does("A queue on the second device of a context cannot wait for events")
        .on("two-devices")
        .refuses(INVALID_EVENT, waits);

    c.defect("cross_event_wait_of_second_device_does_not_wait", REQUIREMENT)
        .does("What a queue on the second device of a context is to wait for is not waited for")
        .on("two-devices")
        .instead(move |c: &enqueue_events_wait_with_barrier, ur| {
            let (num_events_in_wait_list, event_wait_list) = (0, In::NULL);
            let all = enqueue_events_wait_with_barrier { num_events_in_wait_list, event_wait_list, ..*c };
            waits(c, ur).then(|| all.run(ur))
        });

    c.defect("cross_event_signal_of_second_device_gives_other", "cross_process.event.other_device_signal")
        .does("A signal by a queue on the second device of a context gives another event than it was given")
        .on("two-devices")
        .then(|c: &enqueue_events_wait_with_barrier_ext, ur| {
            is_on_later(c.queue, ur).then(|| c.event.set(EventHandle(DANGLING.0)));
        });

    let own = shared::<Notes<(), DeviceHandle>>();
    c.defect("cross_event_waits_on_one_device", "cross_process.peer_device")
        .does("In contexts of one device, only a process' first queue's device waits for imports, although devices reach each other")
        .on("two-devices")
        .then(move |c: &queue_create, _| _ = own.lock().entry(()).or_insert(c.device))
        .refuses(INVALID_EVENT, move |c: &enqueue_events_wait_with_barrier, ur| {
            let alone = match ur.queue_info(c.queue, QueueInfo::CONTEXT).map(|context| ur.devices_of(context)) {
                Some(devices) => devices.len() == 1 && own.get(&()) != devices.first().copied(),
                None => false,
            };
            alone && c.event_wait_list.list(c.num_events_in_wait_list).iter().any(|event| ur.is_import(*event))
        });
}
