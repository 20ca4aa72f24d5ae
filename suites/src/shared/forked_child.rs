//! Children that were forked and have started no other program, as there are for a moment whenever a program is started.

use super::open_verify_close;
use std::time::Duration;
use ur_ipc_fixtures::hierarchy::{Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, Scenario, TestResult, Tests, started};
use ur_ipc_sys::child::Child;

/// A child that calls nothing lives and dies beside what its parent shares: the source and its handles in one process, an
/// import in the other.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::exiting_child");
    group.test(F::NAME).checks("lifetime.forked_child").thorough().across(exits::<F>);
    let mut group = tests.group(F::NAME, "lifetime::forked_child");
    group.test(F::NAME).checks("lifetime.forked_child").across(|s, source: &At<Source<F>>| {
        let before = s.here(|_| source.export())?;
        let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(before.bytes()))?;
        let import = s.at(&consumer, |_| F::open(f.in_context(), &bytes))?;

        let (ours, during) = (
            s.here(|_| started("fork", Child::idle()))?,
            s.here(|_| {
                source.verify()?;
                source.export()
            })?,
        );
        let later = s.give(&consumer, |_| Ok(during.bytes()))?;
        s.at(&consumer, |t| {
            let child = started("fork", Child::idle())?;
            F::verify(&f, import.raw(), t.source_pattern())?;
            f.queue().finish()?;
            import.take().release()?;
            open_verify_close::<F>(&f, &bytes)?;
            open_verify_close::<F>(&f, &later)?;
            drop(child);
            open_verify_close::<F>(&f, &later)
        })?;
        s.here(|_| {
            drop(ours.take());
            source.verify()
        })?;
        s.at(&consumer, |_| open_verify_close::<F>(&f, &later))?;
        s.leave(consumer)?;
        s.here(|_| {
            before.take().release()?;
            during.take().release()?;
            source.verify()
        })
    });
}

/// A child calls nothing and exits, with whatever the implementation has left to be done at the end of its process: what the
/// parent shares is the parent's.
fn exits<F: Shareable>(s: &Scenario, source: &At<Source<F>>) -> TestResult {
    let handle = s.here(|_| source.export())?;
    let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    let import = s.at(&consumer, |_| F::open(f.in_context(), &bytes))?;
    let child = || started("fork", Child::exiting().and_then(|child| child.end_within(PATIENCE)));
    s.here(|_| {
        child()?;
        source.verify()
    })?;
    s.at(&consumer, |t| {
        F::verify(&f, import.raw(), t.source_pattern())?;
        open_verify_close::<F>(&f, &bytes)?;
        child()?;
        F::verify(&f, import.raw(), t.source_pattern())?;
        f.queue().finish()?;
        import.take().release()?;
        open_verify_close::<F>(&f, &bytes)
    })?;
    s.leave(consumer)?;
    s.here(|_| {
        handle.take().release()?;
        source.export()?.release()?;
        source.verify()
    })
    .map(drop)
}

/// Handlers may wait for threads that a child lacks.
const PATIENCE: Duration = Duration::from_secs(1);
