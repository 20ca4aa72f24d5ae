//! Handles one after the other, each of which is put before the next one is made: descriptors and slots have the same numbers
//! again, while what they named before is still open.

use ur_ipc_fixtures::hierarchy::{Events, Memory, Physical, Shareable, UrQueueTest};
use ur_ipc_fixtures::objects::Owned;
use ur_ipc_fixtures::{At, InCase, Peer, Scenario, TestResult, Tests};

/// Objects of one size, all of which stay open.
const OBJECTS: usize = 5;

/// Each import is one of its own object, also when others that were made by equal handles were opened and closed.
pub(super) fn tests<F: Distinct>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "cross_process::next_handle");
    let draft = group.test(F::NAME).checks("lifetime.counts.live").needs(F::NEEDS);
    draft.across(|s, f: &At<UrQueueTest>| next::<F>(s, f));
}

fn next<F: Distinct>(s: &Scenario, f: &At<UrQueueTest>) -> TestResult {
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let (mut objects, mut imports) = (Vec::new(), Vec::new());
    for number in 0..OBJECTS {
        let object = s.here(|t| {
            let object = F::create(f.in_context(), 0)?;
            F::write(f, object.raw(), t.pattern(number))?;
            Ok(object)
        })?;
        objects.push(object);
        imports.push(open_and_put::<F>(s, f, &objects[number], (&consumer, &there))?);
        for (opened, import) in imports.iter().enumerate() {
            s.at(&consumer, |t| F::verify(&there, import.raw(), t.pattern(opened)))
                .in_case(format!("import {opened} of {}", imports.len()))?;
        }
    }
    F::distinct(s, (f, &objects), (&consumer, &imports))?;
    // Once more, when others have been closed.
    for (number, object) in objects.iter().enumerate() {
        s.at(&consumer, |_| {
            there.queue().finish()?;
            imports.remove(0).take().release()
        })?;
        let again = open_and_put::<F>(s, f, object, (&consumer, &there))?;
        s.at(&consumer, |t| F::verify(&there, again.raw(), t.pattern(number)))
            .in_case(format!("object {number}, opened once more"))?;
        imports.push(again);
    }
    s.at(&consumer, |_| {
        there.queue().finish()?;
        imports.into_iter().try_for_each(|import| import.take().release())
    })?;
    s.leave(consumer)?;
    s.here(|t| {
        f.queue().finish()?;
        objects.into_iter().enumerate().try_for_each(|(number, object)| {
            F::verify(f, object.raw(), t.pattern(number)).in_case(format!("object {number}"))?;
            f.queue().finish()?;
            object.take().release()
        })
    })
    .map(drop)
}

/// Opens an object in the consumer by a handle of its own, which is put then.
fn open_and_put<F: Shareable>(
    s: &Scenario,
    f: &At<UrQueueTest>,
    object: &Made<F>,
    (consumer, there): (&Peer, &At<UrQueueTest>),
) -> TestResult<Made<F>> {
    let handle = s.here(|_| F::export(f.in_context(), object.raw()))?;
    let bytes = s.give(consumer, |_| Ok(handle.bytes()))?;
    let import = s.at(consumer, |_| F::open(there.in_context(), &bytes))?;
    s.here(|_| handle.take().release())?;
    Ok(import)
}

/// An object, or an import, in its process.
type Made<F> = At<Owned<<F as Shareable>::Raw>>;

/// A family whose imports can be told from each other.
pub(super) trait Distinct: Shareable {
    /// Sees that each import is one of its own source, where its contents do not tell.
    fn distinct(
        _s: &Scenario,
        _sources: (&At<UrQueueTest>, &[Made<Self>]),
        _imports: (&Peer, &[Made<Self>]),
    ) -> TestResult
    where
        Self: Sized,
    {
        Ok(())
    }
}

impl Distinct for Memory {}
impl Distinct for Physical {}

impl Distinct for Events {
    fn distinct(
        s: &Scenario,
        (f, sources): (&At<UrQueueTest>, &[Made<Self>]),
        (consumer, imports): (&Peer, &[Made<Self>]),
    ) -> TestResult {
        for (number, source) in sources.iter().enumerate() {
            let held = s.here(|t| {
                let queue = f.in_context().queue()?;
                let Some(gate) = queue.hold_if_possible()? else { return Ok(None) };
                queue.signal(source)?;
                queue.flush()?;
                t.let_threads_run();
                Ok(Some((gate, queue)))
            })?;
            if !s.tell(|_| Ok(held.is_some()))? {
                break;
            }
            s.at(consumer, |_| {
                imports.iter().enumerate().try_for_each(|(other, import)| {
                    let what = format!("import {other} while source {number} is signalled");
                    if other == number { import.check_pending(&what) } else { import.check_complete(&what) }
                })
            })?;
            s.here(|_| match held.take() {
                Some((gate, queue)) => {
                    gate.open()?;
                    queue.finish()
                }
                None => Ok(()),
            })?;
        }
        Ok(())
    }
}
