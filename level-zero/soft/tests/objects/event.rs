//! Counter-based events within one process.

use level_zero_sys::*;
use rstest::rstest;

use crate::gpu::{Gpu, INVALID, NOT_READY, SOON, SUCCESS};
use crate::support::{apart_and_well, call, driver};

const PLAIN: ze_event_counter_based_flags_t = ze_event_counter_based_flags_t(0);
const TIMES: ze_event_counter_based_flags_t =
    ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP;
const IPC: ze_event_counter_based_flags_t = ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_IPC;

#[test]
fn an_event_is_pending_while_its_signal_is() {
    let gpu = Gpu::new();
    for event in [gpu.event(PLAIN), gpu.shareable_event()] {
        let list = gpu.in_order_list();
        assert_eq!(gpu.status(event), SUCCESS, "nothing was appended yet");
        let gate = gpu.gate(list);
        assert_eq!(gpu.signal(list, event), SUCCESS);
        assert_eq!(gpu.status(event), NOT_READY);
        assert_eq!(gpu.wait_on_host(event, 0), NOT_READY);
        assert_eq!(gpu.wait_on_host(event, 1_000_000), NOT_READY);
        drop(gate);
        assert_eq!(gpu.wait_on_host(event, u64::MAX), SUCCESS);
        assert_eq!(gpu.status(event), SUCCESS);
        gpu.destroy_list(list);
        assert_eq!(gpu.destroy_event(event), SUCCESS);
    }
}

#[test]
fn an_event_may_go_while_commands_need_it() {
    let gpu = Gpu::new();
    for event in [gpu.event(PLAIN), gpu.shareable_event()] {
        let (first, second) = (gpu.in_order_list(), gpu.in_order_list());
        let gate = gpu.gate(first);
        assert_eq!(gpu.signal(first, event), SUCCESS);
        gpu.wait(second, event);
        assert_eq!(gpu.destroy_event(event), SUCCESS);
        assert_eq!(gpu.synchronize(second, 0), NOT_READY);
        drop(gate);
        assert_eq!(gpu.synchronize(second, SOON), SUCCESS);
        gpu.destroy_list(first);
        gpu.destroy_list(second);
    }
}

#[test]
fn the_host_does_not_signal_counters() {
    let gpu = Gpu::new();
    let (event, list) = (gpu.event(PLAIN), gpu.in_order_list());
    assert_eq!(call!(gpu.library, zeEventHostSignal(event)), INVALID);
    assert_eq!(call!(gpu.library, zeEventHostReset(event)), INVALID);
    assert_eq!(call!(gpu.library, zeCommandListAppendEventReset(list, event)), INVALID);
    let (mut value, mut address) = (0, 0);
    let result = call!(gpu.library, zeEventCounterBasedGetDeviceAddress(event, &mut value, &mut address));
    assert_eq!(result, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
    assert_eq!(gpu.close_event(event), INVALID, "it was not opened");
    gpu.destroy_list(list);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
    assert_eq!(gpu.destroy_event(event), INVALID);
}

#[test]
fn times_are_those_of_the_command() {
    let gpu = Gpu::new();
    let (event, list) = (gpu.event(TIMES), gpu.in_order_list());
    let gate = gpu.gate(list);
    assert_eq!(gpu.signal(list, event), SUCCESS);
    let mut times = ze_kernel_timestamp_result_t::default();
    assert_eq!(call!(gpu.library, zeEventQueryKernelTimestamp(event, &mut times)), NOT_READY);
    drop(gate);
    assert_eq!(gpu.wait_on_host(event, SOON), SUCCESS);
    assert_eq!(call!(gpu.library, zeEventQueryKernelTimestamp(event, &mut times)), SUCCESS);
    assert!(0 < times.global.kernelStart && times.global.kernelStart <= times.global.kernelEnd);
    let plain = gpu.event(PLAIN);
    assert_eq!(call!(gpu.library, zeEventQueryKernelTimestamp(plain, &mut times)), INVALID);
    gpu.destroy_list(list);
    assert_eq!([event, plain].map(|event| gpu.destroy_event(event)), [SUCCESS; 2]);
}

#[test]
fn shared_events_keep_no_times_and_unknown_flags_are_errors() {
    let gpu = Gpu::new();
    assert_eq!(gpu.try_event(IPC | TIMES), Err(INVALID));
    let unknown = ze_event_counter_based_flags_t(1 << 9);
    assert_eq!(gpu.try_event(unknown), Err(ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION));
}

#[test]
fn what_is_opened_signals_both_ways() {
    let gpu = Gpu::new();
    let (event, list) = (gpu.shareable_event(), gpu.in_order_list());
    let opened = gpu.open_event(gpu.event_handle(event).expect("it can be shared")).expect("it lives");
    for (signalled, seen) in [(event, opened), (opened, event)] {
        let gate = gpu.gate(list);
        assert_eq!(gpu.status(seen), SUCCESS);
        assert_eq!(gpu.signal(list, signalled), SUCCESS);
        assert_eq!(gpu.status(seen), NOT_READY);
        drop(gate);
        assert_eq!(gpu.wait_on_host(seen, SOON), SUCCESS);
    }
    assert_eq!(gpu.event_handle(opened).err(), Some(INVALID), "only its maker exports it");
    assert_eq!(gpu.destroy_event(opened), INVALID, "it is closed, not destroyed");
    let gate = gpu.gate(list);
    assert_eq!(gpu.signal(list, event), SUCCESS);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
    assert_eq!(gpu.status(opened), NOT_READY, "it outlives its maker");
    drop(gate);
    assert_eq!(gpu.wait_on_host(opened, SOON), SUCCESS);
    assert_eq!(gpu.close_event(opened), SUCCESS);
    gpu.destroy_list(list);
}

#[test]
fn only_living_shareable_events_are_opened() {
    let gpu = Gpu::new();
    let plain = gpu.event(PLAIN);
    assert_eq!(gpu.event_handle(plain).err(), Some(INVALID));
    assert_eq!(gpu.destroy_event(plain), SUCCESS);
    let event = gpu.shareable_event();
    let handle = gpu.event_handle(event).expect("it can be shared");
    for at in 0..64 {
        let mut garbled = handle;
        garbled.data[at] ^= 1;
        assert_eq!(gpu.open_event(garbled).err(), Some(INVALID), "byte {at}");
    }
    assert_eq!(gpu.open_event(ze_ipc_event_counter_based_handle_t::default()).err(), Some(INVALID));
    assert_eq!(gpu.destroy_event(event), SUCCESS);
    assert_eq!(gpu.open_event(handle).err(), Some(INVALID), "it is gone");
    let next = gpu.shareable_event();
    assert_eq!(gpu.open_event(handle).err(), Some(INVALID), "another one has its descriptor");
    assert_eq!(gpu.destroy_event(next), SUCCESS);
}

#[test]
fn the_older_function_makes_the_same_events() {
    let gpu = Gpu::new();
    let driver = driver(&gpu.library);
    // SAFETY: the driver is alive.
    let create = unsafe { gpu.library.functions().counter_based_event_create2(driver) }.expect("it is known");
    let mut desc = zex_counter_based_event_desc_t::new();
    desc.flags.0 = 0xf;
    desc.signalScope = ze_event_scope_flags_t::ZE_EVENT_SCOPE_FLAG_HOST;
    let mut event = ze_event_handle_t::NULL;
    // SAFETY: the handles are alive, the descriptor and the output too.
    assert_eq!(unsafe { create(gpu.context, gpu.device, &desc, &mut event) }, SUCCESS);
    assert!(gpu.event_handle(event).is_ok());
    assert_eq!(gpu.destroy_event(event), SUCCESS);
}

#[rstest]
#[case::early("one-way-early", false)]
#[case::apart("one-way-apart", true)]
fn one_way_an_event_without_a_signal_is_complete(#[case] mode: &str, #[case] signalled: bool) {
    let name = if signalled { "case_2_apart" } else { "case_1_early" };
    let test = format!("event::one_way_an_event_without_a_signal_is_complete::{name}");
    apart_and_well(&test, &[("LEVEL_ZERO_SOFT_EVENTS", mode)], || {
        let gpu = Gpu::new();
        let (event, list) = (gpu.shareable_event(), gpu.in_order_list());
        let opened = gpu.open_event(gpu.event_handle(event).expect("it has one")).expect("it lives");
        let gate = gpu.gate(list);
        assert_eq!(gpu.signal(list, event), SUCCESS);
        assert_eq!((gpu.status(event), gpu.status(opened)), (NOT_READY, SUCCESS));
        let later = gpu.open_event(gpu.event_handle(event).expect("it has one")).expect("it lives");
        assert_eq!(gpu.status(later), NOT_READY, "it has the signal");
        assert_eq!(gpu.signal(list, opened), if signalled { SUCCESS } else { INVALID });
        assert_eq!(gpu.status(opened), if signalled { NOT_READY } else { SUCCESS });
        drop(gate);
        for event in [event, opened, later] {
            assert_eq!(gpu.wait_on_host(event, SOON), SUCCESS);
        }
        let gate = gpu.gate(list);
        gpu.signal(list, opened);
        assert_eq!(gpu.status(event), SUCCESS, "nobody else sees that signal");
        drop(gate);
        assert_eq!([opened, later].map(|event| gpu.close_event(event)), [SUCCESS; 2]);
        gpu.destroy_list(list);
        assert_eq!(gpu.destroy_event(event), SUCCESS);
    });
}

#[test]
fn one_way_a_handle_is_a_signal() {
    let test = "event::one_way_a_handle_is_a_signal";
    apart_and_well(test, &[("LEVEL_ZERO_SOFT_EVENTS", "one-way")], || {
        let gpu = Gpu::new();
        let (event, list) = (gpu.shareable_event(), gpu.in_order_list());
        assert_eq!(gpu.event_handle(event).err(), Some(INVALID), "there is no signal yet");
        let first = gpu.gate(list);
        assert_eq!(gpu.signal(list, event), SUCCESS);
        let opened = gpu.open_event(gpu.event_handle(event).expect("there is")).expect("it lives");
        let second = gpu.gate(list);
        assert_eq!(gpu.signal(list, event), SUCCESS);
        assert_eq!(gpu.signal(list, opened), INVALID);
        assert_eq!(gpu.status(opened), NOT_READY);
        drop(first);
        assert_eq!(gpu.wait_on_host(opened, SOON), SUCCESS);
        assert_eq!(gpu.status(event), NOT_READY, "its second signal is still to come");
        drop(second);
        assert_eq!(gpu.wait_on_host(event, SOON), SUCCESS);
        assert_eq!(gpu.close_event(opened), SUCCESS);
        gpu.destroy_list(list);
        assert_eq!(gpu.destroy_event(event), SUCCESS);
    });
}
