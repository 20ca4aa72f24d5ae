//! Counter-based events between processes.

use level_zero_sys::ze_ipc_event_counter_based_handle_t;

use crate::gpu::{Gpu, INVALID, NOT_READY, SOON, SUCCESS};
use crate::peer::{self, Victim};

fn handle(bytes: Vec<u8>) -> ze_ipc_event_counter_based_handle_t {
    ze_ipc_event_counter_based_handle_t { data: bytes.try_into().expect("there are 64") }
}

#[test]
#[ignore = "takes seconds: CI runs it"]
fn another_process_sees_a_signal_come() {
    let gpu = Gpu::new();
    if let Some((bytes, _)) = peer::given() {
        let (event, list) = (gpu.open_event(handle(bytes)).expect("it lives"), gpu.in_order_list());
        assert_eq!(gpu.wait_on_host(event, 1_000_000), NOT_READY, "the producer holds it back");
        gpu.wait(list, event);
        assert_eq!(gpu.synchronize(list, 0), NOT_READY);
        gpu.destroy_list(list);
        assert_eq!(gpu.close_event(event), SUCCESS);
        return;
    }
    let (event, list) = (gpu.shareable_event(), gpu.in_order_list());
    let gate = gpu.gate(list);
    assert_eq!(gpu.signal(list, event), SUCCESS);
    let bytes = gpu.event_handle(event).expect("it can be shared").data;
    peer::run("event_processes::another_process_sees_a_signal_come", &bytes);
    assert_eq!(gpu.status(event), NOT_READY);
    drop(gate);
    assert_eq!(gpu.wait_on_host(event, SOON), SUCCESS);
    gpu.destroy_list(list);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
}

#[test]
#[ignore = "waits two seconds for a process to end with a signal to come: CI runs it"]
fn another_process_signals() {
    let gpu = Gpu::new();
    if let Some((bytes, _)) = peer::given() {
        let (event, list) = (gpu.open_event(handle(bytes)).expect("it lives"), gpu.in_order_list());
        assert_eq!(gpu.status(event), SUCCESS);
        assert_eq!(gpu.signal(list, event), SUCCESS);
        assert_eq!(gpu.synchronize(list, SOON), SUCCESS);
        let gate = gpu.gate(list);
        assert_eq!(gpu.signal(list, event), SUCCESS);
        assert_eq!(gpu.status(event), NOT_READY);
        // The process ends with this signal still to come.
        std::mem::forget(gate);
        std::mem::forget(gpu);
        return;
    }
    let event = gpu.shareable_event();
    let bytes = gpu.event_handle(event).expect("it can be shared").data;
    peer::run("event_processes::another_process_signals", &bytes);
    assert_eq!(gpu.wait_on_host(event, 1_000_000), NOT_READY, "its last signal never comes");
    let list = gpu.in_order_list();
    gpu.wait(list, event);
    assert_eq!(gpu.synchronize(list, 1_000_000), NOT_READY);
    gpu.destroy_list(list);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
}

#[test]
fn the_event_of_a_killed_process_stays_as_it_is() {
    let gpu = Gpu::new();
    let (event, list) = (gpu.shareable_event(), gpu.in_order_list());
    if peer::is_victim() {
        let _gate = gpu.gate(list);
        assert_eq!(gpu.signal(list, event), SUCCESS);
        peer::tell_and_wait(&gpu.event_handle(event).expect("it can be shared").data);
    }
    let mut victim = Victim::start("event_processes::the_event_of_a_killed_process_stays_as_it_is");
    let given = handle(victim.handle.clone());
    let opened = gpu.open_event(given).expect("the victim lives");
    victim.kill();
    assert_eq!(gpu.open_event(given).err(), Some(INVALID), "nobody has it");
    assert_eq!(gpu.wait_on_host(opened, 1_000_000), NOT_READY);
    assert_eq!(gpu.signal(list, opened), SUCCESS);
    assert_eq!(gpu.wait_on_host(opened, SOON), SUCCESS, "a later signal covers the lost one");
    assert_eq!(gpu.close_event(opened), SUCCESS);
    gpu.destroy_list(list);
    assert_eq!(gpu.destroy_event(event), SUCCESS);
}
