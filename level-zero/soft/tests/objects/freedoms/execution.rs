//! Rules of lists, events and devices.

use level_zero_sys::*;

use super::{threads, under};
use crate::gpu::{Gpu, NOT_READY, SOON, SUCCESS};
use crate::support::{call, devices, driver};

#[test]
fn lists_take_turns() {
    under("one-engine", "freedoms::execution::lists_take_turns", || {
        let gpu = Gpu::new();
        let mut group = ze_command_queue_group_properties_t::new();
        let mut count = 1;
        let groups =
            call!(gpu.library, zeDeviceGetCommandQueueGroupProperties(gpu.device, &mut count, &mut group));
        assert_eq!((groups, count, group.numQueues), (SUCCESS, 1, 1));
        let (held, other) = (gpu.in_order_list(), gpu.list(ze_command_queue_flags_t(0)));
        let event = gpu.shareable_event();
        assert_eq!(gpu.signal(other, event), SUCCESS);
        assert_eq!(gpu.synchronize(other, SOON), SUCCESS);
        let gate = gpu.gate(held);
        assert_eq!(gpu.signal(other, event), SUCCESS);
        assert_eq!(gpu.wait_on_host(event, 20_000_000), NOT_READY, "the gate is before it");
        drop(gate);
        assert_eq!(gpu.wait_on_host(event, SOON), SUCCESS);
        assert_eq!(gpu.synchronize(held, SOON), SUCCESS);
        gpu.destroy_list(held);
        gpu.destroy_list(other);
        assert_eq!(gpu.destroy_event(event), SUCCESS);
    });
}

#[test]
#[ignore = "takes seconds: CI runs it"]
fn a_list_that_is_given_up_does_not_hold_its_turn() {
    under("one-engine", "freedoms::execution::a_list_that_is_given_up_does_not_hold_its_turn", || {
        let gpu = Gpu::new();
        let (stuck, other) = (gpu.in_order_list(), gpu.in_order_list());
        let (never, event) = (gpu.event(off()), gpu.shareable_event());
        // A signal that only a list which never runs would give.
        let desc = ze_command_list_desc_t::new();
        let mut recorded = ze_command_list_handle_t::NULL;
        let made = call!(gpu.library, zeCommandListCreate(gpu.context, gpu.device, &desc, &mut recorded));
        assert_eq!((made, gpu.signal(recorded, never)), (SUCCESS, SUCCESS));
        gpu.wait(stuck, never);
        assert_eq!(gpu.signal(other, event), SUCCESS);
        assert_eq!(gpu.synchronize(other, 20_000_000), NOT_READY);
        gpu.destroy_list(stuck);
        assert_eq!(gpu.synchronize(other, SOON), SUCCESS);
        gpu.destroy_list(other);
        gpu.destroy_list(recorded);
        assert_eq!([never, event].map(|event| gpu.destroy_event(event)), [SUCCESS; 2]);
    });
}

fn off() -> ze_event_counter_based_flags_t {
    ze_event_counter_based_flags_t(0)
}

#[test]
fn devices_do_not_take_turns_with_each_other() {
    under("one-engine", "freedoms::execution::devices_do_not_take_turns_with_each_other", || {
        let mut gpu = Gpu::new();
        let (held, event) = (gpu.in_order_list(), gpu.shareable_event());
        let gate = gpu.gate(held);
        gpu.device = devices(&gpu.library, driver(&gpu.library))[1];
        let other = gpu.in_order_list();
        assert_eq!(gpu.signal(other, event), SUCCESS);
        assert_eq!(gpu.wait_on_host(event, SOON), SUCCESS);
        drop(gate);
        gpu.destroy_list(held);
        gpu.destroy_list(other);
        assert_eq!(gpu.destroy_event(event), SUCCESS);
    });
}

#[test]
fn host_functions_have_a_thread_that_stays() {
    under("host-thread", "freedoms::execution::host_functions_have_a_thread_that_stays", || {
        let gpu = Gpu::new();
        assert_eq!(threads("soft-host"), 0);
        for _ in 0..2 {
            let list = gpu.in_order_list();
            let gate = gpu.gate(list);
            assert_eq!(gpu.synchronize(list, 0), NOT_READY);
            drop(gate);
            assert_eq!(gpu.synchronize(list, SOON), SUCCESS);
            gpu.destroy_list(list);
            assert_eq!(threads("soft-host"), 1);
        }
    });
}

#[test]
fn devices_do_not_reach_each_other() {
    under("no-peers", "freedoms::execution::devices_do_not_reach_each_other", || {
        let gpu = Gpu::new();
        let driver = driver(&gpu.library);
        let devices = devices(&gpu.library, driver);
        for (first, second, expected) in [(0, 0, 1), (0, 1, 0), (1, 0, 0)] {
            let mut value = 7;
            let (first, second) = (devices[first], devices[second]);
            assert_eq!(call!(gpu.library, zeDeviceCanAccessPeer(first, second, &mut value)), SUCCESS);
            let mut properties = ze_device_p2p_properties_t::new();
            let told = call!(gpu.library, zeDeviceGetP2PProperties(first, second, &mut properties));
            let flag = ze_device_p2p_property_flags_t::ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS;
            assert_eq!((told, value, properties.flags.contains(flag)), (SUCCESS, expected, expected == 1));
        }
        let event = gpu.shareable_event();
        let handle = gpu.event_handle(event).expect("it can be shared");
        assert_eq!(gpu.close_event(gpu.open_event(handle).expect("it is its own device")), SUCCESS);
        let (desc, mut context) = (ze_context_desc_t::new(), ze_context_handle_t::NULL);
        let mut second = devices[1];
        let made = call!(gpu.library, zeContextCreateEx(driver, &desc, 1, &mut second, &mut context));
        assert_eq!(made, SUCCESS);
        let mut opened = ze_event_handle_t::NULL;
        let result = call!(gpu.library, zeEventCounterBasedOpenIpcHandle(context, handle, &mut opened));
        assert_eq!(result, ze_result_t::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
        assert_eq!(call!(gpu.library, zeContextDestroy(context)), SUCCESS);
        assert_eq!(gpu.destroy_event(event), SUCCESS);
    });
}
