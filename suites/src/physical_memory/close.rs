//! `urIPCClosePhysMemHandleExp`, and releasing imports in the other way.

use super::support::{Import, Mapped, leaves_nothing, pattern, verify_object, write_object};
use ur_ipc_fixtures::api::{ContextHandle, PhysicalMemHandle, UrResult};
use ur_ipc_fixtures::ladder::{
    OpenedPhysMemFixture, PhysMemHandleFixture, UrIpcOpenedPhysMemTest, UrIpcPhysMemHandleTest,
};
use ur_ipc_fixtures::objects::physical_refcount;
use ur_ipc_fixtures::{Test, TestContext, TestResult, measure_growth, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::close::success",
        &["physical_memory.close.success"],
        with!(PhysMemHandleFixture, success),
    )
    .twin_of(&["urIPCClosePhysMemHandleExpTest.Success"]),
    Test::new(
        "physical_memory::close::null_context",
        &["physical_memory.close.null_context"],
        with!(OpenedPhysMemFixture, null_context),
    )
    .twin_of(&["urIPCClosePhysMemHandleExpTest.InvalidNullHandleContext"]),
    Test::new(
        "physical_memory::close::null_physmem",
        &["physical_memory.close.null_physmem"],
        with!(OpenedPhysMemFixture, null_physmem),
    )
    .twin_of(&["urIPCClosePhysMemHandleExpTest.InvalidNullHandlePhysMem"]),
    Test::new(
        "physical_memory::close::respects_refcount",
        &["physical_memory.close.respects_refcount"],
        with!(PhysMemHandleFixture, respects_refcount),
    ),
    Test::new(
        "physical_memory::close::release_equivalent",
        &["physical_memory.close.release_equivalent"],
        with!(PhysMemHandleFixture, release_equivalent),
    ),
];

/// Close of an opened object succeeds, used or not, in any order.
fn success(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    f.open(t)?.release()?;
    Import::open(t, f.context(), &f.handle(), f.size())?.close()?;
    let mut opened = vec![f.open(t)?, f.open(t)?, f.open(t)?];
    t.rng(0).shuffle(&mut opened);
    opened.into_iter().try_for_each(|object| object.release())
}

/// A Close without a context is refused, and the object stays open.
fn null_context(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    for _ in 0..3 {
        t.ur()
            .ipc_close_phys_mem_handle_exp(ContextHandle::NULL, f.opened())
            .expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
    }
    t.check_eq("references after refused Closes", physical_refcount(t, f.opened())?, 1)?;
    verify_object(t, f, f.opened(), f.size(), content)
}

/// A Close of nothing is refused, and closes nothing.
fn null_physmem(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    leaves_nothing(t, || {
        t.ur()
            .ipc_close_phys_mem_handle_exp(f.context(), PhysicalMemHandle::NULL)
            .expect(UrResult::ERROR_INVALID_NULL_HANDLE)
    })?;
    verify_object(t, f, f.opened(), f.size(), content)
}

/// A retained import survives Close until its last reference is dropped, by Close or by Release.
fn respects_refcount(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let source = Mapped::new(t, f.context(), f.physical(), f.size())?;
    for (round, last_by_close) in [(0, true), (1, false)] {
        let content = pattern(t, round);
        let opened = f.open(t)?.forget();
        t.ur().physical_mem_retain(opened).ok()?;
        t.ur().physical_mem_retain(opened).ok()?;
        for left in [2, 1] {
            t.ur().ipc_close_phys_mem_handle_exp(f.context(), opened).ok()?;
            t.check_eq("references after Close", physical_refcount(t, opened)?, left)?;
            write_object(t, f, opened, f.size(), content)?;
            source.verify(t, f, content)?;
        }
        if last_by_close {
            t.ur().ipc_close_phys_mem_handle_exp(f.context(), opened).ok()?;
        } else {
            t.ur().physical_mem_release(opened).ok()?;
        }
        source.verify(t, f, content)?;
    }
    let growth = measure_growth(t, 32, |_| {
        let opened = f.open(t)?.forget();
        t.ur().physical_mem_retain(opened).ok()?;
        t.ur().ipc_close_phys_mem_handle_exp(f.context(), opened).ok()?;
        t.ur().physical_mem_release(opened).ok()
    })?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)
}

/// An import given back by Release leaves as little behind as one that is closed.
fn release_equivalent(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    let growth = measure_growth(t, 200, |i| {
        let opened = f.open(t)?.forget();
        if i % 16 == 0 {
            verify_object(t, f, opened, f.size(), content)?;
        }
        t.ur().physical_mem_release(opened).ok()
    })?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)?;
    growth.no_memory(t, 2048)?;
    t.check_eq("references of the source", physical_refcount(t, f.physical())?, 1)?;
    verify_object(t, f, f.physical(), f.size(), content)?;
    f.open(t)?.release()
}
