//! Get, Put, Open and Close in all situations: rows of a covering array over what is shared and what is around the calls.

use super::any_thread::OnThreads;
use super::more_descriptors::MoreDescriptors;
use super::reached::Reached;
use super::room::have;
use crate::commands::{COMMON_SIZES, OFFSETS, check_ends, sample, write_ends};
use crate::mutated_handles::garbage;
use crate::open_calls::refused;
use crate::threads::{on, write_others};
use std::cell::RefCell;
use std::fmt;
use ur_ipc_fixtures::hierarchy::{
    Events, Fixture, Memory, Physical, Shareable, Source, UrContextTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{Context, Exported, Owned};
use ur_ipc_fixtures::situations::{BEFORE, CONTEXTS, Class, LIVE, OFFSET, THREAD, pairwise, turned};
use ur_ipc_fixtures::{At, DevicePtr, InCase, Scenario, TestContext, TestResult, Tests};

/// One of so many imports that are kept beside is looked at in the end.
const LOOKED_AT: usize = 50;

pub(super) fn tests<F: Situated>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, format!("{}::any_situation", F::NAME));
    let draft = group.test("shared").checks("lifetime.counts.live").checks(F::REQUIREMENT).thorough();
    draft.across(|s, source: &At<Source<F>>| {
        in_any_situation(s, source, &rows(F::SIZES, &OFFSET.classes[..1]), |object, _| object)
    });
}

/// The same of pointers into memory.
pub(super) fn parts(tests: &mut Tests) {
    let mut group = tests.group(Memory::NAME, "memory::any_situation");
    let draft = group.test("parts_shared").checks("memory.get.interior_pointer").thorough();
    draft.across(|s, source: &At<Source<Memory>>| {
        let rows = rows(Memory::SIZES, &OFFSET.classes[1..OFFSETS]);
        in_any_situation(s, source, &rows, DevicePtr::at)
    });
}

/// An object that is shared once, and what is around the calls.
struct ObjectRow {
    /// Bytes that are shared.
    size: usize,
    /// Bytes of the object in front of them.
    offset: usize,
    /// Handles and imports that there are meanwhile.
    live: usize,
    /// Whether each call is made by a thread that has done nothing before.
    on_other_thread: [bool; 6],
    /// Whether the processes have another context meanwhile.
    beside_context: bool,
    /// Whether an Open failed before.
    refused_before: bool,
}

/// The calls of a row, in their order.
const CALLS: [&str; 6] = ["its creation", "Get", "Open", "Close", "Put", "its end"];

impl fmt::Display for ObjectRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, offset, live, .. } = self;
        write!(f, "{size:#x} bytes from byte {offset:#x} on, beside {live} handles and imports")?;
        write_others(f, &CALLS, &self.on_other_thread)?;
        f.write_str(if self.beside_context { ", with a second context" } else { "" })?;
        f.write_str(if self.refused_before { ", after an Open that was refused" } else { "" })
    }
}

/// The rows, first in the order in which there is more and more beside, then the other way, with other samples.
fn rows(sizes: &[Class], offsets: &[Class]) -> Vec<ObjectRow> {
    let more = rows_of_turn(sizes, offsets, 0);
    let less = rows_of_turn(sizes, offsets, 1).into_iter().rev();
    more.into_iter().chain(less).collect()
}

fn rows_of_turn(sizes: &[Class], offsets: &[Class], turn: usize) -> Vec<ObjectRow> {
    let two = THREAD.classes.len();
    let others = [CONTEXTS.classes.len(), BEFORE.classes.len()];
    let dimensions = [
        LIVE.classes.len(),
        sizes.len().max(1),
        offsets.len(),
        two,
        two,
        two,
        two,
        two,
        two,
        others[0],
        others[1],
    ];
    let mut rows: Vec<ObjectRow> = turned(pairwise(&dimensions), &dimensions, turn)
        .into_iter()
        .enumerate()
        .map(|(number, classes)| ObjectRow {
            size: sizes.get(classes[1]).map_or(0, |class| sample(class, number + turn)),
            offset: sample(&offsets[classes[2]], number + turn),
            live: sample(&LIVE.classes[classes[0]], 0),
            on_other_thread: [3, 4, 5, 6, 7, 8].map(|dimension: usize| classes[dimension] == 1),
            beside_context: classes[9] == 1,
            refused_before: classes[10] == 1,
        })
        .collect();
    rows.sort_by_key(|row| row.live);
    rows
}

/// One process shares objects and another one opens them. Both see the same, and no call fails, in any situation.
fn in_any_situation<F: Situated>(
    s: &Scenario,
    source: &At<Source<F>>,
    rows: &[ObjectRow],
    part: fn(F::Raw, usize) -> F::Raw,
) -> TestResult {
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let _limits = MoreDescriptors::in_both(s, &consumer)?;
    let first = s.here(|_| source.export())?;
    let kept = s.give(&consumer, |_| Ok(first.bytes()))?;
    let handles = s.here(|_| Ok(RefCell::new(Vec::new())))?;
    let imports = s.at(&consumer, |_| Ok(RefCell::new(Vec::new())))?;
    let open_kept = || F::open(there.in_context(), &kept);
    for (done, row) in rows.iter().enumerate() {
        if done > 0 && !s.has_time(|| format!("{done} of {} situations", rows.len()))? {
            break;
        }
        let [create, get, open, close, put, end] = row.on_other_thread;
        let beside = |t: &TestContext| row.beside_context.then(|| UrContextTest::set_up(t)).transpose();
        let made = s.here(|t| {
            have(t, &mut handles.borrow_mut(), row.live, "handles", |_| source.export())?;
            let beside = beside(t)?;
            let object = on(create, || F::sized(source.in_context(), row.offset + row.size))?;
            let shared = part(object.raw(), row.offset);
            <F as Situated>::write(source, shared, row.size)?;
            let handle = on(get, || F::export(source.in_context(), shared))?;
            Ok((beside, handle, object))
        })?;
        let bytes = s.give(&consumer, |_| Ok(made.1.bytes()))?;
        s.at(&consumer, |t| {
            have(t, &mut imports.borrow_mut(), row.live, "imports", |_| open_kept())?;
            let beside = beside(t)?;
            if row.refused_before {
                let spoiled = garbage(t, bytes.len(), 0).next().unwrap_or_default();
                refused::<F>(&there, &spoiled)?;
            }
            let import = on(open, || F::open(there.in_context(), &bytes))?;
            F::check(&there, import.raw(), row.size)?;
            there.queue().finish()?;
            on(close, || import.release())?;
            drop(beside);
            Ok(())
        })
        .in_case(row)?;
        s.here(|_| {
            let (beside, handle, object) = made.take();
            on(put, || handle.release())?;
            F::check(source, part(object.raw(), row.offset), row.size)?;
            source.queue().finish()?;
            on(end, || object.release())?;
            drop(beside);
            Ok(())
        })
        .in_case(row)?;
    }
    // All that it takes, in whichever order the rows come.
    let most = rows.iter().map(|row| row.live).max().unwrap_or_default();
    s.at(&consumer, |t| {
        have(t, &mut imports.borrow_mut(), most, "imports", |_| open_kept())?;
        let imports = imports.take().into_inner();
        for import in imports.iter().step_by(LOOKED_AT) {
            F::verify(&there, import.raw(), t.source_pattern()).in_case("one of many imports")?;
        }
        there.queue().finish()?;
        imports.into_iter().try_for_each(Owned::<F::Raw>::release)
    })?;
    s.leave(consumer)?;
    s.here(|_| {
        handles.take().into_inner().into_iter().try_for_each(Exported::release)?;
        first.take().release()?;
        source.verify()
    })
    .map(drop)
}

/// A family whose objects are shared in all situations.
pub(super) trait Situated: OnThreads {
    /// Their sizes, where they have any.
    const SIZES: &'static [Class];

    /// An object of at least so many bytes that can be exported.
    fn sized(context: &Context, size: usize) -> TestResult<Owned<Self::Raw>>;

    /// Writes both ends of so many bytes.
    fn write(f: &UrQueueTest, object: Self::Raw, size: usize) -> TestResult;

    /// Both ends hold that; of an event, that it works.
    fn check(f: &UrQueueTest, object: Self::Raw, size: usize) -> TestResult;
}

fn write_both<F: Reached>(f: &UrQueueTest, object: F::Raw, size: usize) -> TestResult {
    F::reach(f.in_context(), object, size, |base| write_ends(f, base, size))
}

fn check_both<F: Reached>(f: &UrQueueTest, object: F::Raw, size: usize) -> TestResult {
    F::reach(f.in_context(), object, size, |base| check_ends(f, base, size))
}

/// Families whose objects have contents, from a class of sizes on.
macro_rules! with_contents {
    ($($Family:ty, $first:literal;)*) => {$(
        impl Situated for $Family {
            const SIZES: &'static [Class] = COMMON_SIZES.split_at($first).1;

            fn sized(context: &Context, size: usize) -> TestResult<Owned<Self::Raw>> {
                <Self as Reached>::sized(context, size)
            }

            fn write(f: &UrQueueTest, object: Self::Raw, size: usize) -> TestResult {
                write_both::<Self>(f, object, size)
            }

            fn check(f: &UrQueueTest, object: Self::Raw, size: usize) -> TestResult {
                check_both::<Self>(f, object, size)
            }
        }
    )*};
}

with_contents! {
    Memory, 0;
    // No granule is smaller than a page.
    Physical, 2;
}

impl Situated for Events {
    const SIZES: &'static [Class] = &[];

    fn sized(context: &Context, _: usize) -> TestResult<Owned<Self::Raw>> {
        Self::create(context, 0)
    }

    fn write(f: &UrQueueTest, object: Self::Raw, _: usize) -> TestResult {
        Self::check(f, object, 0)
    }

    fn check(f: &UrQueueTest, object: Self::Raw, _: usize) -> TestResult {
        Self::verify(f, object, f.t().source_pattern())
    }
}
