//! Effects of Open on the caller's own files.

use super::open_verify_close;
use crate::open_calls::open_and_close;
use crate::own_files::{HIGH, OwnFiles};
use ur_ipc_fixtures::hierarchy::{Fixture, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, TestResult, Tests};

/// Descriptors of the exporter that has ended; the consumer has files at all of these numbers.
const NUMBERS: i32 = 128;

/// Opens of a handle whose exporter has been killed leave the files of the caller alone, though they have the numbers that
/// the exporter's descriptors had. Beside them, a handle of a process that lives opens.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::own_files");
    group.test(F::NAME).checks("lifetime.fd.own_files").across(|s, source: &At<Source<F>>| {
        let gone = s.peer("orphan")?;
        let _taken = s.at(&gone, |t| OwnFiles::below(t, HIGH))?;
        let owner = s.at(&gone, Source::<F>::set_up)?;
        let owned = s.at(&gone, |_| owner.export())?;
        let orphan = s.ask(&gone, |_| Ok(owned.bytes()))?;
        s.kill(gone)?;

        let handle = s.here(|_| source.export())?;
        let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
        s.at(&consumer, |t| {
            let files = OwnFiles::below(t, HIGH + NUMBERS)?;
            let opened = (0..4).try_for_each(|_| open_and_close::<F>(&f, &orphan).map(drop));
            files.check(t)?;
            opened
        })?;
        s.at(&consumer, |t| {
            let files = OwnFiles::below(t, HIGH + NUMBERS)?;
            open_verify_close::<F>(&f, &bytes)?;
            files.check(t)
        })?;
        s.leave(consumer)?;
        s.here(|_| -> TestResult {
            handle.take().release()?;
            source.verify()
        })
    });
}
