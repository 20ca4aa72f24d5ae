//! Work of a process while one of its threads waits for another process's signal.

use super::{Consumer, PATH};
use crate::event::calls::{SIGNAL_HELD, finished, hold_signal};
use crate::shared::open_verify_close;
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};
use ur_ipc_fixtures::api::{EntryPoint, Sharing};
use ur_ipc_fixtures::hierarchy::{
    CONTENT, Events, Memory, Physical, Shareable, UrIpcEventHandleTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{Context, Owned};
use ur_ipc_fixtures::{At, BlockedCalls, Group, HOST_TASKS, Scenario, TestContext, TestResult, Tests};

/// Calls of each family beside the wait, in the context that it is in.
pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    let draft = group.test("wait_beside_work").checks("event.imported.wait_beside_calls");
    draft.needs(&[HOST_TASKS]).thorough().across(beside_work);
    let draft = group.test("finish_beside_calls").checks("event.imported.wait_beside_calls");
    draft.needs(&[HOST_TASKS]).thorough().across(beside_finish);
    sharing::<Memory>(&mut group);
    sharing::<Physical>(&mut group);
    sharing::<Events>(&mut group);
    beside_copy::<Memory>(&mut group, |_, _| Ok(()));
    beside_copy::<Physical>(&mut group, |context, object| {
        context.with_mapping(object, context.granularity()?, |_| Ok(()))
    });
    beside_copy::<Events>(&mut group, |_, _| Ok(()));
}

/// An action beside a thread that waits, by the name of the entry point that it exercises.
type Beside<'b> = (&'static str, &'b (dyn Fn(&TestContext) -> TestResult + Sync));

/// Runs `beside` in the consumer while a thread of it waits for an import whose signal is held back here.
fn while_waiting(
    s: &Scenario,
    f: &At<UrIpcEventHandleTest>,
    consumer: &Consumer,
    beside: Beside<'_>,
) -> TestResult {
    while_inside(s, f, consumer, beside, |waits| Ok(waits.wait(consumer.event().raw())))
}

/// Runs `beside` in the consumer while a thread of it is inside a call that waits for an import whose signal is held back here.
fn while_inside<'b>(
    s: &Scenario,
    f: &At<UrIpcEventHandleTest>,
    consumer: &Consumer,
    (name, body): Beside<'b>,
    call: impl FnOnce(BlockedCalls<'b>) -> TestResult<BlockedCalls<'b>>,
) -> TestResult {
    let queue = s.here(|_| f.in_context().queue())?;
    let gate = s.here(|t| hold_signal(t, &queue, f.event()))?;
    let calls = |t: &TestContext| {
        let context = t.clone();
        Ok(call(t.while_held(SIGNAL_HELD))?.meanwhile(name, move || body(&context)))
    };
    s.while_held(consumer.peer.process(), calls, |s| s.here(|_| gate.open()).map(drop))?;
    s.here(|_| queue.finish()).map(drop)
}

/// Queues and events are made, shared and released while a thread waits for a queue whose commands wait for an import. Commands
/// are not: one engine may be all that the device has.
fn beside_finish(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult {
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let c = &consumer.import;
    let behind = s.at(&consumer.peer, |_| c.in_context().queue())?;
    let body = |t: &TestContext| {
        for context in [c.in_context(), &Context::on_device(t)?] {
            let queue = context.queue()?;
            let event = context.shareable_event()?;
            let handle = event.export()?;
            context.open_event(&handle.bytes())?.release()?;
            handle.release()?;
            event.release()?;
            queue.release()?;
        }
        c.object().check_pending("the import that is waited for")
    };
    while_inside(s, f, &consumer, ("urQueueCreate", &body), |waits| {
        behind.barrier(&[consumer.event().raw()])?.release()?;
        behind.flush()?;
        Ok(waits.finish(behind.raw()))
    })?;
    s.leave(consumer.peer)
}

/// Queues, commands, memory, events and contexts are made, used and released.
fn beside_work(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult {
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let c = &consumer.import;
    let body = |t: &TestContext| {
        for context in [c.in_context(), &Context::on_device(t)?] {
            let queue = context.queue()?;
            let memory = context.memory(4096)?;
            queue.write(memory.raw(), &t.pattern(0).bytes(0, 4096))?;
            t.pattern(0).verify(t, 0, &queue.read(memory.raw(), 4096)?)?;
            queue.fill(memory.raw(), 7, 4096)?;
            finished(&queue)?.wait_complete("a barrier beside the wait")?;
            let event = context.shareable_event()?;
            queue.signal(&event)?;
            event.wait_complete("an event that was signalled beside the wait")?;
            event.release()?;
            memory.release()?;
            queue.release()?;
        }
        Ok(())
    };
    while_waiting(s, f, &consumer, ("urEnqueueUSMMemcpy", &body))?;
    s.leave(consumer.peer)
}

/// Objects of a family are made, exported, put and released, and imports of the other process opened, used and closed.
fn sharing<F: Shareable>(group: &mut Group<'_>) {
    let name = format!("wait_beside_{}", F::NAME);
    let draft = group.test(&name).checks("event.imported.wait_beside_calls").needs(&[HOST_TASKS]);
    draft.needs(F::NEEDS).thorough().across(|s, f: &At<UrIpcEventHandleTest>| {
        let object = s.here(|t| {
            let object = F::create(f.in_context(), 0)?;
            F::write(f, object.raw(), t.source_pattern())?;
            F::verify(f, object.raw(), t.source_pattern())?;
            f.queue().finish()?;
            Ok(object)
        })?;
        let handle = s.here(|_| F::export(f.in_context(), object.raw()))?;
        let consumer = Consumer::start(s, "consumer", || f.handle())?;
        let c = &consumer.import;
        let bytes = s.give(&consumer.peer, |_| Ok(handle.bytes()))?;
        // Made before the wait, so that its release is tried beside that as well.
        let early = s.at(&consumer.peer, |_| {
            let own = F::create(c.in_context(), 1)?;
            F::write(c, own.raw(), c.t().pattern(1))?;
            F::verify(c, own.raw(), c.t().pattern(1))?;
            c.queue().finish()?;
            Ok(Mutex::new(Some((F::open(c.in_context(), &bytes)?, own))))
        })?;
        let body = |t: &TestContext| {
            let f = UrQueueTest::over(t, &[t.device()])?;
            open_verify_close::<F>(&f, &bytes)?;
            let import = F::open(c.in_context(), &bytes)?;
            import.release()?;
            let taken = early.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some((import, own)) = taken else { return Ok(()) };
            F::export(c.in_context(), own.raw())?.release()?;
            Owned::release(import)?;
            Owned::release(own)
        };
        while_waiting(s, f, &consumer, (EntryPoint::of(Sharing::Open, F::FAMILY).name, &body))?;
        s.leave(consumer.peer)
    });
}

/// Objects of a family are made and exported, and imports of the other process opened, while a thread is in a blocking copy that
/// waits for an import. `reach` makes more calls with an object. Their ends come after the copy, as those may wait for the work of
/// the device. Commands are not made: one engine may be all that the device has.
fn beside_copy<F: Shareable>(group: &mut Group<'_>, reach: fn(&Context, F::Raw) -> TestResult) {
    let name = format!("blocking_copy_beside_{}", F::NAME);
    let draft = group.test(&name).checks("event.imported.wait_beside_calls").needs(&[HOST_TASKS]);
    draft.needs(F::NEEDS).across(move |s, f: &At<UrIpcEventHandleTest>| {
        let object = s.here(|_| F::create(f.in_context(), 0))?;
        let handle = s.here(|_| F::export(f.in_context(), object.raw()))?;
        let consumer = Consumer::start(s, "consumer", || f.handle())?;
        let c = &consumer.import;
        let bytes = s.give(&consumer.peer, |_| Ok(handle.bytes()))?;
        // Between allocations of the device: into other memory of the host a driver may copy with its own lock held.
        let ready = s.at(&consumer.peer, |t| {
            let context = c.in_context();
            Ok((Context::on_device(t)?, context.queue()?, context.memory(CONTENT)?, context.memory(CONTENT)?))
        })?;
        let made = Mutex::new(Vec::new());
        let body = |_: &TestContext| {
            for context in [c.in_context(), &ready.0] {
                let own = F::create(context, 0)?;
                let import = F::open(context, &bytes)?;
                reach(context, own.raw())?;
                reach(context, import.raw())?;
                F::export(context, own.raw())?.release()?;
                made.lock().unwrap_or_else(PoisonError::into_inner).push((import, own));
            }
            Ok(())
        };
        let name = EntryPoint::of(Sharing::Open, F::FAMILY).name;
        while_inside(s, f, &consumer, (name, &body), |waits| {
            let (_, queue, from, to) = &*ready;
            let (queue, from, to) = (queue.raw(), from.raw(), to.raw());
            let list = consumer.event().raw();
            Ok(waits.call(move |ur| {
                let (from, to) = (from.raw(), to.raw());
                ur.enqueue_usm_memcpy(queue, true, to, from, CONTENT, 1, &raw const list, null_mut())
            }))
        })?;
        s.at(&consumer.peer, |_| {
            let made = made.into_inner().unwrap_or_else(PoisonError::into_inner);
            made.into_iter()
                .try_for_each(|(import, own)| Owned::release(import).and_then(|()| Owned::release(own)))
        })?;
        s.leave(consumer.peer)
    });
}
