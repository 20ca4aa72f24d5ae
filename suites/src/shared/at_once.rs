//! Threads of a consumer that use what they open at the same time, each its own.

use super::open_verify_close;
use super::reached::Reached;
use crate::threads::on_threads;
use ur_ipc_fixtures::api::Family;
use ur_ipc_fixtures::hierarchy::{CONTENT, Events, Fixture, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::objects::{Context, Owned};
use ur_ipc_fixtures::{At, IPC_EVENTS, InCase, TestContext, TestResult, Tests};

const THREADS: usize = 4;
/// The number of rounds of each thread.
const ROUNDS: usize = 60;

/// Each thread opens a handle of its own, writes and reads what it leads to, and closes it.
pub(super) fn contents<F: Reached>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, format!("{}::concurrent", F::NAME));
    let draft = group.test("contents").checks(concurrent(F::FAMILY)).needs(F::NEEDS).thorough();
    draft.across(|s, f: &At<UrQueueTest>| {
        let objects = s.here(|_| {
            let object = |_| F::sized(f.in_context(), CONTENT);
            (0..THREADS).map(object).collect::<TestResult<Vec<_>>>()
        })?;
        let handles = s.here(|_| {
            let export = |object: &Owned<F::Raw>| F::export(f.in_context(), object.raw());
            objects.iter().map(export).collect::<TestResult<Vec<_>>>()
        })?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes: At<Vec<Vec<u8>>> =
            s.give(&consumer, |_| Ok(handles.iter().map(|handle| handle.bytes()).collect()))?;
        s.at(&consumer, |t| {
            let (context, bytes) = (there.in_context(), &*bytes);
            let body = |thread: usize| move || rounds::<F>(t, context, &bytes[thread], thread);
            on_threads((0..THREADS).map(body)).map(drop)
        })?;
        s.leave(consumer)?;
        s.here(|t| {
            objects.iter().enumerate().try_for_each(|(thread, object)| {
                let last = t.pattern(thread * ROUNDS + ROUNDS - 1);
                F::verify(f, object.raw(), last).in_case(format!("what thread {thread} wrote last"))
            })
        })
        .map(drop)
    });
}

/// Two threads of a consumer open and close in one context, one of them one family and one the other.
pub(super) fn families<F: Shareable, G: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, format!("{}::concurrent", F::NAME));
    let draft = group.test(&format!("beside_{}", G::NAME)).checks(concurrent(F::FAMILY));
    let draft = draft.checks(concurrent(G::FAMILY));
    draft.needs(G::NEEDS).across(|s, one: &At<Source<F>>| {
        let other = s.here(Source::<G>::set_up)?;
        let handles = s.here(|_| Ok((one.export()?, other.export()?)))?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok([handles.0.bytes(), handles.1.bytes()]))?;
        s.at(&consumer, |_| {
            let (context, bytes) = (there.in_context(), &*bytes);
            let bodies = [opened_often::<F> as fn(&Context, &[u8]) -> TestResult, opened_often::<G>];
            on_threads(bodies.into_iter().zip(bytes).map(|(body, handle)| move || body(context, handle)))?;
            open_verify_close::<F>(&there, &bytes[0])?;
            open_verify_close::<G>(&there, &bytes[1])
        })?;
        s.leave(consumer)
    });
}

fn opened_often<F: Shareable>(context: &Context, handle: &[u8]) -> TestResult {
    (0..ROUNDS).try_for_each(|round| {
        let opened = F::open(context, handle).and_then(Owned::release);
        opened.in_case(format!("{}, round {round}", F::NAME))
    })
}

/// The requirement of a family.
fn concurrent(family: Family) -> &'static str {
    match family {
        Family::Memory => "memory.concurrent",
        Family::Physical => "physical_memory.concurrent",
        Family::Event => "event.concurrent",
    }
}

fn rounds<F: Reached>(t: &TestContext, context: &Context, handle: &[u8], thread: usize) -> TestResult {
    let queue = context.queue()?;
    for round in 0..ROUNDS {
        let pattern = t.pattern(thread * ROUNDS + round);
        let import = F::open(context, handle)?;
        F::reach(context, import.raw(), CONTENT, |at| {
            queue.write(at, &pattern.bytes(0, CONTENT))?;
            pattern.verify(t, 0, &queue.read(at, CONTENT)?)
        })
        .in_case(format!("thread {thread}, round {round}"))?;
        import.release()?;
    }
    Ok(())
}

/// Each thread signals an import of its own, and waits for it on the host and in the wait list of a command of its own queue.
pub(super) fn signals(tests: &mut Tests) {
    let mut group = tests.group("event", "event::concurrent");
    let draft = group.test("signals_in_peer").checks("event.concurrent").needs(&[IPC_EVENTS]).thorough();
    draft.across(|s, f: &At<UrQueueTest>| {
        let events = s.here(|_| {
            let event = |_| {
                let event = f.in_context().shareable_event()?;
                f.signal_and_finish(&event)?;
                Ok(event)
            };
            (0..THREADS).map(event).collect::<TestResult<Vec<_>>>()
        })?;
        let handles =
            s.here(|_| events.iter().map(|event| event.export()).collect::<TestResult<Vec<_>>>())?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes: At<Vec<Vec<u8>>> =
            s.give(&consumer, |_| Ok(handles.iter().map(|handle| handle.bytes()).collect()))?;
        s.at(&consumer, |_| {
            let (context, bytes) = (there.in_context(), &*bytes);
            let body = |thread: usize| move || signal_often(context, &bytes[thread]);
            on_threads((0..THREADS).map(body)).map(drop)
        })?;
        s.here(|_| events.iter().try_for_each(|event| event.wait_complete("a source"))).map(drop)
    });
}

fn signal_often(context: &Context, handle: &[u8]) -> TestResult {
    let (signals, waits) = (context.queue()?, context.queue()?);
    let import = Events::open(context, handle)?;
    for _ in 0..ROUNDS {
        signals.signal(&import)?;
        signals.flush()?;
        let behind = waits.barrier(&[import.raw()])?;
        waits.flush()?;
        behind.wait_complete("a barrier behind an import")?;
        import.wait_complete("an import that was signalled on its own thread")?;
        signals.finish()?;
    }
    import.release()
}

/// Threads retain and release one context while each uses a queue of its own in it.
pub(super) fn contexts(tests: &mut Tests) {
    let mut group = tests.group("memory", "lifetime::context_references");
    let draft = group.test("threads").checks("memory.concurrent_same_object").thorough();
    draft.on(|t, f: &UrQueueTest| {
        let body = |thread: usize| {
            move || {
                for round in 0..4 * ROUNDS {
                    t.ur().context_retain(f.context()).ok()?;
                    t.ur().context_release(f.context()).ok().in_case(format!("thread {thread}, {round}"))?;
                }
                Ok(())
            }
        };
        on_threads((0..THREADS).map(body))?;
        let memory = f.in_context().memory(CONTENT)?;
        f.write(memory.raw(), &t.pattern(0).bytes(0, CONTENT))?;
        t.pattern(0).verify(t, 0, &f.read(memory.raw(), CONTENT)?)
    });
}
