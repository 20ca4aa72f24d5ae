//! Allocations and what is asked about them.

use core::ptr;

use level_zero_sys::*;
use rstest::rstest;

use crate::gpu::{Gpu, INVALID, PAGE, SUCCESS};
use crate::support::call;

fn allocate(
    gpu: &Gpu,
    kind: ze_memory_type_t,
    size: usize,
    alignment: usize,
) -> Result<*mut u8, ze_result_t> {
    let (device, host) = (ze_device_mem_alloc_desc_t::new(), ze_host_mem_alloc_desc_t::new());
    let mut memory = ptr::null_mut();
    let (functions, context) = (&gpu.library, gpu.context);
    match kind {
        ze_memory_type_t::ZE_MEMORY_TYPE_HOST => {
            call!(functions, zeMemAllocHost(context, &host, size, alignment, &mut memory))
        }
        ze_memory_type_t::ZE_MEMORY_TYPE_DEVICE => {
            call!(functions, zeMemAllocDevice(context, &device, size, alignment, gpu.device, &mut memory))
        }
        _ => call!(
            functions,
            zeMemAllocShared(context, &device, &host, size, alignment, gpu.device, &mut memory)
        ),
    }
    .ok()?;
    Ok(memory.cast())
}

fn properties(gpu: &Gpu, memory: *const u8) -> (ze_memory_allocation_properties_t, ze_device_handle_t) {
    let (mut properties, mut device) = (ze_memory_allocation_properties_t::new(), ze_device_handle_t::NULL);
    let result =
        call!(gpu.library, zeMemGetAllocProperties(gpu.context, memory.cast(), &mut properties, &mut device));
    assert_eq!(result, SUCCESS);
    (properties, device)
}

#[rstest]
fn memory_is_zero_writable_and_known(
    #[values(
        ze_memory_type_t::ZE_MEMORY_TYPE_HOST,
        ze_memory_type_t::ZE_MEMORY_TYPE_DEVICE,
        ze_memory_type_t::ZE_MEMORY_TYPE_SHARED
    )]
    kind: ze_memory_type_t,
    #[values(1, 4096, 100_000)] size: usize,
) {
    let gpu = Gpu::new();
    let memory = allocate(&gpu, kind, size, 0).expect("there is memory");
    // SAFETY: the allocation has this size.
    let bytes = unsafe { core::slice::from_raw_parts_mut(memory, size) };
    assert!(bytes.iter().all(|byte| *byte == 0));
    bytes.fill(7);
    for offset in [0, size - 1] {
        let (properties, device) = properties(&gpu, memory.wrapping_add(offset));
        assert_eq!((properties.type_, properties.pageSize), (kind, PAGE as u64));
        let host = kind == ze_memory_type_t::ZE_MEMORY_TYPE_HOST;
        assert_eq!(device, if host { ze_device_handle_t::NULL } else { gpu.device });
        let (mut base, mut len) = (ptr::null_mut(), 0);
        let inside = memory.wrapping_add(offset).cast();
        let result = call!(gpu.library, zeMemGetAddressRange(gpu.context, inside, &mut base, &mut len));
        assert_eq!((result, base.cast(), len), (SUCCESS, memory, size));
    }
    gpu.free(memory);
}

#[rstest]
#[case::none(0)]
#[case::one(1)]
#[case::page(4096)]
#[case::greatest(2 << 20)]
fn alignments_are_honoured(#[case] alignment: usize) {
    let gpu = Gpu::new();
    let memory = allocate(&gpu, ze_memory_type_t::ZE_MEMORY_TYPE_DEVICE, 10, alignment).expect("memory");
    assert!(memory.addr().is_multiple_of(alignment.max(PAGE)));
    gpu.free(memory);
}

#[rstest]
#[case::nothing(0, 0, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE)]
#[case::more_than_all(1 << 50, 0, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE)]
#[case::odd_alignment(10, 3, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT)]
#[case::wide_alignment(10, 4 << 20, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT)]
fn odd_wishes_are_errors(#[case] size: usize, #[case] alignment: usize, #[case] expected: ze_result_t) {
    let gpu = Gpu::new();
    let kind = ze_memory_type_t::ZE_MEMORY_TYPE_DEVICE;
    assert_eq!(allocate(&gpu, kind, size, alignment), Err(expected));
}

#[test]
fn unknown_memory_has_no_owner_and_cannot_be_freed() {
    let gpu = Gpu::new();
    let mut own = 0u8;
    let (properties, device) = properties(&gpu, &own);
    assert_eq!(properties.type_, ze_memory_type_t::ZE_MEMORY_TYPE_UNKNOWN);
    assert_eq!(device, ze_device_handle_t::NULL);
    assert_eq!(call!(gpu.library, zeMemFree(gpu.context, (&raw mut own).cast())), INVALID);
    let range = call!(
        gpu.library,
        zeMemGetAddressRange(gpu.context, (&raw const own).cast(), ptr::null_mut(), ptr::null_mut())
    );
    assert_eq!(range, INVALID);
}

#[test]
fn memory_belongs_to_its_context_and_is_freed_once() {
    let (gpu, other) = (Gpu::new(), Gpu::new());
    let memory = gpu.memory(PAGE);
    assert_eq!(call!(gpu.library, zeMemFree(other.context, memory.cast())), INVALID);
    assert_eq!(properties(&other, memory).0.type_, ze_memory_type_t::ZE_MEMORY_TYPE_UNKNOWN);
    let inside = memory.wrapping_add(1).cast();
    assert_eq!(call!(gpu.library, zeMemFree(gpu.context, inside)), INVALID);
    gpu.free(memory);
    assert_eq!(call!(gpu.library, zeMemFree(gpu.context, memory.cast())), INVALID);
}
