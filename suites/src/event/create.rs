//! `urEventCreateExp`: which events can be made, and what they report.

use crate::call_checks::get;
use crate::untouched::{UNTOUCHED, check_untouched};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceHandle, DeviceInfo, EventHandle, EventStatus, ExpEventDesc, ExpEventFlags, UrResult,
};
use ur_ipc_fixtures::hierarchy::{Events, UrContextTest, UrQueueTest};
use ur_ipc_fixtures::{
    Called, Group, IPC_EVENTS, InCase, Need, REUSABLE_EVENTS, TestContext, TestResult, Tests,
};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::create");
    flags(&mut group);
    arguments(&mut group);
    new_events(&mut group);
}

/// The call on the context of the fixture, and what it leaves as the event.
fn create(f: &UrContextTest, device: DeviceHandle, flags: u32) -> (Called<'_>, EventHandle) {
    let mut event = EventHandle::from_address(UNTOUCHED);
    let desc = ExpEventDesc::new(ExpEventFlags(flags));
    let called = f.t().ur().event_create_exp(f.context(), device, &raw const desc, &raw mut event);
    (called, event)
}

fn flags(group: &mut Group<'_>) {
    // Shareable events can be made, are distinct, and can be signalled and waited on.
    group
        .test("ipc_flag")
        .checks("event.create.ipc_flag")
        .twin_of(&["urIPCEventTest::SetUp"])
        .needs(&[IPC_EVENTS])
        .on(|t, f: &UrQueueTest| {
            let first = f.in_context().event(ExpEventFlags::IPC_EXP)?;
            let second = f.in_context().event(ExpEventFlags::IPC_EXP)?;
            t.check(first.raw() != second.raw(), "two created events have the same handle")?;
            for event in [&first, &second] {
                f.queue().signal(event)?;
                event.wait_complete("a signalled event")?;
            }
            first.release()?;
            second.release()
        });

    // Shareable and profiled at once is refused; shareable alone is not.
    group
        .test("ipc_plus_profiling")
        .checks("event.create.ipc_plus_profiling")
        .twin_of(&["urIPCEventExpNegativeTest.CreateRejectsProfilingPlusIPC"])
        .needs(&[IPC_EVENTS])
        .on(|t, f: &UrContextTest| {
            let both = ExpEventFlags::IPC_EXP.0 | ExpEventFlags::ENABLE_PROFILING.0;
            let (called, event) = create(f, t.device(), both);
            t.observe("the code for IPC with profiling", called.result);
            called.expect_any(&[
                UrResult::ERROR_INVALID_VALUE,
                UrResult::ERROR_UNSUPPORTED_FEATURE,
                UrResult::ERROR_INVALID_ENUMERATION,
            ])?;
            check_untouched(t, "the place for the event", event.address())?;
            f.in_context().shareable_event()?.release()
        });

    // Each reserved bit, alone or beside the IPC flag, is refused; none is not.
    let with_ipc = ["urIPCEventExpNegativeTest.CreateRejectsReservedFlagBits"];
    for (name, twins, need, valid) in [
        ("reserved_flags", &[][..], REUSABLE_EVENTS, ExpEventFlags::NONE_SET),
        ("reserved_flags_with_ipc", &with_ipc, IPC_EVENTS, ExpEventFlags::IPC_EXP),
    ] {
        let draft = group.test(name).checks("event.create.reserved_flags").twin_of(twins).needs(&[need]);
        draft.on(move |t, f: &UrContextTest| {
            let bits = (0..u32::BITS).map(|bit| 1 << bit).filter(|bit| bit & ExpEventFlags::RESERVED != 0);
            for reserved in bits.chain([ExpEventFlags::RESERVED]) {
                let flags = valid.0 | reserved;
                create(f, t.device(), flags)
                    .0
                    .expect(UrResult::ERROR_INVALID_ENUMERATION)
                    .in_case(format!("flags {flags:#010x}"))?;
            }
            f.in_context().event(valid)?.release()
        });
    }
}

fn arguments(group: &mut Group<'_>) {
    // Each of the four pointers and handles is required; with all of them the call succeeds.
    group
        .test("null_arguments")
        .checks("event.create.null_arguments")
        .twin_of(&[
            "urEventCreateExpTest.InvalidNullHandleContext",
            "urEventCreateExpTest.InvalidNullHandleEventDevice",
            "urEventCreateExpTest.InvalidNullPointerEventDesc",
            "urEventCreateExpTest.InvalidNullPointerEventHandle",
        ])
        .needs(&[REUSABLE_EVENTS])
        .on(|t, f: &UrContextTest| {
            let plain = ExpEventDesc::new(ExpEventFlags::NONE_SET);
            let (context, device, desc) = (f.context(), t.device(), &raw const plain);
            let mut event = EventHandle::from_address(UNTOUCHED);
            let out = &raw mut event;
            for (context, device, desc, out, code) in [
                (ContextHandle::NULL, device, desc, out, UrResult::ERROR_INVALID_NULL_HANDLE),
                (context, DeviceHandle::NULL, desc, out, UrResult::ERROR_INVALID_NULL_HANDLE),
                (context, device, null(), out, UrResult::ERROR_INVALID_NULL_POINTER),
                (context, device, desc, null_mut(), UrResult::ERROR_INVALID_NULL_POINTER),
            ] {
                t.ur().event_create_exp(context, device, desc, out).expect(code)?;
            }
            f.in_context().event(ExpEventFlags::NONE_SET)?.release()
        });

    group
        .test("ipc_unsupported")
        .checks("event.create.ipc_unsupported")
        .needs(&[IPC_EVENTS.lacking()])
        .on(ipc_unsupported);

    // A device that the context does not have is refused; the context's own is not.
    group
        .test("device_not_in_context")
        .checks("event.create.device_not_in_context")
        .needs(&[Need::SecondDevice, IPC_EVENTS])
        .on(|t, f: &UrContextTest| {
            let outside = t.second_device();
            let (called, event) = create(f, outside, ExpEventFlags::IPC_EXP.0);
            let code = called.expect_error()?;
            t.observe("the code for a device outside the context", code);
            check_untouched(t, "the place for the event", event.address())?;
            f.in_context().shareable_event()?.release()
        });
}

/// Without event IPC the flag is refused, or the event cannot be exported; an event without the flag is made, where there are
/// reusable events.
fn ipc_unsupported(t: &TestContext, f: &UrContextTest) -> TestResult {
    // Not a need of the test: it is about devices without reusable events as well. Where there are some, this shows that
    // it is the flag that is refused.
    if t.device_supports(DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP)? {
        f.in_context().event(ExpEventFlags::NONE_SET)?.release()?;
    } else {
        t.note_less("no reusable events: that one without the flag can be made was not tried");
    }
    let (called, event) = create(f, t.device(), ExpEventFlags::IPC_EXP.0);
    if !called.result.is_success() {
        t.observe("reading followed", "the creation is refused");
        called.expect(UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        return check_untouched(t, "the place for the event", event.address());
    }
    t.observe("reading followed", "the creation succeeds, and the export is refused");
    let refused = get::<Events>(t, f.context(), event)
        .0
        .expect_any(&[UrResult::ERROR_UNSUPPORTED_FEATURE, UrResult::ERROR_INVALID_EVENT]);
    t.ur().event_release(event).ok()?;
    refused
}

fn new_events(group: &mut Group<'_>) {
    // A new event has one reference and the context that it was made in, whatever is exported meanwhile.
    group.test("info").checks("event.create.info").needs(&[IPC_EVENTS]).on(|t, f: &UrContextTest| {
        let event = f.in_context().shareable_event()?;
        let references = |when: &str, expected: u32| -> TestResult {
            t.check_eq(&format!("the references {when}"), event.references()?, expected)
        };
        references("of a new event", 1)?;
        t.check_eq("the context of a new event", event.context_info()?, f.context())?;
        let first = event.export()?;
        references("after a Get", 1)?;
        let second = event.export()?;
        references("after a second Get", 1)?;
        second.release()?;
        references("after a Put", 1)?;
        first.release()?;
        references("after the last Put", 1)?;
        t.ur().event_retain(event.raw()).ok()?;
        references("after a Retain", 2)?;
        let handle = event.export()?;
        references("after a Retain and a Get", 2)?;
        handle.release()?;
        references("after a Retain, a Get and a Put", 2)?;
        t.ur().event_release(event.raw()).ok()?;
        references("after the Release", 1)?;
        t.check_eq("the context after all that", event.context_info()?, f.context())
    });

    // Records what an event reports before its first signal, and whether a wait on it ends.
    let draft = group.test("initial_status").checks("event.create.initial_status").needs(&[IPC_EVENTS]);
    draft.on(|t, f: &UrQueueTest| {
        let event = f.in_context().shareable_event()?;
        let status = event.status()?;
        t.observe("the status before the first signal", status);
        // A wait on an event that does not call itself complete may last until somebody signals it.
        if status == EventStatus::COMPLETE {
            event.wait()?;
            t.observe("a wait before the first signal", "returns at once");
        } else {
            t.observe(
                "a wait before the first signal",
                "not tried: the event does not report to be complete",
            );
        }
        f.signal_and_finish(&event)?;
        event.check_complete("the event after its first signal")
    });
}
