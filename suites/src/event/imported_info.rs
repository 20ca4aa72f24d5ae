//! Answers of queries about an import.

use crate::call_checks::{check_sizes, invalid_size};
use crate::untouched::UNTOUCHED;
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{
    CommandType, ContextHandle, EventHandle, EventInfo, ProfilingInfo, QueueHandle, UrResult,
};
use ur_ipc_fixtures::hierarchy::{Consumer, Events, UrIpcOpenedEventTest};
use ur_ipc_fixtures::objects::Event;
use ur_ipc_fixtures::{Called, InCase, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::imported");
    group.test("info_basic").checks("event.imported.info_basic").in_consumer(info_basic);
    group.test("info_sizes").checks("event.imported.info_sizes").on(info_sizes);

    // The command type is a defined one, or the query is not supported; before and after a local signal.
    let draft = group.test("info_command_type").checks("event.imported.info_command_type");
    draft.on(|t, f: &UrIpcOpenedEventTest| {
        for when in ["no local command used", "a local command signalled"] {
            let mut kind = CommandType(u32::MAX);
            let called = ask(t, f.opened().raw(), EventInfo::COMMAND_TYPE, 4, (&raw mut kind).cast());
            if called.result.is_success() {
                t.observe(&format!("the type of an import that {when}"), kind);
                t.check(kind.name().is_some(), format!("{kind} is no command type of UR's"))?;
            } else {
                t.observe(&format!("the type of an import that {when}"), called.result);
                called.expect(UrResult::ERROR_UNSUPPORTED_ENUMERATION)?;
            }
            f.signal_and_finish(f.opened())?;
        }
        Ok(())
    });

    group.test("info_command_queue").checks("event.imported.info_command_queue").on(info_command_queue);

    // Whether there are native handles does not depend on where an event is from.
    let draft = group.test("native_handle").checks("event.imported.native_handle");
    draft.on(|t, f: &UrIpcOpenedEventTest| {
        let ask = |event: &Event, native: &mut usize| t.ur().event_get_native_handle(event.raw(), native);
        let (mut of_source, mut of_import) = (UNTOUCHED, UNTOUCHED);
        let source = ask(f.event(), &mut of_source);
        t.observe("the native handle of a source", source.result);
        if source.result.is_success() {
            ask(f.opened(), &mut of_import).ok()?;
            t.check(
                of_import != UNTOUCHED,
                "urEventGetNativeHandle of an import succeeded and gave nothing",
            )?;
        } else {
            source.expect(UrResult::ERROR_UNSUPPORTED_FEATURE)?;
            ask(f.opened(), &mut of_import).expect(UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        }
        f.signal_and_finish(f.opened())?;
        f.event().wait_complete("the source after its import was asked for a native handle")?;
        f.signal_and_finish(f.event())?;
        f.opened().wait_complete("an import that was asked for a native handle")
    });

    // There are no time stamps on either side.
    let draft = group.test("profiling_info").checks("event.imported.profiling_info");
    draft.on(|t, f: &UrIpcOpenedEventTest| {
        for round in 0..2 {
            for event in [f.event().raw(), f.opened().raw()] {
                for &info in ProfilingInfo::NAMED {
                    let mut stamp = 0u64;
                    let value = (&raw mut stamp).cast();
                    t.ur()
                        .event_get_profiling_info(event, info, 8, value, null_mut())
                        .expect(UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE)?;
                }
            }
            if round == 0 {
                f.signal_and_finish(f.opened())?;
            }
        }
        Ok(())
    });
}

/// A query number that UR does not define.
const UNKNOWN: EventInfo = EventInfo(0x7fff_0000);

fn ask(t: &TestContext, event: EventHandle, name: EventInfo, size: usize, value: *mut c_void) -> Called<'_> {
    t.ur().event_get_info(event, name, size, value, null_mut())
}

/// Context and status are right, sizes are answered, and too small buffers are refused.
fn info_basic(t: &TestContext, c: &Consumer<Events>) -> TestResult {
    let opened = c.open()?;
    let import = opened.raw();
    t.check_eq("the context of the import", opened.context_info()?, c.context())?;
    opened.check_complete("the import of a completed event")?;
    let mut value = [0u8; 16];
    let value = (&raw mut value).cast();
    for (info, real) in [
        (EventInfo::CONTEXT, size_of::<ContextHandle>()),
        (EventInfo::COMMAND_EXECUTION_STATUS, 4),
        (EventInfo::REFERENCE_COUNT, 4),
    ] {
        let mut size = 0usize;
        t.ur().event_get_info(import, info, 0, null_mut(), &raw mut size).ok()?;
        t.check_eq(&format!("the size of {info}"), size, real)?;
        for short in [1, real - 1] {
            ask(t, import, info, short, value).expect(UrResult::ERROR_INVALID_SIZE)?;
        }
        ask(t, import, info, real, value).ok()?;
    }
    t.observe("the code for an unknown query", ask(t, import, UNKNOWN, 16, value).result);
    opened.release()
}

/// Every query of either side takes buffers of the size of its answer and larger ones, and refuses smaller ones.
fn info_sizes(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    for event in [f.event().raw(), f.opened().raw()] {
        for &info in EventInfo::NAMED {
            let mut size = 0usize;
            let called = t.ur().event_get_info(event, info, 0, null_mut(), &raw mut size).offered()?;
            // An event that has no queue may say so by an error, which has no size.
            let without_queue = info == EventInfo::COMMAND_QUEUE && !called.result.is_success();
            if called.result.is_unsupported() || without_queue {
                continue;
            }
            let ask = |size, value, ret| t.ur().event_get_info(event, info, size, value, ret);
            check_sizes(t, size, ask, invalid_size).in_case(info)?;
        }
    }
    Ok(())
}

/// An import that no queue of this process used has no queue.
fn info_command_queue(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let mut queue = QueueHandle::from_address(UNTOUCHED);
    let value = (&raw mut queue).cast();
    let (import, size) = (f.opened().raw(), size_of::<QueueHandle>());
    let called = ask(t, import, EventInfo::COMMAND_QUEUE, size, value);
    if called.result.is_success() {
        t.check_eq("the queue of an unused import", queue, QueueHandle::NULL)?;
    } else {
        t.observe("the queue of an unused import", called.result);
        called.expect_error()?;
    }
    f.signal_and_finish(f.opened())?;
    queue = QueueHandle::from_address(UNTOUCHED);
    let called = ask(t, import, EventInfo::COMMAND_QUEUE, size, (&raw mut queue).cast());
    if !called.result.is_success() {
        return called.expect_error().map(drop);
    }
    let own = f.queue().raw();
    t.check(
        queue.is_null() || queue == own,
        format!("the queue of an import that {own:?} signalled is {queue:?}"),
    )
}
