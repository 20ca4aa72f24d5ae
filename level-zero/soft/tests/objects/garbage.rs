//! Handles that are none.

use core::ptr;

use level_zero_sys::*;
use rstest::rstest;

use crate::gpu::{Gpu, INVALID, SUCCESS};
use crate::support::call;

/// Calls each function with a handle made of the address, and gives what they answer.
fn answers(gpu: &Gpu, address: *mut core::ffi::c_void) -> Vec<(&'static str, ze_result_t)> {
    let library = &gpu.library;
    let (context, device) = (ze_context_handle_t(address), ze_device_handle_t(address));
    let (list, queue) = (ze_command_list_handle_t(address), ze_command_queue_handle_t(address));
    let (event, pool) = (ze_event_handle_t(address), ze_event_pool_handle_t(address));
    let (physical, none) = (ze_physical_mem_handle_t(address), ptr::null_mut());
    let memory = (&raw const *gpu).cast();
    let mut place = ptr::null_mut();
    let (mut number, mut wide) = (0u32, 0u64);
    let alloc = ze_device_mem_alloc_desc_t::new();
    let host = ze_host_mem_alloc_desc_t::new();
    let queue_desc = ze_command_queue_desc_t::new();
    let event_desc = ze_event_counter_based_desc_t::new();
    let pool_event = ze_event_desc_t::new();
    let mut physical_desc = ze_physical_mem_desc_t::new();
    let mut properties = ze_memory_allocation_properties_t::new();
    let mut physical_properties = ze_physical_mem_properties_t::new();
    let (mut made_list, mut made_event) = (ze_command_list_handle_t::NULL, ze_event_handle_t::NULL);
    let mut made_physical = ze_physical_mem_handle_t::NULL;
    let mut memory_handle = ze_ipc_mem_handle_t::default();
    let mut event_handle = ze_ipc_event_counter_based_handle_t::default();
    let flags = ze_ipc_memory_flags_t(0);
    let mut size = 0;
    macro_rules! each {
        ($($name:ident($($argument:expr),*);)*) => {
            vec![$((stringify!($name), call!(library, $name($($argument),*)))),*]
        };
    }
    each! {
        zeMemAllocDevice(context, &alloc, 1, 0, gpu.device, &mut place);
        zeMemAllocDevice(gpu.context, &alloc, 1, 0, device, &mut place);
        zeMemAllocHost(context, &host, 1, 0, &mut place);
        zeMemAllocShared(context, &alloc, &host, 1, 0, gpu.device, &mut place);
        zeMemFree(context, none);
        zeMemGetAllocProperties(context, memory, &mut properties, ptr::null_mut());
        zeMemGetAddressRange(context, memory, &mut place, &mut size);
        zeMemGetIpcHandle(context, memory, &mut memory_handle);
        zeMemPutIpcHandle(context, memory_handle);
        zeMemOpenIpcHandle(context, gpu.device, memory_handle, flags, &mut place);
        zeMemOpenIpcHandle(gpu.context, device, memory_handle, flags, &mut place);
        zeMemCloseIpcHandle(context, memory);
        zeMemGetFileDescriptorFromIpcHandleExp(context, memory_handle, &mut wide);
        zeVirtualMemReserve(context, ptr::null(), 65536, &mut place);
        zeVirtualMemFree(context, memory, 65536);
        zeVirtualMemUnmap(context, memory, 65536);
        zePhysicalMemCreate(context, gpu.device, &mut physical_desc, &mut made_physical);
        zePhysicalMemGetProperties(gpu.context, physical, &mut physical_properties);
        zePhysicalMemDestroy(gpu.context, physical);
        zeCommandListCreateImmediate(context, gpu.device, &queue_desc, &mut made_list);
        zeCommandListCreateImmediate(gpu.context, device, &queue_desc, &mut made_list);
        zeCommandListAppendBarrier(list, ze_event_handle_t::NULL, 0, ptr::null_mut());
        zeCommandListAppendSignalEvent(list, ze_event_handle_t::NULL);
        zeCommandListClose(list);
        zeCommandListReset(list);
        zeCommandListIsImmediate(list, (&raw mut number).cast());
        zeCommandListHostSynchronize(list, 0);
        zeCommandListDestroy(list);
        zeCommandQueueSynchronize(queue, 0);
        zeCommandQueueDestroy(queue);
        zeEventCounterBasedCreate(context, gpu.device, &event_desc, &mut made_event);
        zeEventCounterBasedGetIpcHandle(event, &mut event_handle);
        zeEventCounterBasedOpenIpcHandle(context, event_handle, &mut made_event);
        zeEventCounterBasedCloseIpcHandle(event);
        zeEventHostSynchronize(event, 0);
        zeEventHostSignal(event);
        zeEventHostReset(event);
        zeEventQueryStatus(event);
        zeEventDestroy(event);
        zeEventPoolDestroy(pool);
        zeEventCreate(pool, &pool_event, &mut made_event);
    }
}

#[rstest]
#[case::null(0, ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_HANDLE)]
#[case::small(0x11, INVALID)]
#[case::large(usize::MAX, INVALID)]
fn odd_addresses_are_errors(#[case] address: usize, #[case] expected: ze_result_t) {
    let gpu = Gpu::new();
    for (name, answer) in answers(&gpu, ptr::without_provenance_mut(address)) {
        assert_eq!(answer, expected, "{name}");
    }
}

#[test]
fn objects_of_another_kind_and_dead_ones_are_errors() {
    let gpu = Gpu::new();
    let driver = crate::support::driver(&gpu.library);
    let dead = gpu.shareable_event();
    assert_eq!(gpu.destroy_event(dead), SUCCESS);
    let mut own = 0u64;
    for address in [driver.0, dead.0, (&raw mut own).cast()] {
        for (name, answer) in answers(&gpu, address) {
            assert_eq!(answer, INVALID, "{name}");
        }
    }
}

#[test]
fn wait_lists_are_checked_before_anything_happens() {
    let gpu = Gpu::new();
    let (list, event) = (gpu.in_order_list(), gpu.shareable_event());
    let mut waits = [event, ze_event_handle_t(ptr::without_provenance_mut(0x11))];
    let barrier = |count, waits| call!(gpu.library, zeCommandListAppendBarrier(list, event, count, waits));
    assert_eq!(barrier(2, waits.as_mut_ptr()), INVALID);
    assert_eq!(barrier(1, ptr::null_mut()), ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE);
    assert_eq!(gpu.status(event), SUCCESS, "no signal was appended");
    gpu.destroy_list(list);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
}
