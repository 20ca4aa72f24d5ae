//! Children that were forked and have started no other program, as there are for a moment whenever a program is started.

use super::open_verify_close;
use ur_ipc_fixtures::ladder::{Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, Tests, started};
use ur_ipc_sys::child::Child;

/// A child that calls nothing lives and dies beside what its parent shares: the source and its handles in one process, an
/// import in the other.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
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
