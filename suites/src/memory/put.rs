//! `urIPCPutMemHandleExp`.

use super::support::{filled, opens_to};
use crate::call_checks::put_without_context;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::UrResult;
use ur_ipc_fixtures::hierarchy::{MEM_SIZE, Memory, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::{At, IPC_MEMORY, TestResult, Tests, measure_growth};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::put");

    // What Get gave can be put, every time.
    group
        .test("success")
        .checks("memory.put.success")
        .on(|_, f: &UrIpcMemTest| (0..8).try_for_each(|_| f.export()?.release()));

    // Several handles of one allocation are put one by one, in any order.
    group.test("in_any_order").checks("memory.get.repeated").on(|_, f: &UrIpcMemTest| {
        let (first, second, third) = (f.export()?, f.export()?, f.export()?);
        second.release()?;
        third.release()?;
        first.release()
    });

    // A null context is refused and puts nothing: the same handle can then be put.
    group
        .test("null_context")
        .checks("memory.put.null_context")
        .on(|t, f: &UrIpcMemTest| put_without_context::<Memory>(t, f.export()?, |_| Ok(())));

    // A null pointer is refused, and a handle that was got before can still be put.
    group.test("null_data").checks("memory.put.null_data").on(|t, f: &UrIpcMemTest| {
        let export = f.export()?;
        t.ur()
            .ipc_put_mem_handle_exp(f.context(), null_mut())
            .expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
        export.release()
    });

    // The buffers that Get gives are the implementation's own: they stay as they are until Put takes exactly them,
    // which gives everything back.
    group.test("takes_original_pointer").checks("memory.put.takes_original_pointer").on(
        |t, f: &UrIpcMemTest| {
            let export = || f.export().map(|export| (export.bytes(), export));
            let mut exports = (0..16).map(|_| export()).collect::<TestResult<Vec<_>>>()?;
            let mut rng = t.rng(0);
            while !exports.is_empty() {
                exports.swap_remove(rng.below(exports.len())).1.release()?;
                for (bytes, left) in &exports {
                    t.check(
                        *bytes == left.bytes(),
                        "the bytes of a handle changed when another one was put",
                    )?;
                }
            }
            let growth = measure_growth(t, 256, |_| f.export()?.release())?;
            growth.no_descriptors(t)?;
            growth.no_mappings(t)?;
            // So many that buffers of a handle's size, too, stand out from what the allocator does on its own.
            measure_growth(t, 2048, |_| f.export()?.release())?.no_memory(t, 48)
        },
    );

    // A handle opens until it is put, whatever else is shared and freed meanwhile.
    group.test("not_before").checks("memory.put.not_before").needs(&[IPC_MEMORY]).across(
        |s, f: &At<UrQueueTest>| {
            let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
            for size in [256, 4096, MEM_SIZE, 8 << 20] {
                let memory = s.here(|t| filled(f, size, t.pattern(0)))?;
                let export = s.here(|t| {
                    let [unshared, shared] = [filled(f, size, t.pattern(1))?, filled(f, size, t.pattern(2))?];
                    let export = memory.export()?;
                    unshared.release()?;
                    shared.export()?.release()?;
                    shared.release()?;
                    Ok(export)
                })?;
                let handle = s.give(&consumer, |_| Ok(export.bytes()))?;
                s.at(&consumer, |t| opens_to(&there, &handle, t.pattern(0), 0..size))?;
                s.here(|_| {
                    export.take().release()?;
                    memory.take().release()
                })?;
            }
            s.leave(consumer)
        },
    );

    // A handle can be put after its allocation was freed, and leaves nothing wrong behind.
    group.test("after_free").checks("memory.put.after_free").across(|s, f: &At<UrIpcMemTest>| {
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        for size in [256, MEM_SIZE, 8 << 20] {
            // The address, and whatever the handles had, may be in use again when the second one is put.
            let both = s.here(|t| {
                let memory = f.in_context().memory(size)?;
                let (first, second) = (memory.export()?, memory.export()?);
                memory.release()?;
                first.release()?;
                let next = filled(f, size, t.pattern(0))?;
                let export = next.export()?;
                second.release()?;
                Ok((next, export))
            })?;
            let bytes = s.give(&consumer, |_| Ok(both.1.bytes()))?;
            s.at(&consumer, |t| opens_to(&there, &bytes, t.pattern(0), 0..size))?;
            s.here(|_| {
                let (next, export) = both.take();
                export.release()?;
                next.export()?.release()?;
                next.release()
            })?;
        }
        s.here(|_| {
            f.export()?.release()?;
            f.verify_intact()
        })?;
        s.leave(consumer)
    });
}
