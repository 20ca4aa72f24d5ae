//! What Get, Open and Create leave in their out-parameters when they fail.

use super::calls::UNTOUCHED;
use std::ffi::c_void;
use std::ptr::{null, null_mut, without_provenance_mut};
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, EventHandle, ExpEventDesc, ExpEventFlags};
use ur_ipc_fixtures::ladder::{OpenedEventFixture, UrIpcOpenedEventTest};
use ur_ipc_fixtures::objects::create_event;
use ur_ipc_fixtures::{Called, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "event::get::outputs_untouched_on_error",
        &["event.outputs_untouched_on_error"],
        with!(OpenedEventFixture, get),
    ),
    Test::new(
        "event::open::outputs_untouched_on_error",
        &["event.outputs_untouched_on_error"],
        with!(OpenedEventFixture, open),
    ),
    Test::new(
        "event::create::outputs_untouched_on_error",
        &["event.outputs_untouched_on_error"],
        with!(OpenedEventFixture, create),
    ),
];

/// Makes a call that must fail with an event out-parameter, and checks what it holds then.
#[track_caller]
fn leaves_event<'t>(
    t: &'t TestContext<'_>,
    what: &str,
    call: impl FnOnce(*mut EventHandle) -> Called<'t>,
) -> TestResult {
    let mut event = EventHandle::from_address(UNTOUCHED);
    call(&raw mut event).expect_error()?;
    t.check(
        event.is_null() || event.address() == UNTOUCHED,
        format!("with {what} the call failed and left {event:?} as the event"),
    )
}

/// A failing Get keeps both outputs, or clears them.
fn get(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    for (what, event) in [("a null event", EventHandle::NULL), ("an import", f.opened())] {
        let mut data: *mut c_void = without_provenance_mut(UNTOUCHED);
        let mut size = UNTOUCHED;
        t.ur().ipc_get_event_handle_exp(event, &raw mut data, &raw mut size).expect_error()?;
        t.check(
            data.is_null() || data.addr() == UNTOUCHED,
            format!("with {what} Get failed and left {data:?} as the data"),
        )?;
        t.check(
            size == 0 || size == UNTOUCHED,
            format!("with {what} Get failed and left {size} as the size"),
        )?;
    }
    let mut size = UNTOUCHED;
    t.ur().ipc_get_event_handle_exp(f.event(), null_mut(), &raw mut size).expect_error()?;
    t.check(
        size == 0 || size == UNTOUCHED,
        format!("without a data pointer Get failed and left {size} as the size"),
    )?;
    let mut data: *mut c_void = without_provenance_mut(UNTOUCHED);
    t.ur().ipc_get_event_handle_exp(f.event(), &raw mut data, null_mut()).expect_error()?;
    t.check(
        data.is_null() || data.addr() == UNTOUCHED,
        format!("without a size pointer Get failed and left {data:?} as the data"),
    )?;
    f.export(t)?.release()
}

/// A failing Open keeps its output, or clears it.
fn open(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let bytes = f.handle();
    let (data, size) = (bytes.as_ptr().cast::<c_void>(), bytes.len());
    let zeros = vec![0u8; size];
    for (what, context, data, size) in [
        ("a null context", ContextHandle::NULL, data, size),
        ("null data", f.context(), null(), size),
        ("no bytes", f.context(), data, 0),
        ("a byte too few", f.context(), data, size - 1),
        ("a byte too many", f.context(), data, size + 1),
        ("zeroed bytes", f.context(), zeros.as_ptr().cast(), size),
    ] {
        leaves_event(t, what, |out| t.ur().ipc_open_event_handle_exp(context, data, size, out))?;
    }
    f.open(t)?.release()
}

/// A failing Create keeps its output, or clears it.
fn create(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let (context, device) = (f.context(), t.env().device());
    let valid = ExpEventDesc::new(ExpEventFlags::IPC_EXP);
    let reserved = ExpEventDesc::new(ExpEventFlags(ExpEventFlags::IPC_EXP.0 | 1 << 31));
    for (what, context, device, desc) in [
        ("a null context", ContextHandle::NULL, device, &raw const valid),
        ("a null device", context, DeviceHandle::NULL, &raw const valid),
        ("a null descriptor", context, device, null()),
        ("a reserved flag", context, device, &raw const reserved),
    ] {
        leaves_event(t, what, |out| t.ur().event_create_exp(context, device, desc, out))?;
    }
    create_event(t, f.context(), ExpEventFlags::IPC_EXP)?.release()
}
