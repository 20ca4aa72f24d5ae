//! Effects of failed and successful calls on outputs and on the exported allocation.

use super::support::{WHOLE, check, filled, opens_well, write};
use crate::call_checks::get_leaves_outputs;
use crate::open_calls::{NULL_CONTEXT, NULL_DATA, NULL_DEVICE, Opening};
use ur_ipc_fixtures::api::ContextHandle;
use ur_ipc_fixtures::hierarchy::{MEM_SIZE, Memory, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::check_bytes;
use ur_ipc_fixtures::{At, DevicePtr, Scenario, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    // A Get that fails leaves both outputs as they are, or clears them.
    let mut group = tests.group("memory", "memory::get");
    group.test("outputs_untouched_on_error").checks("memory.outputs_untouched_on_error").on(
        |t, f: &UrIpcMemTest| {
            let mut heap = vec![0u8; 4096];
            let heap = heap.as_mut_ptr().cast::<std::ffi::c_void>().into();
            for (context, mem) in
                [(f.context(), DevicePtr::NULL), (f.context(), heap), (ContextHandle::NULL, f.mem())]
            {
                get_leaves_outputs::<Memory>(t, (context, mem), (true, true))?;
            }
            f.export()?.release()
        },
    );

    // An Open that fails leaves its output as it is, or clears it.
    let mut group = tests.group("memory", "memory::open");
    group
        .test("outputs_untouched_on_error")
        .checks("memory.outputs_untouched_on_error")
        .in_consumer::<Memory>(|t, c| {
            let right = Opening::of(c, c.handle());
            for opening in [
                Opening { size: right.size - 1, ..right },
                Opening { size: 0, ..right },
                Opening { size: usize::MAX, ..right },
                NULL_CONTEXT.0(right),
                NULL_DEVICE.0(right),
                NULL_DATA.0(right),
            ] {
                opening.leaves_output::<Memory>(t)?;
            }
            opens_well(c)
        });

    let mut group = tests.group("memory", "memory::source");
    group.test("undisturbed").checks("memory.source_undisturbed").across(source_undisturbed);
}

/// After Gets, Puts, and Opens and Closes elsewhere the allocation holds what it held, works, and can be freed.
fn source_undisturbed(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult<At<()>> {
    let own = s.here(|t| filled(f, MEM_SIZE, t.pattern(0)))?;
    let holds = |t: &TestContext| check(f, own.raw(), t.pattern(0), WHOLE);
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    for _ in 0..3 {
        let export = s.here(|t| {
            let export = own.export()?;
            holds(t)?;
            Ok(export)
        })?;
        let handle = s.give(&consumer, |_| Ok(export.bytes()))?;
        let open = || s.at(&consumer, |_| there.in_context().open_memory(&handle));
        for opened in [open()?, open()?] {
            s.at(&consumer, |_| opened.take().release())?;
            s.here(holds)?;
        }
        s.here(|t| {
            export.take().release()?;
            holds(t)
        })?;
    }
    s.here(|t| {
        write(f, own.raw(), t.pattern(1), WHOLE)?;
        check(f, own.raw(), t.pattern(1), WHOLE)?;
        f.queue().copy(f.mem(), own.raw(), MEM_SIZE, &[])?;
        f.queue().finish()?;
        check(f, f.mem(), t.pattern(1), WHOLE)?;
        f.queue().fill(own.raw(), 0x3c, MEM_SIZE)?;
        check_bytes(t, "the exported memory", &f.read(own.raw(), MEM_SIZE)?, 0x3c)?;
        check(f, f.mem(), t.pattern(1), WHOLE)
    })?;
    s.leave(consumer)?;
    s.here(|_| own.take().release())
}
