//! Calls with a live context that the object does not belong to: what happens is observed.

use crate::call_checks::{get, observe_in_peer};
use ur_ipc_fixtures::api::ContextHandle;
use ur_ipc_fixtures::hierarchy::{Memory, Physical, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::objects::Context;
use ur_ipc_fixtures::{At, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    of::<Memory>(tests, "other_context");
    of::<Physical>(tests, "other_context_physical");
}

fn of<F: Shareable>(tests: &mut Tests, name: &str) {
    let mut group = tests.group("memory", "memory::context");
    group.test(name).checks("memory.other_context").across(|s, source: &At<Source<F>>| {
        observe_in_peer(s, "producer", get_and_put_elsewhere::<F>)?;
        let export = s.here(|_| source.export())?;
        let handle = s.tell(|_| Ok(export.bytes()))?;
        observe_in_peer(s, "consumer", |t, f| close_elsewhere::<F>(t, f, &handle))?;
        s.here(|_| export.take().release())
    });
}

/// Gets and puts with another context than the object's.
fn get_and_put_elsewhere<F: Shareable>(t: &TestContext, f: &UrQueueTest) -> TestResult {
    let other = Context::on_device(t)?;
    let object = F::create(f.in_context(), 0)?;
    let (own, other) = (f.context(), other.raw());
    get_then_put::<F>(t, "Get with another context", (other, object.raw()), other, own);
    get_then_put::<F>(t, "Get with its own context", (own, object.raw()), other, own);
    object.release()
}

/// Gets, then puts with `first` and, if that is refused, with `second`; says what came of each.
fn get_then_put<F: Shareable>(
    t: &TestContext,
    what: &str,
    (context, object): (ContextHandle, F::Raw),
    first: ContextHandle,
    second: ContextHandle,
) {
    let (called, data) = get::<F>(t, context, object);
    let got = called.result;
    t.observe(what, got);
    if !got.is_success() {
        return;
    }
    let put = F::put_call(t.ur(), first, data).result;
    t.observe("Put with another context", put);
    if !put.is_success() {
        t.observe("then Put with the object's context", F::put_call(t.ur(), second, data).result);
    }
}

/// Opens the handle and closes it with another context, then with its own if that is refused.
fn close_elsewhere<F: Shareable>(t: &TestContext, f: &UrQueueTest, handle: &[u8]) -> TestResult {
    let other = Context::on_device(t)?;
    let opened = F::open(f.in_context(), handle)?.forget();
    let closed = F::close_call(t.ur(), other.raw(), opened).result;
    t.observe("Close with another context", closed);
    if !closed.is_success() {
        t.observe("then Close with its own context", F::close_call(t.ur(), f.context(), opened).result);
    }
    Ok(())
}
