//! What Get, Open and Create leave in their out-parameters when they fail.

use super::calls::check_no_event;
use crate::untouched::{UNTOUCHED, UNTOUCHED_POINTER};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, EventHandle, ExpEventDesc, ExpEventFlags};
use ur_ipc_fixtures::ladder::UrIpcOpenedEventTest;
use ur_ipc_fixtures::{Called, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut test = |entry_point: &str, body: fn(&TestContext, &UrIpcOpenedEventTest) -> TestResult| {
        let mut group = tests.group("event", format!("event::{entry_point}"));
        group.test("outputs_untouched_on_error").checks("event.outputs_untouched_on_error").on(body);
    };
    test("get", get);
    test("open", open);
    test("create", create);
}

/// Makes a call that must fail with an event out-parameter, and checks what it holds then.
#[track_caller]
fn leaves_event<'u>(
    t: &TestContext,
    what: &str,
    call: impl FnOnce(*mut EventHandle) -> Called<'u>,
) -> TestResult {
    let mut event = EventHandle::from_address(UNTOUCHED);
    call(&raw mut event).expect_error()?;
    check_no_event(t, &format!("the call with {what}"), event)
}

/// A failing Get keeps both outputs, or clears them.
fn get(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let source = f.event().raw();
    for (what, event, with_data, with_size) in [
        ("with a null event", EventHandle::NULL, true, true),
        ("with an import", f.opened().raw(), true, true),
        ("without a data pointer", source, false, true),
        ("without a size pointer", source, true, false),
    ] {
        let (mut data, mut size) = (UNTOUCHED_POINTER.raw(), UNTOUCHED);
        let data_out = if with_data { &raw mut data } else { null_mut() };
        let size_out = if with_size { &raw mut size } else { null_mut() };
        t.ur().ipc_get_event_handle_exp(event, data_out, size_out).expect_error()?;
        t.check(
            data.is_null() || data == UNTOUCHED_POINTER.raw(),
            format!("{what} Get failed and left {data:?} as the data"),
        )?;
        t.check(size == 0 || size == UNTOUCHED, format!("{what} Get failed and left {size} as the size"))?;
    }
    f.export()?.release()
}

/// A failing Open keeps its output, or clears it.
fn open(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let bytes = f.handle();
    let (data, size) = (bytes.as_ptr(), bytes.len());
    let zeros = vec![0u8; size];
    for (what, context, data, size) in [
        ("a null context", ContextHandle::NULL, data, size),
        ("null data", f.context(), null(), size),
        ("no bytes", f.context(), data, 0),
        ("a byte too few", f.context(), data, size - 1),
        ("a byte too many", f.context(), data, size + 1),
        ("zeroed bytes", f.context(), zeros.as_ptr(), size),
    ] {
        leaves_event(t, what, |out| t.ur().ipc_open_event_handle_exp(context, data.cast(), size, out))?;
    }
    f.open()?.release()
}

/// A failing Create keeps its output, or clears it.
fn create(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let (context, device) = (f.context(), t.device());
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
    f.in_context().shareable_event()?.release()
}
