//! Makes the calls, in the process that imports.

use super::row::{Row, Work};
use crate::call_checks::check_equal;
use crate::commands::{Command, Contents, EnqueueArguments, MemorySide, WRONG};
use crate::event::calls::{finished, submit_signal};
use crate::import::Import;
use crate::threads::on;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use ur_ipc_fixtures::api::EventHandle;
use ur_ipc_fixtures::hierarchy::{Events, Fixture, UrContextTest};
use ur_ipc_fixtures::objects::{DeviceMemory, Event, Imported, Queue};
use ur_ipc_fixtures::situations::{QUEUE_FLAGS, WAIT_LIST};
use ur_ipc_fixtures::{DevicePtr, Gate, InCase, TestContext, TestResult, spawn_in};

/// Calls without a wait between them.
const AT_A_TIME: usize = 256;

/// Makes the calls.
pub(super) struct Takes<'c> {
    t: TestContext,
    c: &'c Import<Events>,
    contents: Mutex<Contents>,
    // Fields drop in this order.
    /// Own events that are complete, enough for each list.
    complete: Vec<Event>,
    /// By the number of their kind.
    queues: BTreeMap<usize, Queue>,
    beside: DeviceMemory,
    import: Imported,
}

impl<'c> Takes<'c> {
    /// With queues of these kinds, and the memory of this handle, which holds what `contents` says.
    pub(super) fn new(
        t: &TestContext,
        c: &'c Import<Events>,
        kinds: &[usize],
        contents: Contents,
        handle: &[u8],
    ) -> TestResult<Self> {
        let context = c.in_context();
        let import = context.open_memory(handle)?;
        let beside = context.memory(contents.beside.len())?;
        c.write(beside.raw(), &contents.beside)?;
        let queues = kinds.iter().map(|&kind| Ok((kind, context.queue_with(QUEUE_FLAGS[kind])?)));
        let queues = queues.collect::<TestResult<_>>()?;
        let longest = WAIT_LIST.classes.iter().flat_map(|class| class.samples).max().copied().unwrap_or(1);
        let complete = (1..longest).map(|_| finished(c.queue())).collect::<TestResult<_>>()?;
        Ok(Self { t: t.clone(), c, contents: Mutex::new(contents), complete, queues, beside, import })
    }

    /// Makes the call of a row, and sees that its command comes behind what it waits for and does what it says.
    pub(super) fn perform(&self, row: &Row) -> TestResult {
        let (t, queue, gates) = (&self.t, &self.queues[&row.queue], self.c.queue());
        let beside_context = row.beside_context.then(|| UrContextTest::set_up(t)).transpose()?;
        let gate = row.held.then(|| gates.hold()).transpose()?;
        let own = if row.imported {
            submit_signal(gates, self.c.object())?;
            None
        } else {
            Some(gates.barrier(&[])?)
        };
        gates.flush()?;
        if gate.is_none() {
            gates.finish()?;
        }

        let given = queue.event_of_command(self.call(row, own.as_ref(), gate.as_ref())?)?;
        queue.flush()?;
        if row.held && row.length > 0 && !row.waits {
            given.check_pending("what is given by a command whose wait list is not complete")?;
        }
        if let Some(gate) = gate
            && !row.waits
        {
            gate.open()?;
        }
        given.wait()?;
        given.check_complete("what a command has given, after a wait for it")?;
        given.release()?;
        gates.finish()?;
        own.map_or(Ok(()), Event::release)?;
        drop(beside_context);
        row.command().map_or(Ok(()), |command| self.check(command))
    }

    /// The call; where it waits, another thread lets go what is held.
    fn call(&self, row: &Row, own: Option<&Event>, gate: Option<&Gate>) -> TestResult<EventHandle> {
        let mut list: Vec<EventHandle> =
            self.complete.iter().map(Event::raw).take(row.length.saturating_sub(1)).collect();
        if row.length > 0 {
            list.insert(row.place, own.unwrap_or(self.c.object()).raw());
        }
        let (list, queue) = (&*list, &self.queues[&row.queue]);
        let make = || self.enqueue(queue, &row.work, row.waits, list);
        let (t, is_open) = (&self.t, &AtomicBool::new(gate.is_none()));
        thread::scope(|scope| {
            let opens = |gate| {
                let open = move || {
                    t.give_fair_time();
                    is_open.store(true, Ordering::SeqCst);
                    Gate::open(gate)
                };
                spawn_in(scope, open)
            };
            let opener = gate.filter(|_| row.waits).map(opens).transpose()?;
            let made = on(row.on_other_thread, make)?;
            let returned_early = row.waits && row.length > 0 && !is_open.load(Ordering::SeqCst);
            opener.map_or(Ok(()), |opener| opener.join().unwrap_or_else(|panic| resume_unwind(panic)))?;
            t.check(!returned_early, "a blocking call returned while an event of its wait list was pending")?;
            Ok(made)
        })
    }

    #[track_caller]
    fn enqueue(
        &self,
        queue: &Queue,
        work: &Work,
        waits: bool,
        list: &[EventHandle],
    ) -> TestResult<EventHandle> {
        let (ur, mut event) = (self.t.ur(), EventHandle::NULL);
        let called = match work {
            Work::OnMemory(command) => {
                let arguments = EnqueueArguments { waits, list, event: &raw mut event };
                command.enqueue(ur, queue.raw(), |side| self.base(side), arguments)
            }
            Work::Other(taker) => taker(ur, queue.raw(), self.beside.raw(), list, &raw mut event),
        };
        called.ok()?;
        Ok(event)
    }

    fn base(&self, side: MemorySide) -> DevicePtr {
        match side {
            MemorySide::Import => self.import.raw(),
            MemorySide::Beside => self.beside.raw(),
        }
    }

    /// A command has done what it says, and nothing around that.
    fn check(&self, command: &Command) -> TestResult {
        let contents = &mut *self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        contents.take(command);
        contents.check_around(&self.t, command, |side, bytes| {
            self.c.read(self.base(side).at(bytes.start), bytes.len())
        })
    }

    /// Makes a small call so many times.
    pub(super) fn call_often(&self, work: &Work, times: usize) -> TestResult {
        let queue = self.c.queue();
        for number in 1..=times {
            queue.event_of_command(self.enqueue(queue, work, false, &[])?)?.release()?;
            queue.flush()?;
            if number % AT_A_TIME == 0 {
                queue.finish()?;
            }
        }
        queue.finish()?;
        work.command().map_or(Ok(()), |command| self.check(command))
    }

    /// All memory holds what all commands come to.
    pub(super) fn end(self) -> TestResult {
        let contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        for (side, bytes) in [(MemorySide::Import, &contents.import), (MemorySide::Beside, &contents.beside)]
        {
            check_equal(&self.t, WRONG, &self.c.read(self.base(side), bytes.len())?, bytes)
                .in_case(format!("{side:?}, behind all commands"))?;
        }
        drop(contents);
        self.beside.release()?;
        self.import.release()
    }
}
