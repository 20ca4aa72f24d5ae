//! Contexts that are released while others hold something.

use crate::import::Import;
use ur_ipc_fixtures::hierarchy::{Fixture, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, Pattern, TestResult, Tests};

/// Contexts come and go beside the source and its handle, here and beside an import of it elsewhere; all of them stay.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::context_release_beside");
    group.test(F::NAME).checks("lifetime.context.release_beside").across(|s, source: &At<Source<F>>| {
        let handle = s.here(|_| source.export())?;
        s.here(|t| {
            let other = UrQueueTest::set_up(t)?;
            let object = F::create(other.in_context(), 0)?;
            F::write(&other, object.raw(), t.reply_pattern())?;
            F::export(other.in_context(), object.raw())?.release()?;
            object.release()?;
            other.release()?;
            source.verify()
        })?;

        let bytes = s.tell(|_| Ok(handle.bytes()))?;
        let consumer = s.peer("consumer")?;
        let open = |t: &_| Import::<F>::open(t, &bytes);
        let (earlier, kept, later) = (s.at(&consumer, open)?, s.at(&consumer, open)?, s.at(&consumer, open)?);
        s.at(&consumer, |t| {
            let pattern = t.source_pattern();
            for beside in [earlier.take(), later.take()] {
                verify(&beside, pattern)?;
                beside.release()?;
                verify(&kept, pattern)?;
            }
            // A context in which nothing was opened.
            UrQueueTest::set_up(t)?.release()?;
            verify(&kept, pattern)?;
            // A release that is not the last one of its own context.
            t.ur().context_retain(kept.context()).ok()?;
            t.ur().context_release(kept.context()).ok()?;
            verify(&kept, pattern)
        })?;
        s.here(|_| source.verify())?;
        s.at(&consumer, |t| {
            F::write(&kept, kept.object().raw(), t.reply_pattern())?;
            verify(&kept, t.reply_pattern())?;
            // Nor does the handle depend on the other contexts.
            let again = F::open(kept.in_context(), &bytes)?;
            F::verify(&kept, again.raw(), t.reply_pattern())?;
            kept.queue().finish()?;
            again.release()?;
            kept.take().release()
        })?;
        s.leave(consumer)?;
        s.here(|t| {
            source.verify_holds(t.reply_pattern())?;
            handle.take().release()
        })
    });
}

fn verify<F: Shareable>(import: &Import<F>, pattern: Pattern) -> TestResult {
    F::verify(import, import.object().raw(), pattern)
}
