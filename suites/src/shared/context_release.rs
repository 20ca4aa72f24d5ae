//! Objects that outlive the caller's reference to their context. Memory is not among them: Close takes a context, and there
//! is none left then.

use super::counts::Counted;
use super::open_verify_close;
use ur_ipc_fixtures::hierarchy::{Fixture, Source, UrQueueTest};
use ur_ipc_fixtures::objects::Context;
use ur_ipc_fixtures::{At, TestContext, TestResult, Tests};

const IMPORTS: usize = 4;

/// A context released before the imports made in it: these are released afterwards, and the handle opens as before.
pub(super) fn tests<F: Counted>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::context_release_before_object");
    group.test(F::NAME).checks("lifetime.context.release_before_object").across(
        |s, source: &At<Source<F>>| {
            let handle = s.here(|_| source.export())?;
            let bytes = s.tell(|_| Ok(handle.bytes()))?;
            let consumer = s.peer("consumer")?;
            s.at(&consumer, |t| release_last::<F>(t, &bytes))?;
            s.leave(consumer)?;
            s.here(|_| {
                handle.take().release()?;
                source.verify()
            })
        },
    );
}

/// Opens in contexts of their own, releases these, and then the imports.
fn release_last<F: Counted>(t: &TestContext, handle: &[u8]) -> TestResult {
    let f = UrQueueTest::set_up(t)?;
    let mut imports = Vec::new();
    for _ in 0..IMPORTS {
        let context = Context::on_device(t)?;
        imports.push(F::open(&context, handle)?.forget());
        context.release()?;
    }
    // New contexts, perhaps where the old ones were.
    let _others = (0..IMPORTS).map(|_| Context::on_device(t)).collect::<TestResult<Vec<_>>>()?;
    imports.into_iter().try_for_each(|import| F::release(t.ur(), import).ok())?;
    open_verify_close::<F>(&f, handle)
}
