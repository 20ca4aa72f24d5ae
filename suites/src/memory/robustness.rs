//! What failing and succeeding calls leave behind: outputs, and the exported allocation.

use super::support::{check, fill_in, get_fails, opens_well, pattern, untouched};
use crate::untouched::UNTOUCHED;
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle};
use ur_ipc_fixtures::ladder::{Family, Fixture, MEM_SIZE, Memory, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::check_bytes;
use ur_ipc_fixtures::{At, DevicePtr, Scenario, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    // A Get that fails leaves both outputs as they are, or clears them.
    let mut group = tests.group("memory", "memory::get");
    group.test("outputs_untouched_on_error").checks("memory.outputs_untouched_on_error").on(
        |t, f: &UrIpcMemTest| {
            let mut heap = vec![0u8; 4096];
            get_fails(t, f.context(), DevicePtr::NULL)?;
            get_fails(t, f.context(), heap.as_mut_ptr().cast::<std::ffi::c_void>().into())?;
            get_fails(t, ContextHandle::NULL, f.mem())?;
            f.export()?.release()
        },
    );

    // An Open that fails leaves its output as it is, or clears it.
    let mut group = tests.group("memory", "memory::open");
    group
        .test("outputs_untouched_on_error")
        .checks("memory.outputs_untouched_on_error")
        .in_consumer::<Memory>(|t, c| {
            let (context, device, data, size) =
                (c.context(), t.device(), c.handle().into(), c.handle().len());
            let zeroes = vec![0u8; size];
            for (context, device, data, size) in [
                (context, device, data, size - 1),
                (context, device, data, 0),
                (context, device, data, usize::MAX),
                (context, device, zeroes.as_slice().into(), size),
                (ContextHandle::NULL, device, data, size),
                (context, DeviceHandle::NULL, data, size),
                (context, device, DevicePtr::NULL, size),
            ] {
                let mut mem = UNTOUCHED;
                Memory::open_call(t.ur(), context, device, data, size, &mut mem).expect_error()?;
                untouched(t, "*ppMem", DevicePtr(mem))?;
            }
            opens_well(c)
        });

    let mut group = tests.group("memory", "memory::source");
    group.test("undisturbed").checks("memory.source_undisturbed").across(source_undisturbed);
}

/// After Gets, Puts, and Opens and Closes elsewhere the allocation holds what it held, works, and can be freed.
fn source_undisturbed(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult {
    let own = s.here(|t| {
        let own = f.in_context().memory(MEM_SIZE)?;
        fill_in(f, own.raw(), pattern(t, 0), 0..MEM_SIZE)?;
        Ok(own)
    })?;
    let holds = |t: &TestContext| check(f, own.raw(), pattern(t, 0), 0..MEM_SIZE);
    let consumer = s.peer("consumer")?;
    let there = s.at(&consumer, UrQueueTest::set_up)?;
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
        fill_in(f, own.raw(), pattern(t, 1), 0..MEM_SIZE)?;
        check(f, own.raw(), pattern(t, 1), 0..MEM_SIZE)?;
        f.queue().copy(f.mem(), own.raw(), MEM_SIZE, &[])?;
        f.queue().finish()?;
        check(f, f.mem(), pattern(t, 1), 0..MEM_SIZE)?;
        f.queue().fill(own.raw(), 0x3c, MEM_SIZE)?;
        check_bytes(t, "the exported memory", &f.read(own.raw(), MEM_SIZE)?, 0x3c)?;
        check(f, f.mem(), pattern(t, 1), 0..MEM_SIZE)
    })?;
    s.leave(consumer)?;
    s.here(|_| own.take().release()).map(drop)
}
