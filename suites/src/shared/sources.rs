//! Sources of all kinds, each of which has to behave as the others do.

use super::device_memory::{Loss, knows_free_bytes};
use ur_ipc_fixtures::api::{Family, PhysicalMemHandle};
use ur_ipc_fixtures::hierarchy::{CONTENT, Memory, Physical, Shareable, UrQueueTest};
use ur_ipc_fixtures::objects::{Context, Exported, Owned, Pool};
use ur_ipc_fixtures::{At, DevicePtr, InCase, Need, Pattern, Peer, Scenario, TestContext, TestResult, Tests};

/// New objects one after the other, of which the consumer keeps the last few open.
const ROUNDS: usize = 24;
const KEPT: usize = 3;
/// Cycles of each of two measured batches.
const CYCLES: usize = 16;
/// The size from which an allocation shows in the free memory of a device, in bytes.
const LARGE: usize = 1 << 20;

/// A kind of source.
pub(super) struct SourceKind {
    name: &'static str,
    needs: &'static [Need],
    /// Bytes of the object; granules of physical memory.
    size: usize,
    /// The offset of the exported pointer in the object.
    offset: usize,
    pooled: bool,
}

const fn kind(name: &'static str, size: usize, offset: usize) -> SourceKind {
    SourceKind { name, needs: &[], size, offset, pooled: false }
}

const fn pooled(name: &'static str, size: usize) -> SourceKind {
    SourceKind { pooled: true, needs: &[Need::Pools], ..kind(name, size, 0) }
}

pub(super) fn tests<F: Sources>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::sources");
    for kind in F::KINDS {
        let draft = group.test(&format!("{}_{}", F::NAME, kind.name)).needs(F::NEEDS).needs(kind.needs);
        let draft = draft.checks("lifetime.counts.live").checks("lifetime.host.cycles").thorough();
        draft.across(move |s, f: &At<UrQueueTest>| {
            let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
            let pool = s.here(|_| kind.pooled.then(|| f.in_context().pool()).transpose())?;
            let pair = Pair { s, f, consumer: &consumer, there: &there, pool: &pool, kind };
            neighbours::<F>(&pair).in_case("beside each other")?;
            one_after_the_other::<F>(&pair).in_case("one after the other")?;
            leaves_nothing::<F>(&pair)?;
            s.leave(consumer)
        });
    }
}

/// A family of whose objects there are several kinds.
pub(super) trait Sources: Shareable {
    const KINDS: &'static [SourceKind];

    /// Makes an object, by this pool if it is of that kind.
    fn made(context: &Context, pool: Option<&Pool>, kind: &SourceKind) -> TestResult<Made<Self::Raw>>;

    /// Writes a pattern to where a source or an import leads.
    fn put_in(f: &UrQueueTest, object: Self::Raw, kind: &SourceKind, pattern: Pattern) -> TestResult;

    /// Checks that it is there.
    fn holds(f: &UrQueueTest, object: Self::Raw, kind: &SourceKind, pattern: Pattern) -> TestResult;
}

/// An object, and what of it is exported.
pub(super) struct Made<R: Copy> {
    object: Owned<R>,
    exported: R,
}

impl SourceKind {
    /// Bytes that are looked at.
    fn content(&self) -> usize {
        (self.size - self.offset).min(CONTENT)
    }
}

const MIB: usize = 1 << 20;

impl Sources for Memory {
    const KINDS: &'static [SourceKind] = &[
        kind("of_96_bytes", 96, 0),
        kind("of_a_page", 4096, 0),
        kind("of_100_kib", 100 << 10, 0),
        kind("of_5_mib", 5 * MIB + 3, 0),
        kind("inside", 64 << 10, 60),
        kind("far_inside", 12 * MIB, 5 * MIB + 1),
        kind("at_the_end", (64 << 10) + 4, 64 << 10),
        pooled("pooled_64_bytes", 64),
        pooled("pooled_page", 4096),
        pooled("pooled_3_mib", 3 * MIB),
    ];

    fn made(context: &Context, pool: Option<&Pool>, kind: &SourceKind) -> TestResult<Made<DevicePtr>> {
        let object = match pool {
            Some(pool) => pool.memory(kind.size)?,
            None => context.memory(kind.size)?,
        };
        Ok(Made { exported: object.raw().at(kind.offset), object })
    }

    fn put_in(f: &UrQueueTest, object: DevicePtr, kind: &SourceKind, pattern: Pattern) -> TestResult {
        f.write(object, &pattern.bytes(0, kind.content()))
    }

    fn holds(f: &UrQueueTest, object: DevicePtr, kind: &SourceKind, pattern: Pattern) -> TestResult {
        pattern.verify(f.t(), 0, &f.read(object, kind.content())?)
    }
}

impl Sources for Physical {
    const KINDS: &'static [SourceKind] =
        &[kind("of_a_granule", 1, 0), kind("of_3_granules", 3, 0), kind("of_65_granules", 65, 0)];

    fn made(context: &Context, _: Option<&Pool>, kind: &SourceKind) -> TestResult<Made<PhysicalMemHandle>> {
        let size = context.whole_granules(kind.size * context.granularity()?)?;
        let object = context.shareable_physical(size)?;
        Ok(Made { exported: object.raw(), object })
    }

    fn put_in(f: &UrQueueTest, object: PhysicalMemHandle, _: &SourceKind, pattern: Pattern) -> TestResult {
        Self::write(f, object, pattern)
    }

    fn holds(f: &UrQueueTest, object: PhysicalMemHandle, _: &SourceKind, pattern: Pattern) -> TestResult {
        Self::verify(f, object, pattern)
    }
}

/// The two processes, and what they share.
struct Pair<'p> {
    s: &'p Scenario,
    f: &'p At<UrQueueTest>,
    consumer: &'p Peer,
    there: &'p At<UrQueueTest>,
    /// All objects are of one pool, if they are of any.
    pool: &'p At<Option<Pool>>,
    kind: &'p SourceKind,
}

/// An object that is shared, with its handles.
type SharedObject<R> = (Made<R>, Vec<Exported>);

/// Puts the handles, and releases the object.
fn end<R: Copy>((made, handles): SharedObject<R>) -> TestResult {
    handles.into_iter().try_for_each(Exported::release)?;
    made.object.release()
}

impl Pair<'_> {
    /// Makes an object with a pattern of this number, and exports it some times.
    fn share<F: Sources>(&self, number: usize, handles: usize) -> TestResult<At<SharedObject<F::Raw>>> {
        self.s.here(|t| {
            let made = F::made(self.f.in_context(), self.pool.as_ref(), self.kind)?;
            F::put_in(self.f, made.exported, self.kind, t.pattern(number))?;
            let export = |_| F::export(self.f.in_context(), made.exported);
            let handles = (0..handles).map(export).collect::<TestResult<_>>()?;
            Ok((made, handles))
        })
    }

    /// Opens a handle in the consumer, and finds the pattern of this number there.
    fn open<F: Sources>(
        &self,
        shared: &At<SharedObject<F::Raw>>,
        handle: usize,
        number: usize,
    ) -> TestResult<At<Owned<F::Raw>>> {
        let bytes = self.s.give(self.consumer, |_| Ok(shared.1[handle].bytes()))?;
        let import = self.s.at(self.consumer, |_| F::open(self.there.in_context(), &bytes))?;
        self.found::<F>(&import, number)?;
        Ok(import)
    }

    fn found<F: Sources>(&self, import: &At<Owned<F::Raw>>, number: usize) -> TestResult {
        let found = |t: &TestContext| {
            F::holds(self.there, import.raw(), self.kind, t.pattern(number))?;
            self.there.queue().finish()
        };
        self.s.at(self.consumer, found).in_case(format!("object {number}")).map(drop)
    }

    fn close<F: Sources>(&self, import: At<Owned<F::Raw>>) -> TestResult {
        self.s.at(self.consumer, |_| import.take().release()).map(drop)
    }
}

/// Actions on one of several objects, handles and imports leave the others alone.
fn neighbours<F: Sources>(pair: &Pair<'_>) -> TestResult {
    let s = pair.s;
    let [mut a, mut b, c] = [pair.share::<F>(1, 2)?, pair.share::<F>(2, 2)?, pair.share::<F>(3, 2)?];
    let (first, second) = (pair.open::<F>(&a, 0, 1)?, pair.open::<F>(&a, 0, 1)?);
    let (of_b, of_c) = (pair.open::<F>(&b, 0, 2)?, pair.open::<F>(&c, 0, 3)?);
    pair.close::<F>(first)?;
    s.at(pair.consumer, |t| F::put_in(pair.there, second.raw(), pair.kind, t.pattern(4)))?;
    pair.found::<F>(&of_b, 2)?;
    pair.found::<F>(&of_c, 3)?;
    let again = pair.open::<F>(&a, 1, 4)?;
    pair.close::<F>(again)?;
    // One handle of each goes, and the others open.
    s.here(|_| {
        a.1.remove(0).release()?;
        b.1.remove(0).release()
    })?;
    for (shared, handle, number) in [(&a, 0, 4), (&b, 0, 2), (&c, 0, 3), (&c, 1, 3)] {
        let import = pair.open::<F>(shared, handle, number).in_case("beside a handle that was put")?;
        pair.close::<F>(import)?;
    }
    // One object goes, and the others stay.
    pair.close::<F>(of_b)?;
    s.here(|_| end(b.take()))?;
    for (shared, handle, number) in [(&a, 0, 4), (&c, 0, 3), (&c, 1, 3)] {
        let import = pair.open::<F>(shared, handle, number).in_case("beside an object that was released")?;
        pair.close::<F>(import)?;
    }
    pair.found::<F>(&second, 4)?;
    pair.found::<F>(&of_c, 3)?;
    pair.close::<F>(second)?;
    pair.close::<F>(of_c)?;
    s.here(|t| {
        for (shared, number) in [(a.take(), 4), (c.take(), 3)] {
            F::holds(pair.f, shared.0.exported, pair.kind, t.pattern(number))?;
            end(shared)?;
        }
        Ok(())
    })
    .map(drop)
}

/// Each new object opens to its own contents, whatever it has got of one that is gone: its address, its number, its place.
fn one_after_the_other<F: Sources>(pair: &Pair<'_>) -> TestResult {
    let s = pair.s;
    let mut kept = Vec::new();
    for round in 0..ROUNDS {
        let number = 16 + round;
        let shared = pair.share::<F>(number, 1)?;
        let import = pair.open::<F>(&shared, 0, number)?;
        kept.push((import, number));
        // What an import of memory leads to whose source is gone, nobody says.
        if F::FAMILY == Family::Memory {
            kept.drain(..).try_for_each(|(import, _)| pair.close::<F>(import))?;
        }
        s.here(|_| end(shared.take()))?;
        kept.iter().try_for_each(|(import, number)| pair.found::<F>(import, *number))?;
        if kept.len() == KEPT {
            let (import, _) = kept.remove(0);
            pair.close::<F>(import)?;
        }
    }
    kept.into_iter().try_for_each(|(import, _)| pair.close::<F>(import))
}

/// Cycles of all of it leave nothing in either process, and nothing on the device.
fn leaves_nothing<F: Sources>(pair: &Pair<'_>) -> TestResult {
    let s = pair.s;
    let asks = s.tell(|t| Ok(pair.kind.size >= LARGE && knows_free_bytes(t)?))?;
    let mut loss = Loss::default();
    let (here, there) = s.measure_growth(pair.consumer, CYCLES, || {
        let shared = pair.share::<F>(5, 1)?;
        let import = pair.open::<F>(&shared, 0, 5)?;
        pair.close::<F>(import)?;
        s.here(|_| end(shared.take()))?;
        if asks {
            loss.look(s, pair.consumer)?;
        }
        Ok(())
    })?;
    s.at(pair.consumer, |t| there.nothing_open(t))?;
    s.here(|t| {
        here.nothing_open(t)?;
        let lost = loss.worst();
        let tolerated = pair.kind.size.cast_signed() as i64 / 2;
        t.check(!asks || lost < tolerated, format!("a cycle costs {lost} bytes of device memory"))
    })
    .map(drop)
}
