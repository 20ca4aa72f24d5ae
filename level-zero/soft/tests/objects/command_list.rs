//! Command lists and queues.

use core::ptr;
use std::time::{Duration, Instant};

use level_zero_sys::*;
use rstest::rstest;

use crate::gpu::{Gpu, INVALID, NOT_READY, PAGE, SOON, SUCCESS};
use crate::support::{apart_and_well, call};

const OUT_OF_ORDER: ze_command_queue_flags_t = ze_command_queue_flags_t(0);
const NO_EVENT: ze_event_handle_t = ze_event_handle_t::NULL;

fn bytes(memory: *const u8, size: usize) -> Vec<u8> {
    // SAFETY: the memory is mapped for this size.
    unsafe { core::slice::from_raw_parts(memory, size) }.to_vec()
}

impl Gpu {
    fn fill(
        &self,
        list: ze_command_list_handle_t,
        memory: *mut u8,
        pattern: &[u8],
        size: usize,
    ) -> ze_result_t {
        let pattern_bytes = pattern.as_ptr().cast();
        call!(
            self.library,
            zeCommandListAppendMemoryFill(
                list,
                memory.cast(),
                pattern_bytes,
                pattern.len(),
                size,
                NO_EVENT,
                0,
                ptr::null_mut()
            )
        )
    }

    fn recorded(&self, record: impl FnOnce(ze_command_list_handle_t)) -> ze_command_list_handle_t {
        let desc = ze_command_list_desc_t::new();
        let mut list = ze_command_list_handle_t::NULL;
        let result = call!(self.library, zeCommandListCreate(self.context, self.device, &desc, &mut list));
        assert_eq!(result, SUCCESS);
        record(list);
        assert_eq!(call!(self.library, zeCommandListClose(list)), SUCCESS);
        list
    }

    fn queue(&self) -> ze_command_queue_handle_t {
        let desc = ze_command_queue_desc_t::new();
        let mut queue = ze_command_queue_handle_t::NULL;
        let result = call!(self.library, zeCommandQueueCreate(self.context, self.device, &desc, &mut queue));
        assert_eq!(result, SUCCESS);
        queue
    }
}

#[rstest]
#[case::byte(&[7], 10_000)]
#[case::words(&[1, 2, 3, 4], 10_001)]
#[case::nothing(&[1, 2], 0)]
fn fills_repeat_the_pattern(#[case] pattern: &[u8], #[case] size: usize) {
    let gpu = Gpu::new();
    let (memory, list) = (gpu.memory(PAGE), gpu.in_order_list());
    assert_eq!(gpu.fill(list, memory, pattern, size), SUCCESS);
    assert_eq!(gpu.synchronize(list, SOON), SUCCESS);
    let expected: Vec<u8> = pattern.iter().copied().cycle().take(size).collect();
    assert_eq!(bytes(memory, size), expected);
    assert_eq!(bytes(memory.wrapping_add(size), 1), [0]);
    let size = ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE;
    assert_eq!(gpu.fill(list, memory, &[1, 2, 3], 9), size);
    gpu.destroy_list(list);
    gpu.free(memory);
}

#[test]
fn an_in_order_list_keeps_its_order() {
    let gpu = Gpu::new();
    let (memory, list) = (gpu.memory(PAGE), gpu.in_order_list());
    let gate = gpu.gate(list);
    let mut target = [0u8; 8];
    for value in 1..=3 {
        assert_eq!(gpu.fill(list, memory, &[value], 8), SUCCESS);
    }
    gpu.copy(list, target.as_mut_ptr(), memory, 8);
    assert_eq!(gpu.synchronize(list, 0), NOT_READY);
    assert_eq!(bytes(memory, 1), [0]);
    drop(gate);
    assert_eq!(gpu.synchronize(list, SOON), SUCCESS);
    assert_eq!(target, [3; 8]);
    gpu.destroy_list(list);
    gpu.free(memory);
}

#[test]
fn out_of_order_only_barriers_wait() {
    let gpu = Gpu::new();
    let (memory, list) = (gpu.memory(PAGE), gpu.list(OUT_OF_ORDER));
    let (passed, held) = (gpu.shareable_event(), gpu.shareable_event());
    let gate = gpu.gate(list);
    let mut target = [1u8; 8];
    let copied = call!(
        gpu.library,
        zeCommandListAppendMemoryCopy(
            list,
            target.as_mut_ptr().cast(),
            memory.cast(),
            8,
            passed,
            0,
            ptr::null_mut()
        )
    );
    assert_eq!(copied, SUCCESS);
    assert_eq!(gpu.wait_on_host(passed, SOON), SUCCESS, "the copy need not wait for the gate");
    assert_eq!(call!(gpu.library, zeCommandListAppendBarrier(list, held, 0, ptr::null_mut())), SUCCESS);
    assert_eq!(gpu.fill(list, memory, &[9], 8), SUCCESS);
    assert_eq!(gpu.status(held), NOT_READY);
    assert_eq!(bytes(memory, 1), [0], "the fill is behind the barrier");
    drop(gate);
    assert_eq!(gpu.synchronize(list, SOON), SUCCESS);
    assert_eq!((gpu.status(held), bytes(memory, 1)), (SUCCESS, vec![9]));
    gpu.destroy_list(list);
    assert_eq!([passed, held].map(|event| gpu.destroy_event(event)), [SUCCESS; 2]);
    gpu.free(memory);
}

#[test]
fn a_synchronous_list_returns_when_the_work_is_done() {
    let gpu = Gpu::new();
    let mut desc = ze_command_queue_desc_t::new();
    desc.mode = ze_command_queue_mode_t::ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
    let mut list = ze_command_list_handle_t::NULL;
    let made = call!(gpu.library, zeCommandListCreateImmediate(gpu.context, gpu.device, &desc, &mut list));
    assert_eq!(made, SUCCESS);
    let memory = gpu.memory(PAGE);
    assert_eq!(gpu.fill(list, memory, &[5], 8), SUCCESS);
    assert_eq!(bytes(memory, 8), [5; 8]);
    gpu.destroy_list(list);
    gpu.free(memory);
}

#[test]
fn regular_lists_run_as_often_as_they_are_submitted() {
    let gpu = Gpu::new();
    let (memory, queue) = (gpu.memory(PAGE), gpu.queue());
    let mut target = [0u8; 8];
    let address = target.as_mut_ptr();
    let mut lists = [
        gpu.recorded(|list| assert_eq!(gpu.fill(list, memory, &[5], 8), SUCCESS)),
        gpu.recorded(|list| gpu.copy(list, address, memory, 8)),
    ];
    assert_eq!(bytes(memory, 8), [0; 8], "nothing has run");
    let run = |lists: &mut [ze_command_list_handle_t]| {
        let count = u32::try_from(lists.len()).expect("there are few");
        let none = ze_fence_handle_t::NULL;
        call!(gpu.library, zeCommandQueueExecuteCommandLists(queue, count, lists.as_mut_ptr(), none))
    };
    assert_eq!(run(&mut lists), SUCCESS);
    assert_eq!(call!(gpu.library, zeCommandQueueSynchronize(queue, SOON)), SUCCESS);
    assert_eq!(bytes(address, 8), [5; 8]);
    // SAFETY: nothing else uses the memory now.
    unsafe { memory.write(6) };
    assert_eq!(run(&mut lists[1..]), SUCCESS);
    assert_eq!(call!(gpu.library, zeCommandQueueSynchronize(queue, SOON)), SUCCESS);
    assert_eq!(bytes(address, 2), [6, 5]);
    assert_eq!(call!(gpu.library, zeCommandListReset(lists[0])), SUCCESS);
    assert_eq!(run(&mut lists), INVALID, "the first one is open again");
    let wrong = ze_result_t::ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE;
    assert_eq!(gpu.synchronize(lists[0], 0), wrong);
    let mut immediate = gpu.in_order_list();
    assert_eq!(run(core::slice::from_mut(&mut immediate)), wrong);
    assert_eq!(call!(gpu.library, zeCommandListClose(immediate)), wrong);
    for (list, expected) in [(immediate, 1), (lists[0], 0)] {
        let mut answer = 9;
        assert_eq!(call!(gpu.library, zeCommandListIsImmediate(list, &mut answer)), SUCCESS);
        assert_eq!(answer, expected);
    }
    for list in [lists[0], lists[1], immediate] {
        gpu.destroy_list(list);
    }
    assert_eq!(call!(gpu.library, zeCommandQueueDestroy(queue)), SUCCESS);
    gpu.free(memory);
}

#[test]
fn a_signal_is_pending_from_the_append_to_a_regular_list_on() {
    let gpu = Gpu::new();
    let (queue, waiting, event) = (gpu.queue(), gpu.in_order_list(), gpu.shareable_event());
    let mut recorded = gpu.recorded(|list| assert_eq!(gpu.signal(list, event), SUCCESS));
    gpu.wait(waiting, event);
    assert_eq!((gpu.status(event), gpu.synchronize(waiting, 0)), (NOT_READY, NOT_READY));
    let none = ze_fence_handle_t::NULL;
    for _ in 0..2 {
        let run = call!(gpu.library, zeCommandQueueExecuteCommandLists(queue, 1, &mut recorded, none));
        assert_eq!(run, SUCCESS);
        assert_eq!(gpu.wait_on_host(event, SOON), SUCCESS);
        assert_eq!(gpu.synchronize(waiting, SOON), SUCCESS);
    }
    gpu.destroy_list(recorded);
    gpu.destroy_list(waiting);
    assert_eq!(call!(gpu.library, zeCommandQueueDestroy(queue)), SUCCESS);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
}

#[test]
fn an_immediate_list_takes_regular_ones() {
    let gpu = Gpu::new();
    let (memory, list, event) = (gpu.memory(PAGE), gpu.list(OUT_OF_ORDER), gpu.shareable_event());
    let mut recorded = gpu.recorded(|list| assert_eq!(gpu.fill(list, memory, &[5], 8), SUCCESS));
    let gate = gpu.gate(list);
    let appended = call!(
        gpu.library,
        zeCommandListImmediateAppendCommandListsExp(list, 1, &mut recorded, event, 0, ptr::null_mut())
    );
    assert_eq!(appended, SUCCESS);
    assert_eq!(gpu.status(event), NOT_READY);
    drop(gate);
    assert_eq!(gpu.wait_on_host(event, SOON), SUCCESS);
    assert_eq!(bytes(memory, 8), [5; 8]);
    gpu.destroy_list(recorded);
    gpu.destroy_list(list);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
    gpu.free(memory);
}

#[rstest]
#[case::in_order(ze_command_queue_flags_t::ZE_COMMAND_QUEUE_FLAG_IN_ORDER)]
#[ignore = "is like the one before: CI runs it"]
#[case::out_of_order(OUT_OF_ORDER)]
fn a_list_that_is_stuck_can_still_be_destroyed(#[case] flags: ze_command_queue_flags_t) {
    let gpu = Gpu::new();
    let (holder, stuck) = (gpu.in_order_list(), gpu.list(flags));
    let (event, never) = (gpu.shareable_event(), gpu.shareable_event());
    let gate = gpu.gate(holder);
    assert_eq!(gpu.signal(holder, event), SUCCESS);
    gpu.wait(stuck, event);
    assert_eq!(gpu.signal(stuck, never), SUCCESS);
    assert_eq!(gpu.synchronize(stuck, 1_000_000), NOT_READY);
    gpu.destroy_list(stuck);
    assert_eq!(gpu.status(never), NOT_READY);
    drop(gate);
    gpu.destroy_list(holder);
    assert_eq!([event, never].map(|event| gpu.destroy_event(event)), [SUCCESS; 2]);
}

#[test]
fn a_device_waits_for_all_its_lists() {
    let gpu = Gpu::new();
    let (list, event) = (gpu.in_order_list(), gpu.shareable_event());
    drop(gpu.gate(list));
    assert_eq!(gpu.signal(list, event), SUCCESS);
    assert_eq!(call!(gpu.library, zeDeviceSynchronize(gpu.device)), SUCCESS);
    assert_eq!(gpu.status(event), SUCCESS);
    gpu.destroy_list(list);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
}

#[rstest]
#[case::group(1, 0, INVALID)]
#[case::queue(0, 99, INVALID)]
fn lists_are_on_queues_that_exist(#[case] ordinal: u32, #[case] index: u32, #[case] expected: ze_result_t) {
    let gpu = Gpu::new();
    let mut desc = ze_command_queue_desc_t::new();
    (desc.ordinal, desc.index) = (ordinal, index);
    let mut list = ze_command_list_handle_t::NULL;
    let made = call!(gpu.library, zeCommandListCreateImmediate(gpu.context, gpu.device, &desc, &mut list));
    assert_eq!((made, list), (expected, ze_command_list_handle_t::NULL));
}

#[test]
fn commands_take_as_long_as_the_environment_says() {
    let test = "command_list::commands_take_as_long_as_the_environment_says";
    apart_and_well(test, &[("LEVEL_ZERO_SOFT_COMMAND_DELAY", "50")], || {
        let gpu = Gpu::new();
        let (list, event, start) = (gpu.in_order_list(), gpu.shareable_event(), Instant::now());
        assert_eq!(gpu.signal(list, event), SUCCESS);
        assert_eq!(gpu.status(event), NOT_READY);
        assert_eq!(gpu.wait_on_host(event, SOON), SUCCESS);
        assert!(start.elapsed() >= Duration::from_millis(50));
        gpu.destroy_list(list);
        assert_eq!(gpu.destroy_event(event), SUCCESS);
    });
}
