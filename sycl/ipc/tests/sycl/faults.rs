//! Calls that fail at a bad moment: what was begun is ended, and the error says which call it was.

use crate::support::{Bed, Fault, code, error};
use rstest::rstest;
use std::sync::Arc;
use ur_ipc::{
    AddressAccessMode, Context, Errc, EventProperties, PhysicalMem, PhysicalMemProperties, Platform, Queue,
    QueueProperties, Result, enqueue_signal_event, enqueue_wait_event, event, free, make_event,
    malloc_device, memory, physical_memory, reserve_virtual_mem, unmap,
};
use ur_ipc_api::UrResult;

const LOST: UrResult = UrResult::ERROR_DEVICE_LOST;

/// All that the layer does, until something fails.
fn everything(bed: &Bed) -> Result<()> {
    // SAFETY: as for the bed itself.
    let platform = unsafe { Platform::get_platforms(Arc::clone(&bed.recorder) as _) }?.remove(0);
    let context = Context::new(&platform.get_devices())?;
    let (device, size) = (&platform.get_devices()[0], 64 << 10);
    let queue = Queue::new(&context, device, QueueProperties::default().in_order(true))?;
    let allocated = malloc_device(size, device, &context)?;
    let handle = memory::get(&allocated)?;
    // SAFETY: the handle has not been put.
    let opened = unsafe { memory::open(handle.data_view(), (&context, device)) }?;
    memory::put(handle)?;
    queue.memset(&opened, 0, 1, size)?;
    let properties = PhysicalMemProperties::default().enable_ipc(true);
    let physical = PhysicalMem::new(device, &context, size, properties)?;
    let handle = physical_memory::get(&physical)?;
    // SAFETY: the handle has not been put.
    let imported = unsafe { physical_memory::open(handle.data_view(), (&context, device)) }?;
    physical_memory::put(handle)?;
    let addresses = reserve_virtual_mem(size, &context)?;
    let mut mapping = imported.map(&addresses, 0, size, AddressAccessMode::Read, 0)?;
    mapping.set_access_mode(AddressAccessMode::ReadWrite)?;
    mapping.get_access_mode()?;
    queue.memcpy(&mapping, 0, &opened, 0, size)?;
    let event = make_event(&context, EventProperties::default().enable_ipc(true))?;
    enqueue_signal_event(&queue, &event)?;
    // SAFETY: the event lives longer.
    let import = unsafe { event::open(event::get(&event)?.data_view(), &context) }?;
    enqueue_wait_event(&queue, &import)?;
    import.wait()?;
    import.command_execution_status()?;
    queue.ext_oneapi_prod()?;
    queue.wait()?;
    unmap(mapping)?;
    memory::close(opened)?;
    free(allocated)
}

/// Every entry point that this needs and of which the layer tells the answer.
#[rstest]
#[case("urAdapterGet")]
#[case("urPlatformGet")]
#[case("urDeviceGet")]
#[case("urContextCreate")]
#[case("urQueueCreate")]
#[case("urUSMDeviceAlloc")]
#[case("urIPCGetMemHandleExp")]
#[case("urIPCOpenMemHandleExp")]
#[case("urUSMGetMemAllocInfo")]
#[case("urEnqueueUSMFill")]
#[case("urVirtualMemGranularityGetInfo")]
#[case("urPhysicalMemCreate")]
#[case("urIPCGetPhysMemHandleExp")]
#[case("urIPCOpenPhysMemHandleExp")]
#[case("urPhysicalMemGetInfo")]
#[case("urVirtualMemReserve")]
#[case("urVirtualMemMap")]
#[case("urVirtualMemSetAccess")]
#[case("urVirtualMemGetInfo")]
#[case("urEnqueueUSMMemcpy")]
#[case("urEventCreateExp")]
#[case("urEnqueueEventsWaitWithBarrierExt")]
#[case("urIPCGetEventHandleExp")]
#[case("urIPCOpenEventHandleExp")]
#[case("urEventGetInfo")]
#[case("urEventWait")]
#[case("urQueueFlush")]
fn a_call_that_fails_is_named_and_leaves_nothing(#[case] entry_point: &'static str) {
    let bed = Bed::new();
    assert_eq!(everything(&bed), Ok(()));
    bed.recorder.fail(entry_point, Fault::Instead(LOST));
    let error = error(everything(&bed));
    assert_eq!((error.errc(), error.ur_result()), (Errc::Runtime, Some(LOST)), "{error}");
    assert_eq!(error.entry_point(), Some(entry_point), "{error}");
    let recorder = Arc::clone(&bed.recorder);
    drop(bed);
    assert_eq!(recorder.left(), [""; 0]);
}

/// Calls that end something: it has ended, and the answer is told.
#[rstest]
#[case("urIPCPutMemHandleExp")]
#[case("urIPCPutPhysMemHandleExp")]
#[case("urVirtualMemUnmap")]
#[case("urIPCCloseMemHandleExp")]
#[case("urUSMFree")]
fn an_end_that_fails_is_told_once(#[case] entry_point: &'static str) {
    let bed = Bed::new();
    everything(&bed).expect("nothing fails");
    let calls = bed.recorder.count(entry_point);
    bed.recorder.fail(entry_point, Fault::After(LOST));
    let error = error(everything(&bed));
    assert_eq!((error.ur_result(), error.entry_point()), (Some(LOST), Some(entry_point)), "{error}");
    assert_eq!(bed.recorder.count(entry_point), 2 * calls, "it is not called again");
}

#[rstest]
#[case("urUSMDeviceAlloc")]
#[case("urIPCGetMemHandleExp")]
#[case("urIPCOpenMemHandleExp")]
#[case("urPhysicalMemCreate")]
#[case("urIPCGetPhysMemHandleExp")]
#[case("urIPCOpenPhysMemHandleExp")]
#[case("urVirtualMemReserve")]
#[case("urEventCreateExp")]
#[case("urIPCGetEventHandleExp")]
#[case("urIPCOpenEventHandleExp")]
fn success_that_gives_nothing_is_an_error(#[case] entry_point: &'static str) {
    let bed = Bed::new();
    bed.recorder.fail(entry_point, Fault::Instead(UrResult::SUCCESS));
    let error = error(everything(&bed));
    assert_eq!((error.errc(), error.ur_result()), (Errc::Runtime, None), "{error}");
    assert!(error.to_string().contains(entry_point), "{error}");
    let recorder = Arc::clone(&bed.recorder);
    drop(bed);
    assert_eq!(recorder.left(), [""; 0]);
}

/// As DPC++'s runtime does: an import whose size or context is not to be had is given back.
#[test]
fn an_import_is_released_when_the_work_after_it_fails() {
    let bed = Bed::new();
    let (memory, event) = (bed.physical(), bed.event());
    let data = physical_memory::get(&memory).expect("a handle").data();
    for fault in [Fault::Instead(LOST), Fault::After(LOST)] {
        bed.recorder.fail("urPhysicalMemGetInfo", fault);
        // SAFETY: the memory has not ended.
        let opened = unsafe { physical_memory::open(&data, (&bed.context, &bed.device)) };
        assert_eq!(code(opened), (Errc::Runtime, Some(LOST)));
    }
    assert_eq!(bed.recorder.count("urIPCClosePhysMemHandleExp"), 2);
    let data = event::get(&event).expect("a handle").data();
    bed.recorder.fail("urEventGetInfo", Fault::After(LOST));
    // SAFETY: the event has not ended.
    assert_eq!(code(unsafe { event::open(&data, &bed.context) }), (Errc::Runtime, Some(LOST)));
    assert_eq!(bed.recorder.count("urEventRelease"), 1);
}

#[test]
fn an_answer_of_another_size_is_no_answer() {
    let bed = Bed::new();
    let memory = bed.physical();
    let data = physical_memory::get(&memory).expect("a handle").data();
    bed.recorder.fail("urPhysicalMemGetInfo", Fault::Instead(UrResult::SUCCESS));
    // SAFETY: the memory has not ended.
    let opened = unsafe { physical_memory::open(&data, (&bed.context, &bed.device)) };
    assert_eq!(code(opened), (Errc::Runtime, None));
}

#[rstest]
#[case(UrResult::ERROR_OUT_OF_DEVICE_MEMORY)]
#[case(UrResult::ERROR_OUT_OF_HOST_MEMORY)]
#[case(UrResult::ERROR_OUT_OF_RESOURCES)]
fn no_room_is_said_to_be_that(#[case] answer: UrResult) {
    let bed = Bed::new();
    bed.recorder.fail("urUSMDeviceAlloc", Fault::Instead(answer));
    let allocated = malloc_device(1, &bed.device, &bed.context);
    assert_eq!(code(allocated), (Errc::MemoryAllocation, Some(answer)));
    bed.recorder.fail("urPhysicalMemCreate", Fault::Instead(answer));
    let size = bed.granule();
    let made = PhysicalMem::new(&bed.device, &bed.context, size, PhysicalMemProperties::default());
    assert_eq!(code(made), (Errc::MemoryAllocation, Some(answer)));
}

/// Memory that a command may still use is left behind: nothing else is safe.
#[test]
fn memory_stays_where_a_queue_cannot_be_waited_for() -> Result<()> {
    let bed = Bed::new();
    let queue = bed.in_order();
    let allocated = malloc_device(64, &bed.device, &bed.context)?;
    queue.memset(&allocated, 0, 1, 64)?;
    bed.recorder.fail("urQueueFinish", Fault::Instead(LOST));
    assert_eq!(code(free(allocated)), (Errc::Runtime, Some(LOST)));
    let physical = bed.physical();
    let addresses = reserve_virtual_mem(physical.size(), &bed.context)?;
    let mapping = physical.map(&addresses, 0, physical.size(), AddressAccessMode::ReadWrite, 0)?;
    queue.memset(&mapping, 0, 1, 64)?;
    drop((physical, addresses));
    bed.recorder.fail("urQueueFinish", Fault::Instead(LOST));
    drop(mapping);
    for stays in ["urUSMFree", "urVirtualMemUnmap", "urVirtualMemFree", "urPhysicalMemRelease"] {
        assert_eq!(bed.recorder.count(stays), 0, "{stays}");
    }
    let recorder = Arc::clone(&bed.recorder);
    drop((bed, queue));
    assert_eq!(recorder.count("urContextRelease"), 0, "the context of what is left behind stays as well");
    Ok(())
}

/// No slice goes back to its owner while the device may be at it.
#[test]
fn a_copy_that_fails_is_waited_for() -> Result<()> {
    let bed = Bed::new();
    let (queue, allocated) = (bed.in_order(), malloc_device(64, &bed.device, &bed.context)?);
    bed.recorder.fail("urEnqueueUSMMemcpy", Fault::After(LOST));
    bed.recorder.take();
    assert_eq!(code(queue.read(&allocated, 0, &mut [0; 64])), (Errc::Runtime, Some(LOST)));
    assert_eq!(bed.recorder.take(), ["urEnqueueUSMMemcpy", "urQueueFinish"]);
    Ok(())
}
