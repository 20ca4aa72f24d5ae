//! A real SYCL runtime, where `UR_IPC_CTS_SYCL_SHIM` names a shim: `tools/certify-sycl.sh --program` runs this so.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use ur_ipc_api::sycl::*;
use ur_ipc_api::{UrIpc, UrResult};
use ur_ipc_fixtures::{DeviceDescription, Ur, describe_devices};
use ur_ipc_sycl::{Options, SyclBackend};
use ur_ipc_sys::libraries;

/// Bytes of memory.
const SIZE: usize = 4096;

/// The backend that the environment names. Without one there is nothing to test.
fn backend() -> Option<Arc<SyclBackend>> {
    let shim = std::env::var_os("UR_IPC_CTS_SYCL_SHIM");
    if shim.is_none() {
        println!("skipped: UR_IPC_CTS_SYCL_SHIM names no shim");
        return None;
    }
    let backend = SyclBackend::open(&Options::from_values(shim.as_deref()));
    Some(Arc::new(backend.unwrap_or_else(|error| panic!("{error}"))))
}

/// The first device's functions, and a context.
fn sycl() -> Option<(Arc<dyn SyclIpc>, Device, Context)> {
    let sycl = backend()?.sycl().expect("a backend over SYCL");
    // SAFETY: the first device, of which there is one.
    let context = unsafe { sycl.context_create(&[Device(0)]) }.expect("a context");
    Some((sycl, Device(0), context))
}

#[test]
fn what_is_under_test_is_told() {
    let Some(backend) = backend() else { return };
    let told = backend.implementation();
    println!("{told:#?}");
    assert_eq!(told.name, "sycl");
    for what in ["surface", "headers", "platform", "loaded"] {
        assert!(told.details.iter().any(|(name, _)| name == what), "{what}");
    }
}

fn described(ur: Arc<dyn UrIpc>) -> Vec<DeviceDescription> {
    describe_devices(&Ur::new(ur, Arc::new(()))).expect("devices")
}

#[test]
fn devices_are_those_of_unified_runtime() {
    let Some(backend) = backend() else { return };
    let below = backend.sycl().and_then(|sycl| sycl.unified_runtime()).expect("it is in this process");
    // What SYCL says that its devices support, too; but it makes events on every device.
    let but_events = |mut devices: Vec<DeviceDescription>| {
        for device in &mut devices {
            device.capabilities.remove("reusable events");
        }
        devices
    };
    assert_eq!(but_events(described(backend)), but_events(described(below)));
}

/// The variable that has this program, started anew, list the devices on its own.
const ALONE: &str = "SYCL_TEST_ALONE";

#[test]
fn devices_are_listed_without_unified_runtime() {
    let Some(backend) = backend() else { return };
    if std::env::var_os(ALONE).is_some() {
        assert!(backend.sycl().is_some_and(|sycl| sycl.unified_runtime().is_none()));
        let told = serde_json::to_string(&described(backend)).expect("JSON");
        return println!("\ndevices: {told}");
    }
    // Beside a copy of the adapter there is no loader.
    let mut below = described(backend);
    let version = below[0].adapter.rsplit_once(" v").map(|(_, version)| version.to_owned());
    let name = if version.as_deref() == Some("2") { "level_zero_v2" } else { "level_zero" };
    let file = format!("libur_adapter_{name}.so");
    let is_it = |path: &&PathBuf| path.to_string_lossy().contains(&file);
    let adapter = libraries::mapped().iter().find(is_it).expect("the adapter").clone();
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join(format!("{file}.0"));
    std::fs::copy(adapter, &copy).expect("a copy");
    let out = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "devices_are_listed_without_unified_runtime", "--nocapture"])
        .env(ALONE, "1")
        .env("UR_ADAPTERS_FORCE_LOAD", copy)
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&out.stdout);
    let told = text.lines().find_map(|line| line.strip_prefix("devices: "));
    let told = told.unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&out.stderr)));
    // SYCL says nothing of these.
    for device in &mut below {
        device
            .capabilities
            .retain(|name, _| !["host tasks", "recorded time stamps"].contains(&name.as_str()));
    }
    assert_eq!(serde_json::from_str::<Vec<DeviceDescription>>(told).expect("devices"), below);
}

#[test]
fn memory_is_shared() {
    let Some((sycl, device, context)) = sycl() else { return };
    let place = Place { context: Some(context), device: Some(device) };
    let bytes: Vec<u8> = (0..SIZE).map(|i| (i * 7) as u8).collect();
    // SAFETY: objects and memory of the implementation, in order.
    unsafe {
        let queue = sycl.queue_create(context, device, QueueProperties::default()).expect("a queue");
        let memory = sycl.malloc(UsmKind::Device, SIZE, device, context).expect("memory");
        assert_eq!(sycl.pointer_type(memory, context), Ok(Some(UsmKind::Device)));
        sycl.queue_write(queue, memory, &bytes).expect("written");
        for deprecated in [false, true] {
            let handle = if deprecated {
                sycl.deprecated_get(memory, Some(context))
            } else {
                sycl.memory_get(memory, Some(context))
            }
            .expect("a handle");
            let data = sycl.handle_data(handle).expect("its bytes");
            let opened = if deprecated {
                sycl.deprecated_open(&data, Overload::Data, place)
            } else {
                sycl.memory_open(&data, Overload::Data, place)
            }
            .expect("opened");
            assert_eq!(sycl.queue_read(queue, opened, SIZE).expect("read"), bytes);
            if deprecated {
                sycl.deprecated_close(opened, Some(context)).expect("closed");
                sycl.deprecated_put(handle, Some(context)).expect("put");
            } else {
                sycl.memory_close(opened, Some(context)).expect("closed");
                sycl.memory_put(handle, Some(context)).expect("put");
            }
            sycl.handle_destroy(handle).expect("ended");
        }
        sycl.free(memory, context).expect("freed");
        sycl.queue_destroy(queue).expect("ended");
        sycl.context_destroy(context).expect("ended");
    }
}

#[test]
fn physical_memory_is_shared() {
    let Some((sycl, device, context)) = sycl() else { return };
    // SAFETY: objects of the implementation, in order; addresses that it reserved.
    unsafe {
        if sycl.device_has(device, Aspect::IpcPhysicalMemory) == Ok(false) {
            println!("skipped: the device shares no physical memory");
            return;
        }
        let size = sycl.mem_granularity(device, context, false).expect("a granularity");
        let memory = sycl.physical_create(device, context, size, Some(true)).expect("memory");
        assert_eq!(sycl.physical_size(memory), Ok(size));
        assert_eq!(sycl.physical_is_of(memory, context, device), Ok(true));
        let handle = sycl.physical_get(memory).expect("a handle");
        let data = sycl.handle_data(handle).expect("its bytes");
        let place = Place { context: Some(context), device: Some(device) };
        let opened = sycl.physical_open(&data, Overload::Data, place).expect("opened");
        let queue = sycl.queue_create(context, device, QueueProperties::default()).expect("a queue");
        let mapped = |memory| {
            let address = sycl.virtual_reserve(size, context).expect("addresses");
            sycl.physical_map(memory, address, size, Access::ReadWrite, 0).expect("mapped")
        };
        let (own, other) = (mapped(memory), mapped(opened));
        sycl.queue_memset(queue, own, 0x5a, size).expect("a command");
        sycl.queue_wait(queue).expect("done");
        assert_eq!(sycl.queue_read(queue, other, size), Ok(vec![0x5a; size]));
        for address in [own, other] {
            sycl.virtual_unmap(address, size, context).expect("unmapped");
            sycl.virtual_free(address, size, context).expect("freed");
        }
        for memory in [opened, memory] {
            sycl.physical_destroy(memory).expect("ended");
        }
        sycl.physical_put(handle, Some(context)).expect("put");
        sycl.handle_destroy(handle).expect("ended");
    }
}

#[test]
fn events_are_shared() {
    let Some((sycl, device, context)) = sycl() else { return };
    // SAFETY: objects of the implementation, in order.
    unsafe {
        if sycl.device_has(device, Aspect::IpcEvent) == Ok(false) {
            println!("skipped: the device shares no events");
            return;
        }
        let properties = QueueProperties { in_order: true, ..QueueProperties::default() };
        let queue = sycl.queue_create(context, device, properties).expect("a queue");
        let event = sycl.make_event(Some(context), Some(true), None).expect("an event");
        assert_eq!(sycl.event_ipc_enabled(event), Ok(true));
        let handle = sycl.event_get(event).expect("a handle");
        let data = sycl.handle_data(handle).expect("its bytes");
        let opened = sycl.event_open(&data, Overload::Data, Some(context)).expect("opened");
        assert_eq!(sycl.event_ipc_enabled(opened), Ok(false));
        sycl.enqueue_signal_event(queue, event).expect("a signal");
        sycl.enqueue_wait_events(queue, &[opened]).expect("a command that waits");
        sycl.event_wait(opened).expect("signalled");
        assert_eq!(sycl.event_status(opened), Ok(EventStatus::Complete));
        sycl.queue_wait(queue).expect("done");
        sycl.event_put(handle, Some(context)).expect("put");
        sycl.handle_destroy(handle).expect("ended");
        for event in [opened, event] {
            sycl.event_destroy(event).expect("ended");
        }
        sycl.queue_destroy(queue).expect("ended");
    }
}

#[test]
fn commands_have_events_and_times() {
    let Some((sycl, device, context)) = sycl() else { return };
    // SAFETY: objects and memory of the implementation, in order.
    unsafe {
        let properties = QueueProperties { enable_profiling: true, ..QueueProperties::default() };
        let queue = sycl.queue_create(context, device, properties).expect("a queue");
        let memory = sycl.malloc(UsmKind::Host, SIZE, device, context).expect("memory");
        let event = sycl.event_of_command(queue, memory, SIZE).expect("a command");
        sycl.event_wait(event).expect("done");
        let time = |time| sycl.event_profiling_info(event, time).expect("a time");
        assert!(time(ProfilingTime::Start) <= time(ProfilingTime::End));
        let done = sycl.event_default().expect("an event");
        assert_eq!(sycl.event_status(done), Ok(EventStatus::Complete));
        sycl.free(memory, context).expect("freed");
        for event in [event, done] {
            sycl.event_destroy(event).expect("ended");
        }
    }
}

#[test]
fn an_exception_is_an_error_with_its_code() {
    let Some((sycl, device, context)) = sycl() else { return };
    let place = Place { context: Some(context), device: Some(device) };
    // SAFETY: the bytes are of a wrong number, and the address is of no USM.
    unsafe {
        let error =
            sycl.memory_open(&[1, 2, 3], Overload::Data, place).expect_err("three bytes are no handle");
        assert_eq!(error.errc, Errc::INVALID, "{error}");
        let on_the_stack = &raw const place as usize;
        let error = sycl.memory_get(on_the_stack, Some(context)).expect_err("that is no USM");
        assert_ne!(error.errc, Errc::NONE, "{error}");
        println!("{error}: {:?}", error.ur.map(UrResult::name));
        let place = Place { device: None, ..place };
        let error = sycl.memory_open(&[1, 2, 3], Overload::Data, place).expect_err("no such overload");
        assert!(error.why_left_out().is_some(), "{error}");
    }
}

#[test]
fn views_are_left_out_of_cpp_17_alone() {
    let Some((sycl, device, context)) = sycl() else { return };
    let surface = sycl.implementation().details.into_iter().find(|(name, _)| name == "surface");
    // SAFETY: objects and memory of the implementation, in order.
    unsafe {
        let memory = sycl.malloc(UsmKind::Device, SIZE, device, context).expect("memory");
        let handle = sycl.memory_get(memory, Some(context)).expect("a handle");
        let view = sycl.handle_data_view(handle);
        if surface.is_some_and(|(_, surface)| surface == "C++17") {
            assert!(view.is_err_and(|error| error.why_left_out().is_some()));
        } else {
            assert_eq!(view, sycl.handle_data(handle));
        }
        sycl.memory_put(handle, Some(context)).expect("put");
        sycl.handle_destroy(handle).expect("ended");
        sycl.free(memory, context).expect("freed");
    }
}
