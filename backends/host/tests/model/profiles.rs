//! Profiles: the queries deny missing capabilities, and the calls refuse them.

use crate::support::*;
use rstest::rstest;
use std::ptr::{null, null_mut};
use ur_ipc_api::*;
use ur_ipc_host::{HostBackend, Profile};

fn flag(s: &Setup, name: DeviceInfo) -> Result<bool, UrResult> {
    let mut answer = 9u8;
    let out = (&raw mut answer).cast();
    // SAFETY: the output has the size of the answer.
    let result = unsafe { s.ur.device_get_info(s.device, name, 1, out, null_mut()) };
    if result.is_success() { Ok(answer == 1) } else { Err(result) }
}

#[test]
fn every_name_is_known() {
    for (name, description) in Profile::NAMES {
        let profile = Profile::named(name).expect("listed profiles exist");
        assert_eq!(profile.name, *name);
        assert!(!description.is_empty());
        HostBackend::new(profile).expect("a capable kernel");
    }
    assert!(Profile::named("none of these").is_none());
    assert_eq!(Profile::named("default"), Some(Profile::default()));
}

#[rstest]
#[case("default", [true, true, true])]
#[case("no-memory", [false, true, true])]
#[case("no-physical-memory", [true, false, true])]
#[case("no-event", [true, true, false])]
#[case("no-ipc", [false, false, false])]
fn infos_and_entry_points_agree(#[case] profile: &str, #[case] shared: [bool; 3]) {
    let [memory, physical, event] = shared;
    let s = setup_with(profile);
    assert_eq!(flag(&s, DeviceInfo::IPC_MEMORY_SUPPORT_EXP), Ok(memory));
    assert_eq!(flag(&s, DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP), Ok(physical));
    assert_eq!(flag(&s, DeviceInfo::IPC_EVENT_SUPPORT_EXP), Ok(event));
    let mem = s.alloc(64);
    let (mut data, mut size) = (null_mut(), 0);
    let (desc, properties) =
        (ExpEventDesc::new(ExpEventFlags::IPC_EXP), PhysicalMemProperties::new(PhysicalMemFlags::ENABLE_IPC));
    let (mut made_event, mut made_physical) = (EventHandle::NULL, PhysicalMemHandle::NULL);
    // SAFETY: the descriptors and the outputs are live.
    let results = unsafe {
        [
            s.ur.ipc_get_mem_handle_exp(s.context, mem, &raw mut data, &raw mut size),
            s.ur.physical_mem_create(
                s.context,
                s.device,
                1 << 20,
                &raw const properties,
                &raw mut made_physical,
            ),
            s.ur.event_create_exp(s.context, s.device, &raw const desc, &raw mut made_event),
        ]
    };
    for (result, supported) in results.into_iter().zip([memory, physical, event]) {
        let expected = if supported { UrResult::SUCCESS } else { UrResult::ERROR_UNSUPPORTED_FEATURE };
        assert_eq!(result, expected);
    }
}

#[rstest]
#[case("default", ExpEventFlags::IPC_EXP, UrResult::SUCCESS)]
#[case("default", ExpEventFlags::ENABLE_PROFILING, UrResult::SUCCESS)]
#[case("no-event", ExpEventFlags::IPC_EXP, UrResult::ERROR_UNSUPPORTED_FEATURE)]
#[case("no-event", ExpEventFlags::ENABLE_PROFILING, UrResult::SUCCESS)]
#[case("no-event", ExpEventFlags::NONE_SET, UrResult::SUCCESS)]
#[case("no-profiling", ExpEventFlags::ENABLE_PROFILING, UrResult::ERROR_UNSUPPORTED_FEATURE)]
#[case("no-profiling", ExpEventFlags::IPC_EXP, UrResult::SUCCESS)]
#[case("no-profiling", ExpEventFlags::NONE_SET, UrResult::SUCCESS)]
fn kinds_of_events_may_be_missing(
    #[case] profile: &str,
    #[case] flags: ExpEventFlags,
    #[case] expected: UrResult,
) {
    let s = setup_with(profile);
    let (desc, mut event) = (ExpEventDesc::new(flags), EventHandle::NULL);
    // SAFETY: the descriptor and the output are live.
    let result = unsafe { s.ur.event_create_exp(s.context, s.device, &raw const desc, &raw mut event) };
    assert_eq!(result, expected);
    assert_eq!(event.is_null(), !expected.is_success());
}

#[test]
fn unknown_queries_are_unknown() {
    let s = setup_with("unknown-queries");
    for name in [
        DeviceInfo::IPC_MEMORY_SUPPORT_EXP,
        DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP,
        DeviceInfo::IPC_EVENT_SUPPORT_EXP,
    ] {
        assert_eq!(flag(&s, name), Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION));
    }
}

#[test]
fn every_entry_point_says_what_is_missing() {
    let s = setup_with("no-ipc");
    let (mem, event) = (s.alloc(64), s.event(ExpEventFlags::NONE_SET));
    let (mut physical, properties) =
        (PhysicalMemHandle::NULL, PhysicalMemProperties::new(PhysicalMemFlags::NONE_SET));
    let (mut data, mut size, mut opened, mut opened_event) = (null_mut(), 0, null_mut(), EventHandle::NULL);
    let mut bytes = [0u8; 96];
    let handle = bytes.as_mut_ptr().cast();
    // SAFETY: the descriptor, the bytes and the outputs are live; any handle and pointer is checked.
    unsafe {
        ok(s.ur.physical_mem_create(s.context, s.device, 1 << 20, &raw const properties, &raw mut physical));
        let results = [
            s.ur.ipc_get_mem_handle_exp(s.context, mem, &raw mut data, &raw mut size),
            s.ur.ipc_put_mem_handle_exp(s.context, handle),
            s.ur.ipc_open_mem_handle_exp(s.context, s.device, handle, bytes.len(), &raw mut opened),
            s.ur.ipc_close_mem_handle_exp(s.context, mem),
            s.ur.ipc_get_phys_mem_handle_exp(s.context, physical, &raw mut data, &raw mut size),
            s.ur.ipc_put_phys_mem_handle_exp(s.context, handle),
            s.ur.ipc_open_phys_mem_handle_exp(s.context, s.device, handle, bytes.len(), &raw mut physical),
            s.ur.ipc_close_phys_mem_handle_exp(s.context, physical),
            s.ur.ipc_get_event_handle_exp(event, &raw mut data, &raw mut size),
            s.ur.ipc_put_event_handle_exp(s.context, handle),
            s.ur.ipc_open_event_handle_exp(s.context, handle, bytes.len(), &raw mut opened_event),
        ];
        assert_eq!(results, [UrResult::ERROR_UNSUPPORTED_FEATURE; 11]);
    }
}

#[test]
fn virtual_memory_may_be_missing() {
    let s = setup_with("no-virtual-memory");
    for query in [DeviceInfo::VIRTUAL_MEMORY_SUPPORT, DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP] {
        assert_eq!(flag(&s, query), Ok(false));
    }
    let (mut object, mut address, mut granularity) = (PhysicalMemHandle::NULL, null_mut(), 0usize);
    let (size, value) = (size_of::<usize>(), (&raw mut granularity).cast());
    let minimum = VirtualMemGranularityInfo::MINIMUM;
    // SAFETY: the outputs are live.
    let results = unsafe {
        [
            s.ur.physical_mem_create(s.context, s.device, 1 << 20, null(), &raw mut object),
            s.ur.virtual_mem_reserve(s.context, null(), 1 << 20, &raw mut address),
            s.ur.virtual_mem_granularity_get_info(s.context, s.device, 1, minimum, size, value, null_mut()),
        ]
    };
    assert_eq!(results, [UrResult::ERROR_UNSUPPORTED_FEATURE; 3]);
}

#[test]
fn there_may_be_no_device() {
    let ur = HostBackend::new(Profile::named("no-devices").expect("exists")).expect("a capable kernel");
    assert!(devices(&ur).is_empty());
}

#[rstest]
#[case("in-order-only", QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE)]
#[case("no-batched", QueueFlags::SUBMISSION_BATCHED)]
#[case("no-profiling", QueueFlags::PROFILING_ENABLE)]
fn kinds_of_queues_may_be_missing(#[case] profile: &str, #[case] flags: QueueFlags) {
    for (profile, expected) in
        [(profile, UrResult::ERROR_UNSUPPORTED_FEATURE), ("default", UrResult::SUCCESS)]
    {
        let s = setup_with(profile);
        let properties = QueueProperties::new(flags);
        let mut queue = QueueHandle::NULL;
        // SAFETY: the descriptor and the output are live.
        let result = unsafe { s.ur.queue_create(s.context, s.device, &raw const properties, &raw mut queue) };
        assert_eq!(result, expected);
        assert_eq!(queue.is_null(), !expected.is_success());
    }
}

#[test]
fn host_tasks_may_be_missing() {
    unsafe extern "C" fn nothing(_: *mut std::ffi::c_void) {}
    let s = setup_with("no-host-task");
    assert_eq!(flag(&s, DeviceInfo::ENQUEUE_HOST_TASK_SUPPORT_EXP), Ok(false));
    // SAFETY: the function needs no data.
    let result = unsafe {
        s.ur.enqueue_host_task_exp(s.queue, Some(nothing), null_mut(), null(), 0, null(), null_mut())
    };
    assert_eq!(result, UrResult::ERROR_UNSUPPORTED_FEATURE);
}

#[test]
fn texts_are_terminated() {
    let s = setup();
    let (mut text, mut size) = ([0xffu8; 64], 0);
    let out = text.as_mut_ptr().cast();
    // SAFETY: the outputs are live and have the size given.
    ok(unsafe { s.ur.device_get_info(s.device, DeviceInfo::NAME, 64, out, &raw mut size) });
    assert_eq!(&text[..size], b"Host device 0\0");
    let implementation = s.ur.implementation();
    assert_eq!(implementation.details[0], ("profile".to_owned(), "default".to_owned()));
}
