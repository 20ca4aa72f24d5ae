//! Out-parameters of Get, Open and Create after a failure.

use crate::call_checks::get_leaves_outputs;
use crate::open_calls::{NULL_CONTEXT, NULL_DATA, Opening};
use crate::untouched::{UNTOUCHED, check_untouched};
use std::ptr::null;
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, EventHandle, ExpEventDesc, ExpEventFlags};
use ur_ipc_fixtures::hierarchy::{Events, UrIpcOpenedEventTest};
use ur_ipc_fixtures::{InCase, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut test = |entry_point: &str, body: fn(&TestContext, &UrIpcOpenedEventTest) -> TestResult| {
        let mut group = tests.group("event", format!("event::{entry_point}"));
        group.test("outputs_untouched_on_error").checks("event.outputs_untouched_on_error").on(body);
    };
    test("get", get);
    test("open", open);
    test("create", create);
}

/// A failing Get keeps both outputs, or clears them.
fn get(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    for (case, event, outputs) in [
        ("a null event", EventHandle::NULL, (true, true)),
        ("an import", f.opened().raw(), (true, true)),
        ("no place for the buffer's address", f.event().raw(), (false, true)),
        ("no place for the size", f.event().raw(), (true, false)),
    ] {
        get_leaves_outputs::<Events>(t, (f.context(), event), outputs).in_case(case)?;
    }
    f.export()?.release()
}

/// A failing Open keeps its output, or clears it.
fn open(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let bytes = f.handle();
    let right = Opening::of(f, &bytes);
    for (case, opening) in [
        ("a null context", NULL_CONTEXT.0(right)),
        ("null data", NULL_DATA.0(right)),
        ("no bytes", Opening { size: 0, ..right }),
        ("a byte too few", Opening { size: right.size - 1, ..right }),
        ("a byte too many", Opening { size: right.size + 1, ..right }),
    ] {
        opening.leaves_output::<Events>(t).in_case(case)?;
    }
    f.open()?.release()
}

/// A failing Create keeps its output, or clears it.
fn create(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let (context, device) = (f.context(), t.device());
    let valid = ExpEventDesc::new(ExpEventFlags::IPC_EXP);
    let reserved = ExpEventDesc::new(ExpEventFlags(ExpEventFlags::IPC_EXP.0 | 1 << 31));
    for (case, context, device, desc) in [
        ("a null context", ContextHandle::NULL, device, &raw const valid),
        ("a null device", context, DeviceHandle::NULL, &raw const valid),
        ("a null descriptor", context, device, null()),
        ("a reserved flag", context, device, &raw const reserved),
    ] {
        let mut event = EventHandle::from_address(UNTOUCHED);
        t.ur().event_create_exp(context, device, desc, &raw mut event).expect_error().in_case(case)?;
        check_untouched(t, "the place for the event", event.address()).in_case(case)?;
    }
    f.in_context().shareable_event()?.release()
}
