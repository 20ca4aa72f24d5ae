//! Cycles of the four calls cost the process nothing in the long run.

use super::fixtures::{Source, open_verify_close};
use ur_ipc_fixtures::ladder::{Family, Fixture, QueueFixture, UrContextTest};
use ur_ipc_fixtures::{Growth, Link, Peer, Test, TestContext, TestResult, measure_growth};

pub(super) const TESTS: &[Test] = super::each_family!(
    "lifetime::host_cycles",
    "lifetime.host.cycles",
    host_cycles,
    CONSUMER => consumer,
);

const CONSUMER: &str = "consumer";
/// Cycles with one handle, in each of the two measured batches.
const SAME_HANDLE: usize = 300;
/// Cycles with a handle each, in which both processes take part.
const FRESH_HANDLES: usize = 100;
/// Growth of memory that is put down to the allocator, in bytes a cycle.
const TOLERATED: usize = 512;

/// Get and Put here, Open and Close there, with one handle and with new ones: neither the mappings nor the
/// memory of either process grow.
fn host_cycles<F: Family>(t: &TestContext<'_>, source: &Source<'_, F>) -> TestResult {
    steady(t, TOLERATED, measure_growth(t, SAME_HANDLE, |_| source.export(t)?.release())?)?;

    let mut peer = Peer::start(t, CONSUMER)?;
    let handle = source.export(t)?;
    peer.send("handle", &handle.bytes())?;
    peer.recv("same handle")?;
    handle.release()?;

    let growth = measure_growth(t, FRESH_HANDLES, |_| {
        let handle = source.export(t)?;
        peer.send("handle", &handle.bytes())?;
        peer.recv("closed")?;
        handle.release()
    })?;
    peer.join()?;
    // Half as many cycles and messages between them: the allocator's share is larger.
    steady(t, 2 * TOLERATED, growth)?;
    source.verify(t)
}

fn consumer<F: Family>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let handle = link.recv("handle")?;
    open_verify_close::<F>(t, &f, &handle)?;
    steady(t, TOLERATED, measure_growth(t, SAME_HANDLE, |_| F::import(t, f.context(), &handle)?.release())?)?;
    link.send("same handle", &[])?;

    let growth = measure_growth(t, FRESH_HANDLES, |_| {
        let handle = link.recv("handle")?;
        F::import(t, f.context(), &handle)?.release()?;
        link.send("closed", &[])
    })?;
    steady(t, 2 * TOLERATED, growth)
}

#[track_caller]
fn steady(t: &TestContext<'_>, tolerated: usize, growth: Growth) -> TestResult {
    growth.no_mappings(t)?;
    growth.no_memory(t, tolerated)
}
