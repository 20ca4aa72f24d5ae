//! Descriptors over many cycles.

use super::support::{pattern, verify_object, write_object};
use ur_ipc_fixtures::ladder::{
    CONSUMER, Consumed, PhysMemFixture, PhysMemHandleFixture, Physical, UrIpcPhysMemHandleTest,
    UrIpcPhysMemTest, UrQueueTest, produce,
};
use ur_ipc_fixtures::{Role, Test, TestContext, TestResult, consumer, measure_growth, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "lifetime::fd::physical_get_put",
        &["lifetime.fd.physical_get_put"],
        with!(PhysMemFixture, get_put),
    ),
    Test::new(
        "lifetime::fd::physical_open_close",
        &["lifetime.fd.physical_open_close"],
        with!(PhysMemHandleFixture, open_close),
    ),
    Test::new(
        "lifetime::fd::physical_open_close_elsewhere",
        &["lifetime.fd.physical_open_close"],
        produce::<Physical>,
    )
    .roles(&[Role { name: CONSUMER, body: consumer!(Physical, open_close_elsewhere) }]),
];

const CYCLES: usize = 200;

/// Getting and putting keeps no descriptor.
fn get_put(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    measure_growth(t, CYCLES, |i| {
        let first = f.export(t)?;
        if i % 4 == 0 {
            f.export(t)?.release()?;
        }
        first.release()
    })?
    .no_descriptors(t)
}

/// Opening and closing in the exporting process keeps no descriptor.
fn open_close(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    measure_growth(t, CYCLES, |i| {
        let opened = f.open(t)?;
        if i % 32 == 0 {
            verify_object(t, f, opened.raw(), f.size(), content)?;
        }
        opened.release()
    })?
    .no_descriptors(t)
}

/// Opening and closing in another process keeps no descriptor there.
fn open_close_elsewhere(t: &TestContext<'_>, f: &Consumed<'_, Physical>) -> TestResult {
    measure_growth(t, CYCLES, |i| {
        let opened = f.open(t)?;
        if i % 32 == 0 {
            f.verify(t, opened.raw())?;
            t.ur().queue_finish(f.queue()).ok()?;
        }
        opened.release()
    })?
    .no_descriptors(t)
}
