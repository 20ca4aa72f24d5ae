//! Events and queues.

use crate::support::*;
use rstest::rstest;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};
use ur_ipc_api::*;

const IPC: ExpEventFlags = ExpEventFlags::IPC_EXP;

#[test]
fn an_import_sees_the_sources_signals_and_the_source_the_imports() {
    let s = setup();
    let source = s.event(IPC);
    let handle = s.get_event(source);
    let import = s.open_event(&handle.bytes()).expect("opens");
    ok(s.put_event(&handle));
    for (signalled, seen) in [(source, import), (import, source), (source, import)] {
        let gate = s.hold(s.queue);
        s.signal(s.queue, signalled, &[]);
        assert_eq!(s.status(seen), EventStatus::SUBMITTED);
        assert_eq!(s.status(signalled), EventStatus::SUBMITTED);
        drop(gate);
        s.wait(seen);
        assert_eq!(s.status(seen), EventStatus::COMPLETE);
        assert_eq!(s.status(signalled), EventStatus::COMPLETE);
    }
    s.release_event(source);
    s.wait(import);
    s.release_event(import);
    // SAFETY: any handle is checked.
    let dead = unsafe { s.ur.event_release(import) };
    assert_eq!(dead, UrResult::ERROR_INVALID_EVENT);
}

#[rstest]
#[case(QueueFlags::NONE_SET)]
#[case(QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE)]
#[case(QueueFlags::SUBMISSION_BATCHED)]
#[case(QueueFlags::PROFILING_ENABLE)]
fn a_wait_list_orders_another_queue(#[case] flags: QueueFlags) {
    let s = setup();
    let other = queue(&s.ur, s.context, s.device, flags);
    let (mem, event, after) = (s.alloc(8), s.event(IPC), s.event(ExpEventFlags::NONE_SET));
    s.write(mem, &[0; 8]);
    let gate = s.hold(s.queue);
    // SAFETY: the pattern and the list are live until the queues are finished.
    unsafe {
        let fill = |queue, value: &'static u8, count, list| {
            let pattern = (&raw const *value).cast();
            ok(s.ur.enqueue_usm_fill(queue, mem, 1, pattern, 8, count, list, null_mut()));
        };
        fill(s.queue, &1, 0, null());
        s.signal(s.queue, event, &[]);
        fill(other, &2, 1, &raw const event);
        s.signal(other, after, &[]);
        assert_eq!(s.status(after), EventStatus::SUBMITTED);
        drop(gate);
        s.wait(after);
        ok(s.ur.queue_finish(other));
        ok(s.ur.queue_release(other));
    }
    assert_eq!(s.read(mem, 8), [2; 8]);
}

#[test]
fn an_out_of_order_queue_overtakes_up_to_a_barrier() {
    let s = setup();
    let queue = queue(&s.ur, s.context, s.device, QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE);
    let none = ExpEventFlags::NONE_SET;
    let (gate_event, overtaking, barrier, last) =
        (s.event(none), s.event(none), s.event(none), s.event(none));
    let held = s.hold(s.queue);
    s.signal(s.queue, gate_event, &[]);
    let (value, mem) = (5u8, s.alloc(8));
    let mut overtaken = EventHandle::NULL;
    // SAFETY: the pattern, the list and the outputs are live.
    unsafe {
        let pattern = (&raw const value).cast();
        let list = &raw const gate_event;
        ok(s.ur.enqueue_usm_fill(queue, mem, 1, pattern, 8, 1, list, &raw mut overtaken));
        let mut second = EventHandle::NULL;
        ok(s.ur.enqueue_usm_fill(queue, mem, 1, pattern, 8, 0, null(), &raw mut second));
        s.wait(second);
        assert_eq!(s.status(overtaken), EventStatus::SUBMITTED);
        s.signal(queue, overtaking, &[second]);
        s.signal(queue, barrier, &[]);
        s.signal(queue, last, &[second]);
        s.wait(overtaking);
        assert_eq!(s.status(barrier), EventStatus::SUBMITTED);
        assert_eq!(s.status(last), EventStatus::SUBMITTED);
        drop(held);
        s.wait(last);
        assert_eq!(s.status(overtaken), EventStatus::COMPLETE);
        ok(s.ur.queue_finish(queue));
        ok(s.ur.queue_release(queue));
    }
}

#[test]
fn work_survives_the_release_of_everything_around_it() {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    unsafe extern "C" fn count(_: *mut c_void) {
        CALLS.fetch_add(1, Ordering::Relaxed);
    }
    let s = setup();
    let (event, kept) = (s.event(IPC), s.event(ExpEventFlags::NONE_SET));
    let gate = s.hold(s.queue);
    // SAFETY: any handle is checked, and the function needs no data.
    unsafe {
        ok(s.ur.enqueue_host_task_exp(s.queue, Some(count), null_mut(), null(), 0, null(), null_mut()));
        s.signal(s.queue, event, &[]);
        s.signal(s.queue, kept, &[]);
        s.release_event(event);
        ok(s.ur.queue_release(s.queue));
        ok(s.ur.context_release(s.context));
    }
    drop(gate);
    s.wait(kept);
    assert_eq!(CALLS.load(Ordering::Relaxed), 1);
}

#[test]
fn dropping_the_backend_does_not_wait() {
    let s = setup();
    let other = queue(&s.ur, s.context, s.device, QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE);
    let (one, two) = (s.event(IPC), s.event(IPC));
    let gate = s.hold(s.queue);
    s.signal(s.queue, one, &[]);
    s.signal(other, two, &[one]);
    let (mem, handle) = (s.alloc(64), s.get_event(one));
    assert!(!mem.is_null() && !handle.data.is_null());
    drop(s);
    drop(gate);
}

#[rstest]
#[case(IPC | ExpEventFlags::ENABLE_PROFILING, UrResult::ERROR_INVALID_VALUE)]
#[case(ExpEventFlags(4), UrResult::ERROR_INVALID_ENUMERATION)]
#[case(ExpEventFlags(2 | 1 << 31), UrResult::ERROR_INVALID_ENUMERATION)]
fn bad_flags_are_refused(#[case] flags: ExpEventFlags, #[case] expected: UrResult) {
    let s = setup();
    let mut event = EventHandle::NULL;
    let desc = ExpEventDesc::new(flags);
    // SAFETY: the descriptor and the output are live.
    let result = unsafe { s.ur.event_create_exp(s.context, s.device, &raw const desc, &raw mut event) };
    assert_eq!(result, expected);
    assert!(event.is_null());
}

#[test]
fn only_shareable_events_are_exported() {
    let s = setup();
    let source = s.event(IPC);
    let handle = s.get_event(source);
    let import = s.open_event(&handle.bytes()).expect("opens");
    let mut stamp = EventHandle::NULL;
    // SAFETY: the output is live.
    ok(unsafe { s.ur.enqueue_timestamp_recording_exp(s.queue, true, 0, null(), &raw mut stamp) });
    let (mut data, mut size) = (null_mut(), 0);
    for (event, expected) in [
        (import, UrResult::ERROR_INVALID_EVENT),
        (s.event(ExpEventFlags::NONE_SET), UrResult::ERROR_INVALID_EVENT),
        (s.event(ExpEventFlags::ENABLE_PROFILING), UrResult::ERROR_UNSUPPORTED_FEATURE),
        (stamp, UrResult::ERROR_UNSUPPORTED_FEATURE),
    ] {
        // SAFETY: the outputs are live.
        let result = unsafe { s.ur.ipc_get_event_handle_exp(event, &raw mut data, &raw mut size) };
        assert_eq!(result, expected);
    }
    assert!(data.is_null() && size == 0);
}

#[test]
fn times_are_kept_where_they_were_asked_for() {
    let s = setup();
    let timed = s.event(ExpEventFlags::ENABLE_PROFILING);
    let shared = s.event(IPC);
    let profiling = queue(&s.ur, s.context, s.device, QueueFlags::PROFILING_ENABLE);
    let ask = |event, name| {
        let mut time = 0u64;
        let out = (&raw mut time).cast();
        // SAFETY: the output has the size of the answer.
        let result = unsafe { s.ur.event_get_profiling_info(event, name, 8, out, null_mut()) };
        if result.is_success() { Ok(time) } else { Err(result) }
    };
    let missing = Err(UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE);
    assert_eq!(ask(timed, ProfilingInfo::COMMAND_END), missing);
    s.signal(s.queue, timed, &[]);
    s.signal(profiling, shared, &[]);
    s.wait(timed);
    s.wait(shared);
    assert_eq!(ask(shared, ProfilingInfo::COMMAND_END), missing);
    let start = ask(timed, ProfilingInfo::COMMAND_START).expect("is known");
    assert!(start > 0 && start <= ask(timed, ProfilingInfo::COMMAND_END).expect("is known"));
}

#[test]
fn a_commands_times_are_those_of_its_stages() {
    let s = setup();
    let profiling = queue(&s.ur, s.context, s.device, QueueFlags::PROFILING_ENABLE);
    let size = 16 << 20;
    let mem = s.alloc(size);
    let gate = s.hold(profiling);
    let mut event = EventHandle::NULL;
    let pattern = [7u8];
    // SAFETY: the pattern and the output are live, and the memory has the size.
    ok(unsafe {
        let pattern = pattern.as_ptr().cast();
        s.ur.enqueue_usm_fill(profiling, mem, 1, pattern, size, 0, null(), &raw mut event)
    });
    drop(gate);
    s.wait(event);
    let time = |name| {
        let mut time = 0u64;
        let out = (&raw mut time).cast();
        // SAFETY: the output has the size of the answer.
        ok(unsafe { s.ur.event_get_profiling_info(event, name, 8, out, null_mut()) });
        time
    };
    let (queued, start) = (time(ProfilingInfo::COMMAND_QUEUED), time(ProfilingInfo::COMMAND_START));
    assert_eq!(queued, time(ProfilingInfo::COMMAND_SUBMIT));
    assert!(queued < start && start < time(ProfilingInfo::COMMAND_END));
}

#[test]
fn nothing_native_stands_behind_an_event() {
    let s = setup();
    let mut native = 0;
    // SAFETY: the output is live, and any handle is checked.
    let mut ask = |event| unsafe { s.ur.event_get_native_handle(event, &raw mut native) };
    assert_eq!(ask(s.event(IPC)), UrResult::ERROR_UNSUPPORTED_FEATURE);
    assert_eq!(ask(EventHandle::from_address(8)), UrResult::ERROR_INVALID_EVENT);
    assert_eq!(native, 0);
}

#[test]
fn only_events_that_were_made_to_be_are_signalled_again() {
    let s = setup();
    let mut of_a_command = EventHandle::NULL;
    // SAFETY: the output is live.
    ok(unsafe { s.ur.enqueue_timestamp_recording_exp(s.queue, true, 0, null(), &raw mut of_a_command) });
    let signal = |mut event| {
        // SAFETY: the output is live, and any handle is checked.
        unsafe { s.ur.enqueue_events_wait_with_barrier_ext(s.queue, null(), 0, null(), &raw mut event) }
    };
    assert_eq!(signal(of_a_command), UrResult::ERROR_INVALID_EVENT);
    ok(signal(s.event(ExpEventFlags::NONE_SET)));
    ok(signal(s.event(IPC)));
    s.finish();
}

#[test]
fn references_are_counted() {
    let s = setup();
    let event = s.event(IPC);
    // SAFETY: any handle is checked.
    let (retain, release) = (|| unsafe { s.ur.event_retain(event) }, || unsafe { s.ur.event_release(event) });
    ok(retain());
    ok(release());
    assert_eq!(s.status(event), EventStatus::COMPLETE);
    ok(release());
    assert_eq!(release(), UrResult::ERROR_INVALID_EVENT);
    assert_eq!(retain(), UrResult::ERROR_INVALID_EVENT);
}

#[test]
fn an_unused_import_names_no_queue() {
    let s = setup();
    let source = s.event(IPC);
    let handle = s.get_event(source);
    let import = s.open_event(&handle.bytes()).expect("opens");
    let ask = |name, size| {
        let mut answer = 0usize;
        let out = (&raw mut answer).cast();
        // SAFETY: the output has at least the size given.
        ok(unsafe { s.ur.event_get_info(import, name, size, out, null_mut()) });
        answer
    };
    assert_eq!(ask(EventInfo::COMMAND_QUEUE, 8), 0);
    assert_eq!(ask(EventInfo::CONTEXT, 8), s.context.address());
    assert_eq!(ask(EventInfo::REFERENCE_COUNT, 8), 1);
    assert_eq!(ask(EventInfo::COMMAND_TYPE, 8), CommandType::EVENTS_WAIT_WITH_BARRIER.0 as usize);
    s.signal(s.queue, import, &[]);
    assert_eq!(ask(EventInfo::COMMAND_QUEUE, 8), s.queue.address());
}

#[test]
fn wait_lists_are_checked() {
    let s = setup();
    let event = s.event(ExpEventFlags::NONE_SET);
    let bad = EventHandle::from_address(0x77);
    // SAFETY: the lists are live where they are not null.
    unsafe {
        let wait = |count, list| s.ur.enqueue_events_wait(s.queue, count, list, null_mut());
        assert_eq!(wait(1, null()), UrResult::ERROR_INVALID_EVENT_WAIT_LIST);
        assert_eq!(wait(0, &raw const event), UrResult::ERROR_INVALID_EVENT_WAIT_LIST);
        assert_eq!(wait(1, &raw const bad), UrResult::ERROR_INVALID_EVENT_WAIT_LIST);
        ok(wait(1, &raw const event));
        assert_eq!(s.ur.event_wait(0, &raw const event), UrResult::ERROR_INVALID_VALUE);
        assert_eq!(s.ur.event_wait(1, null()), UrResult::ERROR_INVALID_NULL_POINTER);
        assert_eq!(s.ur.event_wait(1, &raw const bad), UrResult::ERROR_INVALID_EVENT);
        let mut signalled = bad;
        let result =
            s.ur.enqueue_events_wait_with_barrier_ext(s.queue, null(), 0, null(), &raw mut signalled);
        assert_eq!(result, UrResult::ERROR_INVALID_EVENT);
        assert_eq!(signalled, bad);
    }
}

#[test]
fn nothing_leaks_over_cycles() {
    let s = setup();
    let source = s.event(IPC);
    assert_stable(|| {
        let handle = s.get_event(source);
        let bytes = handle.bytes();
        let import = s.open_event(&bytes).expect("opens");
        s.signal(s.queue, import, &[]);
        s.wait(source);
        s.release_event(import);
        ok(s.put_event(&handle));
        assert_eq!(s.open_event(&bytes), Err(UrResult::ERROR_INVALID_VALUE));
        s.release_event(s.event(IPC));
    });
}

#[test]
fn threads_share_everything() {
    let s = setup();
    let source = s.event(IPC);
    let mem = s.alloc(64);
    let address = mem.addr();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..200 {
                    let (event, memory) =
                        (s.get_event(source), s.get_mem(std::ptr::without_provenance_mut(address)));
                    let import = s.open_event(&event.bytes()).expect("opens");
                    let opened = s.open_mem(&memory.bytes()).expect("opens");
                    s.signal(s.queue, import, &[]);
                    s.wait(import);
                    s.write(opened, &[3; 64]);
                    s.release_event(import);
                    ok(s.close_mem(opened));
                    ok(s.put_event(&event));
                    ok(s.put_mem(&memory));
                }
            });
        }
    });
    s.wait(source);
    assert_eq!(s.read(mem, 64), [3; 64]);
}
