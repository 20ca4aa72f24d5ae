//! What Get and Open leave in their out-parameters when they fail.

use super::support::{SENTINEL, in_case};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, PhysicalMemHandle};
use ur_ipc_fixtures::ladder::{
    Family, PhysMemFixture, PhysMemHandleFixture, Physical, UrIpcPhysMemHandleTest, UrIpcPhysMemTest,
};
use ur_ipc_fixtures::objects::create_physical;
use ur_ipc_fixtures::{DevicePtr, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::get::outputs_untouched_on_error",
        &["physical_memory.outputs_untouched_on_error"],
        with!(PhysMemFixture, get),
    ),
    Test::new(
        "physical_memory::open::outputs_untouched_on_error",
        &["physical_memory.outputs_untouched_on_error"],
        with!(PhysMemHandleFixture, open),
    ),
];

fn untouched(t: &TestContext<'_>, what: &str, value: usize) -> TestResult {
    t.check(
        value == SENTINEL || value == 0,
        format!("a failed call left {value:#x} in {what}, which held {SENTINEL:#x}"),
    )
}

/// A failed Get leaves its out-parameters alone, or clears them.
fn get(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let plain = create_physical(t, f.context(), f.size(), None)?;
    let cases = [
        ("an object that is not exportable", f.context(), plain.raw()),
        ("a null object", f.context(), PhysicalMemHandle::NULL),
        ("a null context", ContextHandle::NULL, f.physical()),
    ];
    for (case, context, object) in cases {
        let (mut data, mut size) = (DevicePtr(SENTINEL).raw(), SENTINEL);
        let called = t.ur().ipc_get_phys_mem_handle_exp(context, object, &raw mut data, &raw mut size);
        in_case(case, called.expect_error())?;
        in_case(case, untouched(t, "the buffer's address", DevicePtr::from(data).0))?;
        in_case(case, untouched(t, "the size", size))?;
    }
    let mut size = SENTINEL;
    t.ur()
        .ipc_get_phys_mem_handle_exp(f.context(), f.physical(), null_mut(), &raw mut size)
        .expect_error()?;
    in_case("no place for the buffer's address", untouched(t, "the size", size))?;
    let mut data = DevicePtr(SENTINEL).raw();
    t.ur()
        .ipc_get_phys_mem_handle_exp(f.context(), f.physical(), &raw mut data, null_mut())
        .expect_error()?;
    in_case("no place for the size", untouched(t, "the buffer's address", DevicePtr::from(data).0))?;
    f.export(t)?.release()
}

/// A failed Open leaves its out-parameter alone, or clears it.
fn open(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let (context, device) = (f.context(), t.env().device());
    let good = f.handle();
    let exported = f.export(t)?;
    let stale = exported.bytes();
    exported.release()?;
    let zeroed = vec![0u8; good.len()];
    let cases = [
        ("a null context", ContextHandle::NULL, device, Some(&good), good.len()),
        ("a null device", context, DeviceHandle::NULL, Some(&good), good.len()),
        ("no data", context, device, None, good.len()),
        ("a size too small", context, device, Some(&good), good.len() - 1),
        ("a size of 0", context, device, Some(&good), 0),
        ("a size too large", context, device, Some(&good), usize::MAX),
        ("zeroed bytes", context, device, Some(&zeroed), zeroed.len()),
        ("a handle that was put", context, device, Some(&stale), stale.len()),
    ];
    for (case, context, device, bytes, size) in cases {
        let data: *const u8 = bytes.map_or(null(), |bytes| bytes.as_ptr());
        let data = DevicePtr::from(data.cast_mut().cast::<std::ffi::c_void>());
        let mut out = SENTINEL;
        let called = Physical::open(t.ur(), context, device, data, size, &mut out);
        in_case(case, called.expect_error())?;
        in_case(case, untouched(t, "the object", out))?;
    }
    if let Ok(foreign) = t.second_device() {
        let mut out = SENTINEL;
        let called = Physical::open(t.ur(), context, foreign, good.as_slice().into(), good.len(), &mut out);
        if called.result.is_success() {
            // That it is not refused is for other tests.
            Physical::close(t.ur(), context, Physical::raw(out)).ok()?;
        } else {
            in_case("a device outside the context", untouched(t, "the object", out))?;
        }
    }
    f.open(t)?.release()
}
