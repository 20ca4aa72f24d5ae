//! Event pools.

use core::ptr;

use level_zero_sys::*;

use crate::gpu::{Gpu, INVALID, NOT_READY, SOON, SUCCESS};
use crate::support::call;

impl Gpu {
    fn pool(&self, count: u32, next: *const core::ffi::c_void) -> ze_event_pool_handle_t {
        let mut desc = ze_event_pool_desc_t::new();
        desc.pNext = next;
        desc.count = count;
        desc.flags = ze_event_pool_flags_t::ZE_EVENT_POOL_FLAG_HOST_VISIBLE
            | ze_event_pool_flags_t::ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP;
        let mut pool = ze_event_pool_handle_t::NULL;
        let mut device = self.device;
        let result = call!(self.library, zeEventPoolCreate(self.context, &desc, 1, &mut device, &mut pool));
        assert_eq!(result, SUCCESS);
        pool
    }

    fn pool_event(&self, pool: ze_event_pool_handle_t, index: u32) -> Result<ze_event_handle_t, ze_result_t> {
        let mut desc = ze_event_desc_t::new();
        desc.index = index;
        let mut event = ze_event_handle_t::NULL;
        call!(self.library, zeEventCreate(pool, &desc, &mut event)).ok()?;
        Ok(event)
    }
}

#[test]
fn an_event_of_a_pool_goes_on_and_off() {
    let gpu = Gpu::new();
    let (pool, list) = (gpu.pool(2, ptr::null()), gpu.in_order_list());
    let event = gpu.pool_event(pool, 1).expect("the place is free");
    assert_eq!(gpu.status(event), NOT_READY);
    assert_eq!(call!(gpu.library, zeEventHostSignal(event)), SUCCESS);
    assert_eq!(gpu.status(event), SUCCESS);
    assert_eq!(call!(gpu.library, zeEventHostReset(event)), SUCCESS);
    assert_eq!(gpu.wait_on_host(event, 1_000), NOT_READY);
    gpu.wait(list, event);
    assert_eq!(gpu.synchronize(list, 1_000), NOT_READY);
    assert_eq!(call!(gpu.library, zeEventHostSignal(event)), SUCCESS);
    assert_eq!(gpu.synchronize(list, SOON), SUCCESS);
    assert_eq!(call!(gpu.library, zeCommandListAppendEventReset(list, event)), SUCCESS);
    assert_eq!(gpu.synchronize(list, SOON), SUCCESS);
    assert_eq!(gpu.status(event), NOT_READY);
    assert_eq!(gpu.signal(list, event), SUCCESS);
    assert_eq!(gpu.wait_on_host(event, SOON), SUCCESS);
    let mut times = ze_kernel_timestamp_result_t::default();
    assert_eq!(call!(gpu.library, zeEventQueryKernelTimestamp(event, &mut times)), SUCCESS);
    assert!(times.global.kernelStart > 0);
    assert!(gpu.event_handle(event).is_err());
    gpu.destroy_list(list);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
    assert_eq!(call!(gpu.library, zeEventPoolDestroy(pool)), SUCCESS);
}

#[test]
fn each_place_has_one_event_and_a_pool_goes_last() {
    let gpu = Gpu::new();
    let pool = gpu.pool(1, ptr::null());
    let event = gpu.pool_event(pool, 0).expect("the place is free");
    assert_eq!(gpu.pool_event(pool, 0), Err(INVALID));
    assert_eq!(gpu.pool_event(pool, 1), Err(INVALID));
    let in_use = ze_result_t::ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE;
    assert_eq!(call!(gpu.library, zeEventPoolDestroy(pool)), in_use);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
    let event = gpu.pool_event(pool, 0).expect("the place is free again");
    assert_eq!(gpu.destroy_event(event), SUCCESS);
    assert_eq!(call!(gpu.library, zeEventPoolDestroy(pool)), SUCCESS);
}

#[test]
fn a_pool_can_be_one_of_counters() {
    let gpu = Gpu::new();
    let mut counters = ze_event_pool_counter_based_exp_desc_t::new();
    counters.flags = ze_event_pool_counter_based_exp_flags_t::ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_IMMEDIATE;
    let pool = gpu.pool(1, (&raw const counters).cast());
    let event = gpu.pool_event(pool, 0).expect("the place is free");
    assert_eq!(gpu.status(event), SUCCESS);
    assert_eq!(call!(gpu.library, zeEventHostSignal(event)), INVALID);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
    assert_eq!(call!(gpu.library, zeEventPoolDestroy(pool)), SUCCESS);
}

#[test]
fn pools_are_not_shared() {
    let gpu = Gpu::new();
    let (pool, mut handle) = (gpu.pool(1, ptr::null()), ze_ipc_event_pool_handle_t::default());
    let (unsupported, mut opened) =
        (ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE, ze_event_pool_handle_t::NULL);
    assert_eq!(call!(gpu.library, zeEventPoolGetIpcHandle(pool, &mut handle)), unsupported);
    assert_eq!(call!(gpu.library, zeEventPoolOpenIpcHandle(gpu.context, handle, &mut opened)), unsupported);
    assert_eq!(call!(gpu.library, zeEventPoolPutIpcHandle(gpu.context, handle)), unsupported);
    assert_eq!(call!(gpu.library, zeEventPoolCloseIpcHandle(pool)), unsupported);
    assert_eq!(call!(gpu.library, zeEventPoolDestroy(pool)), SUCCESS);
}
