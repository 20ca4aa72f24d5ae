//! Imports that are released while a signal is still to come.

use super::calls::{SIGNAL_HELD, hold_signal};
use super::cross_process::Consumer;
use super::list_takers::LIST_TAKERS;
use super::work::LIST_HELD;
use std::panic::resume_unwind;
use std::ptr::null_mut;
use std::thread;
use ur_ipc_fixtures::api::EventHandle;
use ur_ipc_fixtures::hierarchy::{UrIpcEventHandleTest, UrQueueTest};
use ur_ipc_fixtures::objects::Event;
use ur_ipc_fixtures::{
    At, HOST_TASKS, InCase, Scenario, TestContext, TestResult, Tests, measure_growth, spawn_in,
};

const REQUIREMENT: &str = "lifetime.event.release_while_pending";

/// Completes the sentence "the status of ...".
const WHAT: &str = "the source after the release of its last import";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "lifetime::event");
    // The last import goes while the source, or the import itself, is signalled: the signal comes all the same, and not
    // before.
    group.test("release_while_pending").checks(REQUIREMENT).needs(&[HOST_TASKS]).on(release_while_pending);

    // A command goes on waiting for an import that is released behind it, as programs release events that they need no more.
    group
        .test("release_in_wait_list")
        .checks("lifetime.event.release_in_wait_list")
        .needs(&[HOST_TASKS])
        .on(release_in_wait_list);

    // The same of the last import in another process.
    let draft = group.test("release_while_pending_in_peer").checks(REQUIREMENT).needs(&[HOST_TASKS]);
    draft.across(|s, f: &At<UrIpcEventHandleTest>| {
        let queue = s.here(|_| f.in_context().queue())?;
        let Consumer { import, peer } = Consumer::start(s, "consumer", || f.handle())?;
        let gate = s.here(|t| hold_signal(t, &queue, f.event()))?;
        s.at(&peer, |_| import.take().release())?;
        s.here(|t| {
            t.let_threads_run();
            f.event().check_pending(WHAT)?;
            t.while_held(SIGNAL_HELD).wait(f.event().raw()).finish(queue.raw()).until(|| gate.open())?;
            f.event().check_complete(WHAT)
        })?;
        s.leave(peer)
    });

    // The same of many imports in another process: none of them is left after the signal, nor of those that a command waited for.
    let draft = group.test("cycles_while_pending").checks("lifetime.host.cycles").needs(&[HOST_TASKS]);
    draft.thorough().across(released_before_signal);
}

/// Opens of an event that is pending, each of which is released, in each cycle.
const OPENS: usize = 8;
const CYCLES: usize = 24;
/// Growth of memory that is put down to the allocator, in bytes a cycle: the steps of two processes need some.
const TOLERATED: usize = 4096;

/// What was opened and released before the signal has left nothing when that has come. The release may leave its end to the
/// signal, so that nothing is said of the time before.
fn released_before_signal(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult {
    let queue = s.here(|_| f.in_context().queue())?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(f.handle()))?;
    let (_, growth) = s.measure_growth(&consumer, CYCLES, || {
        let gate = s.here(|t| hold_signal(t, &queue, f.event()))?;
        s.at(&consumer, |_| {
            (0..OPENS).try_for_each(|_| {
                let import = there.in_context().open_event(&bytes)?;
                import.check_pending("an import that was opened before its signal")?;
                import.release()
            })
        })?;
        s.here(|_| {
            gate.open()?;
            queue.finish()
        })?;
        s.at(&consumer, |t| {
            let import = there.in_context().open_event(&bytes)?;
            import.wait_complete("an import that was opened after it")?;
            import.release()?;
            t.let_threads_run();
            Ok(())
        })
    })?;
    s.at(&consumer, |t| {
        growth.no_descriptors(t)?;
        growth.no_mappings(t)?;
        growth.no_memory(t, TOLERATED)
    })?;
    s.leave(consumer)?;
    s.here(|t| waited_for(t, f)).map(drop)
}

/// Imports that each command waits for.
const WAITED_FOR: usize = 30;

/// A command that has waited for an import, complete at the call, has no part in its end.
fn waited_for(t: &TestContext, f: &UrIpcEventHandleTest) -> TestResult {
    let memory = f.in_context().memory(4096)?;
    f.signal_and_finish(f.event())?;
    for (name, enqueue) in LIST_TAKERS {
        let cycle = |_| {
            let import = f.open()?;
            enqueue(t.ur(), f.queue().raw(), memory.raw(), &[import.raw()], null_mut()).ok()?;
            f.queue().finish()?;
            import.release()
        };
        measure_growth(t, WAITED_FOR, cycle)?.no_mappings(t).in_case(format!("after {name}"))?;
    }
    memory.release()
}

fn release_in_wait_list(t: &TestContext, f: &UrIpcEventHandleTest) -> TestResult {
    let memory = f.in_context().memory(4096)?;
    for (name, enqueue) in LIST_TAKERS {
        let (held, queue) = (f.in_context().queue()?, f.in_context().queue()?);
        let import = f.open()?;
        let gate = hold_signal(t, &held, f.event())?;
        let mut event = EventHandle::NULL;
        enqueue(t.ur(), queue.raw(), memory.raw(), &[import.raw()], &raw mut event).ok()?;
        let done = queue.event_of_command(event)?;
        queue.flush()?;
        let what = format!("a command by {name} that waits for an import which was released since");
        // Nothing says that the release may not wait for the command.
        thread::scope(|scope| {
            let released = spawn_in(scope, || import.release())?;
            t.let_threads_run();
            done.check_pending(&what)?;
            t.while_held(LIST_HELD).wait(done.raw()).finish(queue.raw()).until(|| gate.open())?;
            released.join().unwrap_or_else(|panic| resume_unwind(panic))
        })?;
        done.check_complete(&what)?;
        held.finish()?;
    }
    Ok(())
}

fn release_while_pending(t: &TestContext, f: &UrIpcEventHandleTest) -> TestResult {
    let second = f.in_context().shareable_event()?;
    f.signal_and_finish(&second)?;
    let handle = second.export()?;
    let (queues, bytes) = ([f.in_context().queue()?, f.in_context().queue()?], handle.bytes());
    let imports = [f.open()?, f.in_context().open_event(&bytes)?];
    let by_source = hold_signal(t, &queues[0], f.event())?;
    let by_import = hold_signal(t, &queues[1], &imports[1])?;
    imports.into_iter().try_for_each(Event::release)?;
    t.let_threads_run();
    let sources = [f.event(), &second];
    sources.iter().try_for_each(|source| source.check_pending(WHAT))?;
    let waits = t.while_held(SIGNAL_HELD).wait(sources[0].raw()).wait(sources[1].raw());
    waits.finish(queues[0].raw()).finish(queues[1].raw()).until(|| {
        by_source.open()?;
        by_import.open()
    })?;
    sources.iter().try_for_each(|source| source.check_complete(WHAT))?;
    f.open()?.wait_complete("an import that was opened after it")
}
