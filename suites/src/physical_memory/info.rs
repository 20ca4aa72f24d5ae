//! `urPhysicalMemGetInfo` on imports.

use super::support::{SENTINEL, info, pattern, size_info, verify_handle, verify_object, write_object};
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemInfo, PhysicalMemProperties,
    StructureType,
};
use ur_ipc_fixtures::ladder::{
    OpenedPhysMemFixture, PhysMemFixture, PhysMemHandleFixture, UrIpcOpenedPhysMemTest,
    UrIpcPhysMemHandleTest, UrIpcPhysMemTest,
};
use ur_ipc_fixtures::objects::{
    create_context, create_shareable_physical, export_physical, open_physical, physical_refcount,
};
use ur_ipc_fixtures::{DevicePtr, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::info::imported_context",
        &["physical_memory.info.imported_context"],
        with!(PhysMemHandleFixture, imported_context),
    ),
    Test::new(
        "physical_memory::info::imported_device",
        &["physical_memory.info.imported_device"],
        with!(OpenedPhysMemFixture, imported_device),
    ),
    Test::new(
        "physical_memory::info::imported_size",
        &["physical_memory.info.imported_size"],
        with!(PhysMemFixture, imported_size),
    ),
    Test::new(
        "physical_memory::info::imported_properties",
        &["physical_memory.info.imported_properties"],
        with!(OpenedPhysMemFixture, imported_properties),
    ),
    Test::new(
        "physical_memory::info::imported_refcount",
        &["physical_memory.info.imported_refcount"],
        with!(PhysMemHandleFixture, imported_refcount),
    ),
];

/// An import belongs to the context that it was opened in, which need not be that of the source.
fn imported_context(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let other = create_context(t, &[t.env().device()])?;
    for context in [f.context(), other.raw()] {
        let opened = open_physical(t, context, &f.handle())?;
        let before = ContextHandle::from_address(SENTINEL);
        let seen = info(t, opened.raw(), PhysicalMemInfo::CONTEXT, before)?;
        t.check_eq("context of the import", seen, context)?;
        opened.release()?;
    }
    Ok(())
}

/// An import is on the device that it was opened on, which need not be that of the source.
fn imported_device(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let before = DeviceHandle::from_address(SENTINEL);
    let seen = info(t, f.opened(), PhysicalMemInfo::DEVICE, before)?;
    t.check_eq("device of the import", seen, t.env().device())?;
    let Ok(other) = t.second_device() else { return Ok(()) };
    let both = create_context(t, &[t.env().device(), other])?;
    let (handle, mut object) = (f.handle(), PhysicalMemHandle::NULL);
    let called = t.ur().ipc_open_phys_mem_handle_exp(
        both.raw(),
        other,
        handle.as_ptr().cast(),
        handle.len(),
        &raw mut object,
    );
    if !called.result.is_success() {
        // Whether a device opens what is on another one is for other tests.
        t.observe("Open on another device", called.result);
        return called.expect_error().map(drop);
    }
    let seen = info(t, object, PhysicalMemInfo::DEVICE, before);
    t.ur().ipc_close_phys_mem_handle_exp(both.raw(), object).ok()?;
    t.check_eq("device of the import on another device", seen?, other)
}

/// An import has the size of its source, whichever that is.
fn imported_size(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    for granules in [1, 2, 3, 7] {
        let source = create_shareable_physical(t, f.context(), granules * f.granule())?;
        let handle = export_physical(t, f.context(), source.raw())?;
        let opened = open_physical(t, f.context(), &handle.bytes())?;
        let size = size_info(t, opened.raw())?;
        t.check(size != 0, "an import has the size 0")?;
        t.check_eq("size of the import", size, size_info(t, source.raw())?)?;
    }
    Ok(())
}

/// The properties of an import are a descriptor of the right kind with nothing chained.
fn imported_properties(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let mut size = 0usize;
    t.ur()
        .physical_mem_get_info(f.opened(), PhysicalMemInfo::PROPERTIES, 0, null_mut(), &raw mut size)
        .ok()?;
    t.check_eq("bytes of the properties", size, 24)?;
    let before = PhysicalMemProperties {
        stype: StructureType(u32::MAX),
        p_next: DevicePtr(SENTINEL).raw(),
        flags: PhysicalMemFlags(u32::MAX),
    };
    let seen = info(t, f.opened(), PhysicalMemInfo::PROPERTIES, before)?;
    t.check_eq("kind of descriptor", seen.stype, StructureType::PHYSICAL_MEM_PROPERTIES)?;
    t.check(seen.p_next.is_null(), format!("the properties chain to {:?}", seen.p_next))?;
    t.check(!seen.flags.has_reserved(), format!("the flags of an import are {:?}", seen.flags))?;
    t.observe("flags of an import", format!("{:?}", seen.flags));
    Ok(())
}

/// References are counted from 1, and the last one takes the import with it, and nothing else.
fn imported_refcount(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    let bystander = f.open(t)?;
    let opened = f.open(t)?.forget();
    t.check_eq("references of a fresh import", physical_refcount(t, opened)?, 1)?;
    t.ur().physical_mem_retain(opened).ok()?;
    t.check_eq("references after Retain", physical_refcount(t, opened)?, 2)?;
    t.check_eq("references of another import", physical_refcount(t, bystander.raw())?, 1)?;
    t.check_eq("references of the source", physical_refcount(t, f.physical())?, 1)?;
    t.ur().physical_mem_release(opened).ok()?;
    t.check_eq("references after Release", physical_refcount(t, opened)?, 1)?;
    verify_object(t, f, opened, f.size(), content)?;
    t.ur().physical_mem_release(opened).ok()?;

    t.check_eq("references of another import", physical_refcount(t, bystander.raw())?, 1)?;
    t.check_eq("references of the source", physical_refcount(t, f.physical())?, 1)?;
    verify_object(t, f, bystander.raw(), f.size(), content)?;
    verify_object(t, f, f.physical(), f.size(), content)?;
    verify_handle(t, f, &f.handle(), f.size(), content)
}
