//! The layer over the host backend: what its tables add to `ur_ipc`, and that they reach it.

use std::sync::Arc;
use ur_ipc_api::sycl::*;
use ur_ipc_host::{HostBackend, Profile};
use ur_ipc_sycl_layer::over;

const SIZE: usize = 4096;
const DEVICE: Device = Device(0);

struct Bed {
    sycl: Arc<dyn SyclIpc>,
    context: Context,
    queue: Queue,
}

impl Bed {
    fn new() -> Result<Self> {
        let sycl = over(Arc::new(HostBackend::new(Profile::default()).expect("a host backend")));
        let properties = QueueProperties { in_order: true, enable_profiling: false };
        // SAFETY: as each of the tests, this keeps to the contract.
        unsafe {
            let context = sycl.context_create(&[DEVICE])?;
            let queue = sycl.queue_create(context, DEVICE, properties)?;
            Ok(Self { sycl, context, queue })
        }
    }

    fn memory(&self) -> Result<usize> {
        // SAFETY: device and context are live.
        unsafe { self.sycl.malloc(UsmKind::Device, SIZE, DEVICE, self.context) }
    }

    const fn here(&self) -> Place {
        Place { context: Some(self.context), device: Some(DEVICE) }
    }
}

fn errc<T>(result: Result<T>) -> Option<Errc> {
    result.err().map(|error| error.errc)
}

#[test]
fn an_address_inside_of_memory_is_memory() -> Result<()> {
    let bed = Bed::new()?;
    let Bed { sycl, context, queue } = &bed;
    // SAFETY: the objects are live, and the ranges inside of the memory.
    unsafe {
        let memory = bed.memory()?;
        sycl.queue_memset(*queue, memory, 1, SIZE)?;
        sycl.queue_write(*queue, memory + 100, &[2; 10])?;
        let handle = sycl.memory_get(memory + 96, None)?;
        let opened = sycl.memory_open(&sycl.handle_data_view(handle)?, Overload::View, bed.here())?;
        assert_eq!(sycl.queue_read(*queue, opened + 2, 4)?, [1, 1, 2, 2]);
        sycl.queue_memcpy(*queue, memory, opened + 4, 8)?;
        assert_eq!(sycl.queue_read(*queue, memory, 8)?, [2; 8]);
        assert_eq!(sycl.pointer_type(opened + 7, *context)?, Some(UsmKind::Device));
        sycl.memory_close(opened, Some(*context))?;
        sycl.free(memory, *context)
    }
}

#[test]
fn memory_that_was_opened_twice_is_closed_twice() -> Result<()> {
    let bed = Bed::new()?;
    let (sycl, memory) = (&bed.sycl, bed.memory()?);
    // SAFETY: the objects are live; what is closed once more is refused by the layer.
    unsafe {
        let bytes = sycl.handle_data(sycl.memory_get(memory, Some(bed.context))?)?;
        let opened =
            [bed.here(), Place::default()].map(|place| sycl.memory_open(&bytes, Overload::Data, place));
        for opened in opened {
            sycl.memory_close(opened?, None)?;
        }
        assert_eq!(errc(sycl.memory_close(memory, None)), Some(Errc::NONE), "it was never opened");
        sycl.free(memory, bed.context)?;
        assert_eq!(errc(sycl.queue_read(bed.queue, memory, 1)), Some(Errc::NONE));
        Ok(())
    }
}

#[test]
fn a_handle_may_be_put_when_its_object_has_ended() -> Result<()> {
    let bed = Bed::new()?;
    let (sycl, context) = (&bed.sycl, bed.context);
    // SAFETY: the objects are live, but for the handles, which outlive theirs.
    unsafe {
        let memory = bed.memory()?;
        let granule = sycl.mem_granularity(DEVICE, context, false)?;
        let physical = sycl.physical_create(DEVICE, context, granule, Some(true))?;
        let event = sycl.make_event(Some(context), Some(true), None)?;
        let handles = [sycl.memory_get(memory, None)?, sycl.physical_get(physical)?, sycl.event_get(event)?];
        sycl.free(memory, context)?;
        sycl.physical_destroy(physical)?;
        sycl.event_destroy(event)?;
        assert!(!sycl.handle_data(handles[0])?.is_empty());
        sycl.memory_put(handles[0], None)?;
        sycl.physical_put(handles[1], None)?;
        sycl.event_put(handles[2], None)?;
        assert_eq!(errc(sycl.memory_put(handles[0], None)), Some(Errc::NONE));
        assert_eq!(errc(sycl.handle_data(handles[0])), Some(Errc::NONE));
        handles.into_iter().try_for_each(|handle| sycl.handle_destroy(handle))
    }
}

#[test]
fn mapped_memory_is_memory_until_it_is_unmapped() -> Result<()> {
    let bed = Bed::new()?;
    let (sycl, context) = (&bed.sycl, bed.context);
    // SAFETY: the objects are live, and the ranges inside of what they are of.
    unsafe {
        let granule = sycl.mem_granularity(DEVICE, context, true)?;
        let physical = sycl.physical_create(DEVICE, context, granule, Some(true))?;
        let opened =
            sycl.physical_open(&sycl.handle_data(sycl.physical_get(physical)?)?, Overload::Data, bed.here())?;
        assert_eq!(sycl.physical_size(opened)?, granule);
        assert!(sycl.physical_is_of(opened, context, DEVICE)?);
        assert_eq!(errc(sycl.physical_get(opened)), Some(Errc::INVALID));
        let addresses = sycl.virtual_reserve(2 * granule, context)?;
        let first = sycl.physical_map(physical, addresses, granule, Access::ReadWrite, 0)?;
        let second = sycl.physical_map(opened, addresses + granule, granule, Access::Read, 0)?;
        sycl.queue_write(bed.queue, first + 5, &[7; 3])?;
        assert_eq!(sycl.queue_read(bed.queue, second + 4, 3)?, [0, 7, 7]);
        sycl.queue_memset(bed.queue, first + granule - 2, 8, 2)?;
        assert_eq!(
            sycl.queue_read(bed.queue, first + granule - 1, 8)?,
            [8, 0, 0, 0, 0, 0, 7, 7],
            "over both mappings"
        );
        let copy = bed.memory()?;
        sycl.queue_memcpy(bed.queue, copy, first + granule - 2, 8)?;
        assert_eq!(sycl.queue_read(bed.queue, copy, 8)?, [8, 8, 0, 0, 0, 0, 0, 7]);
        let beyond = sycl.queue_read(bed.queue, second + granule - 1, 2);
        assert_eq!(errc(beyond), Some(Errc::INVALID), "there is no more memory");
        for address in [first, second] {
            sycl.virtual_unmap(address, granule, context)?;
        }
        assert_eq!(errc(sycl.queue_read(bed.queue, first, 1)), Some(Errc::NONE));
        sycl.virtual_free(addresses, 2 * granule, context)
    }
}

#[test]
fn a_queue_may_wait_for_an_event_twice_at_once() -> Result<()> {
    let bed = Bed::new()?;
    let (sycl, queue) = (&bed.sycl, bed.queue);
    // SAFETY: the objects are live.
    unsafe {
        let event = sycl.make_event(Some(bed.context), Some(true), None)?;
        let opened =
            sycl.event_open(&sycl.handle_data(sycl.event_get(event)?)?, Overload::Data, Some(bed.context))?;
        sycl.enqueue_signal_event(queue, event)?;
        sycl.enqueue_wait_events(queue, &[opened, event, opened])?;
        sycl.queue_wait(queue)?;
        assert_eq!(sycl.event_status(opened)?, EventStatus::Complete);
        assert_eq!((sycl.event_ipc_enabled(event)?, sycl.event_ipc_enabled(opened)?), (true, false));
        assert_eq!(errc(sycl.event_destroy(Event(99))), Some(Errc::NONE));
        Ok(())
    }
}

#[test]
fn devices_are_numbered_as_they_are_listed() -> Result<()> {
    let profile = Profile::named("two-devices").expect("a profile");
    let sycl = over(Arc::new(HostBackend::new(profile).expect("a host backend")));
    // SAFETY: the objects are live; a device that is not there is refused by the layer.
    unsafe {
        assert_eq!(sycl.devices()?, 2);
        assert!(
            !sycl.device_name(Device(1))?.is_empty() && !sycl.device_driver_version(Device(1))?.is_empty()
        );
        assert_eq!(errc(sycl.device_name(Device(2))), Some(Errc::NONE));
        let context = sycl.default_context(Device(0))?;
        let memory = sycl.malloc(UsmKind::Device, SIZE, Device(1), context)?;
        assert_ne!(memory, 0);
        let alone = sycl.context_create(&[Device(0)])?;
        assert_eq!(sycl.malloc(UsmKind::Device, SIZE, Device(1), alone)?, 0, "null, as SYCL's");
        sycl.free(memory, context)
    }
}
