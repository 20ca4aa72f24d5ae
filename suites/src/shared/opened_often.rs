//! One handle that is open several times, while others come and go.

use super::open_verify_close;
use ur_ipc_fixtures::hierarchy::{Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::objects::{Exported, Owned};
use ur_ipc_fixtures::{At, InCase, Scenario, TestResult, Tests};

/// Objects that are opened besides: more than the caches of drivers and libraries have places for.
const OTHERS: usize = 72;

pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, format!("{}::opened_often", F::NAME));
    group.test("among_others").checks("lifetime.counts.live").thorough().across(among_others::<F>);
    group.test("in_contexts").checks("lifetime.context.release_beside").thorough().across(in_contexts::<F>);
}

/// An import of which one of two Opens was closed, and one that is open once, stay as they are. They do so however many
/// others are opened and closed, or opened and kept.
fn among_others<F: Shareable>(s: &Scenario, source: &At<Source<F>>) -> TestResult {
    let others = s.here(|_| {
        let made = |number| {
            let object = F::create(source.in_context(), number)?;
            F::write(source, object.raw(), source.pattern())?;
            F::verify(source, object.raw(), source.pattern())?;
            let handle = F::export(source.in_context(), object.raw())?;
            Ok((handle, object))
        };
        let others = (0..OTHERS).map(made).collect::<TestResult<Vec<_>>>()?;
        source.queue().finish()?;
        Ok(others)
    })?;
    let handle = s.here(|_| source.export())?;
    let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| {
        let others = others.iter().map(|(handle, _)| handle.bytes()).collect::<Vec<_>>();
        Ok((handle.bytes(), others))
    })?;
    s.at(&consumer, |t| {
        let (bytes, others) = &*bytes;
        let open = |bytes: &[u8]| F::open(f.in_context(), bytes);
        let holds = |import: &Owned<F::Raw>| F::verify(&f, import.raw(), t.source_pattern());
        for keeps in [false, true] {
            let (first, second) = (open(bytes)?, open(bytes)?);
            first.release()?;
            let mut kept = Vec::new();
            for (number, other) in others.iter().enumerate() {
                let import = open(other)?;
                holds(&import)?;
                if keeps {
                    kept.push(import);
                } else {
                    f.queue().finish()?;
                    import.release()?;
                }
                holds(&second).in_case(format!("after {} others were opened", number + 1))?;
            }
            open_verify_close::<F>(&f, bytes)?;
            holds(&second)?;
            kept.iter().try_for_each(holds).in_case("one of many that are open")?;
            f.queue().finish()?;
            kept.into_iter().try_for_each(Owned::release)?;
            holds(&second).in_case("after all others were closed")?;
            f.queue().finish()?;
            second.release()?;
        }
        Ok(())
    })?;
    s.leave(consumer)?;
    s.here(|_| {
        others.take().into_iter().try_for_each(|(handle, object): (Exported, Owned<F::Raw>)| {
            handle.release()?;
            object.release()
        })?;
        handle.take().release()
    })
    .map(drop)
}

/// An import that is open in several contexts, several times in each, stays valid in each context until that has closed
/// it. The order in which they close it and go does not matter.
fn in_contexts<F: Shareable>(s: &Scenario, source: &At<Source<F>>) -> TestResult {
    /// The contexts in the order in which they close what they have opened twice, and go: each one before the others once.
    const ORDERS: [[usize; 3]; 4] = [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]];
    let handle = s.here(|_| source.export())?;
    let consumer = s.peer("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| {
        for order in ORDERS {
            let set_up = |_| UrQueueTest::over(t, &[t.device()]);
            let mut contexts =
                (0..order.len()).map(set_up).map(|f| f.map(Some)).collect::<TestResult<Vec<_>>>()?;
            let mut imports = Vec::new();
            for f in contexts.iter().flatten() {
                let open = |_| F::open(f.in_context(), &bytes);
                imports.push((0..2).map(open).collect::<TestResult<Vec<_>>>()?);
            }
            let all_hold = |contexts: &[Option<UrQueueTest>], imports: &[Vec<Owned<F::Raw>>]| {
                contexts.iter().zip(imports).try_for_each(|(f, imports)| {
                    let Some(f) = f else { return Ok(()) };
                    let mut imports = imports.iter();
                    imports.try_for_each(|import| F::verify(f, import.raw(), t.source_pattern()))?;
                    f.queue().finish()
                })
            };
            for (turn, number) in order.into_iter().enumerate() {
                let case = format!("in turn {turn} of {order:?}");
                all_hold(&contexts, &imports).in_case(&case)?;
                imports[number].pop().map_or(Ok(()), Owned::release)?;
                all_hold(&contexts, &imports).in_case(&case)?;
                imports[number].pop().map_or(Ok(()), Owned::release)?;
                contexts[number].take().map_or(Ok(()), UrQueueTest::release)?;
            }
        }
        Ok(())
    })?;
    s.leave(consumer)?;
    s.here(|_| {
        handle.take().release()?;
        source.verify()
    })
    .map(drop)
}
