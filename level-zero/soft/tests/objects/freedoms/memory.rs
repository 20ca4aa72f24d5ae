//! Rules of memory.

use core::ptr;
use std::fs;
use std::os::fd::{AsFd, AsRawFd, IntoRawFd};
use std::time::{Duration, Instant};

use level_zero_sys::*;

use super::{LARGE, threads, under};
use crate::gpu::{Gpu, INVALID, PAGE, SOON, SUCCESS};
use crate::support::call;
use crate::sysman;

const READ_WRITE: ze_memory_access_attribute_t =
    ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE;

#[test]
fn physical_memory_is_mapped_once() {
    under("one-mapping", "freedoms::memory::physical_memory_is_mapped_once", || {
        let gpu = Gpu::new();
        let (memory, start) = (gpu.physical(2 * PAGE), gpu.reserve(4 * PAGE));
        let [second, third] = [2, 3].map(|page| start.wrapping_add(page * PAGE));
        assert_eq!(gpu.map(start, 2 * PAGE, memory, 0, READ_WRITE), SUCCESS);
        assert_eq!(gpu.map(second, PAGE, memory, 0, READ_WRITE), INVALID);
        assert_eq!(gpu.unmap(start, PAGE), SUCCESS);
        assert_eq!(gpu.map(second, PAGE, memory, 0, READ_WRITE), INVALID, "a part is still mapped");
        assert_eq!(gpu.unmap(start.wrapping_add(PAGE), PAGE), SUCCESS);
        assert_eq!(gpu.map(second, PAGE, memory, 0, READ_WRITE), SUCCESS);
        let other = gpu.physical(PAGE);
        assert_eq!(gpu.map(third, PAGE, other, 0, READ_WRITE), SUCCESS);
        gpu.free_reserved(start, 4 * PAGE);
        let start = gpu.reserve(PAGE);
        assert_eq!(gpu.map(start, PAGE, memory, 0, READ_WRITE), SUCCESS);
        gpu.free_reserved(start, PAGE);
        gpu.destroy_physical(other);
        gpu.destroy_physical(memory);
    });
}

#[test]
fn physical_memory_of_the_host_is_mapped_as_often_as_wanted() {
    under(
        "one-mapping",
        "freedoms::memory::physical_memory_of_the_host_is_mapped_as_often_as_wanted",
        || {
            let gpu = Gpu::new();
            let mut desc = ze_physical_mem_desc_t::new();
            desc.flags = ze_physical_mem_flags_t::ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_HOST;
            desc.size = PAGE;
            let mut memory = ze_physical_mem_handle_t::NULL;
            let made =
                call!(gpu.library, zePhysicalMemCreate(gpu.context, gpu.device, &mut desc, &mut memory));
            assert_eq!(made, SUCCESS);
            let start = gpu.reserve(2 * PAGE);
            for page in [0, 1] {
                assert_eq!(gpu.map(start.wrapping_add(page * PAGE), PAGE, memory, 0, READ_WRITE), SUCCESS);
            }
            gpu.free_reserved(start, 2 * PAGE);
            gpu.destroy_physical(memory);
        },
    );
}

#[test]
fn physical_memory_has_one_descriptor() {
    under("physical-descriptor", "freedoms::memory::physical_memory_has_one_descriptor", || {
        let gpu = Gpu::new();
        let open = || fs::read_dir("/proc/self/fd").expect("the kernel shows them").count();
        let memory = gpu.try_physical(PAGE, ptr::null()).expect("there is memory");
        let before = open();
        let first = gpu.export(memory).expect("all memory can be exported").into_raw_fd();
        let second = gpu.export(memory).expect("it can be exported again");
        assert_eq!((second.as_raw_fd(), open()), (first, before + 1));
        assert!(second.as_fd().try_clone_to_owned().is_ok());
        drop(second);
        let stale = gpu.export(memory).expect("nobody looks at it").into_raw_fd();
        assert_eq!((stale, open()), (first, before), "it is closed, and told again");
        let mut other = ze_external_memory_import_fd_t::new();
        let mut properties = ze_physical_mem_properties_t::new();
        properties.pNext = (&raw mut other).cast();
        let result = call!(gpu.library, zePhysicalMemGetProperties(gpu.context, memory, &mut properties));
        assert_eq!(result, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
        gpu.destroy_physical(memory);
    });
}

#[test]
fn what_physical_memory_is_imported_from_goes_with_it() {
    under("physical-import", "freedoms::memory::what_physical_memory_is_imported_from_goes_with_it", || {
        let gpu = Gpu::new();
        let open = |fd: i32| fs::exists(format!("/proc/self/fd/{fd}")).expect("the kernel shows it");
        let memory = gpu.physical(PAGE);
        let given = [(); 2].map(|()| gpu.export(memory).expect("it can be exported"));
        let [kept, closed] = given.map(IntoRawFd::into_raw_fd);
        let imported = [kept, closed].map(|fd| gpu.import(PAGE, fd).expect("it is physical memory"));
        assert!(open(kept) && open(closed));
        gpu.destroy_physical(imported[0]);
        assert!(!open(kept));
        // A file of its own under the other number is not the driver's to close.
        let other = fs::File::open("/dev/null").expect("there is one");
        // SAFETY: the number was given away above, and nothing else uses it.
        assert_eq!(unsafe { libc::dup2(other.as_raw_fd(), closed) }, closed);
        gpu.destroy_physical(imported[1]);
        assert!(open(closed));
        gpu.destroy_physical(memory);
    });
}

#[test]
fn the_handles_of_memory_share_a_descriptor() {
    under("memory-descriptor", "freedoms::memory::the_handles_of_memory_share_a_descriptor", || {
        let gpu = Gpu::new();
        let (memory, other) = (gpu.memory(PAGE), gpu.memory(PAGE));
        let handles = [(); 2].map(|()| gpu.memory_handle(memory).expect("it is an allocation"));
        let another = gpu.memory_handle(other).expect("it is an allocation");
        assert_eq!(handles[0].data, handles[1].data);
        assert_ne!(handles[0].data, another.data);
        assert_eq!(gpu.put(handles[0]), SUCCESS);
        let opened = gpu.open(handles[1]).expect("the other handle is there");
        assert_eq!(gpu.close(opened), SUCCESS);
        assert_eq!(gpu.put(handles[1]), SUCCESS);
        assert_eq!(gpu.open(handles[1]).err(), Some(INVALID), "both were put");
        assert_eq!(gpu.put(handles[1]), SUCCESS, "nobody looks");
        gpu.free(memory);
        let next = gpu.memory(PAGE);
        let of_next = gpu.memory_handle(next).expect("it is an allocation");
        assert_eq!(of_next.data[..4], handles[0].data[..4], "the number is free again");
        assert_eq!(gpu.put(handles[0]), SUCCESS);
        assert_eq!(gpu.open(of_next).err(), Some(INVALID), "the handle of the other memory was taken back");
        gpu.free(next);
        gpu.free(other);
        assert_eq!(gpu.put(another), SUCCESS, "it ended with its memory");
    });
}

#[test]
fn freed_memory_is_given_back_later() {
    under("deferred-frees", "freedoms::memory::freed_memory_is_given_back_later", || {
        let gpu = Gpu::new();
        let state = sysman::memory(&gpu);
        let all = sysman::free(&gpu, state);
        assert_eq!(threads("soft-cleaner"), 0);
        gpu.free(gpu.memory(128 << 20));
        assert_eq!((all - sysman::free(&gpu, state), threads("soft-cleaner")), (0, 0), "too much to keep");
        let (memory, freed) = (gpu.memory(PAGE), Instant::now());
        gpu.free(memory);
        assert_eq!(all - sysman::free(&gpu, state), PAGE as u64);
        for _ in 0..4 {
            gpu.free(gpu.memory(PAGE));
        }
        assert_eq!(all - sysman::free(&gpu, state), 4 * PAGE as u64, "the first was one too many");
        while sysman::free(&gpu, state) < all {
            assert!(freed.elapsed() < Duration::from_nanos(SOON), "it is never given back");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(freed.elapsed() >= Duration::from_secs(2));
        assert_eq!(threads("soft-cleaner"), 1);
    });
}

#[test]
fn pages_have_two_sizes() {
    under("page-sizes", "freedoms::memory::pages_have_two_sizes", || {
        let gpu = Gpu::new();
        for (size, expected) in [(1, PAGE), (LARGE - PAGE, PAGE), (LARGE, LARGE), (5 * LARGE + 1, LARGE)] {
            let mut told = 0;
            let query =
                call!(gpu.library, zeVirtualMemQueryPageSize(gpu.context, gpu.device, size, &mut told));
            assert_eq!((query, told), (SUCCESS, expected), "{size}");
        }
        let odd = gpu.try_physical(LARGE + PAGE, ptr::null());
        assert_eq!(odd, Err(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE));
        let (memory, start) = (gpu.physical(2 * LARGE), gpu.reserve(4 * LARGE));
        assert!(start.addr().is_multiple_of(LARGE));
        let unaligned = ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT;
        assert_eq!(gpu.map(start.wrapping_add(PAGE), LARGE, memory, 0, READ_WRITE), unaligned);
        assert_eq!(gpu.map(start, PAGE, memory, LARGE + PAGE, READ_WRITE), unaligned);
        assert_eq!(gpu.map(start, PAGE, memory, PAGE, READ_WRITE), SUCCESS, "small pages suffice for little");
        assert_eq!(gpu.unmap(start, PAGE), SUCCESS);
        assert_eq!(gpu.map(start, LARGE, memory, LARGE, READ_WRITE), SUCCESS);
        let size = ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE;
        assert_eq!(gpu.unmap(start, LARGE + PAGE), size);
        assert_eq!(gpu.unmap(start, LARGE), SUCCESS);
        gpu.free_reserved(start, 4 * LARGE);
        gpu.destroy_physical(memory);
    });
}
