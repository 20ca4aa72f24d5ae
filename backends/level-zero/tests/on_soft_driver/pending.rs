//! Objects released while commands use them, and other queue scenarios.

use crate::child::pass;
use crate::test_bed::{OK, TestBed, test_bed};
use rstest::rstest;
use ur_ipc_api::*;

#[rstest]
fn queues_keep_what_their_commands_use(
    #[values("released", "abandoned", "reaped", "patterns", "times")] what: &str,
) {
    pass("pending", what, &[]);
}

/// In a process of its own, since work may be left behind.
pub fn scenario(what: &str) {
    let b = test_bed();
    match what {
        "released" => released(&b),
        "abandoned" => abandoned(b),
        "reaped" => reaped(&b),
        "patterns" => patterns(&b),
        _ => times(&b),
    }
}

/// A queue and an event that are released while the queue is held: the commands still run, in order.
fn released(b: &TestBed) {
    let (mem, queue, done, inner) = (b.allocate(4096), b.queue(), b.event(), b.event());
    let gate = b.hold(queue);
    b.signal(queue, inner);
    b.fill(queue, mem, &[3], 4096);
    b.signal(queue, done);
    // SAFETY: handles are looked up.
    unsafe {
        assert_eq!(b.ur.event_release(inner), OK);
        assert_eq!(b.ur.queue_release(queue), OK);
        assert_eq!(b.ur.queue_release(queue), UrResult::ERROR_INVALID_QUEUE);
    }
    assert_eq!(b.status(done), EventStatus::SUBMITTED.0);
    drop(gate);
    b.wait(done);
    assert_eq!(b.read(mem, 4096), [3; 4096]);
}

/// A backend that goes while a queue is held neither hangs nor pulls anything from under the queue.
fn abandoned(b: TestBed) {
    let (mem, done) = (b.allocate(4096), b.event());
    let gate = b.hold(b.queue);
    b.signal(b.queue, done);
    let _ = mem;
    drop(b);
    drop(gate);
}

/// Events and queues that are gone are given back as soon as nothing uses them.
fn reaped(b: &TestBed) {
    let count = || std::fs::read_dir("/proc/self/fd").expect("proc").count();
    let cycle = || {
        let (queue, event) = (b.queue(), b.event());
        let gate = b.hold(queue);
        b.signal(queue, event);
        // SAFETY: handles are looked up.
        unsafe {
            drop(gate);
            b.wait(event);
            assert_eq!(b.ur.queue_finish(queue), OK);
            assert_eq!(b.ur.event_release(event), OK);
            assert_eq!(b.ur.queue_release(queue), OK);
        }
    };
    cycle();
    let before = count();
    for _ in 0..100 {
        cycle();
    }
    assert_eq!(count(), before, "files");
}

/// Patterns that Level Zero does not take are laid out all the same.
fn patterns(b: &TestBed) {
    let size = 3 << 12;
    let mem = b.allocate(size);
    for length in [1, 2, 3, 4, 6, 16, 48, 256, 4096, size] {
        let pattern: Vec<u8> = (0..length).map(|index| (index * 7 + length) as u8).collect();
        b.fill(b.queue, mem, &pattern, size / length * length);
        let found = b.read(mem, size / length * length);
        assert!(found.chunks(length).all(|chunk| chunk == pattern), "a pattern of {length} bytes");
    }
}

/// A queue with profiling gives times in order, and refuses to before the command is done.
fn times(b: &TestBed) {
    let (mut queue, mut event) = (QueueHandle::NULL, EventHandle::NULL);
    let properties = QueueProperties::new(QueueFlags::PROFILING_ENABLE);
    let ask = |event, name| {
        let mut nanoseconds = 0_u64;
        let out = (&raw mut nanoseconds).cast();
        // SAFETY: the output is a local variable of 8 bytes.
        let answer = unsafe { b.ur.event_get_profiling_info(event, name, 8, out, std::ptr::null_mut()) };
        if answer == OK { Ok(nanoseconds) } else { Err(answer) }
    };
    // SAFETY: every output is a local variable.
    unsafe {
        assert_eq!(b.ur.queue_create(b.context, b.device, &raw const properties, &raw mut queue), OK);
        let gate = b.hold(queue);
        assert_eq!(b.ur.enqueue_events_wait(queue, 0, std::ptr::null(), &raw mut event), OK);
        let early = ask(event, ProfilingInfo::COMMAND_END);
        assert_eq!(early, Err(UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE));
        drop(gate);
        b.finish(queue);
    }
    let start = ask(event, ProfilingInfo::COMMAND_START).expect("a time");
    let end = ask(event, ProfilingInfo::COMMAND_END).expect("a time");
    assert!(0 < start && start <= end, "{start} {end}");
}
