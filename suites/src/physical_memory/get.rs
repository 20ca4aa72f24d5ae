//! `urIPCGetPhysMemHandleExp`.

use super::support::{
    Mapped, get_call, in_case, leaves_nothing, pattern, verify_handle, verify_object, write_object,
};
use std::collections::BTreeSet;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{
    ContextHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemProperties, UrResult,
};
use ur_ipc_fixtures::ladder::{PhysMemFixture, UrIpcPhysMemTest};
use ur_ipc_fixtures::objects::{
    create_physical, create_shareable_physical, export_physical, physical_refcount,
};
use ur_ipc_fixtures::{DevicePtr, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::get::success",
        &["physical_memory.get.success"],
        with!(PhysMemFixture, success),
    )
    .twin_of(&["urIPCGetPhysMemHandleExpTest.Success"]),
    Test::new(
        "physical_memory::get::null_context",
        &["physical_memory.get.null_context"],
        with!(PhysMemFixture, null_context),
    )
    .twin_of(&["urIPCGetPhysMemHandleExpTest.InvalidNullHandleContext"]),
    Test::new(
        "physical_memory::get::null_physmem",
        &["physical_memory.get.null_physmem"],
        with!(PhysMemFixture, null_physmem),
    )
    .twin_of(&["urIPCGetPhysMemHandleExpTest.InvalidNullHandlePhysMem"]),
    Test::new(
        "physical_memory::get::null_out_data",
        &["physical_memory.get.null_out_data"],
        with!(PhysMemFixture, null_out_data),
    )
    .twin_of(&["urIPCGetPhysMemHandleExpTest.InvalidNullPointerIPCHandleData"]),
    Test::new(
        "physical_memory::get::null_out_size",
        &["physical_memory.get.null_out_size"],
        with!(PhysMemFixture, null_out_size),
    )
    .twin_of(&["urIPCGetPhysMemHandleExpTest.InvalidNullPointerIPCHandleDataSize"]),
    Test::new(
        "physical_memory::get::not_exportable",
        &["physical_memory.get.not_exportable"],
        with!(PhysMemFixture, not_exportable),
    )
    .twin_of(&["urIPCGetPhysMemHandleExpNoIpcTest.InvalidArgumentNoIpcFlag"]),
    Test::new(
        "physical_memory::get::repeated",
        &["physical_memory.get.repeated"],
        with!(PhysMemFixture, repeated),
    ),
];

/// Get gives a buffer and a size, every time.
fn success(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    for _ in 0..3 {
        let (mut data, mut size) = (null_mut(), 0usize);
        t.ur().ipc_get_phys_mem_handle_exp(f.context(), f.physical(), &raw mut data, &raw mut size).ok()?;
        t.check(!data.is_null(), "Get succeeded and gave a null buffer")?;
        t.check(size > 0, "Get succeeded and gave a size of 0")?;
        t.ur().ipc_put_phys_mem_handle_exp(f.context(), data).ok()?;
    }
    Ok(())
}

/// A null context is refused; the same call with a context succeeds.
fn null_context(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let wanted = UrResult::ERROR_INVALID_NULL_HANDLE;
    leaves_nothing(t, || get_call(t, ContextHandle::NULL, f.physical()).expect(wanted))?;
    f.export(t)?.release()
}

/// A null object is refused; the same call with an object succeeds.
fn null_physmem(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let wanted = UrResult::ERROR_INVALID_NULL_HANDLE;
    leaves_nothing(t, || get_call(t, f.context(), PhysicalMemHandle::NULL).expect(wanted))?;
    f.export(t)?.release()
}

/// Without a place for the buffer's address Get is refused, and no export stays behind.
fn null_out_data(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let wanted = UrResult::ERROR_INVALID_NULL_POINTER;
    let mut size = 0usize;
    leaves_nothing(t, || {
        t.ur()
            .ipc_get_phys_mem_handle_exp(f.context(), f.physical(), null_mut(), &raw mut size)
            .expect(wanted)?;
        t.ur().ipc_get_phys_mem_handle_exp(f.context(), f.physical(), null_mut(), null_mut()).expect(wanted)
    })?;
    t.check_eq("references after refused Gets", physical_refcount(t, f.physical())?, 1)?;
    f.export(t)?.release()
}

/// Without a place for the size Get is refused, and neither a buffer nor an export stays behind.
fn null_out_size(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    leaves_nothing(t, || {
        let mut data = null_mut();
        t.ur()
            .ipc_get_phys_mem_handle_exp(f.context(), f.physical(), &raw mut data, null_mut())
            .expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
        t.check(data.is_null(), "a refused Get gave a buffer")
    })?;
    t.check_eq("references after refused Gets", physical_refcount(t, f.physical())?, 1)?;
    f.export(t)?.release()
}

/// An object that was not made for sharing is not exported, and stays usable.
fn not_exportable(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let plain = PhysicalMemProperties::new(PhysicalMemFlags::NONE_SET);
    let content = pattern(t, 0);
    for (case, properties) in [("null properties", None), ("no flags", Some(plain))] {
        let object = create_physical(t, f.context(), f.size(), properties)?;
        let refuse = || get_call(t, f.context(), object.raw()).expect(UrResult::ERROR_INVALID_ARGUMENT);
        in_case(case, leaves_nothing(t, refuse))?;
        write_object(t, f, object.raw(), f.size(), content)?;
        in_case(format!("{case}, in use"), refuse())?;
        in_case(case, verify_object(t, f, object.raw(), f.size(), content))?;
    }
    f.export(t)?.release()
}

/// Gets before, during and after a mapping give handles of their own; putting one leaves the others, and those of
/// another object.
fn repeated(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let (content, elsewhere) = (pattern(t, 0), pattern(t, 2));
    let other = create_shareable_physical(t, f.context(), f.size())?;
    write_object(t, f, other.raw(), f.size(), elsewhere)?;
    let of_other = export_physical(t, f.context(), other.raw())?;
    let mut handles = vec![f.export(t)?, f.export(t)?];
    let mapped = Mapped::new(t, f.context(), f.physical(), f.size())?;
    mapped.write(t, f, content)?;
    handles.extend([f.export(t)?, f.export(t)?]);
    mapped.release()?;
    handles.push(f.export(t)?);

    let buffers: BTreeSet<DevicePtr> = handles.iter().map(|handle| handle.raw().at).collect();
    t.check_eq("different buffers", buffers.len(), handles.len())?;
    t.check_eq("references after Gets", physical_refcount(t, f.physical())?, 1)?;
    t.rng(1).shuffle(&mut handles);
    loop {
        for handle in &handles {
            let left = format!("with {} handles left", handles.len());
            in_case(left, verify_handle(t, f, &handle.bytes(), f.size(), content))?;
        }
        let Some(handle) = handles.pop() else { break };
        handle.release()?;
        t.check_eq("references after a Put", physical_refcount(t, f.physical())?, 1)?;
        let left = "the handle of another object";
        in_case(left, verify_handle(t, f, &of_other.bytes(), f.size(), elsewhere))?;
    }
    // The Gets of one object leave the handles of another alone, and the other way round.
    let handle = f.export(t)?;
    let another = export_physical(t, f.context(), other.raw())?;
    verify_handle(t, f, &of_other.bytes(), f.size(), elsewhere)?;
    verify_handle(t, f, &handle.bytes(), f.size(), content)?;
    [handle, another, of_other].into_iter().try_for_each(|handle| handle.release())
}
