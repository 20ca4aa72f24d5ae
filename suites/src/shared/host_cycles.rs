//! Cycles of the four calls cost the process nothing in the long run.

use super::open_verify_close;
use ur_ipc_fixtures::ladder::{Family, Source, UrQueueTest};
use ur_ipc_fixtures::{At, Growth, TestContext, TestResult, Tests, measure_growth};

/// Cycles with one handle, in each of the two measured batches.
const SAME_HANDLE: usize = 300;
/// Cycles with a handle each, in which both processes take part.
const FRESH_HANDLES: usize = 100;
/// Growth of memory that is put down to the allocator, in bytes a cycle.
const TOLERATED: usize = 512;

/// Get and Put here, Open and Close there, with one handle and with new ones: neither the mappings nor the memory of
/// either process grow.
pub(super) fn tests<F: Family>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::host_cycles");
    group.test(F::NAME).checks("lifetime.host.cycles").across(|s, source: &At<Source<F>>| {
        s.here(|t| {
            let growth = measure_growth(t, SAME_HANDLE, |_| source.export()?.release())?;
            steady(t, TOLERATED, &growth)
        })?;

        let handle = s.here(|_| source.export())?;
        let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
        s.at(&consumer, |t| {
            open_verify_close::<F>(&f, &bytes)?;
            let cycle = |_| F::open(f.in_context(), &bytes)?.release();
            steady(t, TOLERATED, &measure_growth(t, SAME_HANDLE, cycle)?)
        })?;
        s.here(|_| handle.take().release())?;

        let (here, there) = s.measure_growth(&consumer, FRESH_HANDLES, || {
            let handle = s.here(|_| source.export())?;
            let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
            s.at(&consumer, |_| F::open(f.in_context(), &bytes)?.release())?;
            s.here(|_| handle.take().release()).map(drop)
        })?;
        // Half as many cycles and messages between them: the allocator's share is larger.
        s.at(&consumer, |t| steady(t, 2 * TOLERATED, &there))?;
        s.leave(consumer)?;
        s.here(|t| {
            steady(t, 2 * TOLERATED, &here)?;
            source.verify()
        })
    });
}

#[track_caller]
fn steady(t: &TestContext, tolerated: usize, growth: &Growth) -> TestResult {
    growth.no_mappings(t)?;
    growth.no_memory(t, tolerated)
}
