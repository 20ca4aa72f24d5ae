//! Each family once, between two processes: the test starts itself again as the consumer.

use crate::test_bed::{OK, test_bed, text_of_handle};
use std::process::Command;
use std::ptr::{null, null_mut};
use ur_ipc_api::*;

const FAMILY: &str = "UR_IPC_CUDA_TEST_FAMILY";
const HANDLE: &str = "UR_IPC_CUDA_TEST_HANDLE";
const CONSUMER: &str = "between_processes::consumer";
const BYTES: usize = 2 << 20;

/// Runs the consumer on a handle; true if it succeeded.
fn consume(family: &str, handle: &str) -> bool {
    let this = std::env::current_exe().expect("Linux knows the executable");
    let mut consumer = Command::new(this);
    consumer.args([CONSUMER, "--exact", "--ignored", "--nocapture"]).env(FAMILY, family).env(HANDLE, handle);
    consumer.status().expect("it runs once already").success()
}

/// The other process: opens what it was given and writes or signals. Without a handle there is nothing to do.
#[test]
#[ignore = "started by the tests below"]
fn consumer() {
    let (Ok(family), Ok(handle)) = (std::env::var(FAMILY), std::env::var(HANDLE)) else { return };
    test_bed().consume(&family, &handle, BYTES);
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
        let handle = text_of_handle(data, size);
        assert!(consume("memory", &handle));
        assert_eq!(b.read(inner, 64), [9; 64]);
        assert_eq!(b.read(mem, 128), [1; 128]);
        assert_eq!(b.ur.ipc_put_mem_handle_exp(b.context, data), OK);
        assert!(!consume("memory", &handle), "opened after its Put");
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
        let handle = text_of_handle(data, size);
        assert!(consume("physical", &handle));
        assert_eq!(b.read(start, 64), [9; 64]);
        assert_eq!(b.ur.ipc_put_phys_mem_handle_exp(b.context, data), OK);
        assert!(!consume("physical", &handle), "opened after its Put");
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
        assert!(consume("event", &text_of_handle(data, size)));
        drop(open);
        assert_eq!(b.ur.event_wait(1, &raw const event), OK);
        assert_eq!(b.ur.ipc_put_event_handle_exp(b.context, data), OK);
        assert_eq!(b.ur.event_release(event), OK);
    }
}
