//! `urIPCGetMemHandleExp`: success, null arguments, and several handles of one allocation.

use super::support::{WHOLE, check, opens_to};
use crate::call_checks::{get, get_leaves_outputs};
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, UrResult};
use ur_ipc_fixtures::hierarchy::{Memory, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::Exported;
use ur_ipc_fixtures::{At, DevicePtr, Group, Scenario, TestResult, Tests, measure_growth};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::get");
    // Device USM of any size is exported as a buffer with at least one byte.
    group.test("success").checks("memory.get.success").on(|_, f: &UrIpcMemTest| {
        f.export()?.release()?;
        for size in [1, 17, 4096, 4097, 2 << 20] {
            let memory = f.in_context().memory(size)?;
            memory.export()?.release()?;
            memory.release()?;
        }
        Ok(())
    });

    null_arguments(&mut group);
    group.test("repeated").checks("memory.get.repeated").across(repeated);
}

fn null_arguments(group: &mut Group<'_>) {
    // A null context is refused, and the same call with a context succeeds.
    group.test("null_context").checks("memory.get.null_context").on(|t, f: &UrIpcMemTest| {
        let called = get::<Memory>(t, ContextHandle::NULL, f.mem()).0;
        called.expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
        f.export()?.release()
    });

    // Without a place for the buffer the call is refused, or asks for the size only and tells the real one.
    group.test("null_out_data").checks("memory.get.null_out_data").on(|t, f: &UrIpcMemTest| {
        let real = f.export()?;
        let mut size = usize::MAX;
        let called = t.ur().ipc_get_mem_handle_exp(f.context(), f.mem().raw(), null_mut(), &raw mut size);
        t.observe("a null ppIPCMemHandleData", called.result);
        let size_only = called.result.is_success();
        called.expect_any(&[UrResult::ERROR_INVALID_NULL_POINTER, UrResult::SUCCESS])?;
        if size_only {
            t.check_eq("the size that a size-only query tells", size, real.raw().size)?;
        }
        real.release()?;
        f.export()?.release()
    });

    // Without a place for the size the call is refused, or gives the buffer alone.
    group.test("null_out_size").checks("memory.get.null_out_size").on(|t, f: &UrIpcMemTest| {
        let mut data = null_mut();
        let called = t.ur().ipc_get_mem_handle_exp(f.context(), f.mem().raw(), &raw mut data, null_mut());
        t.observe("a null pIPCMemHandleDataSizeRet", called.result);
        let exported = called.result.is_success();
        called.expect_any(&[UrResult::ERROR_INVALID_NULL_POINTER, UrResult::SUCCESS])?;
        if exported {
            t.check(!data.is_null(), "Get without a size succeeded and gave a null buffer")?;
            t.ur().ipc_put_mem_handle_exp(f.context(), data).ok()?;
        }
        let both = t.ur().ipc_get_mem_handle_exp(f.context(), f.mem().raw(), null_mut(), null_mut());
        t.observe("both outputs null", both.result);
        f.export()?.release()
    });

    // A null pointer is refused and exports nothing.
    group.test("null_mem").checks("memory.get.null_mem").on(|t, f: &UrIpcMemTest| {
        let refused = || get_leaves_outputs::<Memory>(t, (f.context(), DevicePtr::NULL), (true, true));
        measure_growth(t, 16, |_| refused())?.no_descriptors(t)?;
        t.observe("a null pMem", refused()?);
        f.export()?.release()
    });
}

/// Each Get gives a handle, which is put once, and putting some leaves the others openable. Whether their bytes have one
/// place, which is counted, or each its own, is not said anywhere.
fn repeated(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult {
    const COUNT: usize = 8;
    let mut exports = s.here(|t| {
        let mut exports = (0..COUNT).map(|_| f.export()).collect::<TestResult<Vec<_>>>()?;
        for export in &exports {
            t.check_eq("the size of each handle", export.raw().size, exports[0].raw().size)?;
        }
        t.rng(0).shuffle(&mut exports);
        Ok(exports)
    })?;
    let bytes = |exports: &[Exported]| Ok(exports.iter().map(Exported::bytes).collect::<Vec<_>>());
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let handles = s.give(&consumer, |_| bytes(&exports))?;
    // All are open at once, and are closed one after the other.
    s.at(&consumer, |t| {
        let open = |handle: &Vec<u8>| there.in_context().open_memory(handle);
        let mut opened = handles.iter().map(open).collect::<TestResult<Vec<_>>>()?;
        while !opened.is_empty() {
            opened.remove(0).release()?;
            for stays in &opened {
                check(&there, stays.raw(), t.source_pattern(), WHOLE)?;
            }
        }
        Ok(())
    })?;
    // One is put at a time; all those left must open.
    for _ in 0..COUNT {
        s.here(|_| exports.pop().expect("one for each round").release())?;
        let left = s.give(&consumer, |_| bytes(&exports))?;
        s.at(&consumer, |t| {
            left.iter().try_for_each(|handle| opens_to(&there, handle, t.source_pattern(), WHOLE))
        })?;
    }
    s.leave(consumer)
}
