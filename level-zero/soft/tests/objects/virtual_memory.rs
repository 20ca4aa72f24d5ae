//! Reserved addresses and what is mapped there.

use core::ptr;
use std::os::unix::process::ExitStatusExt;

use level_zero_sys::*;
use rstest::rstest;

use crate::gpu::{Gpu, INVALID, PAGE, SUCCESS};
use crate::support::{apart, call};

const NONE: ze_memory_access_attribute_t = ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_NONE;
const READ_ONLY: ze_memory_access_attribute_t =
    ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY;
const READ_WRITE: ze_memory_access_attribute_t =
    ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE;

impl Gpu {
    pub fn reserve(&self, size: usize) -> *mut u8 {
        let mut start = ptr::null_mut();
        let result = call!(self.library, zeVirtualMemReserve(self.context, ptr::null(), size, &mut start));
        assert_eq!(result, SUCCESS);
        start.cast()
    }

    pub fn free_reserved(&self, start: *mut u8, size: usize) {
        assert_eq!(call!(self.library, zeVirtualMemFree(self.context, start.cast(), size)), SUCCESS);
    }

    pub fn map(
        &self,
        at: *mut u8,
        size: usize,
        memory: ze_physical_mem_handle_t,
        offset: usize,
        access: ze_memory_access_attribute_t,
    ) -> ze_result_t {
        call!(self.library, zeVirtualMemMap(self.context, at.cast(), size, memory, offset, access))
    }

    pub fn unmap(&self, at: *mut u8, size: usize) -> ze_result_t {
        call!(self.library, zeVirtualMemUnmap(self.context, at.cast(), size))
    }

    fn set_access(&self, at: *mut u8, size: usize, access: ze_memory_access_attribute_t) -> ze_result_t {
        call!(self.library, zeVirtualMemSetAccessAttribute(self.context, at.cast(), size, access))
    }

    fn access(&self, at: *mut u8) -> Result<(ze_memory_access_attribute_t, usize), ze_result_t> {
        let (mut access, mut size) = (NONE, 0);
        call!(
            self.library,
            zeVirtualMemGetAccessAttribute(self.context, at.cast(), PAGE, &mut access, &mut size)
        )
        .ok()?;
        Ok((access, size))
    }
}

#[test]
fn the_page_size_is_told() {
    let (gpu, mut size) = (Gpu::new(), 0);
    let result = call!(gpu.library, zeVirtualMemQueryPageSize(gpu.context, gpu.device, 1, &mut size));
    assert_eq!((result, size), (SUCCESS, PAGE));
}

#[test]
fn a_mapping_outlives_the_object_and_offsets_count() {
    let gpu = Gpu::new();
    let (memory, start) = (gpu.physical(2 * PAGE), gpu.reserve(4 * PAGE));
    assert_eq!(gpu.map(start, 2 * PAGE, memory, 0, READ_WRITE), SUCCESS);
    assert_eq!(gpu.map(start.wrapping_add(3 * PAGE), PAGE, memory, PAGE, READ_ONLY), SUCCESS);
    gpu.destroy_physical(memory);
    // SAFETY: both pieces are mapped, the first one writable.
    let seen = unsafe {
        start.add(PAGE).write_volatile(7);
        start.add(3 * PAGE).read_volatile()
    };
    assert_eq!(seen, 7);
    gpu.free_reserved(start, 4 * PAGE);
}

#[test]
fn access_is_set_and_told_piece_by_piece() {
    let gpu = Gpu::new();
    let (memory, start) = (gpu.physical(4 * PAGE), gpu.reserve(8 * PAGE));
    assert_eq!(gpu.map(start, 4 * PAGE, memory, 0, READ_WRITE), SUCCESS);
    assert_eq!(gpu.access(start), Ok((READ_WRITE, 4 * PAGE)));
    assert_eq!(gpu.set_access(start.wrapping_add(PAGE), PAGE, READ_ONLY), SUCCESS);
    assert_eq!(gpu.access(start), Ok((READ_WRITE, PAGE)));
    assert_eq!(gpu.access(start.wrapping_add(PAGE)), Ok((READ_ONLY, PAGE)));
    assert_eq!(gpu.access(start.wrapping_add(2 * PAGE)), Ok((READ_WRITE, 2 * PAGE)));
    assert_eq!(gpu.unmap(start.wrapping_add(2 * PAGE), PAGE), SUCCESS);
    assert_eq!(gpu.access(start.wrapping_add(2 * PAGE)), Err(INVALID));
    assert_eq!(gpu.unmap(start, 4 * PAGE), INVALID, "part of it is free");
    assert_eq!(gpu.map(start, PAGE, memory, 0, READ_WRITE), INVALID, "it is taken");
    assert_eq!(
        gpu.set_access(start, PAGE, ze_memory_access_attribute_t(3)),
        ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION
    );
    gpu.free_reserved(start, 8 * PAGE);
    gpu.destroy_physical(memory);
}

#[test]
fn odd_ranges_are_errors() {
    let gpu = Gpu::new();
    let (memory, start) = (gpu.physical(2 * PAGE), gpu.reserve(2 * PAGE));
    let (size, alignment) =
        (ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
    assert_eq!(gpu.map(start, PAGE + 1, memory, 0, READ_WRITE), size);
    assert_eq!(gpu.map(start, 0, memory, 0, READ_WRITE), size);
    assert_eq!(gpu.map(start.wrapping_add(1), PAGE, memory, 0, READ_WRITE), alignment);
    assert_eq!(gpu.map(start, PAGE, memory, 1, READ_WRITE), alignment);
    let too_much = ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE;
    assert_eq!(gpu.map(start, 2 * PAGE, memory, PAGE, READ_WRITE), too_much);
    assert_eq!(gpu.map(start.wrapping_add(PAGE), 2 * PAGE, memory, 0, READ_WRITE), INVALID);
    assert_eq!(gpu.unmap(start, PAGE), INVALID, "nothing is mapped");
    assert_eq!(gpu.set_access(start, PAGE, NONE), INVALID, "nothing is mapped");
    assert_eq!(call!(gpu.library, zeVirtualMemFree(gpu.context, start.cast(), PAGE)), INVALID);
    gpu.free_reserved(start, 2 * PAGE);
    assert_eq!(gpu.unmap(start, PAGE), INVALID, "nothing is reserved");
    gpu.destroy_physical(memory);
}

#[test]
fn a_wanted_address_is_taken_when_it_is_free() {
    let gpu = Gpu::new();
    let start = gpu.reserve(PAGE);
    let mut other = ptr::null_mut();
    let wanted = start.cast_const().cast();
    assert_eq!(call!(gpu.library, zeVirtualMemReserve(gpu.context, wanted, PAGE, &mut other)), SUCCESS);
    assert_ne!(other.cast(), start);
    gpu.free_reserved(other.cast(), PAGE);
    gpu.free_reserved(start, PAGE);
}

#[rstest]
#[case::read_of_none(NONE, false, "virtual_memory::access_is_enforced::case_1_read_of_none")]
#[case::write_of_read_only(READ_ONLY, true, "virtual_memory::access_is_enforced::case_2_write_of_read_only")]
fn access_is_enforced(
    #[case] access: ze_memory_access_attribute_t,
    #[case] writes: bool,
    #[case] test: &str,
) {
    let output = apart(test, &[], || {
        let gpu = Gpu::new();
        let (memory, start) = (gpu.physical(PAGE), gpu.reserve(PAGE));
        assert_eq!(gpu.map(start, PAGE, memory, 0, READ_WRITE), SUCCESS);
        assert_eq!(gpu.set_access(start, PAGE, access), SUCCESS);
        // SAFETY: the range is mapped; that the access faults is what the other process waits for.
        unsafe {
            if writes {
                start.write_volatile(1);
            } else {
                start.read_volatile();
            }
        }
    });
    if let Some(output) = output {
        assert_eq!(output.status.signal(), Some(libc::SIGSEGV));
    }
}
