//! Calls that fail leave nothing behind.

use super::fixtures::{Source, open_verify_close};
use std::ffi::c_void;
use std::os::unix::process::parent_id;
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{EventHandle, ExpEventFlags};
use ur_ipc_fixtures::ladder::{
    Events, Family, Fixture, Memory, Physical, QueueFixture, UrContextTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{create_event, create_physical, granularity};
use ur_ipc_fixtures::{DevicePtr, Link, Peer, Test, TestContext, TestResult, measure_growth};

pub(super) const TESTS: &[Test] = super::each_family!(
    "lifetime::failed_calls",
    "lifetime.fd.failed_calls",
    failed_calls,
    CONSUMER => failed_opens,
    ORPHAN => orphan,
);

const CONSUMER: &str = "consumer";
const ORPHAN: &str = "orphan";
/// Cycles of each of the two measured batches; a cycle is a few to a dozen failing calls.
const CYCLES: usize = 150;
/// Growth of memory that is put down to the allocator, in bytes a cycle.
const TOLERATED: usize = 512;

/// Failing Gets here, and failing Opens in another process, leave descriptors, mappings and memory unchanged.
fn failed_calls<F: Unexportable>(t: &TestContext<'_>, source: &Source<'_, F>) -> TestResult {
    F::with_unexportable(t, source, &mut |objects| {
        let growth = measure_growth(t, CYCLES, |_| {
            for &object in objects {
                let (mut data, mut size) = (null_mut(), 0);
                F::get(t.ur(), source.context(), object, &raw mut data, &raw mut size).expect_error()?;
            }
            Ok(())
        })?;
        growth.no_descriptors(t)?;
        growth.no_mappings(t)?;
        growth.no_memory(t, TOLERATED)
    })?;

    let stale = source.export(t)?;
    let stale_bytes = stale.bytes();
    stale.release()?;
    let mut gone = Peer::start(t, ORPHAN)?;
    let orphan = gone.recv("handle")?;
    gone.kill();

    let handle = source.export(t)?;
    let peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &handle.bytes())?;
    peer.send("stale", &stale_bytes)?;
    peer.send("orphan", &orphan)?;
    peer.join()?;
    handle.release()?;
    source.verify(t)
}

/// Exports an object of its own and is killed then: its process id means nobody from then on.
fn orphan<F: Family>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let source = Source::<F>::set_up(t)?;
    let handle = source.export(t)?;
    link.send("handle", &handle.bytes())?;
    link.recv("nothing more").map(drop)
}

/// Opens what cannot be opened, over and over. What nobody can tell from a good handle may open nevertheless,
/// and is closed then; a wrong size must fail.
fn failed_opens<F: Family>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let handle = link.recv("handle")?;
    let mut wrong = vec![vec![0; handle.len()], link.recv("stale")?, link.recv("orphan")?];
    wrong.extend(with_unknown_pid(t, &handle));
    wrong.extend(with_foreign_descriptor(&handle));
    // Room for one byte more, so that no implementation reads what is not ours.
    let roomy = [&handle[..], &[0; 8]].concat();
    let mut rng = t.rng(0);
    let mut opened = 0usize;
    let mut failing = |corrupt: bool, data: &[u8], size: usize| -> TestResult {
        let mut out = 0;
        let called = F::open(t.ur(), f.context(), t.env().device(), data.into(), size, &mut out);
        if corrupt && called.result.is_success() {
            opened += 1;
            return F::close(t.ur(), f.context(), F::raw(out)).ok();
        }
        called.expect_error().map(drop)
    };
    let growth = measure_growth(t, CYCLES, |_| {
        for size in [0, handle.len() - 1, handle.len() + 1] {
            failing(false, &roomy, size)?;
        }
        for bytes in &wrong {
            failing(true, bytes, bytes.len())?;
        }
        let mut random = vec![0; handle.len()];
        rng.fill(&mut random);
        failing(true, &random, random.len())?;
        let mut flipped = handle.clone();
        flipped[rng.below(handle.len())] ^= 1 << rng.below(8);
        failing(true, &flipped, flipped.len())
    })?;
    t.note(format!("{} kinds of wrong handles; {opened} Opens succeeded", wrong.len() + 2));
    growth.no_descriptors(t)?;
    growth.no_mappings(t)?;
    growth.no_memory(t, TOLERATED)?;
    open_verify_close::<F>(t, &f, &handle)
}

/// The handle with a process id that nobody has in the place of the exporter's, if that can be found in it.
fn with_unknown_pid(t: &TestContext<'_>, handle: &[u8]) -> Option<Vec<u8>> {
    // The exporter started this process.
    let exporter = parent_id().to_ne_bytes();
    let at = handle.chunks_exact(4).position(|word| word == exporter);
    t.note(format!("the exporter's process id in the handle: {at:?} (4-byte words)"));
    let mut forged = handle.to_vec();
    forged[4 * at?..][..4].copy_from_slice(&i32::MAX.to_ne_bytes());
    Some(forged)
}

/// The handle with descriptor 0, which is no shared memory in any process, in the place of each word that may
/// be the number of a descriptor.
fn with_foreign_descriptor(handle: &[u8]) -> Vec<Vec<u8>> {
    let words = handle.chunks_exact(4).map(|word| i32::from_ne_bytes(word.try_into().expect("4 bytes")));
    let candidates = words.enumerate().filter(|(_, word)| (3..1024).contains(word));
    candidates
        .map(|(at, _)| {
            let mut forged = handle.to_vec();
            forged[4 * at..][..4].fill(0);
            forged
        })
        .collect()
}

/// A family of which there are objects that cannot be exported.
trait Unexportable: Family {
    /// Runs `body` with such objects.
    fn with_unexportable(
        t: &TestContext<'_>,
        source: &Source<'_, Self>,
        body: &mut dyn FnMut(&[Self::Raw]) -> TestResult,
    ) -> TestResult
    where
        Self: Sized;
}

impl Unexportable for Memory {
    fn with_unexportable(
        _: &TestContext<'_>,
        _: &Source<'_, Self>,
        body: &mut dyn FnMut(&[DevicePtr]) -> TestResult,
    ) -> TestResult {
        let mut on_the_heap = vec![0u8; 4096];
        let mut on_the_stack = 0u64;
        let heap = DevicePtr::from(on_the_heap.as_mut_ptr().cast::<c_void>());
        let stack = DevicePtr::from((&raw mut on_the_stack).cast::<c_void>());
        body(&[heap, stack, DevicePtr::NULL])
    }
}

impl Unexportable for Physical {
    fn with_unexportable(
        t: &TestContext<'_>,
        source: &Source<'_, Self>,
        body: &mut dyn FnMut(&[Self::Raw]) -> TestResult,
    ) -> TestResult {
        let granule = granularity(t, source.context())?;
        let object = create_physical(t, source.context(), granule, None)?;
        body(&[object.raw()])?;
        object.release()
    }
}

impl Unexportable for Events {
    fn with_unexportable(
        t: &TestContext<'_>,
        source: &Source<'_, Self>,
        body: &mut dyn FnMut(&[Self::Raw]) -> TestResult,
    ) -> TestResult {
        let reusable = create_event(t, source.context(), ExpEventFlags::NONE_SET)?;
        let mut ordinary = EventHandle::NULL;
        t.ur().enqueue_events_wait_with_barrier(source.queue(), 0, null(), &raw mut ordinary).ok()?;
        t.ur().queue_finish(source.queue()).ok()?;
        let ended = body(&[reusable.raw(), ordinary]);
        t.ur().event_release(ordinary).ok()?;
        ended?;
        reusable.release()
    }
}
