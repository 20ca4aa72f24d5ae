//! Signals behind commands that wait for something else.

use super::queue_kinds::{KINDS, offered};
use super::{Consumer, PATH};
use crate::event::calls::submit_signal;
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::hierarchy::{UrIpcEventHandleTest, UrQueueTest};
use ur_ipc_fixtures::objects::{DeviceMemory, Event, Queue, check_bytes};
use ur_ipc_fixtures::{
    At, DevicePtr, Gate, HOST_TASKS, IPC_MEMORY, InCase, Scenario, TestContext, TestResult, Tests,
};

/// Bytes that each of the two commands writes.
const PART: usize = 4096;
/// The same in a queue that may divide a copy among several engines: more than the least that one divides.
const LARGE_PART: usize = 20 << 20;
/// Completes the sentence "urEventWait returned while ...".
const COMMANDS_HELD: &str = "the commands before the signal were held back";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    let draft = group.test("orders_data_of_held_commands").checks("cross_process.event.orders_data");
    draft.needs(&[IPC_MEMORY, HOST_TASKS]).across(behind_held_commands);
}

/// Each side by turns signals, with no wait list, behind commands of its queue that are held back. The other side waits until
/// they are done. In an out-of-order queue only the barrier of the signal orders the two.
fn behind_held_commands(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult {
    let memory = s.here(|_| f.in_context().memory(2 * LARGE_PART))?;
    let shared = s.here(|_| memory.export())?;
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let bytes = s.give(peer, |_| Ok(shared.bytes()))?;
    let opened = s.at(peer, |_| c.in_context().open_memory(&bytes))?;
    let here = s.here(|_| Ok(Side { f, event: f.event(), memory: memory.raw() }))?;
    let there = s.at(peer, |_| Ok(Side { f: c, event: c.object(), memory: opened.raw() }))?;
    let sides = [(&here, &there), (&there, &here)];
    // To wait for an event whose queue has been released is the subject of other tests.
    let (mut value, mut queues) = (0x50, Vec::new());
    for number in offered(s, f)? {
        let kind = &KINDS[number];
        // Both sides only where it matters most: each round takes a while.
        let (rounds, part) =
            if kind.flags == QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE { (2, LARGE_PART) } else { (1, PART) };
        for (signals, waits) in sides.iter().cycle().skip(number).take(rounds) {
            value += 1;
            let queue = across(s, signals, waits, kind.flags, (value, part));
            queues.push(queue.in_case(format!("signalled by a queue of the kind {}", kind.name))?);
        }
    }
    for queue in queues {
        s.in_process(queue.process(), |_| queue.take().release())?;
    }
    s.at(peer, |_| opened.take().release())?;
    s.leave(consumer.peer)?;
    s.here(|_| shared.take().release()).map(drop)
}

fn across(
    s: &Scenario,
    signals: &At<Side<'_>>,
    waits: &At<Side<'_>>,
    flags: QueueFlags,
    (value, part): (u8, usize),
) -> TestResult<At<Queue>> {
    let held = s.in_process(signals.process(), |t| signals.start(t, flags, (value, part)))?;
    s.while_held(
        waits.process(),
        |t| Ok(t.while_held(COMMANDS_HELD).wait(waits.event.raw())),
        |s| s.in_process(signals.process(), |_| held.gate.open()).map(drop),
    )?;
    s.in_process(waits.process(), |t| {
        waits.event.check_complete("the event on the side that has waited")?;
        let found = waits.f.read(waits.memory, 2 * part)?;
        check_bytes(t, "what held commands wrote before the signal", &found, value)
    })?;
    s.in_process(signals.process(), |_| held.take().finish())
}

/// One of the two processes.
struct Side<'f> {
    f: &'f UrQueueTest,
    event: &'f Event,
    memory: DevicePtr,
}

/// Commands that are held back, and their surroundings.
struct Held {
    // Fields drop in this order: the gate before the queues, and these before what their commands use.
    gate: Gate,
    first: Event,
    queue: Queue,
    gates: Queue,
    from: DeviceMemory,
}

impl Side<'_> {
    /// Enqueues a fill and a copy that wait for a held event, and a signal behind them. A queue that was held itself would hold
    /// back the signal as well, whatever the signal waits for. A copy that began earlier would miss what is held back, too.
    fn start(&self, t: &TestContext, flags: QueueFlags, (value, part): (u8, usize)) -> TestResult<Held> {
        let context = self.f.in_context();
        let (gates, queue) = (context.queue()?, context.queue_with(flags)?);
        let from = context.memory(part)?;
        self.f.queue().fill(from.raw(), !value, part)?;
        let gate = gates.hold()?;
        gates.start_fill(from.raw(), value, part)?;
        let first = gates.barrier(&[])?;
        gates.flush()?;
        queue.start_fill_behind(self.memory, value, part, &[first.raw()])?;
        queue.copy(self.memory.at(part), from.raw(), part, &[first.raw()])?;
        submit_signal(&queue, self.event)?;
        t.let_threads_run();
        Ok(Held { gate, first, queue, gates, from })
    }
}

impl Held {
    /// Releases all but the queue.
    fn finish(self) -> TestResult<Queue> {
        let Self { gate, first, queue, gates, from } = self;
        queue.finish()?;
        gates.finish()?;
        drop(gate);
        first.release()?;
        gates.release()?;
        from.release()?;
        Ok(queue)
    }
}
