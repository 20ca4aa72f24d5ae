//! `urIPCPutPhysMemHandleExp`.

use super::support::{Import, Mapped, leaves_nothing, pattern, verify_handle, verify_object, write_object};
use std::ptr::null;
use ur_ipc_fixtures::api::{ContextHandle, UrResult};
use ur_ipc_fixtures::ladder::{PhysMemFixture, UrIpcPhysMemTest};
use ur_ipc_fixtures::objects::{create_shareable_physical, export_physical};
use ur_ipc_fixtures::{Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::put::success",
        &["physical_memory.put.success"],
        with!(PhysMemFixture, success),
    )
    .twin_of(&["urIPCPutPhysMemHandleExpTest.Success"]),
    Test::new(
        "physical_memory::put::null_context",
        &["physical_memory.put.null_context"],
        with!(PhysMemFixture, null_context),
    )
    .twin_of(&["urIPCPutPhysMemHandleExpTest.InvalidNullHandleContext"]),
    Test::new(
        "physical_memory::put::null_data",
        &["physical_memory.put.null_data"],
        with!(PhysMemFixture, null_data),
    )
    .twin_of(&["urIPCPutPhysMemHandleExpTest.InvalidNullPointerIPCHandleData"]),
    Test::new(
        "physical_memory::put::keeps_source",
        &["physical_memory.put.keeps_source"],
        with!(PhysMemFixture, keeps_source),
    ),
    Test::new(
        "physical_memory::handle::outlives_source",
        &["physical_memory.handle_outlives_source"],
        with!(PhysMemFixture, outlives_source),
    ),
];

/// Handles are put one by one, in any order, opened before or not.
fn success(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    f.export(t)?.release()?;
    let mut handles = Vec::new();
    for _ in 0..8 {
        handles.push(f.export(t)?);
    }
    t.rng(0).shuffle(&mut handles);
    for (i, handle) in handles.into_iter().enumerate() {
        if i % 2 == 0 {
            Import::open(t, f.context(), &handle.bytes(), f.size())?.close()?;
        }
        handle.release()?;
    }
    Ok(())
}

/// A Put without a context is refused and releases nothing: the handle still opens and can still be put.
fn null_context(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let content = pattern(t, 0);
    let mapped = Mapped::new(t, f.context(), f.physical(), f.size())?;
    mapped.write(t, f, content)?;
    let handle = f.export(t)?;
    let bytes = handle.bytes();
    for _ in 0..3 {
        let called = t.ur().ipc_put_phys_mem_handle_exp(ContextHandle::NULL, handle.raw().at.raw());
        if called.result.is_success() {
            // It was released after all; a second Put would touch what is no longer there.
            handle.forget();
            return called.expect(UrResult::ERROR_INVALID_NULL_HANDLE);
        }
        called.expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
    }
    let valid = verify_handle(t, f, &bytes, f.size(), content);
    if valid.is_err() {
        // Released in spite of the error; a second Put would touch what is no longer there.
        handle.forget();
        return valid;
    }
    handle.release()
}

/// A Put of nothing is refused and releases nothing.
fn null_data(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let handle = f.export(t)?;
    leaves_nothing(t, || {
        t.ur().ipc_put_phys_mem_handle_exp(f.context(), null()).expect(UrResult::ERROR_INVALID_NULL_POINTER)
    })?;
    Import::open(t, f.context(), &handle.bytes(), f.size())?.close()?;
    handle.release()
}

/// Neither Put nor Close touches the source, and an import opened before a Put works on after it.
fn keeps_source(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let (first, second, third) = (pattern(t, 0), pattern(t, 1), pattern(t, 2));
    let source = Mapped::new(t, f.context(), f.physical(), f.size())?;
    source.write(t, f, first)?;

    let handle = f.export(t)?;
    let import = Import::open(t, f.context(), &handle.bytes(), f.size())?;
    handle.release()?;
    import.mapped().verify(t, f, first)?;
    import.mapped().write(t, f, second)?;
    source.verify(t, f, second)?;
    // Also where nothing was mapped before the Put.
    verify_object(t, f, import.raw(), f.size(), second)?;
    import.close()?;

    source.verify(t, f, second)?;
    source.write(t, f, third)?;
    verify_object(t, f, f.physical(), f.size(), third)?;
    let again = f.export(t)?;
    verify_handle(t, f, &again.bytes(), f.size(), third)?;
    again.release()
}

/// A handle of a released object still opens, with the data, and can still be put.
fn outlives_source(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let content = pattern(t, 0);
    let source = create_shareable_physical(t, f.context(), f.size())?;
    write_object(t, f, source.raw(), f.size(), content)?;
    let handle = export_physical(t, f.context(), source.raw())?;
    source.release()?;
    // What takes the place of the released object must not be seen through the handle.
    let next = create_shareable_physical(t, f.context(), f.size())?;
    write_object(t, f, next.raw(), f.size(), pattern(t, 1))?;
    for _ in 0..2 {
        verify_handle(t, f, &handle.bytes(), f.size(), content)?;
    }
    handle.release()
}
