//! Memory that is freed while commands use it.

use std::sync::mpsc::{TryRecvError, channel};
use std::thread;
use std::time::Duration;

use level_zero_sys::*;

use crate::gpu::{Gpu, PAGE, SOON, SUCCESS};
use crate::support::call;

fn free_ext(gpu: &Gpu, memory: usize, policy: ze_driver_memory_free_policy_ext_flags_t) -> ze_result_t {
    let mut desc = ze_memory_free_ext_desc_t::new();
    desc.freePolicy = policy;
    let memory = core::ptr::with_exposed_provenance_mut(memory);
    call!(gpu.library, zeMemFreeExt(gpu.context, &desc, memory))
}

#[test]
fn a_blocking_free_waits_for_the_commands() {
    let gpu = Gpu::new();
    let (memory, list) = (gpu.memory(PAGE), gpu.in_order_list());
    let gate = gpu.gate(list);
    let mut target = [1u8; 16];
    gpu.copy(list, target.as_mut_ptr(), memory, target.len());
    let (freed, wait) = channel();
    let address = memory.expose_provenance();
    thread::scope(|scope| {
        let context = gpu.context.0.expose_provenance();
        let library = &gpu.library;
        scope.spawn(move || {
            let mut desc = ze_memory_free_ext_desc_t::new();
            desc.freePolicy =
                ze_driver_memory_free_policy_ext_flags_t::ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE;
            let context = ze_context_handle_t(core::ptr::with_exposed_provenance_mut(context));
            let memory = core::ptr::with_exposed_provenance_mut(address);
            freed.send(call!(library, zeMemFreeExt(context, &desc, memory))).expect("somebody waits");
        });
        thread::yield_now();
        assert_eq!(wait.try_recv(), Err(TryRecvError::Empty));
        drop(gate);
        assert_eq!(wait.recv_timeout(Duration::from_nanos(SOON)), Ok(SUCCESS));
    });
    assert_eq!(gpu.synchronize(list, SOON), SUCCESS);
    assert_eq!(target, [0; 16]);
    gpu.destroy_list(list);
}

#[test]
fn a_deferred_free_returns_and_the_commands_still_run() {
    let gpu = Gpu::new();
    let (memory, list) = (gpu.memory(PAGE), gpu.in_order_list());
    let gate = gpu.gate(list);
    let mut target = [1u8; 16];
    gpu.copy(list, target.as_mut_ptr(), memory, target.len());
    let policy = ze_driver_memory_free_policy_ext_flags_t::ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE;
    assert_eq!(free_ext(&gpu, memory.expose_provenance(), policy), SUCCESS);
    drop(gate);
    assert_eq!(gpu.synchronize(list, SOON), SUCCESS);
    assert_eq!(target, [0; 16]);
    gpu.destroy_list(list);
}

#[test]
fn unknown_policies_are_errors() {
    let gpu = Gpu::new();
    let memory = gpu.memory(PAGE);
    let policy = ze_driver_memory_free_policy_ext_flags_t(4);
    let result = free_ext(&gpu, memory.expose_provenance(), policy);
    assert_eq!(result, ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION);
    gpu.free(memory);
}
