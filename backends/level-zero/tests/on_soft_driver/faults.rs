//! A call of the driver that fails makes the entry point fail, and leaves nothing behind: no descriptor, no mapping, no
//! output. The next attempt succeeds.

use crate::child::pass;
use crate::test_bed::{OK, PAGE, TestBed, test_bed};
use rstest::rstest;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_api::*;

/// The n-th call of `function` fails: the ones before belong to the probing of the device and to the preparation.
#[rstest]
#[case("context_create", "zeContextCreateEx:3")]
#[case("queue_create", "zeCommandListCreateImmediate:3")]
#[case("usm_device_alloc", "zeMemAllocDevice:2")]
#[case("memory_get", "zeMemGetIpcHandle:2")]
#[case("memory_open", "zeMemOpenIpcHandle:2")]
#[case("physical_create", "zePhysicalMemCreate:3")]
#[case("physical_get", "zePhysicalMemGetProperties:2")]
#[case("physical_open", "zePhysicalMemCreate:4")]
#[case("reserve", "zeVirtualMemReserve:2")]
#[case("map", "zeVirtualMemMap:1")]
#[case("event_create", "zeEventCounterBasedCreate:4")]
#[case("event_get", "zeEventCounterBasedGetIpcHandle:2")]
#[case("event_open", "zeEventCounterBasedOpenIpcHandle:2")]
#[case("signal", "zeCommandListAppendSignalEvent:3")]
#[case("copy", "zeCommandListAppendMemoryCopy:1")]
#[case("fill", "zeCommandListAppendMemoryFill:1")]
#[case("command_event", "zeEventCounterBasedCreate:4")]
fn a_failing_call_leaves_nothing_behind(#[case] what: &str, #[case] fault: &str) {
    let fault = format!("{fault}:ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY");
    pass("fault", what, &[("LEVEL_ZERO_SOFT_FAIL", &fault)]);
}

/// Open files and mappings of this process.
fn holdings() -> (usize, usize) {
    let files = std::fs::read_dir("/proc/self/fd").expect("proc").count();
    let maps = std::fs::read_to_string("/proc/self/maps").expect("proc");
    (files, maps.lines().filter(|line| line.contains("memfd:")).count())
}

/// Fails once, then succeeds.
fn once(mut attempt: impl FnMut() -> UrResult) {
    let before = holdings();
    assert_eq!(attempt(), UrResult::ERROR_OUT_OF_HOST_MEMORY);
    assert_eq!(holdings(), before, "files and mappings");
    assert_eq!(attempt(), OK);
}

/// As [`once`], and the first attempt stores nothing.
fn once_storing<T: Copy + PartialEq + std::fmt::Debug>(
    nothing: T,
    mut attempt: impl FnMut(&mut T) -> UrResult,
) {
    let mut output = nothing;
    once(|| {
        assert_eq!(output, nothing, "stored by a call that failed");
        attempt(&mut output)
    });
    assert_ne!(output, nothing);
}

/// In a process of its own, which the fault waits for.
pub fn scenario(what: &str) {
    let b = test_bed();
    // The device is probed once, here.
    assert!(b.has(DeviceInfo::IPC_EVENT_SUPPORT_EXP));
    match what {
        "memory_get" | "memory_open" => memory(&b, what),
        "physical_create" | "physical_get" | "physical_open" | "reserve" | "map" => physical(&b, what),
        "event_create" | "event_get" | "event_open" => event(&b, what),
        "signal" | "copy" | "fill" | "command_event" => command(&b, what),
        _ => object(&b, what),
    }
}

fn object(b: &TestBed, what: &str) {
    let device = b.device;
    let pool = UsmPoolHandle::NULL;
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        match what {
            "context_create" => once_storing(ContextHandle::NULL, |out| {
                b.ur.context_create(1, &raw const device, null(), out)
            }),
            "queue_create" => {
                once_storing(QueueHandle::NULL, |out| b.ur.queue_create(b.context, b.device, null(), out))
            }
            _ => once_storing(null_mut(), |out| {
                b.ur.usm_device_alloc(b.context, b.device, null(), pool, 4096, out)
            }),
        }
    }
}

fn memory(b: &TestBed, what: &str) {
    let (mem, mut data, mut size) = (b.allocate(4096), null_mut(), 0);
    // SAFETY: every output is a local variable; what is used is live.
    let mut get = |out: &mut _| unsafe { b.ur.ipc_get_mem_handle_exp(b.context, mem, out, &raw mut size) };
    if what == "memory_get" {
        return once_storing(null_mut(), get);
    }
    assert_eq!(get(&mut data), OK);
    // SAFETY: as above.
    once_storing(null_mut(), |out| unsafe {
        b.ur.ipc_open_mem_handle_exp(b.context, b.device, data, size, out)
    });
}

fn physical(b: &TestBed, what: &str) {
    if what == "physical_create" {
        return once_storing(PhysicalMemHandle::NULL, |out| b.create_physical(PAGE, out));
    }
    let (object, mut data, mut size) = (b.physical(PAGE), null_mut::<c_void>(), 0);
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        match what {
            "physical_get" => once_storing(null_mut(), |out| {
                b.ur.ipc_get_phys_mem_handle_exp(b.context, object, out, &raw mut size)
            }),
            "physical_open" => {
                let got = b.ur.ipc_get_phys_mem_handle_exp(b.context, object, &raw mut data, &raw mut size);
                assert_eq!(got, OK);
                once_storing(PhysicalMemHandle::NULL, |out| {
                    b.ur.ipc_open_phys_mem_handle_exp(b.context, b.device, data, size, out)
                });
            }
            "reserve" => {
                once_storing(null_mut(), |out| b.ur.virtual_mem_reserve(b.context, null(), PAGE, out))
            }
            _ => {
                let mut start = null_mut();
                assert_eq!(b.ur.virtual_mem_reserve(b.context, null(), PAGE, &raw mut start), OK);
                let access = VirtualMemAccessFlags::READ_WRITE;
                once(|| b.ur.virtual_mem_map(b.context, start, PAGE, object, 0, access));
            }
        }
    }
}

fn event(b: &TestBed, what: &str) {
    if what == "event_create" {
        return once_storing(EventHandle::NULL, |out| b.create_event(out));
    }
    let (event, mut data, mut size) = (b.event(), null_mut(), 0);
    // SAFETY: every output is a local variable; what is used is live.
    let mut get = |out: &mut _| unsafe { b.ur.ipc_get_event_handle_exp(event, out, &raw mut size) };
    if what == "event_get" {
        return once_storing(null_mut(), get);
    }
    assert_eq!(get(&mut data), OK);
    // SAFETY: as above.
    once_storing(EventHandle::NULL, |out| unsafe {
        b.ur.ipc_open_event_handle_exp(b.context, data, size, out)
    });
}

fn command(b: &TestBed, what: &str) {
    let (mem, pattern) = (b.allocate(4096), 7_u8);
    let (bytes, none) = ([1_u8; 64], null_mut::<EventHandle>());
    // SAFETY: every output is a local variable; what is used is live until the queue is finished.
    unsafe {
        match what {
            "signal" => {
                let mut event = b.event();
                once(|| b.enqueue_signal(b.queue, &mut event));
            }
            "copy" => once(|| {
                b.ur.enqueue_usm_memcpy(
                    b.queue,
                    true,
                    mem,
                    bytes.as_ptr().cast(),
                    bytes.len(),
                    0,
                    null(),
                    none,
                )
            }),
            "fill" => once(|| {
                let pattern = (&raw const pattern).cast();
                b.ur.enqueue_usm_fill(b.queue, mem, 1, pattern, 4096, 0, null(), none)
            }),
            _ => once_storing(EventHandle::NULL, |out| b.ur.enqueue_events_wait(b.queue, 0, null(), out)),
        }
    }
    b.finish(b.queue);
}
