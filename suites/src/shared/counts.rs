//! Objects, handles, imports and references by the hundred: more than a counter of one byte tells apart.

use super::more_descriptors::MoreDescriptors;
use super::room::have;
use ur_ipc_fixtures::hierarchy::{Events, Memory, Physical, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::objects::{Event, Exported, Owned};
use ur_ipc_fixtures::{At, Called, HOST_TASKS, InCase, Scenario, TestContext, TestResult, Tests, Ur};

/// So many.
const MANY: usize = 300;

/// More than the descriptors that a set of select(2) has room for.
const MORE: usize = 1100;

/// Those that are looked at: where a counter of some bits begins anew, and at both ends.
const SAMPLE: [usize; 14] = [0, 1, 15, 16, 17, 127, 128, 255, 256, 257, 258, MANY - 1, 1024, MORE - 1];

pub(super) fn tests(tests: &mut Tests) {
    of_one_object::<Memory>(tests);
    of_one_object::<Physical>(tests);
    of_one_object::<Events>(tests);
    live_with_contents::<Memory>(tests);
    live_with_contents::<Physical>(tests);
    live_events(tests);
    references::<Physical>(tests);
    references::<Events>(tests);
}

/// Objects that are all exported and all open at once in another process lead each to its own, and are closed and put in
/// any order.
fn live_with_contents<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::counts_live");
    let draft = group.test(F::NAME).checks("lifetime.counts.live").needs(F::NEEDS);
    draft.across(|s, f: &At<UrQueueTest>| all_live::<F>(s, f, MANY));
    let draft =
        group.test(&format!("{}_{MORE}", F::NAME)).checks("lifetime.counts.live").needs(F::NEEDS).thorough();
    draft.across(|s, f: &At<UrQueueTest>| all_live::<F>(s, f, MORE));
}

fn all_live<F: Shareable>(s: &Scenario, f: &At<UrQueueTest>, wanted: usize) -> TestResult {
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let _limits = MoreDescriptors::in_both(s, &consumer)?;
    let sources = s.here(|t| {
        let sources = exporters::<F>(t, f, wanted)?;
        for number in sampled(sources.len()) {
            F::write(f, sources[number].1.raw(), t.pattern(number))?;
        }
        Ok(sources)
    })?;
    let handles = s.give(&consumer, |_| Ok(bytes_of::<F>(&sources)))?;
    s.at(&consumer, |t| {
        let mut imports = open_all::<F>(t, &there, &handles)?;
        for number in sampled(imports.len()) {
            let held = F::verify(&there, imports[number].raw(), t.pattern(number));
            held.in_case(format!("import {number} of {}", imports.len()))?;
        }
        there.queue().finish()?;
        t.rng(1).shuffle(&mut imports);
        imports.into_iter().try_for_each(Owned::release)
    })?;
    s.leave(consumer)?;
    s.here(|t| end::<F>(t, sources.take())).map(drop)
}

/// The same of events: while the signal of one is held back, that one is pending and no other.
fn live_events(tests: &mut Tests) {
    let mut group = tests.group("event", "lifetime::counts_live");
    let draft = group.test("event").checks("lifetime.counts.live").needs(Events::NEEDS).needs(&[HOST_TASKS]);
    draft.across(|s, f: &At<UrQueueTest>| {
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let sources = s.here(|t| {
            let sources = exporters::<Events>(t, f, MANY)?;
            sources.iter().try_for_each(|(_, event)| f.queue().signal(event))?;
            f.queue().finish()?;
            Ok(sources)
        })?;
        let handles = s.give(&consumer, |_| Ok(bytes_of::<Events>(&sources)))?;
        let imports = s.at(&consumer, |t| open_all::<Events>(t, &there, &handles))?;
        let count = s.ask(&consumer, |_| Ok(imports.len()))?;
        for held in [0, 255, 256].into_iter().filter(|held| *held < count) {
            let gate = s.here(|_| {
                let gate = f.queue().hold()?;
                f.queue().signal(&sources[held].1)?;
                f.queue().flush()?;
                Ok(gate)
            })?;
            s.at(&consumer, |_| {
                for (number, import) in imports.iter().enumerate() {
                    let what = format!("import {number} of {count}, while signal {held} is held back");
                    if number == held {
                        import.check_pending(&what)?
                    } else {
                        import.check_complete(&what)?
                    }
                }
                Ok(())
            })?;
            s.here(|_| {
                gate.take().open()?;
                f.queue().finish()
            })?;
        }
        s.at(&consumer, |t| {
            let mut imports = imports.take();
            t.rng(1).shuffle(&mut imports);
            imports.into_iter().try_for_each(Event::release)
        })?;
        s.leave(consumer)?;
        s.here(|t| end::<Events>(t, sources.take()))
    });
}

/// One object has hundreds of handles at once, and one handle opens hundreds of times at once; each is put or closed once,
/// and the last works until then.
fn of_one_object<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::counts_one_object");
    group.test(F::NAME).checks("lifetime.counts.one_object").across(|s, source: &At<Source<F>>| {
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let handles = s.here(|t| up_to(t, MANY, "handles of one object", |_| source.export()))?;
        let last = s.give(&consumer, |_| Ok(handles.last().map(Exported::bytes).unwrap_or_default()))?;
        s.at(&consumer, |t| {
            let mut imports = open_all::<F>(t, &there, &vec![last.clone(); MANY])?;
            t.rng(1).shuffle(&mut imports);
            while imports.len() > 1 {
                imports.pop().map_or(Ok(()), Owned::release)?;
            }
            let left = imports.pop().expect("one at least");
            F::verify(&there, left.raw(), t.source_pattern()).in_case("the last of many imports")?;
            there.queue().finish()?;
            left.release()
        })?;
        s.leave(consumer)?;
        s.here(|t| {
            let mut handles = handles.take();
            t.rng(2).shuffle(&mut handles);
            handles.into_iter().try_for_each(Owned::release)?;
            source.verify()
        })
    });
}

/// An import that is retained hundreds of times lives until it is released as often, and once more; in thorough runs more than
/// tens of thousands of times, which a counter of two bytes does not tell apart.
fn references<F: Counted>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::counts_references");
    let draft = group.test(F::NAME).checks("lifetime.counts.references");
    draft.across(|s, source: &At<Source<F>>| retained::<F>(s, source, MANY));
    let draft = group.test(&format!("{}_65537", F::NAME)).checks("lifetime.counts.references").thorough();
    draft.across(|s, source: &At<Source<F>>| retained::<F>(s, source, (1 << 16) + 1));
}

fn retained<F: Counted>(s: &Scenario, source: &At<Source<F>>, times: usize) -> TestResult {
    let handle = s.here(|_| source.export())?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| {
        let import = F::open(there.in_context(), &bytes)?;
        let seen = |after| {
            F::verify(&there, import.raw(), t.source_pattern()).in_case(after)?;
            there.queue().finish()
        };
        (0..times).try_for_each(|_| F::retain(t.ur(), import.raw()).ok())?;
        // All but one, and then the last one.
        (1..times).try_for_each(|_| F::release(t.ur(), import.raw()).ok())?;
        seen("after one release less than retains")?;
        F::release(t.ur(), import.raw()).ok()?;
        seen("after as many releases as retains")?;
        import.release()
    })?;
    s.leave(consumer)
}

/// A family whose objects count their references. No call that does takes a context.
pub(super) trait Counted: Shareable {
    /// Adds one.
    fn retain(ur: &Ur, object: Self::Raw) -> Called<'_>;
    /// Takes one away.
    fn release(ur: &Ur, object: Self::Raw) -> Called<'_>;
}

impl Counted for Physical {
    fn retain(ur: &Ur, object: Self::Raw) -> Called<'_> {
        ur.physical_mem_retain(object)
    }

    fn release(ur: &Ur, object: Self::Raw) -> Called<'_> {
        ur.physical_mem_release(object)
    }
}

impl Counted for Events {
    fn retain(ur: &Ur, object: Self::Raw) -> Called<'_> {
        ur.event_retain(object)
    }

    fn release(ur: &Ur, object: Self::Raw) -> Called<'_> {
        ur.event_release(object)
    }
}

/// An object, and a handle of it. The handle is put first.
type Exporter<F> = (Exported, Owned<<F as Shareable>::Raw>);

/// Makes as many as there is room for, up to a number.
fn up_to<T>(
    t: &TestContext,
    wanted: usize,
    what: &str,
    make: impl FnMut(usize) -> TestResult<T>,
) -> TestResult<Vec<T>> {
    let mut made = Vec::new();
    have(t, &mut made, wanted, what, make)?;
    Ok(made)
}

fn exporters<F: Shareable>(t: &TestContext, f: &UrQueueTest, wanted: usize) -> TestResult<Vec<Exporter<F>>> {
    up_to(t, wanted, "exported objects", |_| {
        let object = F::create(f.in_context(), 0)?;
        Ok((F::export(f.in_context(), object.raw())?, object))
    })
}

fn bytes_of<F: Shareable>(exporters: &[Exporter<F>]) -> Vec<Vec<u8>> {
    exporters.iter().map(|(handle, _)| handle.bytes()).collect()
}

fn open_all<F: Shareable>(
    t: &TestContext,
    f: &UrQueueTest,
    handles: &[Vec<u8>],
) -> TestResult<Vec<Owned<F::Raw>>> {
    up_to(t, handles.len(), "imports", |number| F::open(f.in_context(), &handles[number]))
}

/// The numbers in the sample of as many as there are.
fn sampled(count: usize) -> impl Iterator<Item = usize> {
    SAMPLE.into_iter().filter(move |number| *number < count)
}

/// Puts all handles and releases all objects, in any order.
fn end<F: Shareable>(t: &TestContext, mut exporters: Vec<Exporter<F>>) -> TestResult {
    t.rng(0).shuffle(&mut exporters);
    exporters.into_iter().try_for_each(|(handle, object)| {
        handle.release()?;
        object.release()
    })
}
