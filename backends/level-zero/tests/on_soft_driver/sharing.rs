//! Each family once between two processes.

use crate::child::{pass, run};
use crate::test_bed::{OK, PAGE, TestBed, test_bed, text_of_handle};
use rstest::rstest;
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_api::UrIpc;

#[rstest]
fn a_family_is_shared(#[values("memory", "physical", "event")] family: &str) {
    pass("produce", family, &[]);
}

#[rstest]
fn a_family_is_shared_by_a_driver_that_uses_all_freedoms(
    #[values("memory", "physical", "event")] family: &str,
) {
    pass("produce", family, &[("LEVEL_ZERO_SOFT_FREEDOMS", "all")]);
}

/// Memory is shared regardless of the first bytes of its handles, which are the driver's choice. Here they are the
/// number of a descriptor that is open here, or of one that no process has.
#[rstest]
fn memory_is_shared_whatever_its_handles_begin_with(
    #[values("0", "2", "0x7fff0001", "0xffffffff")] word: &str,
) {
    pass("produce", "memory", &[("LEVEL_ZERO_SOFT_MEMORY_HANDLES", &format!("opaque:{word}"))]);
}

#[rstest]
fn a_family_is_shared_on_one_of_two_devices(#[values("memory", "physical", "event")] family: &str) {
    pass("produce", family, &[("LEVEL_ZERO_SOFT_DEVICES", "2")]);
}

/// A handle as an argument of a consumer.
fn argument(family: &str, data: *const c_void, size: usize) -> String {
    // SAFETY: what Get gave, not yet put.
    let handle = unsafe { text_of_handle(data, size) };
    format!("{family} {handle}")
}

/// The exporting process: lets a consumer open the handle, and once more after its Put.
pub fn produce(family: &str) {
    let b = test_bed();
    match family {
        "memory put late" => put_after_free(&b),
        "memory" => produce_memory(&b),
        "physical" => produce_physical(&b),
        _ => produce_event(&b),
    }
}

fn refused_after_put(handle: &str) {
    let printed = run("consume", handle, &[]).expect_err("opened after its Put");
    assert!(printed.contains("UR_RESULT_ERROR_INVALID_VALUE"), "{printed}");
}

fn produce_memory(b: &TestBed) {
    let (mem, mut data, mut size) = (b.allocate(4096), null_mut(), 0);
    b.fill(b.queue, mem, &[1], 4096);
    b.finish(b.queue);
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        let inner = mem.byte_add(128);
        assert_eq!(b.ur.ipc_get_mem_handle_exp(b.context, inner, &raw mut data, &raw mut size), OK);
        let handle = argument("memory", data, size);
        pass("consume", &handle, &[]);
        assert_eq!(b.read(inner, 64), [9; 64]);
        assert_eq!(b.read(mem, 128), [1; 128]);
        assert_eq!(b.ur.ipc_put_mem_handle_exp(b.context, data), OK);
        refused_after_put(&handle);
        assert_eq!(b.ur.usm_free(b.context, mem), OK);
    }
}

#[rstest]
fn a_handle_that_is_put_late_takes_nobody_elses_back(
    #[values("one-engine", "memory-descriptor")] freedoms: &str,
) {
    pass("produce", "memory put late", &[("LEVEL_ZERO_SOFT_FREEDOMS", freedoms)]);
}

/// The next allocation gets the descriptor's number, by which a driver may know handles.
fn put_after_free(b: &TestBed) {
    let export = |mem| {
        let (mut data, mut size) = (null_mut(), 0);
        // SAFETY: every output is a local variable; the memory is live.
        let result = unsafe { b.ur.ipc_get_mem_handle_exp(b.context, mem, &raw mut data, &raw mut size) };
        assert_eq!(result, OK);
        (data, size)
    };
    let (first, mut import) = (b.allocate(4096), null_mut());
    let (late, _) = export(first);
    // SAFETY: every output is a local variable; what is used is live, but for the handle that is put late.
    unsafe {
        assert_eq!(b.ur.usm_free(b.context, first), OK);
        let second = b.allocate(4096);
        let (data, size) = export(second);
        assert_eq!(b.ur.ipc_put_mem_handle_exp(b.context, late), OK);
        assert_eq!(b.ur.ipc_open_mem_handle_exp(b.context, b.device, data, size, &raw mut import), OK);
        assert_eq!(b.ur.ipc_close_mem_handle_exp(b.context, import), OK);
        assert_eq!(b.ur.ipc_put_mem_handle_exp(b.context, data), OK);
        assert_eq!(b.ur.usm_free(b.context, second), OK);
    }
}

fn produce_physical(b: &TestBed) {
    let object = b.physical(PAGE);
    let start = b.map(object, PAGE);
    // Again after a Put, which must not have closed what the driver gives once only.
    for _ in 0..2 {
        let (mut data, mut size) = (null_mut(), 0);
        b.fill(b.queue, start, &[1], PAGE);
        b.finish(b.queue);
        // SAFETY: every output is a local variable; what is used is live.
        unsafe {
            let got = b.ur.ipc_get_phys_mem_handle_exp(b.context, object, &raw mut data, &raw mut size);
            assert_eq!(got, OK);
            let handle = argument("physical", data, size);
            pass("consume", &handle, &[]);
            assert_eq!(b.read(start, PAGE), vec![9; PAGE]);
            assert_eq!(b.ur.ipc_put_phys_mem_handle_exp(b.context, data), OK);
            refused_after_put(&handle);
        }
    }
}

fn produce_event(b: &TestBed) {
    let (event, mut data, mut size) = (b.event(), null_mut(), 0);
    let gate = b.hold(b.queue);
    b.signal(b.queue, event);
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        assert_eq!(b.ur.ipc_get_event_handle_exp(event, &raw mut data, &raw mut size), OK);
        let handle = argument("event", data, size);
        pass("consume", &handle, &[]);
        drop(gate);
        b.wait(event);
        assert_eq!(b.ur.ipc_put_event_handle_exp(b.context, data), OK);
        refused_after_put(&handle);
    }
}

/// The importing process.
pub fn consume(argument: &str) {
    let (family, handle) = argument.split_once(' ').expect("a family and a handle");
    test_bed().consume(family, handle, PAGE);
}
