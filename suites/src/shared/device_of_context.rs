//! Contexts of several devices, of which the device under test is not the first.

use crate::open_calls::Opening;
use ur_ipc_fixtures::hierarchy::{Events, Shareable, UrQueueTest};
use ur_ipc_fixtures::{At, Need, Scenario, TestContext, TestResult, Tests};

/// An object is exported from a context, and opened in one, that lists its device behind another one.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "cross_process::device_of_context");
    let draft = group.test(F::NAME).checks("cross_process.device_of_context").needs(F::NEEDS);
    draft.needs(&[Need::SecondDevice]).across(|s, _: &At<()>| behind_another::<F>(s));
}

/// A context over two devices, with a queue on the second, which is the one under test.
fn second_of_two(t: &TestContext) -> TestResult<UrQueueTest> {
    UrQueueTest::over(t, &[t.second_device(), t.device()])
}

fn behind_another<F: Shareable>(s: &Scenario) -> TestResult {
    let exporter = s.here(second_of_two)?;
    let object = s.here(|t| {
        let object = F::create(exporter.in_context(), 0)?;
        F::write(&exporter, object.raw(), t.source_pattern())?;
        F::verify(&exporter, object.raw(), t.source_pattern())?;
        Ok(object)
    })?;
    let handle = s.here(|_| F::export(exporter.in_context(), object.raw()))?;
    let consumer = s.peer("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| {
        let f = second_of_two(t)?;
        let (called, import) = Opening::of(&f, &bytes).make::<F>(t);
        // An event is for all devices of its context, and the other one may not reach it.
        let for_all = F::NAME == Events::NAME;
        let reached = t.peer_access(t.second_device(), t.device()) != Ok(false);
        if for_all && !reached && !called.result.is_success() {
            t.note_less("the other device does not reach the event's");
            return called.expect_error().map(drop);
        }
        if called.result.is_unsupported() {
            t.note_less("the other device shares nothing of this kind");
            return called.offered().map(drop);
        }
        called.ok()?;
        F::verify(&f, F::raw(import), t.source_pattern())?;
        f.queue().finish()?;
        F::close_call(t.ur(), f.context(), F::raw(import)).ok()
    })?;
    s.leave(consumer)?;
    s.here(|t| F::verify(&exporter, object.raw(), t.source_pattern())).map(drop)
}
