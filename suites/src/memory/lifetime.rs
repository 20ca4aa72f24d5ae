//! Descriptors over many cycles.

use crate::threads::put_elsewhere;
use ur_ipc_fixtures::hierarchy::{Memory, UrIpcMemTest};
use ur_ipc_fixtures::objects::Owned;
use ur_ipc_fixtures::{TestContext, TestResult, Tests, measure_growth};

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
