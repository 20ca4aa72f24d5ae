//! `urIPCGetMemHandleExp`: success, null arguments, and several handles of one allocation.

use super::agent::{AGENTS, Agent};
use super::command::Window;
use super::fixtures::{SENTINEL, exports_well, untouched};
use std::ptr::null_mut;
use ur_ipc_api::{ContextHandle, UrResult};
use ur_ipc_fixtures::ladder::{MEM_SIZE, MemFixture, UrIpcMemTest};
use ur_ipc_fixtures::objects::{self, HandleData};
use ur_ipc_fixtures::{DevicePtr, Test, TestContext, TestResult, measure_growth, with};

pub(super) const TESTS: &[Test] = &[
    Test::new("memory::get::success", &["memory.get.success"], with!(MemFixture, success)),
    Test::new("memory::get::null_context", &["memory.get.null_context"], with!(MemFixture, null_context)),
    Test::new("memory::get::null_out_data", &["memory.get.null_out_data"], with!(MemFixture, null_out_data)),
    Test::new("memory::get::null_out_size", &["memory.get.null_out_size"], with!(MemFixture, null_out_size)),
    Test::new("memory::get::null_mem", &["memory.get.null_mem"], with!(MemFixture, null_mem)),
    Test::new("memory::get::repeated", &["memory.get.repeated"], with!(MemFixture, repeated)).roles(AGENTS),
];

/// Device USM of any size is exported as a buffer with at least one byte.
fn success(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let mut data: *mut std::ffi::c_void = null_mut();
    let mut size = 0usize;
    t.ur().ipc_get_mem_handle_exp(f.context(), f.mem().raw(), &raw mut data, &raw mut size).ok()?;
    t.check(!data.is_null(), "Get succeeded and gave a null buffer")?;
    t.check(size > 0, "Get succeeded and gave a handle of 0 bytes")?;
    t.ur().ipc_put_mem_handle_exp(f.context(), data).ok()?;
    for bytes in [1, 17, 4096, 4097, 2 << 20] {
        let memory = objects::allocate_shareable(t, f.context(), bytes)?;
        objects::export_memory(t, f.context(), memory.raw())?.release()?;
        memory.release()?;
    }
    Ok(())
}

/// A null context is refused, and the same call with a context succeeds.
fn null_context(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let (mut data, mut size) = (null_mut(), 0usize);
    t.ur()
        .ipc_get_mem_handle_exp(ContextHandle::NULL, f.mem().raw(), &raw mut data, &raw mut size)
        .expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
    exports_well(t, f)
}

/// Without a place for the buffer the call is refused, or asks for the size only and tells the real one.
fn null_out_data(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let real = f.export(t)?;
    let mut size = usize::MAX;
    let called = t.ur().ipc_get_mem_handle_exp(f.context(), f.mem().raw(), null_mut(), &raw mut size);
    t.observe("a null ppIPCMemHandleData", called.result);
    let size_only = called.result.is_success();
    called.expect_any(&[UrResult::ERROR_INVALID_NULL_POINTER, UrResult::SUCCESS])?;
    if size_only {
        t.check_eq("the size that a size-only query tells", size, real.raw().size)?;
    }
    real.release()?;
    exports_well(t, f)
}

/// Without a place for the size the call is refused, or gives the buffer alone.
fn null_out_size(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let mut data: *mut std::ffi::c_void = null_mut();
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
    exports_well(t, f)
}

/// A null pointer is refused and exports nothing.
fn null_mem(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let refused = || {
        let (mut data, mut size) = (SENTINEL.raw(), SENTINEL.0);
        t.ur()
            .ipc_get_mem_handle_exp(f.context(), null_mut(), &raw mut data, &raw mut size)
            .expect_error()?;
        untouched(t, "*ppIPCMemHandleData", data.into(), SENTINEL)?;
        untouched(t, "*pIPCMemHandleDataSizeRet", DevicePtr(size), SENTINEL)
    };
    measure_growth(t, 16, |_| refused())?.no_descriptors(t)?;
    let (mut data, mut size) = (null_mut(), 0usize);
    let called = t.ur().ipc_get_mem_handle_exp(f.context(), null_mut(), &raw mut data, &raw mut size);
    t.observe("a null pMem", called.result);
    exports_well(t, f)
}

/// Each Get gives a buffer of its own, and putting some leaves the others openable.
fn repeated(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let mut exports = (0..8).map(|_| f.export(t)).collect::<TestResult<Vec<_>>>()?;
    let mut at: Vec<DevicePtr> = exports.iter().map(|export| export.raw().at).collect();
    at.sort_unstable();
    at.dedup();
    t.check_eq("different buffers among 8", at.len(), 8)?;
    let HandleData { size, .. } = exports[0].raw();
    for export in &exports {
        t.check_eq("the size of each handle", export.raw().size, size)?;
    }
    t.rng(0).shuffle(&mut exports);
    let mut agent = Agent::start(t)?;
    let whole = Window::whole(f.pattern(), MEM_SIZE);
    // All are open at once, and are closed one after the other.
    let all = exports.iter().map(|export| agent.open(&export.bytes())).collect::<TestResult<Vec<_>>>()?;
    for (index, &goes) in all.iter().enumerate() {
        agent.release(goes)?;
        for &stays in &all[index + 1..] {
            agent.verify(stays, whole)?;
        }
    }
    // One is put at a time; all those left must open.
    while let Some(put) = exports.pop() {
        put.release()?;
        for left in &exports {
            agent.verify_once(&left.bytes(), whole)?;
        }
    }
    agent.end()
}
