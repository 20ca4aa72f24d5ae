//! Uses of another device's objects.

use crate::variants::tools::*;

/// By what devices are told apart in all processes.
type Uuid = [u8; 16];

fn uuid(device: DeviceHandle, ur: &Below) -> Option<Uuid> {
    ur.device_info(device, DeviceInfo::UUID)
}

/// The devices of events.
#[derive(Default)]
struct Devices {
    created: Notes<EventHandle, DeviceHandle>,
}

impl Devices {
    fn of(&self, event: EventHandle, ur: &Below) -> Option<Uuid> {
        match ur.import(event) {
            Some(import) => handle(Event, &import.bytes).map(|handle| handle.device),
            None => uuid(self.created.get(&event)?, ur),
        }
    }

    /// True if an event is of another device than a queue.
    fn differ(&self, event: EventHandle, queue: QueueHandle, ur: &Below) -> bool {
        let own = ur.queue_info(queue, QueueInfo::DEVICE).and_then(|device| uuid(device, ur));
        self.of(event, ur).is_some_and(|of| own.is_some_and(|own| own != of))
    }
}

/// Keeps the devices of shareable events.
fn keeping(devices: &'static Devices) -> impl Fn(Freedom<'_>) -> Freedom<'_> {
    move |variant| {
        variant
            .then(move |c: &event_create_exp, _| {
                c.event.get().map(|event| devices.created.set(event, c.device));
            })
            .then(move |c: &event_release, ur| {
                if ur.event_info::<u32>(c.event, EventInfo::REFERENCE_COUNT).is_none() {
                    devices.created.take(&c.event);
                }
            })
    }
}

/// Refuses calls of a kind that wait for events of another device than their queue's.
fn waits_at_home<C: Waits>(
    devices: &'static Devices,
    queue: impl Fn(&C) -> QueueHandle + Copy + Send + Sync + 'static,
) -> impl Fn(Freedom<'_>) -> Freedom<'_> {
    move |variant| {
        variant.refuses(INVALID_EVENT_WAIT_LIST, move |c: &C, ur| {
            c.events().into_iter().any(|event| devices.differ(event, queue(c), ur))
        })
    }
}

pub(super) fn variants(c: &mut Catalogue) {
    let devices = shared::<Devices>();
    c.variant(
        "event_waits_of_device_that_reaches_nothing",
        "Level Zero, PROG.rst, Device association: \"The waiting device must have peer-to-peer access to \
         the device that last had the Event enqueued for signaling\"; UR names no device of a wait",
    )
    .of(&["cross_process.event.other_device", "cross_process.peer_device"])
    .on("no-p2p")
    .does("where devices do not reach each other, the queues of one cannot wait for events of another")
    .with(keeping(devices))
    .with(waits_at_home(devices, |c: &enqueue_events_wait| c.queue))
    .with(waits_at_home(devices, |c: &enqueue_events_wait_with_barrier| c.queue))
    .with(waits_at_home(devices, |c: &enqueue_events_wait_with_barrier_ext| c.queue))
    .with(waits_at_home(devices, |c: &enqueue_usm_memcpy| c.queue))
    .with(waits_at_home(devices, |c: &enqueue_usm_fill| c.queue));

    let devices = shared::<Devices>();
    c.variant(
        "event_signals_of_its_device_alone",
        "exp-low-power-events.yml, urEnqueueEventsWaitWithBarrierExt: INVALID_EVENT, without saying when; \
         EXP-REUSABLE-EVENTS.rst, Support, says of which queues an event \"may only be passed\" to it, and \
         not that it may be to all of these; what the device of urEventCreateExp is for is not said. Of CUDA's cuEventRecord, event and stream \
         \"must be from the same context\"",
    )
    .of(&["cross_process.event.other_device_signal"])
    .on("two-devices")
    .does("a queue of another device than an event's cannot signal it")
    .with(keeping(devices))
    .refuses(INVALID_EVENT, move |c: &enqueue_events_wait_with_barrier_ext, ur| {
        c.event.get().is_some_and(|event| devices.differ(event, c.queue, ur))
    });

    c.variant(
        "event_open_for_devices_that_reach_it",
        format!(
            "{YML}, urIPCOpenEventHandleExp: takes a context alone, and lists \"A device in `hContext` \
             does not support event IPC\"; what comes where one does not reach the event's is not said"
        ),
    )
    .of(&["cross_process.device_of_context"])
    .on("no-p2p")
    .forbidden_by_sycl()
    .does("Open refuses an event in a context of several devices that do not reach each other")
    .refuses(INVALID_OPERATION, |c: &Open, ur| {
        c.family == Event && c.handle().is_some() && ur.devices_of(c.context).len() > 1
    });

    for (family, name, objects, text) in [
        (
            Memory,
            "memory",
            "USM memory",
            "urIPCOpenMemHandleExp: hDevice is the \"handle of the device object the corresponding USM \
             device memory was allocated on\"",
        ),
        (
            Physical,
            "physical",
            "physical memory",
            "urIPCOpenPhysMemHandleExp: hDevice is the \"handle of the device object the physical memory \
             was allocated on\"",
        ),
    ] {
        c.variant(
            format!("{name}_opens_on_its_device_alone"),
            format!("{YML}, {text}; what a call with another device gives is not said"),
        )
        .of(&["cross_process.peer_device"])
        .on("two-devices")
        .does(format!("Open of {objects} refuses another device than its own"))
        .refuses(INVALID_DEVICE, move |c: &Open, ur| {
            let of = c.handle().filter(|_| c.family == family).map(|handle| handle.device);
            of.is_some_and(|of| uuid(c.device, ur).is_some_and(|device| device != of))
        });
    }
}
