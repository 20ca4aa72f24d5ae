//! `urIPCClosePhysMemHandleExp`, and releasing imports in the other way.

use ur_ipc_fixtures::api::{ContextHandle, PhysicalMemHandle, PhysicalMemInfo, UrResult};
use ur_ipc_fixtures::hierarchy::{Consumer, Physical, UrIpcPhysMemHandleTest};
use ur_ipc_fixtures::objects::physical_info;
use ur_ipc_fixtures::{TestContext, TestResult, Tests, measure_growth};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::close");

    // Close of an opened object succeeds, used or not, in any order.
    group
        .test("success")
        .checks("physical_memory.close.success")
        .twin_of(&["urIPCClosePhysMemHandleExpTest.Success"])
        .in_consumer(|t, c: &Consumer<Physical>| {
            c.open()?.release()?;
            let used = c.open()?;
            c.verify(used.raw())?;
            used.release()?;
            let mut opened = [c.open()?, c.open()?, c.open()?];
            t.rng(0).shuffle(&mut opened);
            opened.into_iter().try_for_each(|object| object.release())
        });

    // A Close without a context is refused, and the object stays open.
    group
        .test("null_context")
        .checks("physical_memory.close.null_context")
        .twin_of(&["urIPCClosePhysMemHandleExpTest.InvalidNullHandleContext"])
        .in_consumer(|t, c: &Consumer<Physical>| {
            let import = c.open()?;
            let references = import.references()?;
            for _ in 0..3 {
                t.ur()
                    .ipc_close_phys_mem_handle_exp(ContextHandle::NULL, import.raw())
                    .expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
            }
            t.check_eq("references after refused Closes", import.references()?, references)?;
            c.verify(import.raw())?;
            import.release()
        });

    // A Close of nothing is refused, and closes nothing.
    group
        .test("null_physmem")
        .checks("physical_memory.close.null_physmem")
        .twin_of(&["urIPCClosePhysMemHandleExpTest.InvalidNullHandlePhysMem"])
        .in_consumer(|t, c: &Consumer<Physical>| {
            let import = c.open()?;
            let call = || t.ur().ipc_close_phys_mem_handle_exp(c.context(), PhysicalMemHandle::NULL);
            t.leaves_nothing(|| call().expect(UrResult::ERROR_INVALID_NULL_HANDLE))?;
            c.verify(import.raw())?;
            import.release()
        });

    // A retained import survives Close until its last reference is dropped, by Close or by Release.
    group.test("respects_refcount").checks("physical_memory.close.respects_refcount").on(respects_refcount);

    // An import given back by Release leaves as little behind as one that is closed, and another import as it was.
    group.test("release_equivalent").checks("physical_memory.close.release_equivalent").on(
        |t, f: &UrIpcPhysMemHandleTest| {
            let content = t.pattern(0);
            f.fill(content)?;
            let source = f.physical().references()?;
            let growth = measure_growth(t, 200, |i| {
                let opened = f.open()?.forget();
                if i % 16 == 0 {
                    f.verify_physical(opened, f.size(), content)?;
                }
                t.ur().physical_mem_release(opened).ok()
            })?;
            growth.no_descriptors(t)?;
            growth.no_mappings(t)?;
            growth.no_memory(t, 2048)?;
            t.check_eq("references of the source", f.physical().references()?, source)?;
            let (bystander, opened) = (f.open()?, f.open()?.forget());
            t.ur().physical_mem_release(opened).ok()?;
            f.verify_physical(bystander.raw(), f.size(), content)?;
            bystander.release()?;
            f.verify(content)?;
            f.open()?.release()
        },
    );
}

fn respects_refcount(t: &TestContext, f: &UrIpcPhysMemHandleTest) -> TestResult {
    let source = f.physical().map(f.size())?;
    let close = |object| t.ur().ipc_close_phys_mem_handle_exp(f.context(), object);
    for (round, last_by_close) in [(0, true), (1, false)] {
        let content = t.pattern(round);
        let opened = f.open()?.forget();
        let references = || physical_info(t, opened, PhysicalMemInfo::REFERENCE_COUNT, u32::MAX);
        let fresh = references()?;
        t.ur().physical_mem_retain(opened).ok()?;
        t.ur().physical_mem_retain(opened).ok()?;
        for retained in [1, 0] {
            close(opened).ok()?;
            t.check_eq("references after Close", references()?, fresh + retained)?;
            f.write_physical(opened, f.size(), content)?;
            source.verify(f.queue(), content)?;
        }
        if last_by_close {
            close(opened).ok()?;
        } else {
            t.ur().physical_mem_release(opened).ok()?;
        }
        source.verify(f.queue(), content)?;
    }
    measure_growth(t, 32, |_| {
        let opened = f.open()?.forget();
        t.ur().physical_mem_retain(opened).ok()?;
        close(opened).ok()?;
        t.ur().physical_mem_release(opened).ok()
    })?
    .nothing_open(t)
}
