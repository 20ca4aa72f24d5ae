//! Handles of allocations.

use core::ffi::c_void;
use core::ptr;
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use level_zero_sys::*;
use rstest::rstest;

use crate::gpu::{Gpu, INVALID, PAGE, SUCCESS};
use crate::peer::{self, Victim};
use crate::support::{apart_and_well, call};

/// Tells the number of the descriptor in the handle.
fn number(handle: &ze_ipc_mem_handle_t) -> i32 {
    i32::from_ne_bytes(*handle.data.first_chunk().expect("there are 64"))
}

fn write(memory: *mut u8, value: u8) {
    // SAFETY: the memory is mapped.
    unsafe { memory.write_volatile(value) };
}

fn read(memory: *const u8) -> u8 {
    // SAFETY: the memory is mapped.
    unsafe { memory.read_volatile() }
}

#[test]
fn what_is_opened_is_the_same_memory_elsewhere() {
    let gpu = Gpu::new();
    let memory = gpu.memory(PAGE);
    let handle = gpu.memory_handle(memory).expect("it is an allocation");
    let opened = [(); 2].map(|()| gpu.open(handle).expect("it is open"));
    assert!(opened[0] != opened[1] && !opened.contains(&memory));
    write(memory, 7);
    assert_eq!(opened.map(|opened| read(opened)), [7; 2]);
    assert_eq!(gpu.put(handle), SUCCESS);
    assert_eq!(gpu.open(handle).err(), Some(INVALID), "its descriptor is closed");
    assert_eq!(gpu.put(handle), INVALID);
    gpu.free(memory);
    write(opened[0], 8);
    assert_eq!(read(opened[1]), 8, "what is open outlives the exporter");
    assert_eq!(opened.map(|opened| gpu.close(opened)), [SUCCESS; 2]);
    assert_eq!(gpu.close(opened[0]), INVALID);
}

#[test]
fn the_end_of_the_memory_ends_its_handles() {
    let gpu = Gpu::new();
    let memory = gpu.memory(PAGE);
    let handle = gpu.memory_handle(memory).expect("it is an allocation");
    gpu.free(memory);
    assert_eq!(gpu.open(handle).err(), Some(INVALID));
    assert_eq!(gpu.put(handle), INVALID);
}

#[test]
fn opened_memory_is_closed_not_freed_and_not_exported() {
    let gpu = Gpu::new();
    let memory = gpu.memory(PAGE);
    let handle = gpu.memory_handle(memory).expect("it is an allocation");
    let opened = gpu.open(handle).expect("it is open");
    assert_eq!(gpu.memory_handle(opened).err(), Some(INVALID));
    assert_eq!(call!(gpu.library, zeMemFree(gpu.context, opened.cast())), INVALID);
    assert_eq!(gpu.close(memory), INVALID);
    assert_eq!(gpu.close(opened.wrapping_add(1)), INVALID);
    assert_eq!(gpu.close(opened), SUCCESS);
    assert_eq!(gpu.put(handle), SUCCESS);
    gpu.free(memory);
}

#[test]
fn garbled_and_forged_handles_are_refused() {
    let gpu = Gpu::new();
    let (memory, other) = (gpu.memory(PAGE), gpu.memory(PAGE));
    let handle = gpu.memory_handle(memory).expect("it is an allocation");
    let of_other = gpu.memory_handle(other).expect("it is an allocation");
    for at in 4..64 {
        let mut garbled = handle;
        garbled.data[at] ^= 1;
        assert_eq!(gpu.open(garbled).err(), Some(INVALID), "byte {at}");
        assert_eq!(gpu.put(garbled), INVALID, "byte {at}");
    }
    let file = File::open("/dev/null").expect("there is one");
    for number in [file.as_raw_fd(), number(&of_other), -1, i32::MAX] {
        let mut forged = handle;
        forged.data[..4].copy_from_slice(&number.to_ne_bytes());
        assert_eq!(gpu.open(forged).err(), Some(INVALID), "descriptor {number}");
        assert_eq!(gpu.put(forged), INVALID, "descriptor {number}");
    }
    assert_eq!(gpu.open(ze_ipc_mem_handle_t::default()).err(), Some(INVALID));
    let unknown = call!(
        gpu.library,
        zeMemOpenIpcHandle(gpu.context, gpu.device, handle, ze_ipc_memory_flags_t(4), &mut ptr::null_mut())
    );
    assert_eq!(unknown, ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION);
    for (memory, handle) in [(memory, handle), (other, of_other)] {
        assert_eq!(gpu.put(handle), SUCCESS);
        gpu.free(memory);
    }
}

#[test]
fn a_handle_is_made_of_a_descriptor_and_back() {
    let gpu = Gpu::new();
    let memory = gpu.memory(PAGE);
    let handle = gpu.memory_handle(memory).expect("it is an allocation");
    let mut descriptor = 0;
    let result =
        call!(gpu.library, zeMemGetFileDescriptorFromIpcHandleExp(gpu.context, handle, &mut descriptor));
    assert_eq!((result, i32::try_from(descriptor)), (SUCCESS, Ok(number(&handle))));
    let mut again = ze_ipc_mem_handle_t::default();
    let result =
        call!(gpu.library, zeMemGetIpcHandleFromFileDescriptorExp(gpu.context, descriptor, &mut again));
    assert_eq!(result, SUCCESS);
    write(memory, 9);
    let opened = gpu.open(again).expect("it is open");
    assert_eq!(read(opened), 9);
    assert_eq!(gpu.close(opened), SUCCESS);
    assert_eq!(gpu.put(handle), SUCCESS);
    gpu.free(memory);
}

#[test]
fn an_allocation_goes_out_and_comes_in_as_a_descriptor() {
    let gpu = Gpu::new();
    let opaque = ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD;
    let allocate = |next: *const c_void, size: usize| {
        let mut desc = ze_device_mem_alloc_desc_t::new();
        desc.pNext = next;
        let mut memory = ptr::null_mut();
        call!(gpu.library, zeMemAllocDevice(gpu.context, &desc, size, 0, gpu.device, &mut memory)).ok()?;
        Ok::<*mut u8, ze_result_t>(memory.cast())
    };
    let descriptor_of = |memory: *mut u8| {
        let mut wanted = ze_external_memory_export_fd_t::new();
        wanted.flags = opaque;
        let mut properties = ze_memory_allocation_properties_t::new();
        properties.pNext = (&raw mut wanted).cast();
        let device = ptr::null_mut();
        call!(gpu.library, zeMemGetAllocProperties(gpu.context, memory.cast(), &mut properties, device))
            .ok()?;
        // SAFETY: the driver opened it for the caller.
        Ok::<OwnedFd, ze_result_t>(unsafe { OwnedFd::from_raw_fd(wanted.fd) })
    };
    let mut export = ze_external_memory_export_desc_t::new();
    export.flags = opaque;
    let memory = allocate((&raw const export).cast(), PAGE).expect("there is memory");
    write(memory, 9);
    let descriptor = descriptor_of(memory).expect("it can be exported");
    let mut import = ze_external_memory_import_fd_t::new();
    (import.flags, import.fd) = (opaque, descriptor.as_raw_fd());
    let chain = (&raw const import).cast();
    assert_eq!(allocate(chain, 2 * PAGE), Err(ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE));
    let imported = allocate(chain, PAGE).expect("it is the same size");
    drop(descriptor);
    assert_eq!(read(imported), 9);
    let plain = gpu.memory(PAGE);
    assert_eq!(descriptor_of(plain).err(), Some(INVALID));
    for memory in [memory, imported, plain] {
        gpu.free(memory);
    }
}

#[test]
fn memory_is_shared_with_another_process() {
    let gpu = Gpu::new();
    if let Some((bytes, pid)) = peer::given() {
        let (data, descriptor) = peer::carry(bytes.try_into().expect("there are 64"), pid);
        let opened = gpu.open(ze_ipc_mem_handle_t { data }).expect("the producer holds it");
        drop(descriptor);
        assert_eq!(read(opened), 42);
        write(opened, 43);
        assert_eq!(gpu.close(opened), SUCCESS);
        return;
    }
    let memory = gpu.memory(PAGE);
    write(memory, 42);
    let handle = gpu.memory_handle(memory).expect("it is an allocation");
    peer::run("memory_ipc::memory_is_shared_with_another_process", &handle.data);
    assert_eq!(read(memory), 43);
    assert_eq!(gpu.put(handle), SUCCESS);
    gpu.free(memory);
}

#[rstest]
#[case::a_small_word("opaque:2")]
#[case::a_large_word("opaque:0x7fff0001")]
fn opaque_handles_are_shared_as_they_are(#[case] layout: &str) {
    let name = if layout == "opaque:2" { "case_1_a_small_word" } else { "case_2_a_large_word" };
    let test = format!("memory_ipc::opaque_handles_are_shared_as_they_are::{name}");
    apart_and_well(&test, &[("LEVEL_ZERO_SOFT_MEMORY_HANDLES", layout)], || {
        let gpu = Gpu::new();
        let memory = gpu.memory(PAGE);
        write(memory, 42);
        let handle = gpu.memory_handle(memory).expect("it is an allocation");
        if peer::is_victim() {
            peer::tell_and_wait(&handle.data);
        }
        let victim = Victim::start(&test);
        let data: [u8; 64] = victim.handle.clone().try_into().expect("there are 64");
        let opened = gpu.open(ze_ipc_mem_handle_t { data }).expect("the victim lives");
        assert_eq!((read(opened), gpu.close(opened)), (42, SUCCESS));
        let mut descriptor = 0;
        let told =
            call!(gpu.library, zeMemGetFileDescriptorFromIpcHandleExp(gpu.context, handle, &mut descriptor));
        assert_eq!(told, SUCCESS);
        assert_ne!(i32::try_from(descriptor), Ok(number(&handle)));
        let mut damaged = handle;
        damaged.data[..4].copy_from_slice(&99i32.to_ne_bytes());
        assert_eq!(gpu.open(damaged).err(), Some(INVALID), "the word is the driver's");
        assert_eq!(gpu.put(handle), SUCCESS);
        gpu.free(memory);
    });
}

#[test]
fn memory_survives_its_exporter() {
    let gpu = Gpu::new();
    if peer::is_victim() {
        let memory = gpu.memory(PAGE);
        write(memory, 42);
        peer::tell_and_wait(&gpu.memory_handle(memory).expect("it is an allocation").data);
    }
    let mut victim = Victim::start("memory_ipc::memory_survives_its_exporter");
    let bytes = victim.handle.clone().try_into().expect("there are 64");
    let (data, descriptor) = peer::carry(bytes, victim.pid());
    let opened = gpu.open(ze_ipc_mem_handle_t { data }).expect("the victim lives");
    victim.kill();
    drop(descriptor);
    assert_eq!(read(opened), 42);
    assert_eq!(gpu.close(opened), SUCCESS);
}
