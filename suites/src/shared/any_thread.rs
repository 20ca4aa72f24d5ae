//! Calls on threads that have done nothing else.

use crate::threads::on_fresh_thread;
use ur_ipc_fixtures::hierarchy::{Consumer, Events, Memory, Physical, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, Scenario, TestContext, TestResult, Tests};

/// Objects, handles and imports that one thread makes and another one ends; each call also works on a thread that has
/// made none before.
pub(super) fn tests<F: OnThreads>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, format!("{}::any_thread", F::NAME));
    group.test("get").checks(F::REQUIREMENT).across(get::<F>);
    group.test("open_and_close").checks(F::REQUIREMENT).in_consumer::<F>(open_and_close);
    group.test("create_and_release").checks(F::REQUIREMENT).on::<Source<F>>(create_and_release);
}

/// Get and Put work on a fresh thread, the same one or another, and what Get gives there opens.
fn get<F: Shareable>(s: &Scenario, source: &At<Source<F>>) -> TestResult<At<()>> {
    let handle = s.here(|_| {
        let (context, object) = (source.in_context(), source.raw());
        on_fresh_thread(|| F::export(context, object))
    })?;
    let consumer = s.peer("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| super::open_verify_close::<F>(&UrQueueTest::over(t, &[t.device()])?, &bytes))?;
    s.leave(consumer)?;
    s.here(|_| {
        let (context, object) = (source.in_context(), source.raw());
        let export = || F::export(context, object);
        let handle = handle.take();
        on_fresh_thread(|| handle.release())?;
        on_fresh_thread(|| export()?.release())?;
        let handle = export()?;
        on_fresh_thread(|| handle.release())?;
        on_fresh_thread(export)?.release()?;
        source.verify()
    })
}

/// Open and Close work on a fresh thread, and Close on another one than Open.
fn open_and_close<F: Shareable>(_: &TestContext, c: &Consumer<F>) -> TestResult {
    let (context, handle) = (c.in_context(), c.handle());
    let open = || F::open(context, handle);
    // Opened there, closed elsewhere.
    let opened = on_fresh_thread(open)?;
    c.verify(opened.raw())?;
    on_fresh_thread(|| opened.release())?;
    // Opened there, closed here.
    on_fresh_thread(open)?.release()?;
    // Opened here, closed there.
    let opened = open()?;
    on_fresh_thread(|| opened.release())?;
    // Both there.
    on_fresh_thread(|| open()?.release())?;
    let opened = open()?;
    c.verify(opened.raw())?;
    opened.release()
}

/// An object that one thread has made another one exports, and a third one releases.
fn create_and_release<F: Shareable>(_: &TestContext, source: &Source<F>) -> TestResult {
    let context = source.in_context();
    let create = || F::create(context, 0);
    for there in [false, true] {
        let object = if there { on_fresh_thread(create)? } else { create()? };
        // Whether an event can be exported before its first signal is for other tests.
        F::write(source, object.raw(), source.pattern())?;
        F::verify(source, object.raw(), source.pattern())?;
        source.queue().finish()?;
        let raw = object.raw();
        on_fresh_thread(|| F::export(context, raw))?.release()?;
        if there { object.release()? } else { on_fresh_thread(|| object.release())? }
    }
    Ok(())
}

/// A family, with the requirement of it.
pub(super) trait OnThreads: Shareable {
    const REQUIREMENT: &'static str;
}

impl OnThreads for Memory {
    const REQUIREMENT: &'static str = "memory.any_thread";
}

impl OnThreads for Physical {
    const REQUIREMENT: &'static str = "physical_memory.any_thread";
}

impl OnThreads for Events {
    const REQUIREMENT: &'static str = "event.any_thread";
}
