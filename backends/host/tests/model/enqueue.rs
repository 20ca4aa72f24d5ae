//! Properties that the enqueue functions refuse, and the order of a barrier.

use crate::support::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_api::*;

#[test]
fn properties_of_host_tasks_are_checked() {
    unsafe extern "C" fn nothing(_: *mut c_void) {}
    let s = setup();
    let enqueue = |properties: *const ExpHostTaskProperties| {
        // SAFETY: the function needs no data; the properties are null or live.
        unsafe {
            s.ur.enqueue_host_task_exp(s.queue, Some(nothing), null_mut(), properties, 0, null(), null_mut())
        }
    };
    ok(enqueue(null()));
    let good = ExpHostTaskProperties::new(ExpHostTaskFlags::NONE_SET);
    ok(enqueue(&raw const good));
    let mut wrong = good;
    wrong.flags.0 |= 1 << 31;
    assert_eq!(enqueue(&raw const wrong), UrResult::ERROR_INVALID_ENUMERATION);
    let mut wrong = good;
    wrong.stype = StructureType::EXP_ENQUEUE_EXT_PROPERTIES;
    assert_eq!(enqueue(&raw const wrong), UrResult::ERROR_INVALID_VALUE);
    s.finish();
}

#[test]
fn properties_of_barriers_are_checked() {
    let s = setup();
    let enqueue = |properties: *const ExpEnqueueExtProperties| {
        // SAFETY: the properties are null or live.
        unsafe { s.ur.enqueue_events_wait_with_barrier_ext(s.queue, properties, 0, null(), null_mut()) }
    };
    ok(enqueue(null()));
    let good = ExpEnqueueExtProperties::new(ExpEnqueueExtFlags::NONE_SET);
    ok(enqueue(&raw const good));
    let mut wrong = good;
    wrong.flags.0 |= 1 << 31;
    assert_eq!(enqueue(&raw const wrong), UrResult::ERROR_INVALID_ENUMERATION);
    let mut wrong = good;
    wrong.stype = StructureType::EXP_HOST_TASK_PROPERTIES;
    assert_eq!(enqueue(&raw const wrong), UrResult::ERROR_INVALID_VALUE);
    s.finish();
}

#[test]
fn a_barrier_comes_after_what_was_enqueued() {
    let s = setup();
    let queue = queue(&s.ur, s.context, s.device, QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE);
    let gate = s.hold(queue);
    let mut event = EventHandle::NULL;
    // SAFETY: the output is live.
    ok(unsafe { s.ur.enqueue_events_wait_with_barrier(queue, 0, null(), &raw mut event) });
    assert!(!event.is_null());
    assert_ne!(s.status(event), EventStatus::COMPLETE);
    drop(gate);
    s.wait(event);
    s.release_event(event);
}
