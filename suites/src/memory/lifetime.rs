//! Descriptors over many cycles.

use crate::threads::put_elsewhere;
use ur_ipc_fixtures::hierarchy::{Memory, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::Owned;
use ur_ipc_fixtures::{At, TestContext, TestResult, Tests, measure_growth};

/// The offset of a pointer into memory.
const PART: usize = 80;

/// Gets and Puts, and Opens and Closes elsewhere, one at a time and nested, leave the number of open descriptors as it
/// is.
pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "lifetime::fd");
    group.test("memory_get_put").checks("lifetime.fd.memory_cycles").on(|t, f: &UrIpcMemTest| {
        no_descriptors_stay(t, || f.export())?;
        put_elsewhere(t, || f.export())
    });
    group
        .test("memory_open_close")
        .checks("lifetime.fd.memory_cycles")
        .in_consumer::<Memory>(|t, c| no_descriptors_stay(t, || c.open()));
    let draft = group.test("memory_open_close_of_part").checks("lifetime.fd.memory_cycles");
    draft.across(|s, f: &At<UrIpcMemTest>| {
        let handle = s.here(|_| f.in_context().export_memory(f.mem().at(PART)))?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
        s.at(&consumer, |t| no_descriptors_stay(t, || there.in_context().open_memory(&bytes)))?;
        s.leave(consumer)
    });
}

/// Makes and releases one thing at a time, then two at a time in either order.
#[track_caller]
fn no_descriptors_stay<H: Copy>(t: &TestContext, make: impl Fn() -> TestResult<Owned<H>>) -> TestResult {
    const CYCLES: usize = 128;
    measure_growth(t, CYCLES, |_| make()?.release())?.no_descriptors(t)?;
    measure_growth(t, CYCLES, |cycle| {
        let (mut goes, mut stays) = (make()?, make()?);
        if cycle % 2 == 1 {
            std::mem::swap(&mut goes, &mut stays);
        }
        goes.release()?;
        stays.release()
    })?
    .no_descriptors(t)
}
