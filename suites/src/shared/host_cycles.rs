//! Cycles of the four calls cost the process nothing in the long run.

use super::open_verify_close;
use ur_ipc_fixtures::hierarchy::{Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, Growth, TestContext, TestResult, Tests, stays_steady};

/// Cycles with one handle, in each of the two measured batches.
const SAME_HANDLE: usize = 150;
/// Objects that are made and released.
const OBJECTS: usize = 60;
/// Uses of one import.
const USES: usize = 200;
/// Cycles with a handle each, in which both processes take part.
const FRESH_HANDLES: usize = 60;
/// Growth of memory that is put down to the allocator, in bytes a cycle.
const TOLERATED: usize = 512;

/// Creation and release, Get and Put here, Open, use and Close there, with one handle and with new ones: neither the
/// mappings nor the memory of either process grow.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::host_cycles");
    group.test(F::NAME).checks("lifetime.host.cycles").across(|s, source: &At<Source<F>>| {
        s.here(|t| {
            stays_steady(t, SAME_HANDLE, TOLERATED, |_| source.export()?.release())?;
            stays_steady(t, OBJECTS, TOLERATED, |_| F::create(source.in_context(), 0)?.release())
        })?;

        let handle = s.here(|_| source.export())?;
        let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
        s.at(&consumer, |t| {
            open_verify_close::<F>(&f, &bytes)?;
            stays_steady(t, SAME_HANDLE, TOLERATED, |_| F::open(f.in_context(), &bytes)?.release())?;
            // What is done with an import between Open and Close.
            let import = F::open(f.in_context(), &bytes)?;
            stays_steady(t, USES, TOLERATED, |_| {
                F::verify(&f, import.raw(), t.source_pattern())?;
                f.queue().finish()
            })?;
            import.release()
        })?;
        s.here(|_| handle.take().release())?;

        let (here, there) = s.measure_growth(&consumer, FRESH_HANDLES, || {
            let handle = s.here(|_| source.export())?;
            let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
            s.at(&consumer, |_| F::open(f.in_context(), &bytes)?.release())?;
            s.here(|_| handle.take().release()).map(drop)
        })?;
        // Half as many cycles and messages between them: the allocator's share is larger.
        s.at(&consumer, |t| steady(t, &there))?;
        s.leave(consumer)?;
        s.here(|t| {
            steady(t, &here)?;
            source.verify()
        })
    });
}

#[track_caller]
fn steady(t: &TestContext, growth: &Growth) -> TestResult {
    growth.no_mappings(t)?;
    growth.no_memory(t, 2 * TOLERATED)
}
