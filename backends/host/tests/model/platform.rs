//! Adapter, platform, devices and queues: lists and queries.

use crate::support::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_api::*;
use ur_ipc_host::HostBackend;

/// The bytes that a query answers with.
fn ask(query: impl Fn(usize, *mut c_void, *mut usize) -> UrResult) -> Result<Vec<u8>, UrResult> {
    let (mut bytes, mut size) = (vec![0xa5u8; 64], 0);
    let result = query(bytes.len(), bytes.as_mut_ptr().cast(), &raw mut size);
    if !result.is_success() {
        return Err(result);
    }
    bytes.truncate(size);
    Ok(bytes)
}

fn roots(ur: &HostBackend) -> (AdapterHandle, PlatformHandle) {
    let (mut adapter, mut platform) = (AdapterHandle::NULL, PlatformHandle::NULL);
    // SAFETY: the outputs are live.
    unsafe {
        ok(ur.adapter_get(1, &raw mut adapter, null_mut()));
        ok(ur.platform_get(adapter, 1, &raw mut platform, null_mut()));
    }
    (adapter, platform)
}

fn number(value: u32) -> Result<Vec<u8>, UrResult> {
    Ok(value.to_ne_bytes().to_vec())
}

fn word(value: usize) -> Result<Vec<u8>, UrResult> {
    Ok(value.to_ne_bytes().to_vec())
}

#[test]
fn an_adapter_counts_who_got_it() {
    let s = setup();
    let (adapter, _) = roots(&s.ur);
    // SAFETY: the outputs are live.
    let info =
        |name| ask(|size, value, out| unsafe { s.ur.adapter_get_info(adapter, name, size, value, out) });
    assert_eq!(info(AdapterInfo::BACKEND), number(AdapterBackend::UNKNOWN.0));
    assert_eq!(info(AdapterInfo::VERSION), number(1));
    assert_eq!(info(AdapterInfo(99)), Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION));
    // `setup` has one of its own.
    assert_eq!(info(AdapterInfo::REFERENCE_COUNT), number(2));
    let mut count = 0;
    // SAFETY: the output is live, and any handle is checked.
    unsafe {
        ok(s.ur.adapter_get(0, null_mut(), &raw mut count));
        assert_eq!((count, info(AdapterInfo::REFERENCE_COUNT)), (1, number(2)));
        assert_eq!(s.ur.adapter_release(AdapterHandle::NULL), UrResult::ERROR_INVALID_NULL_HANDLE);
        let other = AdapterHandle::from_address(0x10);
        assert_eq!(s.ur.adapter_release(other), UrResult::ERROR_INVALID_VALUE);
        let mut size = 0;
        let none = s.ur.adapter_get_info(other, AdapterInfo::VERSION, 0, null_mut(), &raw mut size);
        assert_eq!(none, UrResult::ERROR_INVALID_VALUE);
        ok(s.ur.adapter_release(adapter));
        assert_eq!(info(AdapterInfo::REFERENCE_COUNT), number(1));
        ok(s.ur.adapter_release(adapter));
        assert_eq!(s.ur.adapter_release(adapter), UrResult::ERROR_INVALID_VALUE);
    }
}

#[test]
fn a_platform_describes_itself() {
    let s = setup();
    let (adapter, platform) = roots(&s.ur);
    // SAFETY: the outputs are live.
    let info =
        |name| ask(|size, value, out| unsafe { s.ur.platform_get_info(platform, name, size, value, out) });
    assert_eq!(info(PlatformInfo::NAME).as_deref(), Ok(&b"Host model\0"[..]));
    assert_eq!(info(PlatformInfo::VENDOR_NAME).as_deref(), Ok(&b"ur-ipc-cts\0"[..]));
    let version = concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes();
    assert_eq!(info(PlatformInfo::VERSION).as_deref(), Ok(version));
    assert_eq!(info(PlatformInfo::BACKEND), number(AdapterBackend::UNKNOWN.0));
    assert_eq!(info(PlatformInfo::ADAPTER), word(adapter.address()));
    assert_eq!(info(PlatformInfo(99)), Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION));
    let other = PlatformHandle::from_address(0x10);
    let (mut count, mut size) = (0, 0);
    // SAFETY: the outputs are live, and any handle is checked.
    unsafe {
        let none = s.ur.platform_get_info(other, PlatformInfo::NAME, 0, null_mut(), &raw mut size);
        assert_eq!(none, UrResult::ERROR_INVALID_PLATFORM);
        let none = s.ur.platform_get(AdapterHandle::from_address(0x10), 0, null_mut(), &raw mut count);
        assert_eq!(none, UrResult::ERROR_INVALID_VALUE);
        let none = s.ur.device_get(other, DeviceType::ALL, 0, null_mut(), &raw mut count);
        assert_eq!(none, UrResult::ERROR_INVALID_PLATFORM);
    }
}

#[test]
fn devices_are_listed_by_their_type() {
    let s = setup_with("two-devices");
    let (_, platform) = roots(&s.ur);
    let list = |kind, entries, devices: *mut DeviceHandle| {
        let mut count = 9;
        // SAFETY: the outputs are live.
        let result = unsafe { s.ur.device_get(platform, kind, entries, devices, &raw mut count) };
        (result, count)
    };
    for kind in [DeviceType::ALL, DeviceType::DEFAULT, DeviceType::CPU] {
        assert_eq!(list(kind, 0, null_mut()), (UrResult::SUCCESS, 2));
    }
    for kind in [DeviceType::GPU, DeviceType::FPGA] {
        assert_eq!(list(kind, 0, null_mut()), (UrResult::SUCCESS, 0));
    }
    assert_eq!(list(DeviceType(99), 0, null_mut()), (UrResult::ERROR_INVALID_ENUMERATION, 9));
    let mut devices = [DeviceHandle::NULL; 3];
    assert_eq!(list(DeviceType::ALL, 1, devices.as_mut_ptr()), (UrResult::SUCCESS, 2));
    assert_eq!(devices, [s.devices[0], DeviceHandle::NULL, DeviceHandle::NULL]);
    assert_eq!(list(DeviceType::ALL, 3, devices.as_mut_ptr()), (UrResult::SUCCESS, 2));
    assert_eq!(devices, [s.devices[0], s.devices[1], DeviceHandle::NULL]);
    assert_eq!(list(DeviceType::ALL, 1, null_mut()), (UrResult::ERROR_INVALID_NULL_POINTER, 9));
    assert_eq!(list(DeviceType::ALL, 0, devices.as_mut_ptr()), (UrResult::ERROR_INVALID_SIZE, 9));
    // SAFETY: neither is written to.
    let nothing = unsafe { s.ur.device_get(platform, DeviceType::ALL, 0, null_mut(), null_mut()) };
    assert_eq!(nothing, UrResult::ERROR_INVALID_NULL_POINTER);
}

#[test]
fn a_device_describes_itself() {
    let s = setup_with("two-devices");
    let info = |device, name| {
        // SAFETY: the outputs are live.
        ask(|size, value, out| unsafe { s.ur.device_get_info(device, name, size, value, out) })
    };
    let [first, second] = [s.devices[0], s.devices[1]];
    let version = concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes();
    let size = (8u64 << 30).to_ne_bytes().to_vec();
    for (name, expected) in [
        (DeviceInfo::TYPE, number(DeviceType::CPU.0)),
        (DeviceInfo::VENDOR_ID, number(0)),
        (DeviceInfo::GLOBAL_MEM_SIZE, Ok(size.clone())),
        (DeviceInfo::GLOBAL_MEM_FREE, Ok(size)),
        (DeviceInfo::NAME, Ok(b"Host device 1\0".to_vec())),
        (DeviceInfo::VENDOR, Ok(b"ur-ipc-cts\0".to_vec())),
        (DeviceInfo::DRIVER_VERSION, Ok(version.to_vec())),
        (DeviceInfo::USM_HOST_SUPPORT, number(1)),
        (DeviceInfo::USM_DEVICE_SUPPORT, number(1)),
        (DeviceInfo::UUID, Ok(b"ur-ipc-host\0\0\0\0\x01".to_vec())),
        (DeviceInfo::PCI_ADDRESS, Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION)),
    ] {
        assert_eq!(info(second, name), expected, "{name:?}");
    }
    assert_ne!(info(first, DeviceInfo::UUID), info(second, DeviceInfo::UUID));
    for name in [
        DeviceInfo::VIRTUAL_MEMORY_SUPPORT,
        DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP,
        DeviceInfo::IPC_MEMORY_SUPPORT_EXP,
        DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP,
        DeviceInfo::IPC_EVENT_SUPPORT_EXP,
        DeviceInfo::TIMESTAMP_RECORDING_SUPPORT_EXP,
        DeviceInfo::PER_EVENT_PROFILING_SUPPORT_EXP,
        DeviceInfo::USM_P2P_SUPPORT_EXP,
        DeviceInfo::ENQUEUE_HOST_TASK_SUPPORT_EXP,
    ] {
        assert_eq!(info(first, name), Ok(vec![1]), "{name:?}");
    }
    let other = DeviceHandle::from_address(0x10);
    assert_eq!(info(other, DeviceInfo::NAME), Err(UrResult::ERROR_INVALID_DEVICE));
    // SAFETY: any handle is checked.
    unsafe {
        for device in [first, second] {
            ok(s.ur.device_retain(device));
            ok(s.ur.device_release(device));
        }
        assert_eq!(s.ur.device_retain(other), UrResult::ERROR_INVALID_DEVICE);
        assert_eq!(s.ur.device_release(other), UrResult::ERROR_INVALID_DEVICE);
    }
}

#[test]
fn devices_reach_each_other_unless_the_profile_denies_it() {
    for (profile, reached) in [("two-devices", true), ("no-p2p", false)] {
        let s = setup_with(profile);
        let [one, other] = [s.devices[0], s.devices[1]];
        let info = |peer, name| {
            // SAFETY: the outputs are live.
            let query = |size, value, out| unsafe {
                s.ur.usm_p2p_peer_access_get_info_exp(one, peer, name, size, value, out)
            };
            ask(query)
        };
        for name in [PeerInfo::UR_PEER_ACCESS_SUPPORT, PeerInfo::UR_PEER_ATOMICS_SUPPORT] {
            assert_eq!(info(other, name), number(u32::from(reached)), "{profile}");
            assert_eq!(info(one, name), number(1), "{profile}");
        }
        assert_eq!(info(other, PeerInfo(99)), Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION));
        // SAFETY: any handle is checked.
        let enable = |peer| unsafe { s.ur.usm_p2p_enable_peer_access_exp(one, peer) };
        assert_eq!(enable(other).is_success(), reached, "{profile}");
        assert_eq!(enable(one), UrResult::ERROR_INVALID_OPERATION);
        let nobody = DeviceHandle::from_address(0x10);
        assert_eq!(enable(nobody), UrResult::ERROR_INVALID_DEVICE);
    }
}

#[test]
fn a_queue_describes_itself() {
    let s = setup();
    let flags = QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE | QueueFlags::PROFILING_ENABLE;
    let queue = queue(&s.ur, s.context, s.device, flags);
    // SAFETY: the outputs are live.
    let info = |name| ask(|size, value, out| unsafe { s.ur.queue_get_info(queue, name, size, value, out) });
    assert_eq!(info(QueueInfo::CONTEXT), word(s.context.address()));
    assert_eq!(info(QueueInfo::DEVICE), word(s.device.address()));
    assert_eq!(info(QueueInfo::FLAGS), number(flags.0));
    assert_eq!(info(QueueInfo(99)), Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION));
    let gate = s.hold(queue);
    assert_eq!(info(QueueInfo::EMPTY), Ok(vec![0]));
    drop(gate);
    // SAFETY: any handle is checked.
    unsafe {
        ok(s.ur.queue_flush(queue));
        ok(s.ur.queue_finish(queue));
        assert_eq!(info(QueueInfo::EMPTY), Ok(vec![1]));
        assert_eq!(info(QueueInfo::REFERENCE_COUNT), number(1));
        ok(s.ur.queue_retain(queue));
        assert_eq!(info(QueueInfo::REFERENCE_COUNT), number(2));
        ok(s.ur.queue_release(queue));
        assert_eq!(info(QueueInfo::REFERENCE_COUNT), number(1));
        ok(s.ur.queue_release(queue));
        for call in [
            s.ur.queue_retain(queue),
            s.ur.queue_release(queue),
            s.ur.queue_flush(queue),
            s.ur.queue_finish(queue),
        ] {
            assert_eq!(call, UrResult::ERROR_INVALID_QUEUE);
        }
        assert_eq!(info(QueueInfo::FLAGS), Err(UrResult::ERROR_INVALID_QUEUE));
    }
}

#[test]
fn a_queue_is_made_of_what_goes_together() {
    let s = setup_with("two-devices");
    let alone = context(&s.ur, &s.devices[..1]);
    let make = |context, device, properties: &QueueProperties| {
        let mut queue = QueueHandle::NULL;
        // SAFETY: the descriptor and the output are live.
        let result = unsafe { s.ur.queue_create(context, device, &raw const *properties, &raw mut queue) };
        assert_eq!(result.is_success(), !queue.is_null());
        result
    };
    let with = |flags| make(s.context, s.device, &QueueProperties::new(flags));
    ok(with(QueueFlags::SUBMISSION_BATCHED));
    ok(with(QueueFlags::SUBMISSION_IMMEDIATE));
    let both = QueueFlags::SUBMISSION_BATCHED | QueueFlags::SUBMISSION_IMMEDIATE;
    assert_eq!(with(both), UrResult::ERROR_INVALID_QUEUE_PROPERTIES);
    assert_eq!(with(QueueFlags(1 << 31)), UrResult::ERROR_INVALID_ENUMERATION);
    let mut properties = QueueProperties::new(QueueFlags::NONE_SET);
    properties.stype = StructureType::USM_DESC;
    assert_eq!(make(s.context, s.device, &properties), UrResult::ERROR_INVALID_VALUE);
    let properties = QueueProperties::new(QueueFlags::NONE_SET);
    ok(make(alone, s.devices[0], &properties));
    assert_eq!(make(alone, s.devices[1], &properties), UrResult::ERROR_INVALID_DEVICE);
    let mut queue = QueueHandle::NULL;
    // SAFETY: the output is live.
    unsafe {
        ok(s.ur.queue_create(s.context, s.device, null(), &raw mut queue));
        ok(s.ur.queue_release(queue));
    }
}

#[test]
fn memory_of_a_device_that_is_not_there_cannot_be_opened() {
    let (one, two) = (setup(), setup_with("two-devices"));
    for (device, expected) in [(two.devices[0], Ok(())), (two.devices[1], Err(UrResult::ERROR_INVALID_VALUE))]
    {
        let mut mem = null_mut();
        // SAFETY: the output is live.
        ok(unsafe {
            two.ur.usm_device_alloc(two.context, device, null(), UsmPoolHandle::NULL, 64, &raw mut mem)
        });
        let handle = two.get_mem(mem);
        let opened = one.open_mem(&handle.bytes());
        assert_eq!(opened.map(|opened| ok(one.close_mem(opened))), expected);
        ok(two.put_mem(&handle));
        two.free(mem);
    }
}
