//! Each family once, in one process.

use crate::test_bed::{OK, test_bed};
use std::ptr::{null, null_mut};
use ur_ipc_api::*;

#[test]
#[ignore = "needs a CUDA device"]
fn memory_is_shared_within_the_process() {
    let b = test_bed();
    let (mut mem, mut data, mut size, mut opened) = (null_mut(), null_mut(), 0, null_mut());
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        let pool = UsmPoolHandle::NULL;
        assert_eq!(b.ur.usm_device_alloc(b.context, b.device, null(), pool, 4096, &raw mut mem), OK);
        for pattern in [&[7][..], &[1, 2], &[1, 2, 3, 4], &[1, 2, 3, 4, 5, 6, 7, 8]] {
            b.fill(b.queue, mem, pattern, 4096);
            b.finish(b.queue);
            assert!(b.read(mem, 4096).chunks(pattern.len()).all(|chunk| chunk == pattern), "{pattern:?}");
        }
        let inner = mem.byte_add(64);
        assert_eq!(b.ur.ipc_get_mem_handle_exp(b.context, inner, &raw mut data, &raw mut size), OK);
        assert_eq!(b.ur.ipc_open_mem_handle_exp(b.context, b.device, data, size, &raw mut opened), OK);
        b.fill(b.queue, opened, &[9], 64);
        b.finish(b.queue);
        assert_eq!(b.read(inner, 64), [9; 64]);
        assert_eq!(b.ur.usm_free(b.context, mem), UrResult::ERROR_INVALID_MEM_OBJECT);
        assert_eq!(b.ur.ipc_close_mem_handle_exp(b.context, opened), OK);
        assert_eq!(b.ur.ipc_close_mem_handle_exp(b.context, opened), UrResult::ERROR_INVALID_VALUE);
        assert_eq!(b.ur.usm_free(b.context, mem), OK);
        assert_eq!(b.ur.ipc_put_mem_handle_exp(b.context, data), OK);
    }
}

#[test]
#[ignore = "needs a CUDA device"]
fn physical_memory_is_shared_within_the_process() {
    let b = test_bed();
    let (mut granule, mut local, mut import) = (0_usize, PhysicalMemHandle::NULL, PhysicalMemHandle::NULL);
    let (mut data, mut size) = (null_mut(), 0);
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        let out = (&raw mut granule).cast();
        let name = VirtualMemGranularityInfo::MINIMUM;
        let asked = b.ur.virtual_mem_granularity_get_info(b.context, b.device, 1, name, 8, out, null_mut());
        assert_eq!(asked, OK);
        let properties = PhysicalMemProperties::new(PhysicalMemFlags::ENABLE_IPC);
        let created =
            b.ur.physical_mem_create(b.context, b.device, granule, &raw const properties, &raw mut local);
        assert_eq!(created, OK);
        assert_eq!(b.ur.ipc_get_phys_mem_handle_exp(b.context, local, &raw mut data, &raw mut size), OK);
        let opened = b.ur.ipc_open_phys_mem_handle_exp(b.context, b.device, data, size, &raw mut import);
        assert_eq!(opened, OK);
        let starts = [local, import].map(|object| b.map(object, granule));
        b.fill(b.queue, starts[1], &[5], granule);
        b.finish(b.queue);
        assert_eq!(b.read(starts[0], 64), [5; 64]);
        for start in starts {
            assert_eq!(b.ur.virtual_mem_unmap(b.context, start, granule), OK);
            assert_eq!(b.ur.virtual_mem_free(b.context, start, granule), OK);
        }
        assert_eq!(b.ur.ipc_put_phys_mem_handle_exp(b.context, data), OK);
        assert_eq!(b.ur.ipc_close_phys_mem_handle_exp(b.context, import), OK);
        assert_eq!(b.ur.physical_mem_release(local), OK);
    }
}

#[test]
#[ignore = "needs a CUDA device"]
fn an_event_follows_held_queues_released_in_any_order() {
    let b = test_bed();
    let (mut event, mut import) = (EventHandle::NULL, EventHandle::NULL);
    let (mut data, mut size) = (null_mut(), 0);
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        assert_eq!(b.create_event(&mut event), OK);
        assert_eq!(b.ur.ipc_get_event_handle_exp(event, &raw mut data, &raw mut size), OK);
        assert_eq!(b.ur.ipc_open_event_handle_exp(b.context, data, size, &raw mut import), OK);
        let other = b.queue();
        let (open_first, open_other) = (b.hold(b.queue), b.hold(other));
        assert_eq!(b.enqueue_signal(b.queue, &mut event), OK);
        assert_eq!(b.status(event), EventStatus::SUBMITTED.0);
        assert_eq!(b.status(import), EventStatus::SUBMITTED.0);
        drop(open_other);
        b.finish(other);
        assert_eq!(b.status(import), EventStatus::SUBMITTED.0);
        drop(open_first);
        assert_eq!(b.ur.event_wait(1, &raw const import), OK);
        assert_eq!(b.status(event), EventStatus::COMPLETE.0);
        assert_eq!(b.ur.ipc_put_event_handle_exp(b.context, data), OK);
        assert_eq!(b.ur.event_release(event), OK);
        assert_eq!(b.ur.event_release(import), OK);
        assert_eq!(b.ur.queue_release(other), OK);
    }
}

#[test]
#[ignore = "needs a CUDA device"]
fn copies_of_ordinary_memory_do_not_block_behind_a_held_queue() {
    let b = test_bed();
    let mut mem = null_mut();
    let (source, mut target) = (vec![3_u8; 1 << 16], vec![0_u8; 1 << 16]);
    // SAFETY: the output is a local variable.
    let allocated = unsafe {
        b.ur.usm_device_alloc(b.context, b.device, null(), UsmPoolHandle::NULL, 1 << 16, &raw mut mem)
    };
    assert_eq!(allocated, OK);
    let open = b.hold(b.queue);
    b.copy(b.queue, false, mem, source.as_ptr().cast(), 1 << 16);
    b.copy(b.queue, false, target.as_mut_ptr().cast(), mem, 1 << 16);
    drop(open);
    b.finish(b.queue);
    assert_eq!(target, source);
    // SAFETY: nothing uses it any more.
    assert_eq!(unsafe { b.ur.usm_free(b.context, mem) }, OK);
}
