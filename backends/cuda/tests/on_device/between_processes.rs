//! Each family once, between two processes: the test starts itself again as the consumer.

use crate::test_bed::{OK, TestBed, test_bed};
use std::ffi::c_void;
use std::process::Command;
use std::ptr::{null, null_mut};
use ur_ipc_api::*;

const FAMILY: &str = "UR_IPC_CUDA_TEST_FAMILY";
const HANDLE: &str = "UR_IPC_CUDA_TEST_HANDLE";
const CONSUMER: &str = "between_processes::consumer";
const BYTES: usize = 2 << 20;

/// Runs the consumer on a copy of handle data; true if it succeeded.
fn consume(family: &str, data: *const c_void, size: usize) -> bool {
    // SAFETY: what Get gave, until its Put; the tests keep a copy for later.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let this = std::env::current_exe().expect("Linux knows the executable");
    let mut consumer = Command::new(this);
    consumer.args([CONSUMER, "--exact", "--ignored", "--nocapture"]).env(FAMILY, family).env(HANDLE, hex);
    consumer.status().expect("it runs once already").success()
}

/// The other process: opens what it was given and writes or signals. Without a handle there is nothing to do.
#[test]
#[ignore = "started by the tests below"]
fn consumer() {
    let (Ok(family), Ok(hex)) = (std::env::var(FAMILY), std::env::var(HANDLE)) else { return };
    let digits = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).expect("hex"));
    let mut bytes: Vec<u8> = digits.map(|pair| u8::from_str_radix(pair, 16).expect("hex")).collect();
    let (data, size) = (bytes.as_mut_ptr().cast::<c_void>(), bytes.len());
    let b = test_bed();
    match family.as_str() {
        "memory" => consume_memory(&b, data, size),
        "physical" => consume_physical(&b, data, size),
        _ => consume_event(&b, data, size),
    }
}

fn consume_memory(b: &TestBed, data: *mut c_void, size: usize) {
    let (mut first, mut second) = (null_mut(), null_mut());
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        assert_eq!(b.ur.ipc_open_mem_handle_exp(b.context, b.device, data, size, &raw mut first), OK);
        assert_eq!(b.ur.ipc_open_mem_handle_exp(b.context, b.device, data, size, &raw mut second), OK);
        assert_eq!(b.read(first, 64), [1; 64]);
        assert_eq!(b.ur.ipc_close_mem_handle_exp(b.context, first), OK);
        b.fill(b.queue, second, &[9], 64);
        b.finish(b.queue);
        assert_eq!(b.ur.ipc_close_mem_handle_exp(b.context, second), OK);
        assert_eq!(b.ur.ipc_close_mem_handle_exp(b.context, second), UrResult::ERROR_INVALID_VALUE);
    }
}

fn consume_physical(b: &TestBed, data: *mut c_void, size: usize) {
    let mut import = PhysicalMemHandle::NULL;
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        assert_eq!(b.ur.ipc_open_phys_mem_handle_exp(b.context, b.device, data, size, &raw mut import), OK);
        let start = b.map(import, BYTES);
        assert_eq!(b.read(start, 64), [1; 64]);
        b.fill(b.queue, start, &[9], BYTES);
        b.finish(b.queue);
        assert_eq!(b.ur.virtual_mem_unmap(b.context, start, BYTES), OK);
        assert_eq!(b.ur.virtual_mem_free(b.context, start, BYTES), OK);
        assert_eq!(b.ur.ipc_close_phys_mem_handle_exp(b.context, import), OK);
    }
}

fn consume_event(b: &TestBed, data: *mut c_void, size: usize) {
    let mut import = EventHandle::NULL;
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        assert_eq!(b.ur.ipc_open_event_handle_exp(b.context, data, size, &raw mut import), OK);
        assert_eq!(b.status(import), EventStatus::SUBMITTED.0);
        assert_eq!(b.ur.event_release(import), OK);
    }
}

#[test]
#[ignore = "needs a CUDA device"]
fn memory() {
    let b = test_bed();
    let (mut mem, mut data, mut size) = (null_mut(), null_mut(), 0);
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        let pool = UsmPoolHandle::NULL;
        // Two small allocations, which CUDA takes from one block.
        let mut neighbour = null_mut();
        assert_eq!(b.ur.usm_device_alloc(b.context, b.device, null(), pool, 4096, &raw mut neighbour), OK);
        assert_eq!(b.ur.usm_device_alloc(b.context, b.device, null(), pool, 4096, &raw mut mem), OK);
        b.fill(b.queue, mem, &[1], 4096);
        b.finish(b.queue);
        let inner = mem.byte_add(128);
        assert_eq!(b.ur.ipc_get_mem_handle_exp(b.context, inner, &raw mut data, &raw mut size), OK);
        let copy = std::slice::from_raw_parts(data.cast::<u8>(), size).to_vec();
        assert!(consume("memory", data, size));
        assert_eq!(b.read(inner, 64), [9; 64]);
        assert_eq!(b.read(mem, 128), [1; 128]);
        assert_eq!(b.ur.ipc_put_mem_handle_exp(b.context, data), OK);
        assert!(!consume("memory", copy.as_ptr().cast(), size), "opened after its Put");
        assert_eq!(b.ur.usm_free(b.context, mem), OK);
        assert_eq!(b.ur.usm_free(b.context, neighbour), OK);
    }
}

#[test]
#[ignore = "needs a CUDA device"]
fn physical_memory() {
    let b = test_bed();
    let (mut local, mut data, mut size) = (PhysicalMemHandle::NULL, null_mut(), 0);
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        assert_eq!(b.create_physical(BYTES, &mut local), OK);
        let start = b.map(local, BYTES);
        b.fill(b.queue, start, &[1], BYTES);
        b.finish(b.queue);
        assert_eq!(b.ur.ipc_get_phys_mem_handle_exp(b.context, local, &raw mut data, &raw mut size), OK);
        let copy = std::slice::from_raw_parts(data.cast::<u8>(), size).to_vec();
        assert!(consume("physical", data, size));
        assert_eq!(b.read(start, 64), [9; 64]);
        assert_eq!(b.ur.ipc_put_phys_mem_handle_exp(b.context, data), OK);
        assert!(!consume("physical", copy.as_ptr().cast(), size), "opened after its Put");
    }
}

#[test]
#[ignore = "needs a CUDA device"]
fn event() {
    let b = test_bed();
    let (mut event, mut data, mut size) = (EventHandle::NULL, null_mut(), 0);
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        assert_eq!(b.create_event(&mut event), OK);
        let open = b.hold(b.queue);
        assert_eq!(b.enqueue_signal(b.queue, &mut event), OK);
        assert_eq!(b.ur.ipc_get_event_handle_exp(event, &raw mut data, &raw mut size), OK);
        assert!(consume("event", data, size));
        drop(open);
        assert_eq!(b.ur.event_wait(1, &raw const event), OK);
        assert_eq!(b.ur.ipc_put_event_handle_exp(b.context, data), OK);
        assert_eq!(b.ur.event_release(event), OK);
    }
}
