//! Objects that outlive the caller's reference to their context.

use super::open_verify_close;
use ur_ipc_fixtures::ladder::{Events, Fixture, Memory, Physical, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::objects::Context;
use ur_ipc_fixtures::{At, Called, TestContext, TestResult, Tests, Ur};

const IMPORTS: usize = 4;

/// A context released before the imports made in it: the consumer survives, and what it closes then is gone.
pub(super) fn tests<F: Import>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::context_release_before_object");
    group.test(F::NAME).checks("lifetime.context.release_before_object").across(
        |s, source: &At<Source<F>>| {
            let handle = s.here(|_| source.export())?;
            let bytes = s.tell(|_| Ok(handle.bytes()))?;
            let consumer = s.peer("consumer")?;
            let still_open = s.ask(&consumer, |t| close_last::<F>(t, &bytes))?;
            if still_open == 0 {
                s.leave(consumer)?;
            } else {
                // Imports that nobody can close any more go with their process, before the source does.
                s.kill(consumer)?;
            }
            s.here(|_| {
                handle.take().release()?;
                source.verify()
            })
            .map(drop)
        },
    );
}

/// Opens in contexts of their own, releases these, then the imports, and says how many of them could not be closed.
/// Whether a context that the caller has released is still one for Close is not decided anywhere: any answer of UR's
/// will do, a crash will not. A release that takes no context must succeed.
fn close_last<F: Import>(t: &TestContext, handle: &[u8]) -> TestResult<usize> {
    let f = UrQueueTest::set_up(t)?;
    let mut imports = Vec::new();
    for _ in 0..IMPORTS {
        let context = Context::on_device(t)?;
        let import = F::open(&context, handle)?.forget();
        let released = context.raw();
        context.release()?;
        imports.push((released, import));
    }
    // New contexts, perhaps where the old ones were.
    let _others = (0..IMPORTS).map(|_| Context::on_device(t)).collect::<TestResult<Vec<_>>>()?;
    let mut still_open = 0;
    for (i, (released, import)) in imports.into_iter().enumerate() {
        if i % 2 == 0
            && let Some(called) = F::release(t.ur(), import)
        {
            called.ok()?;
            continue;
        }
        let called = F::close_call(t.ur(), released, import);
        t.observe(&format!("closing import {i} after the release of its context"), called.result);
        t.check(called.result.name().is_some(), format!("{} is no code of UR's", called.result))?;
        still_open += usize::from(!called.result.is_success());
    }
    open_verify_close::<F>(&f, handle)?;
    Ok(still_open)
}

/// How imports of a family can be let go of without a context.
pub(super) trait Import: Shareable {
    /// The release that takes the object alone, where there is one.
    fn release(ur: &Ur, object: Self::Raw) -> Option<Called<'_>>;
}

impl Import for Memory {
    fn release(_: &Ur, _: Self::Raw) -> Option<Called<'_>> {
        None
    }
}

impl Import for Physical {
    fn release(ur: &Ur, object: Self::Raw) -> Option<Called<'_>> {
        Some(ur.physical_mem_release(object))
    }
}

impl Import for Events {
    fn release(ur: &Ur, event: Self::Raw) -> Option<Called<'_>> {
        Some(ur.event_release(event))
    }
}
