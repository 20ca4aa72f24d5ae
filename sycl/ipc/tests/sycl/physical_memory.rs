//! `ipc::physical_memory`.

use crate::support::{Bed, code};
use ur_ipc::physical_memory::{get, open, put};
use ur_ipc::{
    AddressAccessMode, Errc, Error, Mapping, PhysicalMem, PhysicalMemProperties, reserve_virtual_mem,
};

/// All of the memory, at addresses of its own.
fn mapped(memory: &PhysicalMem) -> Result<Mapping, Error> {
    let addresses = reserve_virtual_mem(memory.size(), memory.get_context())?;
    memory.map(&addresses, 0, memory.size(), AddressAccessMode::ReadWrite, 0)
}

#[test]
fn what_one_writes_the_other_reads() -> Result<(), Error> {
    let bed = Bed::new();
    let (memory, queue) = (bed.physical(), bed.in_order());
    let data = get(&memory)?.data();
    // SAFETY: the bytes are of a handle of memory that has not ended.
    let opened = unsafe { open(&data, (&bed.context, &bed.device)) }?;
    assert_eq!((opened.size(), opened.get_device()), (bed.granule(), &bed.device));
    let (here, there) = (mapped(&memory)?, mapped(&opened)?);
    queue.write(&here, 100, b"shared")?;
    let mut bytes = [0; 6];
    queue.read(&there, 100, &mut bytes)?;
    assert_eq!(&bytes, b"shared");
    // What was opened lasts longer than what was exported.
    drop((here, memory));
    queue.read(&there, 100, &mut bytes)?;
    assert_eq!(&bytes, b"shared");
    Ok(())
}

#[test]
fn only_what_was_made_to_be_shared_has_a_handle() -> Result<(), Error> {
    let bed = Bed::new();
    let (shared, size) = (bed.physical(), bed.granule());
    let plain = PhysicalMem::new(&bed.device, &bed.context, size, PhysicalMemProperties::default())?;
    // SAFETY: the bytes are of a handle of memory that has not ended.
    let opened = unsafe { open(&get(&shared)?.data(), (&bed.context, &bed.device)) }?;
    assert_eq!([&shared, &plain, &opened].map(PhysicalMem::ipc_enabled), [true, false, false]);
    bed.recorder.take();
    assert_eq!(code(get(&plain)), (Errc::Invalid, None));
    assert_eq!(code(get(&opened)), (Errc::Invalid, None));
    assert_eq!(bed.recorder.take(), [""; 0]);
    Ok(())
}

#[test]
fn a_handle_is_put_once_by_hand_or_with_its_memory() -> Result<(), Error> {
    let bed = Bed::new();
    let memory = bed.physical();
    let (first, second) = (get(&memory)?, get(&memory)?);
    assert_eq!(first.data(), first.data_view());
    drop(first);
    put(second)?;
    assert_eq!(bed.recorder.count("urIPCPutPhysMemHandleExp"), 1);
    bed.recorder.take();
    drop(memory);
    assert_eq!(bed.recorder.take(), ["urIPCPutPhysMemHandleExp", "urPhysicalMemRelease"]);
    Ok(())
}

#[test]
fn opened_memory_is_closed_by_dropping_it() -> Result<(), Error> {
    let bed = Bed::new();
    let memory = bed.physical();
    let data = get(&memory)?.data();
    // SAFETY: the bytes are of a handle of memory that has not ended.
    let opened = unsafe { [open(&data, &bed.device)?, open(&data, &bed.platform)?] };
    let default = bed.platform.khr_get_default_context()?;
    assert!(opened.iter().all(|opened| *opened.get_context() == default));
    bed.recorder.take();
    drop(opened);
    assert_eq!(bed.recorder.take(), ["urIPCClosePhysMemHandleExp"; 2]);
    Ok(())
}

#[test]
fn a_mapping_keeps_opened_memory_open() -> Result<(), Error> {
    let bed = Bed::new();
    let memory = bed.physical();
    // SAFETY: the bytes are of a handle of memory that has not ended.
    let opened = unsafe { open(&get(&memory)?.data(), (&bed.context, &bed.device)) }?;
    let mapping = mapped(&opened)?;
    drop(opened);
    bed.recorder.take();
    drop(mapping);
    assert_eq!(bed.recorder.take(), ["urVirtualMemUnmap", "urVirtualMemFree", "urIPCClosePhysMemHandleExp"]);
    Ok(())
}

#[test]
fn a_peer_opens_it_too() -> Result<(), Error> {
    let bed = Bed::with("two-devices");
    let (memory, peer) = (bed.physical(), bed.platform.get_devices().remove(1));
    // SAFETY: the bytes are of a handle of memory that has not ended.
    let opened = unsafe { open(&get(&memory)?.data(), (&bed.context, &peer)) }?;
    assert_eq!((opened.get_device(), opened.size()), (&peer, memory.size()));
    Ok(())
}
