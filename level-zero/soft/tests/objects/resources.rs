//! Leaks, and too few resources.

use std::fs;

use level_zero_sys::*;

use crate::gpu::{Gpu, NOT_READY, PAGE, SOON, SUCCESS};
use crate::support::apart_and_well;

/// Descriptors, mappings and threads of this process.
fn usage() -> [usize; 3] {
    let entries = |path| fs::read_dir(path).expect("the kernel shows it").count();
    let mappings = fs::read_to_string("/proc/self/maps").expect("the kernel shows it").lines().count();
    [entries("/proc/self/fd"), mappings, entries("/proc/self/task")]
}

/// Everything that can be made, used and ended.
fn cycle() {
    let gpu = Gpu::new();
    let (memory, list) = (gpu.memory(PAGE), gpu.in_order_list());
    let handle = gpu.memory_handle(memory).expect("it is an allocation");
    let opened = gpu.open(handle).expect("it is open");
    gpu.copy(list, opened, memory, PAGE / 2);
    let event = gpu.shareable_event();
    let opened_event = gpu.open_event(gpu.event_handle(event).expect("it can be shared")).expect("it lives");
    let gate = gpu.gate(list);
    assert_eq!(gpu.signal(list, event), SUCCESS);
    assert_eq!(gpu.status(opened_event), NOT_READY);
    drop(gate);
    assert_eq!(gpu.wait_on_host(opened_event, SOON), SUCCESS);
    let (physical, start) = (gpu.physical(PAGE), gpu.reserve(PAGE));
    gpu.destroy_list(list);
    assert_eq!(gpu.close_event(opened_event), SUCCESS);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
    assert_eq!(gpu.close(opened), SUCCESS);
    assert_eq!(gpu.put(handle), SUCCESS);
    gpu.free(memory);
    gpu.free_reserved(start, PAGE);
    gpu.destroy_physical(physical);
}

#[test]
fn two_hundred_cycles_leave_nothing_behind() {
    leave_nothing_behind("resources::two_hundred_cycles_leave_nothing_behind", 200);
}

#[test]
#[ignore = "waits, and is like the one before: CI runs it"]
fn a_thousand_cycles_leave_nothing_behind() {
    leave_nothing_behind("resources::a_thousand_cycles_leave_nothing_behind", 1000);
}

fn leave_nothing_behind(test: &str, cycles: usize) {
    apart_and_well(test, &[], || {
        for _ in 0..100 {
            cycle();
        }
        let before = usage();
        for _ in 0..cycles {
            cycle();
        }
        let after = usage();
        assert_eq!((before[0], before[2]), (after[0], after[2]), "descriptors and threads");
        // The allocator of the process may have come to a few more of its own.
        assert!(after[1] <= before[1] + 8, "{} mappings became {}", before[1], after[1]);
    });
}

#[test]
fn beyond_the_limit_there_are_no_more_descriptors() {
    let test = "resources::beyond_the_limit_there_are_no_more_descriptors";
    apart_and_well(test, &[("LEVEL_ZERO_SOFT_DESCRIPTOR_LIMIT", "2")], || {
        let (gpu, full) = (Gpu::new(), ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY);
        let memory = gpu.memory(PAGE);
        let handle = gpu.memory_handle(memory).expect("there is one descriptor left");
        let ipc = ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_IPC;
        assert_eq!(gpu.try_event(ipc), Err(full));
        assert_eq!(gpu.memory_handle(memory).err(), Some(full));
        assert_eq!(gpu.open(handle).err(), Some(full));
        let plain = gpu.event(ze_event_counter_based_flags_t(0));
        assert_eq!(gpu.destroy_event(plain), SUCCESS);
        assert_eq!(gpu.put(handle), SUCCESS);
        let event = gpu.try_event(ipc).expect("there is one descriptor left again");
        assert_eq!(gpu.destroy_event(event), SUCCESS);
        gpu.free(memory);
    });
}

#[test]
fn imports_are_kept_on_demand() {
    let test = "resources::imports_are_kept_on_demand";
    apart_and_well(test, &[("LEVEL_ZERO_SOFT_KEEP_IMPORTS", "1")], || {
        for _ in 0..10 {
            cycle();
        }
        let before = usage();
        for _ in 0..100 {
            cycle();
        }
        assert!(usage()[1] >= before[1] + 200, "two imports a cycle stay mapped");
    });
}
