//! Data that one process writes with each command, and another one reads after the signal.

use super::queue_kinds::{KINDS, QueueKind, offered};
use super::{Consumer, PATH};
use crate::event::calls::submit_signal;
use std::cell::RefCell;
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::EventHandle;
use ur_ipc_fixtures::hierarchy::{UrIpcEventHandleTest, UrQueueTest};
use ur_ipc_fixtures::objects::{DeviceMemory, Event, Queue, check_bytes};
use ur_ipc_fixtures::situations::pairwise;
use ur_ipc_fixtures::{At, DevicePtr, IPC_MEMORY, InCase, Scenario, TestResult, Tests};

/// Bytes of the memory: all of them are written.
const SIZES: [usize; 5] = [4, 60, 4096, 3 << 20, 48 << 20];
/// Bytes at the end that are looked at first.
const LAST: usize = 64;
const LARGEST: usize = SIZES[SIZES.len() - 1];
/// The commands that write.
const COMMANDS: [&str; 4] =
    ["a fill", "a fill with a pattern of 8 bytes", "a copy of the device's", "a copy of the host's"];
/// The two ways to wait: by the host, and by the copy that reads.
const WAITS: [&str; 2] = ["on the host", "in a wait list"];

/// A test for each kind of queue that writes.
pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    for (number, QueueKind { name, needs, .. }) in KINDS.iter().enumerate() {
        let draft =
            group.test(&format!("written_by_{name}_queues")).checks("cross_process.event.orders_data");
        let draft = draft.needs(needs).needs(&[IPC_MEMORY]).thorough();
        draft.across(move |s, f: &At<UrIpcEventHandleTest>| written_by(s, f, number));
    }
}

/// One process after the other writes to memory of either and signals, without waiting for anything, and the other one reads
/// behind the signal.
fn written_by(s: &Scenario, f: &At<UrIpcEventHandleTest>, kind: usize) -> TestResult {
    let memory = s.here(|_| f.in_context().memory(LARGEST))?;
    let shared = s.here(|_| memory.export())?;
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let bytes = s.give(peer, |_| Ok(shared.bytes()))?;
    let opened = s.at(peer, |_| c.in_context().open_memory(&bytes))?;
    let here = s.here(|_| Side::new(f, f.event(), memory.raw(), kind))?;
    let there = s.at(peer, |_| Side::new(c, c.object(), opened.raw(), kind))?;

    let readers = offered(s, f)?;
    let rows = pairwise(&[COMMANDS.len(), SIZES.len(), 2, 2, WAITS.len(), readers.len()]);
    for (done, (row, value)) in rows.iter().zip((1..=255).cycle()).enumerate() {
        if done > 0 && !s.has_time(|| format!("{done} of {} commands", rows.len()))? {
            break;
        }
        let (size, with_event, reader) = (SIZES[row[1]], row[2] == 1, readers[row[5]]);
        let (writes, reads) = if row[3] == 0 { (&here, &there) } else { (&there, &here) };
        let case = format!(
            "{} of {size} bytes {}, found behind a wait {} by a queue {}",
            COMMANDS[row[0]],
            if with_event { "with an event" } else { "without an event" },
            WAITS[row[4]],
            KINDS[reader].name
        );
        s.in_process(writes.process(), |_| writes.write(row[0], size, value, with_event)).in_case(&case)?;
        s.in_process(reads.process(), |_| reads.find(row[4] == 0, size, value, reader)).in_case(&case)?;
        s.in_process(writes.process(), |_| writes.queue.finish())?;
    }
    s.at(peer, |_| {
        drop(there.take());
        opened.take().release()
    })?;
    s.leave(consumer.peer)
}

/// One of the two processes.
struct Side<'f> {
    f: &'f UrQueueTest,
    event: &'f Event,
    memory: DevicePtr,
    // Fields drop in this order.
    queue: Queue,
    /// The sources of copies, on the device and on the host: nothing changes them before the queue has finished.
    from: DeviceMemory,
    host: RefCell<Vec<u8>>,
}

impl<'f> Side<'f> {
    fn new(f: &'f UrQueueTest, event: &'f Event, memory: DevicePtr, kind: usize) -> TestResult<Self> {
        let queue = f.in_context().queue_with(KINDS[kind].flags)?;
        let from = f.in_context().memory(LARGEST)?;
        Ok(Self { f, event, memory, queue, from, host: RefCell::new(vec![0; LARGEST]) })
    }

    /// Enqueues a command that leaves this value everywhere, and a signal behind it.
    fn write(&self, command: usize, size: usize, value: u8, with_event: bool) -> TestResult {
        let (ur, queue, to) = (self.f.t().ur(), self.queue.raw(), self.memory.raw());
        let mut event = EventHandle::NULL;
        let given = if with_event { &raw mut event } else { null_mut() };
        let pattern = [value; 8];
        let fill = |length: usize| {
            let pattern = pattern.as_ptr().cast();
            ur.enqueue_usm_fill(queue, to, length, pattern, size, 0, null(), given)
        };
        let copy = |from| ur.enqueue_usm_memcpy(queue, false, to, from, size, 0, null(), given);
        match command {
            0 => fill(1),
            1 => fill(if size.is_multiple_of(8) { 8 } else { 4 }),
            2 => {
                self.f.queue().fill(self.from.raw(), value, size)?;
                copy(self.from.raw().raw())
            }
            _ => {
                let mut host = self.host.borrow_mut();
                host.fill(value);
                copy(host.as_ptr().cast())
            }
        }
        .ok()?;
        let given = with_event.then(|| self.queue.event_of_command(event)).transpose()?;
        submit_signal(&self.queue, self.event)?;
        given.map_or(Ok(()), Event::release)
    }

    /// Waits for the signal, and finds the value everywhere.
    fn find(&self, on_host: bool, size: usize, value: u8, kind: usize) -> TestResult {
        let queue = self.f.in_context().queue_with(KINDS[kind].flags)?;
        let list = self.event.raw();
        let (count, list) = if on_host { (0, null()) } else { (1, &raw const list) };
        if on_host {
            self.event.wait()?;
        }
        // What is written last is looked at first.
        let mut last = vec![!value; size.min(LAST)];
        let (to, from) = (last.as_mut_ptr().cast(), self.memory.at(size - last.len()));
        let (ur, queue, bytes) = (self.f.t().ur(), queue.raw(), last.len());
        ur.enqueue_usm_memcpy(queue, true, to, from.raw(), bytes, count, list, null_mut()).ok()?;
        check_bytes(self.f.t(), "the last bytes that were written before the signal", &last, value)?;
        let found = self.f.read(self.memory, size)?;
        check_bytes(self.f.t(), "what was written before the signal", &found, value)
    }
}
