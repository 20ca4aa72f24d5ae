//! What Get and Open leave in their out-parameters when they fail.

use crate::untouched::{UNTOUCHED, UNTOUCHED_POINTER};
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, PhysicalMemHandle};
use ur_ipc_fixtures::ladder::{Family, Physical, UrIpcPhysMemHandleTest, UrIpcPhysMemTest};
use ur_ipc_fixtures::{DevicePtr, InCase, TestContext, TestResult, Tests};

const REQUIREMENT: &str = "physical_memory.outputs_untouched_on_error";

pub(super) fn tests(tests: &mut Tests) {
    // A failed Get leaves its out-parameters alone, or clears them.
    let mut group = tests.group("physical_memory", "physical_memory::get");
    group.test("outputs_untouched_on_error").checks(REQUIREMENT).on(get);

    // A failed Open leaves its out-parameter alone, or clears it.
    let mut group = tests.group("physical_memory", "physical_memory::open");
    group.test("outputs_untouched_on_error").checks(REQUIREMENT).on(open);
}

#[track_caller]
fn untouched(t: &TestContext, what: &str, value: usize) -> TestResult {
    t.check(
        value == UNTOUCHED || value == 0,
        format!("a failed call left {value:#x} in {what}, which held {UNTOUCHED:#x}"),
    )
}

fn get(t: &TestContext, f: &UrIpcPhysMemTest) -> TestResult {
    let plain = f.in_context().physical(f.size(), None)?;
    let (context, object) = (f.context(), f.physical().raw());
    let cases = [
        ("an object that is not exportable", context, plain.raw()),
        ("a null object", context, PhysicalMemHandle::NULL),
        ("a null context", ContextHandle::NULL, object),
    ];
    for (case, context, object) in cases {
        let (mut data, mut size) = (UNTOUCHED_POINTER.raw(), UNTOUCHED);
        let called = t.ur().ipc_get_phys_mem_handle_exp(context, object, &raw mut data, &raw mut size);
        called.expect_error().in_case(case)?;
        untouched(t, "the buffer's address", DevicePtr::from(data).0).in_case(case)?;
        untouched(t, "the size", size).in_case(case)?;
    }
    let mut size = UNTOUCHED;
    t.ur().ipc_get_phys_mem_handle_exp(context, object, null_mut(), &raw mut size).expect_error()?;
    untouched(t, "the size", size).in_case("no place for the buffer's address")?;
    let mut data = UNTOUCHED_POINTER.raw();
    t.ur().ipc_get_phys_mem_handle_exp(context, object, &raw mut data, null_mut()).expect_error()?;
    untouched(t, "the buffer's address", DevicePtr::from(data).0).in_case("no place for the size")?;
    f.export()?.release()
}

fn open(t: &TestContext, f: &UrIpcPhysMemHandleTest) -> TestResult {
    let (context, device) = (f.context(), t.device());
    let good = f.handle();
    let exported = f.export()?;
    let stale = exported.bytes();
    exported.release()?;
    let zeroed = vec![0u8; good.len()];
    let data = |bytes: &[u8]| DevicePtr::from(bytes);
    let cases = [
        ("a null context", ContextHandle::NULL, device, data(&good), good.len()),
        ("a null device", context, DeviceHandle::NULL, data(&good), good.len()),
        ("no data", context, device, DevicePtr::NULL, good.len()),
        ("a size too small", context, device, data(&good), good.len() - 1),
        ("a size of 0", context, device, data(&good), 0),
        ("a size too large", context, device, data(&good), usize::MAX),
        ("zeroed bytes", context, device, data(&zeroed), zeroed.len()),
        ("a handle that was put", context, device, data(&stale), stale.len()),
    ];
    for (case, context, device, data, size) in cases {
        let mut out = UNTOUCHED;
        let called = Physical::open_call(t.ur(), context, device, data, size, &mut out);
        called.expect_error().in_case(case)?;
        untouched(t, "the object", out).in_case(case)?;
    }
    if let Some(foreign) = t.second_device() {
        let mut out = UNTOUCHED;
        let called = Physical::open_call(t.ur(), context, foreign, data(&good), good.len(), &mut out);
        if called.result.is_success() {
            // That it is not refused is for other tests.
            Physical::close_call(t.ur(), context, Physical::raw(out)).ok()?;
        } else {
            untouched(t, "the object", out).in_case("a device outside the context")?;
        }
    }
    f.open()?.release()
}
