//! `urIPCPutMemHandleExp`.

use super::fixtures::exports_well;
use std::ptr::null_mut;
use ur_ipc_api::{ContextHandle, UrResult};
use ur_ipc_fixtures::ladder::{MEM_SIZE, MemFixture, UrIpcMemTest};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{Test, TestContext, TestResult, measure_growth, with};

pub(super) const TESTS: &[Test] = &[
    Test::new("memory::put::success", &["memory.put.success"], with!(MemFixture, success)),
    Test::new("memory::put::null_context", &["memory.put.null_context"], with!(MemFixture, null_context)),
    Test::new("memory::put::null_data", &["memory.put.null_data"], with!(MemFixture, null_data)),
    Test::new(
        "memory::put::takes_original_pointer",
        &["memory.put.takes_original_pointer"],
        with!(MemFixture, takes_original_pointer),
    ),
    Test::new("memory::put::after_free", &["memory.put.after_free"], with!(MemFixture, after_free)),
];

/// Put takes what Get gave, in any order, and more than once after as many Gets.
fn success(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    f.export(t)?.release()?;
    let (first, second, third) = (f.export(t)?, f.export(t)?, f.export(t)?);
    second.release()?;
    third.release()?;
    first.release()
}

/// A null context is refused and puts nothing: the same handle can then be put.
fn null_context(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let export = f.export(t)?;
    t.ur()
        .ipc_put_mem_handle_exp(ContextHandle::NULL, export.raw().at.raw())
        .expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
    export.release()
}

/// A null pointer is refused, and a handle that was got before can still be put.
fn null_data(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let export = f.export(t)?;
    t.ur().ipc_put_mem_handle_exp(f.context(), null_mut()).expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
    export.release()
}

/// The buffers that Get gives are the implementation's own: they stay as they are until Put takes exactly
/// them, which gives everything back.
fn takes_original_pointer(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let mut exports = (0..16).map(|_| f.export(t)).collect::<TestResult<Vec<_>>>()?;
    let mut copies: Vec<(usize, Vec<u8>)> = exports.iter().map(|e| (e.raw().at.0, e.bytes())).collect();
    let mut rng = t.rng(0);
    while !exports.is_empty() {
        exports.swap_remove(rng.below(exports.len())).release()?;
        for left in &exports {
            let copy = copies.iter().find(|(at, _)| *at == left.raw().at.0).map(|(_, bytes)| bytes);
            t.check(copy == Some(&left.bytes()), "the bytes of a handle changed when another one was put")?;
        }
    }
    copies.clear();
    let growth = measure_growth(t, 256, |_| f.export(t)?.release())?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)?;
    // So many that buffers of a handle's size, too, stand out from what the allocator does on its own.
    measure_growth(t, 8192, |_| f.export(t)?.release())?.no_memory(t, 48)
}

/// A handle can be put after its allocation was freed, and leaves nothing wrong behind.
fn after_free(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    for size in [256, MEM_SIZE, 8 << 20] {
        let memory = objects::allocate_shareable(t, f.context(), size)?;
        let first = objects::export_memory(t, f.context(), memory.raw())?;
        let second = objects::export_memory(t, f.context(), memory.raw())?;
        memory.release()?;
        first.release()?;
        // The address may be in use again when the second one is put.
        let next = objects::allocate_shareable(t, f.context(), size)?;
        let export = objects::export_memory(t, f.context(), next.raw())?;
        second.release()?;
        export.release()?;
        objects::export_memory(t, f.context(), next.raw())?.release()?;
        next.release()?;
    }
    exports_well(t, f)?;
    f.verify_intact(t)
}
