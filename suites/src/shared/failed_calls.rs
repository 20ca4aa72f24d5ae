//! Calls that fail leave nothing behind.

use super::open_verify_close;
use crate::attempts::{Opening, flipped, get};
use crate::fields::{offsets_of, with_field};
use std::ffi::c_void;
use ur_ipc_fixtures::api::ExpEventFlags;
use ur_ipc_fixtures::ladder::{Events, Family, Fixture, Memory, Physical, Source, UrQueueTest};
use ur_ipc_fixtures::{At, DevicePtr, Growth, TestContext, TestResult, Tests, measure_growth};

/// Cycles of each of the two measured batches; a cycle is a few to a dozen failing calls.
const CYCLES: usize = 150;
/// Growth of memory that is put down to the allocator, in bytes a cycle.
const TOLERATED: usize = 512;

/// Failing Gets here, and failing Opens in another process, leave descriptors, mappings and memory unchanged.
pub(super) fn tests<F: Unexportable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::failed_calls");
    group.test(F::NAME).checks("lifetime.fd.failed_calls").across(|s, source: &At<Source<F>>| {
        s.here(|t| F::with_unexportable(source, |objects| failed_gets::<F>(t, source, objects)))?;

        let stale = s.tell(|_| {
            let stale = source.export()?;
            let bytes = stale.bytes();
            stale.release()?;
            Ok(bytes)
        })?;
        // When this process has been killed, its process id means nobody.
        let (gone, owner) = s.peer_with::<Source<F>>("orphan")?;
        let owned = s.at(&gone, |_| owner.export())?;
        let orphan = s.ask(&gone, |_| Ok(owned.bytes()))?;
        s.kill(gone)?;

        let handle = s.here(|_| source.export())?;
        let (bytes, exporter) = s.tell(|_| Ok((handle.bytes(), std::process::id())))?;
        let consumer = s.peer("consumer")?;
        s.at(&consumer, |t| {
            let f = UrQueueTest::set_up(t)?;
            let mut wrong = vec![vec![0; bytes.len()], stale, orphan];
            wrong.extend(with_unknown_pid(t, &bytes, exporter));
            wrong.extend(with_foreign_descriptor(&bytes));
            failed_opens::<F>(t, &f, &bytes, &wrong)?;
            open_verify_close::<F>(&f, &bytes)
        })?;
        s.leave(consumer)?;
        s.here(|_| {
            handle.take().release()?;
            source.verify()
        })
    });
}

fn failed_gets<F: Family>(t: &TestContext, f: &UrQueueTest, objects: &[F::Raw]) -> TestResult {
    let growth = measure_growth(t, CYCLES, |_| {
        objects.iter().try_for_each(|&object| get::<F>(t, f.context(), object).0.expect_error().map(drop))
    })?;
    nothing_left(t, &growth)
}

/// Opens what cannot be opened, over and over. What nobody can tell from a good handle may open nevertheless, and is
/// closed then; a wrong size must fail.
fn failed_opens<F: Family>(t: &TestContext, f: &UrQueueTest, handle: &[u8], wrong: &[Vec<u8>]) -> TestResult {
    // Room for one byte more, so that no implementation reads what is not ours.
    let roomy = [handle, &[0; 8]].concat();
    let mut rng = t.rng(0);
    let mut opened = 0usize;
    let mut failing = |corrupt: bool, data: &[u8], size: usize| -> TestResult {
        let (called, out) = Opening { size, ..Opening::of(f, data) }.make::<F>(t);
        if corrupt && called.result.is_success() {
            opened += 1;
            return F::close_call(t.ur(), f.context(), F::raw(out)).ok();
        }
        called.expect_error().map(drop)
    };
    let growth = measure_growth(t, CYCLES, |_| {
        for size in [0, handle.len() - 1, handle.len() + 1] {
            failing(false, &roomy, size)?;
        }
        for bytes in wrong {
            failing(true, bytes, bytes.len())?;
        }
        let mut random = vec![0; handle.len()];
        rng.fill(&mut random);
        failing(true, &random, random.len())?;
        let flipped = flipped(handle, rng.below(8 * handle.len()));
        failing(true, &flipped, flipped.len())
    })?;
    t.note(format!("{} kinds of wrong handles; {opened} Opens succeeded", wrong.len() + 2));
    nothing_left(t, &growth)
}

#[track_caller]
fn nothing_left(t: &TestContext, growth: &Growth) -> TestResult {
    growth.nothing_open(t)?;
    growth.no_memory(t, TOLERATED)
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

/// A family of which there are objects that cannot be exported.
pub(super) trait Unexportable: Family {
    /// Runs `body` with such objects.
    fn with_unexportable(f: &UrQueueTest, body: impl FnOnce(&[Self::Raw]) -> TestResult) -> TestResult;
}

impl Unexportable for Memory {
    fn with_unexportable(_: &UrQueueTest, body: impl FnOnce(&[DevicePtr]) -> TestResult) -> TestResult {
        let mut on_the_heap = vec![0u8; 4096];
        let mut on_the_stack = 0u64;
        let heap = DevicePtr::from(on_the_heap.as_mut_ptr().cast::<c_void>());
        let stack = DevicePtr::from((&raw mut on_the_stack).cast::<c_void>());
        body(&[heap, stack, DevicePtr::NULL])
    }
}

impl Unexportable for Physical {
    fn with_unexportable(f: &UrQueueTest, body: impl FnOnce(&[Self::Raw]) -> TestResult) -> TestResult {
        let object = f.in_context().physical(f.in_context().granularity()?, None)?;
        body(&[object.raw()])?;
        object.release()
    }
}

impl Unexportable for Events {
    fn with_unexportable(f: &UrQueueTest, body: impl FnOnce(&[Self::Raw]) -> TestResult) -> TestResult {
        let reusable = f.in_context().event(ExpEventFlags::NONE_SET)?;
        let ordinary = f.queue().barrier(&[])?;
        f.queue().finish()?;
        body(&[reusable.raw(), ordinary.raw()])?;
        ordinary.release()?;
        reusable.release()
    }
}
