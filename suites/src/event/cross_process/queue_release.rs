//! Queues that are released while their commands are held back.

use super::queue_kinds::KINDS;
use super::{Consumer, PATH};
use crate::event::calls::{SIGNAL_HELD, submit_signal};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::hierarchy::{CONTENT, UrIpcEventHandleTest};
use ur_ipc_fixtures::objects::{Queue, check_bytes};
use ur_ipc_fixtures::{
    At, HOST_TASKS, IPC_MEMORY, Process, Scenario, Stop, TestContext, TestResult, Tests, spawn_in,
};

/// The value that a fill behind the held work writes.
const VALUE: u8 = 0x5e;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    for (name, by_import) in [("queue_released", false), ("queue_released_by_consumer", true)] {
        for (number, kind) in KINDS.iter().enumerate() {
            let is_usual = number == 0;
            let name = if is_usual { name.to_owned() } else { format!("{name}_{}", kind.name) };
            let draft = group.test(&name).checks("cross_process.event.queue_released").needs(kind.needs);
            let draft = draft.needs(&[HOST_TASKS, IPC_MEMORY]);
            let draft = if is_usual { draft } else { draft.thorough() };
            draft.across(move |s, f: &At<UrIpcEventHandleTest>| {
                queue_released(s, f, by_import, kind.flags, false)?;
                queue_released(s, f, by_import, kind.flags, true)
            });
        }
    }
}

/// A queue goes while what it is to write and to signal is held back: the other process sees neither before that is let go, and
/// both after it. Held back is a task of its own, or of another queue, for whose signal it waits.
fn queue_released(
    s: &Scenario,
    f: &At<UrIpcEventHandleTest>,
    by_import: bool,
    flags: QueueFlags,
    behind_another: bool,
) -> TestResult {
    let memory = s.here(|_| {
        let memory = f.in_context().memory(CONTENT)?;
        f.queue().fill(memory.raw(), !VALUE, CONTENT)?;
        Ok(memory)
    })?;
    let shared = s.here(|_| memory.export())?;
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let bytes = s.give(peer, |_| Ok(shared.bytes()))?;
    let opened = s.at(peer, |_| c.in_context().open_memory(&bytes))?;

    let (signals, waits) =
        if by_import { (peer.process(), Process::Here) } else { (Process::Here, peer.process()) };
    let context = s.in_process(signals, |_| Ok(if by_import { c.in_context() } else { f.in_context() }))?;
    let queue = s.in_process(signals, |_| context.queue_with(flags))?;
    let other = s.in_process(signals, |_| context.queue())?;
    let gate = s.in_process(signals, |t| {
        let gate = if behind_another { other.hold()? } else { queue.hold()? };
        if behind_another {
            let event = other.barrier(&[])?;
            other.flush()?;
            queue.barrier(&[event.raw()])?.release()?;
        }
        let (to, event) = if by_import { (opened.raw(), c.object()) } else { (memory.raw(), f.event()) };
        queue.start_fill(to, VALUE, CONTENT)?;
        submit_signal(&queue, event)?;
        t.let_threads_run();
        Ok(gate)
    })?;
    let event = || if by_import { f.event().raw() } else { c.object().raw() };
    s.while_held(
        waits,
        |t| Ok(t.while_held(SIGNAL_HELD).wait(event())),
        |s| s.in_process(signals, |t| released_meanwhile(t, queue.take(), || gate.open())).map(drop),
    )?;
    s.in_process(waits, |t| {
        let found = if by_import { f.read(memory.raw(), CONTENT)? } else { c.read(opened.raw(), CONTENT)? };
        check_bytes(t, "what the released queue was to write", &found, VALUE)
    })?;
    s.in_process(signals, |_| other.finish())?;
    s.at(peer, |_| opened.take().release())?;
    s.leave(consumer.peer)
}

/// Releases the queue, which may wait for its commands, and lets these go.
fn released_meanwhile(t: &TestContext, queue: Queue, open: impl FnOnce() -> TestResult) -> TestResult {
    let (raw, begun) = (queue.raw(), &AtomicBool::new(false));
    thread::scope(|scope| {
        let release = move || {
            begun.store(true, Ordering::SeqCst);
            queue.release()
        };
        let released = spawn_in(scope, release)?;
        t.wait_until("the thread that releases the queue", || Ok(begun.load(Ordering::SeqCst)))?;
        t.let_threads_run();
        open()?;
        let released = released.join().unwrap_or_else(|panic| resume_unwind(panic));
        if let Err(Stop::Fail(failure)) = &released
            && failure.left_out.is_some()
        {
            // The queue stays, and this process ends, while the other one waits for the commands.
            t.ur().queue_finish(raw).ok()?;
        }
        released
    })
}
