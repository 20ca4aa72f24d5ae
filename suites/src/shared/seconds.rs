//! Tests that last for seconds.

use super::open_verify_close;
use std::thread::sleep;
use std::time::Duration;
use ur_ipc_fixtures::hierarchy::{Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, Tests};

/// Longer than the time-outs of a second, two and five that code tends to have.
const SECONDS: Duration = Duration::from_millis(5_500);

/// A handle and an import are as good after some seconds in which nobody calls anything.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, format!("{}::after_seconds", F::NAME));
    group.test("idle").checks("lifetime.surroundings").thorough().across(|s, source: &At<Source<F>>| {
        let handle = s.here(|_| source.export())?;
        let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
        let early = s.at(&consumer, |_| F::open(f.in_context(), &bytes))?;
        s.here(|_| {
            sleep(SECONDS);
            Ok(())
        })?;
        s.at(&consumer, |t| {
            F::verify(&f, early.raw(), t.source_pattern())?;
            f.queue().finish()?;
            early.take().release()?;
            open_verify_close::<F>(&f, &bytes)
        })?;
        s.leave(consumer)?;
        s.here(|_| {
            handle.take().release()?;
            source.verify()
        })
    });
}
