//! What the queries say about an import.

use super::calls::{UNTOUCHED, check_complete, event_context};
use std::ffi::c_void;
use std::ptr::{null_mut, without_provenance_mut};
use ur_ipc_fixtures::api::{
    CommandType, ContextHandle, EventHandle, EventInfo, ProfilingInfo, QueueHandle, UrResult,
};
use ur_ipc_fixtures::ladder::{OpenedEventFixture, UrIpcOpenedEventTest};
use ur_ipc_fixtures::{Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "event::imported::info_basic",
        &["event.imported.info_basic"],
        with!(OpenedEventFixture, info_basic),
    ),
    Test::new(
        "event::imported::info_command_type",
        &["event.imported.info_command_type"],
        with!(OpenedEventFixture, info_command_type),
    ),
    Test::new(
        "event::imported::info_command_queue",
        &["event.imported.info_command_queue"],
        with!(OpenedEventFixture, info_command_queue),
    ),
    Test::new(
        "event::imported::profiling_info",
        &["event.imported.profiling_info"],
        with!(OpenedEventFixture, profiling_info),
    ),
];

/// A query number that UR does not define.
const UNKNOWN: EventInfo = EventInfo(0x7fff_0000);

/// Context and status are right, sizes are answered, and too small buffers are refused.
fn info_basic(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let import = f.opened();
    t.check_eq("the context of the import", event_context(t, import)?, f.context())?;
    check_complete(t, "the import of a completed event", import)?;
    for (info, real) in [
        (EventInfo::CONTEXT, size_of::<ContextHandle>()),
        (EventInfo::COMMAND_EXECUTION_STATUS, 4),
        (EventInfo::REFERENCE_COUNT, 4),
    ] {
        let mut size = 0usize;
        t.ur().event_get_info(import, info, 0, null_mut(), &raw mut size).ok()?;
        t.check_eq(&format!("the size of {info}"), size, real)?;
        let mut value = [0u8; 16];
        for short in [1, real - 1] {
            let value = (&raw mut value).cast();
            t.ur()
                .event_get_info(import, info, short, value, null_mut())
                .expect(UrResult::ERROR_INVALID_SIZE)?;
        }
        t.ur().event_get_info(import, info, real, (&raw mut value).cast(), null_mut()).ok()?;
    }
    let mut value = [0u8; 16];
    let unknown = t.ur().event_get_info(import, UNKNOWN, 16, (&raw mut value).cast(), null_mut());
    t.observe("the code for an unknown query", unknown.result);
    Ok(())
}

/// The command type is a defined one, or the query is not supported; before and after a local signal.
fn info_command_type(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    for when in ["no local command used", "a local command signalled"] {
        let mut kind = CommandType(u32::MAX);
        let value: *mut c_void = (&raw mut kind).cast();
        let called = t.ur().event_get_info(f.opened(), EventInfo::COMMAND_TYPE, 4, value, null_mut());
        if called.result.is_success() {
            t.observe(&format!("the type of an import that {when}"), kind);
            t.check(kind.name().is_some(), format!("{kind} is no command type of UR's"))?;
        } else {
            t.observe(&format!("the type of an import that {when}"), called.result);
            called.expect(UrResult::ERROR_UNSUPPORTED_ENUMERATION)?;
        }
        f.signal_and_finish(t, f.opened())?;
    }
    Ok(())
}

/// An import that no queue of this process used has no queue.
fn info_command_queue(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let queue_of = |event: EventHandle| {
        let mut queue = QueueHandle(without_provenance_mut(UNTOUCHED));
        let value: *mut c_void = (&raw mut queue).cast();
        let size = size_of::<QueueHandle>();
        let called = t.ur().event_get_info(event, EventInfo::COMMAND_QUEUE, size, value, null_mut());
        (called, queue)
    };
    let (called, queue) = queue_of(f.opened());
    if called.result.is_success() {
        t.check_eq("the queue of an unused import", queue, QueueHandle::NULL)?;
    } else {
        t.observe("the queue of an unused import", called.result);
        called.expect_error()?;
    }
    f.signal_and_finish(t, f.opened())?;
    let (called, queue) = queue_of(f.opened());
    if !called.result.is_success() {
        return called.expect_error().map(drop);
    }
    t.check(
        queue.is_null() || queue == f.queue(),
        format!("the queue of an import that {:?} signalled is {queue:?}", f.queue()),
    )
}

/// There are no time stamps on either side.
fn profiling_info(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    for round in 0..2 {
        for event in [f.event(), f.opened()] {
            for &info in ProfilingInfo::NAMED {
                let mut stamp = 0u64;
                t.ur()
                    .event_get_profiling_info(event, info, 8, (&raw mut stamp).cast(), null_mut())
                    .expect(UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE)?;
            }
        }
        if round == 0 {
            f.signal_and_finish(t, f.opened())?;
        }
    }
    Ok(())
}
