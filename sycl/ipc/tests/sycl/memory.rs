//! `ipc::memory`, and USM memory itself.

use crate::support::{Bed, code};
use rstest::rstest;
use std::ptr::null_mut;
use ur_ipc::memory::{close, get, open, put};
use ur_ipc::{
    DeviceMemory, Errc, Error, UsmKind, UsmMemory, UsmPointer, free, get_pointer_type, malloc_device,
    malloc_host, malloc_shared,
};
use ur_ipc_api::UrResult;

const SIZE: usize = 5000;

fn device_memory(bed: &Bed) -> UsmMemory {
    malloc_device(SIZE, &bed.device, &bed.context).expect("memory")
}

#[test]
fn what_one_writes_the_other_reads() -> Result<(), Error> {
    let (bed, pattern) = (Bed::new(), (0..SIZE).map(|n| n as u8).collect::<Vec<_>>());
    let (memory, queue) = (device_memory(&bed), bed.in_order());
    queue.write(&memory, 0, &pattern)?;
    let data = get(&memory)?.data();
    // SAFETY: the bytes are of a handle of memory that lives longer.
    let opened = unsafe { open(&data, (&bed.context, &bed.device)) }?;
    assert_eq!((opened.size()?, opened.get_device()), (SIZE, &bed.device));
    let mut bytes = vec![0; SIZE];
    queue.read(&opened, 0, &mut bytes)?;
    assert_eq!(bytes, pattern);
    queue.memset(&opened, 10, 0xee, 20)?;
    queue.memcpy(&memory, 100, &opened, 10, 5)?;
    let mut bytes = [0; 106];
    queue.read(&memory, 0, &mut bytes)?;
    assert_eq!((&bytes[..11], &bytes[29..31]), (&[&pattern[..10], &[0xee]].concat()[..], &[0xee, 30][..]));
    assert_eq!(bytes[99..], [99, 0xee, 0xee, 0xee, 0xee, 0xee, 105]);
    close(opened)?;
    free(memory)
}

#[test]
fn a_handle_of_a_byte_inside_opens_there() -> Result<(), Error> {
    let bed = Bed::new();
    let (memory, queue) = (device_memory(&bed), bed.in_order());
    queue.write(&memory, SIZE - 3, b"end")?;
    let data = get(memory.at(SIZE - 3)?)?.data();
    // SAFETY: the bytes are of a handle of memory that lives longer.
    let opened = unsafe { open(&data, (&bed.context, &bed.device)) }?;
    assert_eq!(opened.size()?, 3);
    let mut bytes = [0; 3];
    queue.read(&opened, 0, &mut bytes)?;
    assert_eq!(&bytes, b"end");
    assert_eq!(code(queue.read(&opened, 1, &mut bytes)), (Errc::Invalid, None));
    assert_eq!(code(memory.at(SIZE)), (Errc::Invalid, None));
    Ok(())
}

#[test]
fn views_and_copies_of_a_handle_are_the_same_until_it_is_put() -> Result<(), Error> {
    let bed = Bed::new();
    let memory = device_memory(&bed);
    let (first, second) = (get(&memory)?, get(&memory)?);
    assert_eq!(first.data(), first.data_view());
    put(first)?;
    // SAFETY: the second handle has not been put.
    let opened = unsafe { open(second.data_view(), (&bed.context, &bed.device)) }?;
    put(second)?;
    let mut byte = [1];
    bed.in_order().read(&opened, 0, &mut byte)?;
    assert_eq!((byte, bed.recorder.count("urIPCPutMemHandleExp")), ([0], 2));
    Ok(())
}

#[test]
fn a_handle_need_not_be_put_and_is_put_with_its_memory() -> Result<(), Error> {
    let bed = Bed::new();
    let memory = device_memory(&bed);
    let data = get(&memory)?.data();
    // SAFETY: dropping a handle puts nothing.
    close(unsafe { open(&data, (&bed.context, &bed.device)) }?)?;
    assert_eq!(bed.recorder.count("urIPCPutMemHandleExp"), 0);
    bed.recorder.take();
    free(memory)?;
    assert_eq!(bed.recorder.take(), ["urIPCPutMemHandleExp", "urUSMFree"]);
    Ok(())
}

#[test]
fn overloads_open_in_the_default_context() -> Result<(), Error> {
    let bed = Bed::new();
    let memory = device_memory(&bed);
    let data = get(&memory)?.data();
    let default = bed.platform.khr_get_default_context()?;
    // SAFETY: the bytes are of a handle of memory that lives longer.
    let opened = unsafe { [open(&data, &bed.device)?, open(&data, &bed.platform)?] };
    assert!(opened.iter().all(|opened| *opened.get_context() == default && default != bed.context));
    Ok(())
}

#[test]
fn pointers_into_no_memory_are_invalid_and_other_kinds_are_unified_runtimes_to_judge() -> Result<(), Error> {
    let bed = Bed::new();
    let mut local = 0_u8;
    // SAFETY: a local variable is live here.
    let pointer = unsafe { UsmPointer::from_raw(&bed.context, (&raw mut local).cast()) };
    assert_eq!(code(get(pointer)), (Errc::Invalid, None));
    let host = malloc_host(64, &bed.context)?;
    assert_eq!(code(get(&host)), (Errc::Runtime, Some(UrResult::ERROR_INVALID_VALUE)));
    let shared = malloc_shared(64, &bed.device, &bed.context)?;
    assert_eq!(code(get(&shared)), (Errc::Runtime, Some(UrResult::ERROR_INVALID_VALUE)));
    // SAFETY: null is a pointer to nothing.
    let null = unsafe { UsmPointer::from_raw(&bed.context, null_mut()) };
    assert_eq!(code(get(null)), (Errc::Invalid, None));
    // SAFETY: the memory is live.
    let raw = unsafe { UsmPointer::from_raw(&bed.context, host.as_ptr()) };
    assert_eq!(code(get(raw)), (Errc::Runtime, Some(UrResult::ERROR_INVALID_VALUE)));
    Ok(())
}

#[test]
fn a_pointer_from_elsewhere_has_a_handle_too() -> Result<(), Error> {
    let bed = Bed::new();
    let memory = device_memory(&bed);
    // SAFETY: the memory is live.
    let handle = get(unsafe { UsmPointer::from_raw(&bed.context, memory.as_ptr()) })?;
    // SAFETY: the handle has not been put.
    close(unsafe { open(handle.data_view(), (&bed.context, &bed.device)) }?)?;
    put(handle)
}

#[rstest]
#[case(UsmKind::Device)]
#[case(UsmKind::Host)]
#[case(UsmKind::Shared)]
fn each_kind_is_allocated_and_copied(#[case] kind: UsmKind) -> Result<(), Error> {
    let bed = Bed::new();
    let memory = match kind {
        UsmKind::Device => malloc_device(SIZE, &bed.device, &bed.context)?,
        UsmKind::Host => malloc_host(SIZE, &bed.context)?,
        UsmKind::Shared => malloc_shared(SIZE, &bed.device, &bed.context)?,
    };
    assert_eq!((memory.kind(), memory.size(), memory.get_context()), (kind, SIZE, &bed.context));
    let (queue, mut bytes) = (bed.in_order(), [0; 4]);
    queue.write(&memory, SIZE - 4, b"copy")?;
    queue.read(&memory, SIZE - 4, &mut bytes)?;
    assert_eq!(&bytes, b"copy");
    free(memory)
}

#[test]
fn ranges_and_contexts_are_looked_at_before_commands() -> Result<(), Error> {
    let bed = Bed::new();
    let (memory, queue) = (device_memory(&bed), bed.in_order());
    let elsewhere = bed.platform.khr_get_default_context()?;
    let strange = malloc_device(SIZE, &bed.device, &elsewhere)?;
    bed.recorder.take();
    let mut bytes = [0; 2];
    for result in [
        queue.read(&memory, SIZE - 1, &mut bytes),
        queue.write(&memory, usize::MAX, &bytes),
        queue.memset(&memory, SIZE + 1, 0, 0),
        queue.memcpy(&memory, 0, &memory, 1, SIZE),
        queue.memcpy(&memory, 1, &memory, 0, SIZE),
        queue.memcpy(&memory, 0, &memory, 4, 5),
        queue.memcpy(&memory, 4, &memory, 0, 5),
        queue.read(&strange, 0, &mut bytes),
    ] {
        assert_eq!(code(result), (Errc::Invalid, None));
    }
    queue.memcpy(&memory, 7, &memory, 7, 0)?;
    queue.read(&memory, SIZE, &mut [])?;
    queue.write(&memory, 0, &[])?;
    queue.memset(&memory, SIZE, 1, 0)?;
    assert_eq!(bed.recorder.take(), [""; 0]);
    queue.memcpy(&memory, 5, &memory, 0, 5)?;
    Ok(())
}

#[test]
fn a_pointer_is_of_the_kind_of_what_it_is_in() -> Result<(), Error> {
    let bed = Bed::new();
    let device = malloc_device(64, &bed.device, &bed.context)?;
    let host = malloc_host(64, &bed.context)?;
    let shared = malloc_shared(64, &bed.device, &bed.context)?;
    let kind = |pointer| get_pointer_type(pointer, &bed.context);
    assert_eq!(kind(device.as_ptr().wrapping_byte_add(63))?, Some(UsmKind::Device));
    assert_eq!(kind(host.as_ptr())?, Some(UsmKind::Host));
    assert_eq!(kind(shared.as_ptr())?, Some(UsmKind::Shared));
    let local = 0_u8;
    assert_eq!(kind((&raw const local).cast())?, None);
    assert_eq!(kind(std::ptr::null())?, None);
    Ok(())
}
