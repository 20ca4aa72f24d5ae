//! `urEventCreateExp`: which events can be made, and what they report.

use super::calls::{UNTOUCHED, check_complete, check_no_event, event_context, wait};
use super::fixtures::{
    FreshEventFixture, OutsideDeviceFixture, ReusableFixture, ShareableFixture, UnshareableFixture,
};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceHandle, DeviceInfo, EventHandle, EventStatus, ExpEventDesc, ExpEventFlags, UrResult,
};
use ur_ipc_fixtures::ladder::{UrContextTest, UrIpcEventTest, UrQueueTest};
use ur_ipc_fixtures::objects::{create_event, create_shareable_event, event_refcount, event_status, signal};
use ur_ipc_fixtures::{Called, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new("event::create::ipc_flag", &["event.create.ipc_flag"], with!(ShareableFixture, ipc_flag))
        .twin_of(&["urIPCEventTest::SetUp"]),
    Test::new(
        "event::create::ipc_plus_profiling",
        &["event.create.ipc_plus_profiling"],
        with!(ShareableFixture, ipc_plus_profiling),
    )
    .twin_of(&["urIPCEventExpNegativeTest.CreateRejectsProfilingPlusIPC"]),
    Test::new(
        "event::create::reserved_flags",
        &["event.create.reserved_flags"],
        with!(ReusableFixture, reserved_flags),
    ),
    Test::new(
        "event::create::reserved_flags_with_ipc",
        &["event.create.reserved_flags"],
        with!(ShareableFixture, reserved_flags_with_ipc),
    )
    .twin_of(&["urIPCEventExpNegativeTest.CreateRejectsReservedFlagBits"]),
    Test::new(
        "event::create::null_arguments",
        &["event.create.null_arguments"],
        with!(ReusableFixture, null_arguments),
    )
    .twin_of(&[
        "urEventCreateExpTest.InvalidNullHandleContext",
        "urEventCreateExpTest.InvalidNullHandleEventDevice",
        "urEventCreateExpTest.InvalidNullPointerEventDesc",
        "urEventCreateExpTest.InvalidNullPointerEventHandle",
    ]),
    Test::new(
        "event::create::ipc_unsupported",
        &["event.create.ipc_unsupported"],
        with!(UnshareableFixture, ipc_unsupported),
    ),
    Test::new(
        "event::create::device_not_in_context",
        &["event.create.device_not_in_context"],
        with!(OutsideDeviceFixture, device_not_in_context),
    ),
    Test::new("event::create::info", &["event.create.info"], with!(FreshEventFixture, info)),
    Test::new(
        "event::create::initial_status",
        &["event.create.initial_status"],
        with!(FreshEventFixture, initial_status),
    ),
];

/// The call on the device under test with these flags.
fn create<'t>(
    t: &'t TestContext<'_>,
    context: ContextHandle,
    device: DeviceHandle,
    flags: ExpEventFlags,
    out: &mut EventHandle,
) -> Called<'t> {
    let desc = ExpEventDesc::new(flags);
    t.ur().event_create_exp(context, device, &raw const desc, out)
}

/// Shareable events can be made, are distinct, and can be signalled and waited on.
fn ipc_flag(t: &TestContext<'_>, f: &ShareableFixture<'_>) -> TestResult {
    let first = create_event(t, f.context(), ExpEventFlags::IPC_EXP)?;
    let second = create_event(t, f.context(), ExpEventFlags::IPC_EXP)?;
    t.check(first.raw() != second.raw(), "two created events have the same handle")?;
    for event in [&first, &second] {
        signal(t, f.queue(), event.raw())?;
        wait(t, event.raw())?;
        check_complete(t, "a signalled event", event.raw())?;
    }
    first.release()?;
    second.release()
}

/// Shareable and profiled at once is refused; shareable alone is not.
fn ipc_plus_profiling(t: &TestContext<'_>, f: &ShareableFixture<'_>) -> TestResult {
    let mut event = EventHandle::from_address(UNTOUCHED);
    let both = ExpEventFlags(ExpEventFlags::IPC_EXP.0 | ExpEventFlags::ENABLE_PROFILING.0);
    let called = create(t, f.context(), t.env().device(), both, &mut event);
    t.observe("the code for IPC with profiling", called.result);
    called.expect_any(&[
        UrResult::ERROR_INVALID_VALUE,
        UrResult::ERROR_UNSUPPORTED_FEATURE,
        UrResult::ERROR_INVALID_ENUMERATION,
    ])?;
    check_no_event(t, "urEventCreateExp", event)?;
    create_event(t, f.context(), ExpEventFlags::IPC_EXP)?.release()
}

/// Each reserved bit alone is refused; no flag is not.
fn reserved_flags(t: &TestContext<'_>, f: &ReusableFixture<'_>) -> TestResult {
    refuses_reserved(t, f.context(), ExpEventFlags::NONE_SET)
}

/// Each reserved bit beside the IPC flag is refused; the IPC flag alone is not.
fn reserved_flags_with_ipc(t: &TestContext<'_>, f: &ShareableFixture<'_>) -> TestResult {
    refuses_reserved(t, f.context(), ExpEventFlags::IPC_EXP)
}

fn refuses_reserved(t: &TestContext<'_>, context: ContextHandle, valid: ExpEventFlags) -> TestResult {
    let single = (0..u32::BITS).map(|bit| 1 << bit).filter(|bit| bit & ExpEventFlags::RESERVED != 0);
    for reserved in single.chain([ExpEventFlags::RESERVED]) {
        let mut event = EventHandle::from_address(UNTOUCHED);
        let flags = ExpEventFlags(valid.0 | reserved);
        let called = create(t, context, t.env().device(), flags, &mut event);
        if called.result != UrResult::ERROR_INVALID_ENUMERATION {
            let why = format!("flags {:#010x} must be refused with INVALID_ENUMERATION", flags.0);
            return Err(called.fail(why));
        }
        called.expect(UrResult::ERROR_INVALID_ENUMERATION)?;
    }
    create_event(t, context, valid)?.release()
}

/// Each of the four pointers and handles is required; with all of them the call succeeds.
fn null_arguments(t: &TestContext<'_>, f: &ReusableFixture<'_>) -> TestResult {
    let (context, device) = (f.context(), t.env().device());
    let plain = ExpEventFlags::NONE_SET;
    let desc = ExpEventDesc::new(plain);
    let mut event = EventHandle::from_address(UNTOUCHED);
    create(t, ContextHandle::NULL, device, plain, &mut event).expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
    create(t, context, DeviceHandle::NULL, plain, &mut event).expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
    t.ur()
        .event_create_exp(context, device, null(), &raw mut event)
        .expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
    t.ur()
        .event_create_exp(context, device, &raw const desc, null_mut())
        .expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
    create_event(t, context, plain)?.release()
}

/// Without event IPC the flag is refused, at the latest when the event is exported; an event without the flag is
/// not, where there are reusable events.
fn ipc_unsupported(t: &TestContext<'_>, f: &UnshareableFixture<'_>) -> TestResult {
    if t.device_supports(DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP)? {
        create_event(t, f.context(), ExpEventFlags::NONE_SET)?.release()?;
    }
    let mut event = EventHandle::from_address(UNTOUCHED);
    let called = create(t, f.context(), t.env().device(), ExpEventFlags::IPC_EXP, &mut event);
    if !called.result.is_success() {
        t.observe("reading followed", "the creation is refused");
        called.expect(UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        return check_no_event(t, "urEventCreateExp", event);
    }
    t.observe("reading followed", "the creation succeeds, and the export is refused");
    let (mut data, mut size) = (null_mut(), 0usize);
    let get = t.ur().ipc_get_event_handle_exp(event, &raw mut data, &raw mut size);
    let refused = get.expect(UrResult::ERROR_UNSUPPORTED_FEATURE);
    t.ur().event_release(event).ok()?;
    refused
}

/// A device that the context does not have is refused; the context's own is not.
fn device_not_in_context(t: &TestContext<'_>, f: &OutsideDeviceFixture<'_>) -> TestResult {
    let mut event = EventHandle::from_address(UNTOUCHED);
    let code = create(t, f.context(), f.outside(), ExpEventFlags::IPC_EXP, &mut event).expect_error()?;
    t.observe("the code for a device outside the context", code);
    check_no_event(t, "urEventCreateExp", event)?;
    create_shareable_event(t, f.context())?.release()
}

/// A new event has one reference and the context that it was made in, whatever is exported meanwhile.
fn info(t: &TestContext<'_>, f: &FreshEventFixture<'_>) -> TestResult {
    let references = |when: &str, expected: u32| -> TestResult {
        t.check_eq(&format!("the references {when}"), event_refcount(t, f.event())?, expected)
    };
    references("of a new event", 1)?;
    t.check_eq("the context of a new event", event_context(t, f.event())?, f.context())?;
    let first = f.export(t)?;
    references("after a Get", 1)?;
    let second = f.export(t)?;
    references("after a second Get", 1)?;
    second.release()?;
    references("after a Put", 1)?;
    first.release()?;
    references("after the last Put", 1)?;
    t.ur().event_retain(f.event()).ok()?;
    references("after a Retain", 2)?;
    let handle = f.export(t)?;
    references("after a Retain and a Get", 2)?;
    handle.release()?;
    references("after a Retain, a Get and a Put", 2)?;
    t.ur().event_release(f.event()).ok()?;
    references("after the Release", 1)?;
    t.check_eq("the context after all that", event_context(t, f.event())?, f.context())
}

/// Records what an event reports before its first signal, and whether a wait on it ends.
fn initial_status(t: &TestContext<'_>, f: &FreshEventFixture<'_>) -> TestResult {
    let status = event_status(t, f.event())?;
    t.observe("the status before the first signal", status);
    // A wait on an event that does not call itself complete may last until somebody signals it.
    if status == EventStatus::COMPLETE {
        wait(t, f.event())?;
        t.observe("a wait before the first signal", "returns at once");
    } else {
        t.observe("a wait before the first signal", "not tried: the event does not report to be complete");
    }
    f.signal_and_finish(t, f.event())?;
    check_complete(t, "the event after its first signal", f.event())
}
