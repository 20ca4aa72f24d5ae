//! The size of a handle is a property of its family.

use super::fixtures::Source;
use ur_ipc_fixtures::api::{ContextHandle, QueueFlags};
use ur_ipc_fixtures::ladder::{
    Events, Family, Fixture, MEM_SIZE, Memory, Physical, QueueFixture, UrContextTest,
};
use ur_ipc_fixtures::objects::{
    Owned, Pool, allocate_from_pool, allocate_shareable, create_context, create_pool, create_queue,
    create_shareable_physical, granularity, signal,
};
use ur_ipc_fixtures::{Link, Peer, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = super::each_family!(
    "cross_process::constant_handle_size",
    "cross_process.constant_handle_size",
    constant,
    EXPORTER => exporter,
);

/// The part that only USM memory has.
pub(super) const POOLED: &[Test] = &[Test::new(
    "cross_process::constant_handle_size::pooled_memory",
    &["cross_process.constant_handle_size"],
    with!(PooledSource, pooled),
)];

const EXPORTER: &str = "exporter";

/// Handles have the same size: of all objects, large and small, at all times, from all contexts and processes.
fn constant<F: Various>(t: &TestContext<'_>, source: &Source<'_, F>) -> TestResult {
    let expected = size_of_handle::<F>(t, source.context(), source.raw())?;
    let same = |when: &str, size: usize| t.check_eq(&format!("the size of a handle {when}"), size, expected);

    let other = create_context(t, &[t.env().device()])?;
    for context in [source.context(), other.raw()] {
        for (i, object) in F::various(t, context)?.into_iter().enumerate() {
            same(&format!("of object {i}"), size_of_handle::<F>(t, context, object.raw())?)?;
        }
    }
    let mut held = Vec::new();
    for i in 0..8 {
        let handle = source.export(t)?;
        same(&format!("of the same object, {i} handles being held"), handle.raw().size)?;
        held.push(handle);
    }
    drop(held);
    source.verify(t)?;
    same("after the object was used", size_of_handle::<F>(t, source.context(), source.raw())?)?;

    let mut peers = [Peer::start(t, EXPORTER)?, Peer::start(t, EXPORTER)?];
    for peer in &mut peers {
        for size in peer.recv("sizes")?.chunks_exact(8) {
            let size = u64::from_le_bytes(size.try_into().expect("8 bytes"));
            same("in another process", usize::try_from(size).expect("sizes fit"))?;
        }
    }
    peers.into_iter().try_for_each(Peer::join)
}

/// Says how large the handles of this process are.
fn exporter<F: Various>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let mut sizes = Vec::new();
    for object in F::various(t, f.context())? {
        let size = size_of_handle::<F>(t, f.context(), object.raw())?;
        sizes.extend((size as u64).to_le_bytes());
    }
    link.send("sizes", &sizes)
}

fn size_of_handle<F: Family>(
    t: &TestContext<'_>,
    context: ContextHandle,
    object: F::Raw,
) -> TestResult<usize> {
    let handle = F::export(t, context, object)?;
    let size = handle.raw().size;
    handle.release()?;
    Ok(size)
}

/// A family with its most different objects.
trait Various: Family {
    /// Makes them.
    fn various<'t>(t: &'t TestContext<'t>, context: ContextHandle) -> TestResult<Vec<Owned<'t, Self::Raw>>>;
}

impl Various for Memory {
    fn various<'t>(t: &'t TestContext<'t>, context: ContextHandle) -> TestResult<Vec<Owned<'t, Self::Raw>>> {
        [1, 100, 4096, MEM_SIZE, (1 << 20) + 1, 16 << 20]
            .into_iter()
            .map(|size| allocate_shareable(t, context, size))
            .collect()
    }
}

impl Various for Physical {
    fn various<'t>(t: &'t TestContext<'t>, context: ContextHandle) -> TestResult<Vec<Owned<'t, Self::Raw>>> {
        let granule = granularity(t, context)?;
        [1, 2, 3, 8]
            .into_iter()
            .map(|granules| create_shareable_physical(t, context, granules * granule))
            .collect()
    }
}

impl Various for Events {
    fn various<'t>(t: &'t TestContext<'t>, context: ContextHandle) -> TestResult<Vec<Owned<'t, Self::Raw>>> {
        let events: Vec<_> =
            (0..4).map(|variant| Self::create(t, context, variant)).collect::<TestResult<_>>()?;
        // Whether an event can be exported before its first signal is for other tests.
        let queue = create_queue(t, context, QueueFlags::NONE_SET)?;
        for event in &events {
            signal(t, queue.raw(), event.raw())?;
        }
        t.ur().queue_finish(queue.raw()).ok()?;
        Ok(events)
    }
}

/// A pool on a device that supports USM memory, and memory that is not from it.
struct PooledSource<'t> {
    pool: Pool<'t>,
    source: Source<'t, Memory>,
}

impl<'t> Fixture<'t> for PooledSource<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        let source = Source::set_up(t)?;
        Ok(Self { pool: create_pool(t, source.context())?, source })
    }
}

/// Handles of memory from a pool have the same size as those of other memory.
fn pooled<'t>(t: &'t TestContext<'t>, f: &PooledSource<'t>) -> TestResult {
    let context = f.source.context();
    let expected = size_of_handle::<Memory>(t, context, f.source.raw())?;
    for size in [64, 4096, MEM_SIZE, 4 << 20] {
        let mem = allocate_from_pool(t, &f.pool, size)?;
        let found = size_of_handle::<Memory>(t, context, mem.raw())?;
        t.check_eq(&format!("the size of a handle of {size} bytes from a pool"), found, expected)?;
        mem.release()?;
    }
    Ok(())
}
