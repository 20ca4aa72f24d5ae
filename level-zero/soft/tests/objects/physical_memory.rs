//! Physical memory as file descriptors.

use core::ptr;
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;

use level_zero_sys::*;
use rstest::rstest;

use crate::gpu::{Gpu, INVALID, PAGE, SUCCESS};
use crate::peer;
use crate::support::{apart, apart_and_well, call};

const OPAQUE: ze_external_memory_type_flags_t =
    ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD;

impl Gpu {
    /// Physical memory that can be exported.
    pub fn physical(&self, size: usize) -> ze_physical_mem_handle_t {
        let mut export = ze_external_memory_export_desc_t::new();
        export.flags = OPAQUE;
        self.try_physical(size, (&raw const export).cast()).expect("there is memory")
    }

    pub fn import(&self, size: usize, fd: i32) -> Result<ze_physical_mem_handle_t, ze_result_t> {
        let mut import = ze_external_memory_import_fd_t::new();
        import.flags = OPAQUE;
        import.fd = fd;
        self.try_physical(size, (&raw const import).cast())
    }

    pub fn try_physical(
        &self,
        size: usize,
        next: *const core::ffi::c_void,
    ) -> Result<ze_physical_mem_handle_t, ze_result_t> {
        let mut desc = ze_physical_mem_desc_t::new();
        desc.pNext = next;
        desc.size = size;
        let mut memory = ze_physical_mem_handle_t::NULL;
        call!(self.library, zePhysicalMemCreate(self.context, self.device, &mut desc, &mut memory)).ok()?;
        Ok(memory)
    }

    /// A descriptor of physical memory, which is the caller's.
    pub fn export(&self, memory: ze_physical_mem_handle_t) -> Result<OwnedFd, ze_result_t> {
        let mut export = ze_external_memory_export_fd_t::new();
        export.flags = OPAQUE;
        let mut properties = ze_physical_mem_properties_t::new();
        properties.pNext = (&raw mut export).cast();
        call!(self.library, zePhysicalMemGetProperties(self.context, memory, &mut properties)).ok()?;
        // SAFETY: the driver opened it for the caller.
        Ok(unsafe { OwnedFd::from_raw_fd(export.fd) })
    }

    pub fn destroy_physical(&self, memory: ze_physical_mem_handle_t) {
        assert_eq!(call!(self.library, zePhysicalMemDestroy(self.context, memory)), SUCCESS);
    }

    /// Maps all of it where the driver likes, lets `work` at it and unmaps it.
    fn with_mapping<T>(
        &self,
        memory: ze_physical_mem_handle_t,
        size: usize,
        work: impl FnOnce(*mut u8) -> T,
    ) -> T {
        let start = self.reserve(size);
        let access = ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE;
        let result =
            call!(self.library, zeVirtualMemMap(self.context, start.cast(), size, memory, 0, access));
        assert_eq!(result, SUCCESS);
        let answer = work(start);
        assert_eq!(call!(self.library, zeVirtualMemUnmap(self.context, start.cast(), size)), SUCCESS);
        self.free_reserved(start, size);
        answer
    }
}

fn read(memory: *mut u8) -> u8 {
    // SAFETY: the memory is mapped.
    unsafe { memory.read_volatile() }
}

fn write(memory: *mut u8, value: u8) {
    // SAFETY: the memory is mapped.
    unsafe { memory.write_volatile(value) };
}

#[test]
fn what_is_imported_is_the_same_memory() {
    let gpu = Gpu::new();
    let memory = gpu.physical(2 * PAGE);
    let descriptor = gpu.export(memory).expect("it can be exported");
    gpu.with_mapping(memory, 2 * PAGE, |mapped| write(mapped, 7));
    gpu.destroy_physical(memory);
    let imported = gpu.import(2 * PAGE, descriptor.as_raw_fd()).expect("the descriptor is the caller's");
    drop(descriptor);
    assert_eq!(gpu.with_mapping(imported, 2 * PAGE, read), 7);
    drop(gpu.export(imported).expect("what was imported can be exported again"));
    gpu.destroy_physical(imported);
}

#[test]
fn size_and_identity_are_told() {
    let gpu = Gpu::new();
    let memories = [gpu.physical(PAGE), gpu.physical(PAGE)];
    let ids = memories.map(|memory| {
        let mut properties = ze_physical_mem_properties_t::new();
        let result = call!(gpu.library, zePhysicalMemGetProperties(gpu.context, memory, &mut properties));
        assert_eq!((result, properties.size), (SUCCESS, PAGE as u64));
        properties.id
    });
    assert_ne!(ids[0], ids[1]);
    for memory in memories {
        gpu.destroy_physical(memory);
    }
}

#[rstest]
#[case::zero(0)]
#[case::odd(PAGE + 1)]
fn sizes_are_whole_pages(#[case] size: usize) {
    let expected = Err(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
    assert_eq!(Gpu::new().try_physical(size, ptr::null()), expected);
}

#[test]
fn memory_that_was_not_made_for_it_is_not_exported() {
    let gpu = Gpu::new();
    let memory = gpu.try_physical(PAGE, ptr::null()).expect("there is memory");
    assert_eq!(gpu.export(memory).err(), Some(INVALID));
    gpu.destroy_physical(memory);
}

#[test]
fn only_physical_memory_of_that_size_is_imported() {
    let gpu = Gpu::new();
    let memory = gpu.physical(2 * PAGE);
    let descriptor = gpu.export(memory).expect("it can be exported");
    for size in [PAGE, 3 * PAGE] {
        let expected = Err(ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE);
        assert_eq!(gpu.import(size, descriptor.as_raw_fd()), expected);
    }
    let allocation = gpu.memory(2 * PAGE);
    let handle = gpu.memory_handle(allocation).expect("it is an allocation");
    let other = i32::from_ne_bytes(*handle.data.first_chunk().expect("there are 64"));
    let file = File::open("/dev/zero").expect("there is one");
    for fd in [-1, i32::MAX, file.as_raw_fd(), other] {
        assert_eq!(gpu.import(2 * PAGE, fd), Err(INVALID), "descriptor {fd}");
    }
    assert_eq!(gpu.put(handle), SUCCESS);
    gpu.free(allocation);
    gpu.destroy_physical(memory);
}

#[test]
fn a_trusting_driver_imports_what_it_is_told_to() {
    let test = "physical_memory::a_trusting_driver_imports_what_it_is_told_to";
    apart_and_well(test, &[("LEVEL_ZERO_SOFT_IMPORTS", "trusting")], || {
        let gpu = Gpu::new();
        let memory = gpu.physical(PAGE);
        let descriptor = gpu.export(memory).expect("it can be exported");
        gpu.with_mapping(memory, PAGE, |mapped| write(mapped, 7));
        let larger = gpu.import(4 * PAGE, descriptor.as_raw_fd()).expect("the size is not checked");
        assert_eq!(gpu.with_mapping(larger, 4 * PAGE, read), 7, "the first page is in the file");
        let allocation = gpu.memory(PAGE);
        let handle = gpu.memory_handle(allocation).expect("it is an allocation");
        let other = gpu.import(PAGE, i32::from_ne_bytes(*handle.data.first_chunk().expect("there are 64")));
        let other = other.expect("the kind of file is not checked");
        gpu.with_mapping(other, PAGE, |mapped| write(mapped, 9));
        assert_eq!(read(allocation), 9);
        let (pipe, _) = std::io::pipe().expect("a pipe");
        for fd in [-1, i32::MAX, pipe.as_raw_fd()] {
            assert_eq!(gpu.import(PAGE, fd), Err(INVALID), "descriptor {fd} cannot be mapped");
        }
        assert_eq!(gpu.put(handle), SUCCESS);
        gpu.free(allocation);
        for memory in [other, larger, memory] {
            gpu.destroy_physical(memory);
        }
    });
}

#[test]
fn what_a_trusted_file_lacks_is_a_bus_error() {
    let test = "physical_memory::what_a_trusted_file_lacks_is_a_bus_error";
    let output = apart(test, &[("LEVEL_ZERO_SOFT_IMPORTS", "trusting")], || {
        let gpu = Gpu::new();
        let memory = gpu.physical(PAGE);
        let descriptor = gpu.export(memory).expect("it can be exported");
        let larger = gpu.import(2 * PAGE, descriptor.as_raw_fd()).expect("the size is not checked");
        gpu.with_mapping(larger, 2 * PAGE, |mapped| read(mapped.wrapping_add(PAGE)));
    });
    if let Some(output) = output {
        assert_eq!(output.status.signal(), Some(libc::SIGBUS), "{output:?}");
    }
}

#[test]
fn physical_memory_is_shared_with_another_process() {
    let gpu = Gpu::new();
    if let Some((bytes, pid)) = peer::given() {
        let descriptor = peer::copy(pid, i32::from_ne_bytes(bytes.try_into().expect("there are 4")));
        let imported = gpu.import(PAGE, descriptor.as_raw_fd()).expect("the producer holds it");
        drop(descriptor);
        assert_eq!(
            gpu.with_mapping(imported, PAGE, |mapped| {
                let seen = read(mapped);
                write(mapped, 43);
                seen
            }),
            42
        );
        gpu.destroy_physical(imported);
        return;
    }
    let memory = gpu.physical(PAGE);
    gpu.with_mapping(memory, PAGE, |mapped| write(mapped, 42));
    let descriptor = gpu.export(memory).expect("it can be exported");
    peer::run(
        "physical_memory::physical_memory_is_shared_with_another_process",
        &descriptor.as_raw_fd().to_ne_bytes(),
    );
    assert_eq!(gpu.with_mapping(memory, PAGE, read), 43);
    gpu.destroy_physical(memory);
}
