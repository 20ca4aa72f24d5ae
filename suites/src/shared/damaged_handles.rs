//! Opens of damaged handles leave nothing behind.

use super::failed_calls::{CYCLES, nothing_left};
use super::open_verify_close;
use crate::fields::{offsets_of, with_field};
use crate::mutated_handles::flipped;
use crate::open_calls::open_and_close;
use ur_ipc_fixtures::hierarchy::{Fixture, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, TestContext, TestResult, Tests, measure_growth};

/// Opens of damaged bytes in another process, which are refused or closed again, leave descriptors, mappings and memory
/// unchanged, and the handle itself opens afterwards.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::damaged_handles");
    group.test(F::NAME).checks("lifetime.fd.damaged_handles").across(|s, source: &At<Source<F>>| {
        let handle = s.here(|_| source.export())?;
        let (bytes, exporter) = s.tell(|_| Ok((handle.bytes(), std::process::id())))?;
        let consumer = s.peer("consumer")?;
        s.at(&consumer, |t| {
            let f = UrQueueTest::set_up(t)?;
            let mut damaged = vec![vec![0; bytes.len()]];
            damaged.extend(with_unknown_pid(t, &bytes, exporter));
            damaged.extend(with_foreign_descriptor(&bytes));
            open_damaged::<F>(t, &f, &bytes, &damaged)?;
            open_verify_close::<F>(&f, &bytes)
        })?;
        s.leave(consumer)?;
        s.here(|_| {
            handle.take().release()?;
            source.verify()
        })
    });
}

/// Opens these, random bytes, and the handle with one bit flipped, over and over. What nobody can tell from a good handle may
/// open, and is closed then.
fn open_damaged<F: Shareable>(
    t: &TestContext,
    f: &UrQueueTest,
    handle: &[u8],
    damaged: &[Vec<u8>],
) -> TestResult {
    let mut rng = t.rng(0);
    let mut opened = 0usize;
    let growth = measure_growth(t, CYCLES, |_| {
        let mut random = vec![0; handle.len()];
        rng.fill(&mut random);
        let flipped = flipped(handle, rng.below(8 * handle.len()));
        for bytes in damaged.iter().chain([&random, &flipped]) {
            opened += usize::from(open_and_close::<F>(f, bytes)?.is_success());
        }
        Ok(())
    })?;
    t.note(format!("{} kinds of damaged handles; {opened} Opens succeeded", damaged.len() + 2));
    nothing_left(t, &growth)
}

/// The handle with a process id that nobody has in the place of the exporter's, if that can be found in it.
fn with_unknown_pid(t: &TestContext, handle: &[u8], exporter: u32) -> Option<Vec<u8>> {
    let at = offsets_of(&[(handle, exporter.to_ne_bytes())]).first().copied();
    t.note(format!("the exporter's process id in the handle: {at:?}"));
    Some(with_field(handle, at?, &i32::MAX.to_ne_bytes()))
}

/// The handle with descriptor 0, which is no shared memory in any process, in the place of each word that may
/// be the number of a descriptor.
fn with_foreign_descriptor(handle: &[u8]) -> Vec<Vec<u8>> {
    let words = handle.chunks_exact(4).map(|word| i32::from_ne_bytes(word.try_into().expect("4 bytes")));
    let candidates = words.enumerate().filter(|(_, word)| (3..1024).contains(word));
    candidates.map(|(at, _)| with_field(handle, 4 * at, &[0; 4])).collect()
}
