//! Wait lists of all lengths, in which one event is held back in another process.

use super::queue_kinds::{KINDS, offered};
use super::{Consumer, PATH};
use crate::event::calls::{SIGNAL_HELD, finished, hold_signal};
use crate::event::list_takers::{BARRIER, COPY, FILL, HOST_TASK, ListTaker, WAIT};
use crate::event::work::LIST_HELD;
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::hierarchy::{UrIpcEventHandleTest, UrQueueTest};
use ur_ipc_fixtures::objects::{DeviceMemory, Event, Queue};
use ur_ipc_fixtures::situations::{Class, WAIT_LIST, three_wise};
use ur_ipc_fixtures::{At, BlockedCalls, HOST_TASKS, InCase, Scenario, TestContext, TestResult, Tests};

/// The calls that take the list.
const TAKERS: [&str; 8] = [
    "the host",
    "a barrier",
    "a copy",
    "a signal",
    "a barrier, with a copy behind it",
    "a fill",
    "a wait of the queue",
    "a host task",
];
/// The number of host tasks among them.
const OF_HOST_TASKS: usize = TAKERS.len() - 1;
/// The number of signals of the event since the row before.
const SIGNALS: [usize; 2] = [0, 33];

/// A test for each class of lengths but for none.
pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    for class in WAIT_LIST.classes.iter().filter(|class| class.least > 0) {
        let name = class.name.replace('-', "_to_");
        let name = format!("list_of_{}", name.strip_suffix("_to_").unwrap_or(&name));
        let draft = group.test(&name).checks("cross_process.event.wait_list").needs(&[HOST_TASKS]).thorough();
        draft.across(move |s, f: &At<UrIpcEventHandleTest>| of_class(s, f, class));
    }
}

/// The event of the other process stands first, last and in the middle, among events that are complete: nothing that waits for
/// the list ends before it.
fn of_class(s: &Scenario, f: &At<UrIpcEventHandleTest>, class: &Class) -> TestResult {
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let most = class.samples.iter().max().copied().unwrap_or_default() as usize;
    let sides = [s.here(|_| Side::new(f, f.event(), most))?, s.at(peer, |_| Side::new(c, c.object(), most))?];
    let kinds = offered(s, f)?;
    let rows = three_wise(&[class.samples.len(), 3, TAKERS.len(), kinds.len(), SIGNALS.len(), sides.len()]);
    for (done, row) in rows.iter().enumerate() {
        if done > 0 && !s.has_time(|| format!("{done} of {} lists", rows.len()))? {
            break;
        }
        let (length, kind) = (class.samples[row[0]] as usize, &KINDS[kinds[row[3]]]);
        // A test of its own is about these.
        if row[2] == OF_HOST_TASKS && kind.flags == QueueFlags::SUBMISSION_BATCHED {
            continue;
        }
        let place = [0, length / 2, length - 1][row[1]];
        let (signals, waits) = (&sides[row[5]], &sides[1 - row[5]]);
        let case = format!(
            "{} waits by a queue {}, with event {place} of {length} held back",
            TAKERS[row[2]], kind.name
        );
        let gate = s.in_process(signals.process(), |t| {
            signals.signal_often(SIGNALS[row[4]])?;
            hold_signal(t, &signals.queue, signals.event)
        })?;
        let taker = s
            .in_process(waits.process(), |_| waits.wait_for(length, place, kind.flags, row[2]))
            .in_case(&case)?;
        s.while_held(
            waits.process(),
            |t| taker.waits(t),
            |s| s.in_process(signals.process(), |_| gate.open()).map(drop),
        )
        .in_case(&case)?;
        s.in_process(waits.process(), |_| taker.take().end())?;
        s.in_process(signals.process(), |_| signals.queue.finish())?;
    }
    let [ours, theirs] = sides;
    s.at(peer, |_| {
        drop(theirs.take());
        Ok(())
    })?;
    drop(ours);
    s.leave(consumer.peer)
}

/// One of the two processes.
struct Side<'f> {
    f: &'f UrQueueTest,
    event: &'f Event,
    // Fields drop in this order.
    complete: Vec<Event>,
    queue: Queue,
}

impl<'f> Side<'f> {
    fn new(f: &'f UrQueueTest, event: &'f Event, most: usize) -> TestResult<Self> {
        let complete = (1..most).map(|_| finished(f.queue())).collect::<TestResult<_>>()?;
        Ok(Self { f, event, complete, queue: f.in_context().queue()? })
    }

    fn signal_often(&self, times: usize) -> TestResult {
        (0..times).try_for_each(|_| {
            self.queue.signal(self.event)?;
            self.queue.finish()
        })
    }

    /// Has something wait for so many events, by a new queue of this kind.
    fn wait_for(&self, length: usize, place: usize, flags: QueueFlags, which: usize) -> TestResult<Taker> {
        let mut list: Vec<EventHandle> = self.complete.iter().map(Event::raw).take(length - 1).collect();
        list.insert(place, self.event.raw());
        let context = self.f.in_context();
        let (queue, memory) = (context.queue_with(flags)?, context.memory(128)?);
        let enqueue = |taker: ListTaker, list: &[EventHandle]| {
            let mut event = EventHandle::NULL;
            taker(self.f.t().ur(), queue.raw(), memory.raw(), list, &raw mut event).ok()?;
            queue.event_of_command(event).map(Some)
        };
        let given = match which {
            0 => None,
            1 => enqueue(BARRIER, &list)?,
            2 => enqueue(COPY, &list)?,
            3 => {
                let event = context.shareable_event()?;
                queue.signal_behind(&event, &list)?;
                Some(event)
            }
            4 => {
                queue.barrier(&list)?.release()?;
                enqueue(COPY, &[])?
            }
            5 => enqueue(FILL, &list)?,
            6 => enqueue(WAIT, &list)?,
            _ => enqueue(HOST_TASK, &list)?,
        };
        queue.flush()?;
        Ok(Taker { given, queue, memory, list })
    }
}

/// The objects of a side that waits for lists.
struct Taker {
    // Fields drop in this order.
    given: Option<Event>,
    queue: Queue,
    memory: DeviceMemory,
    list: Vec<EventHandle>,
}

impl Taker {
    fn waits(&self, t: &TestContext) -> TestResult<BlockedCalls<'static>> {
        let Some(given) = &self.given else { return Ok(t.while_held(SIGNAL_HELD).wait_all(&self.list)) };
        given.check_pending("what is given by a command whose wait list is not complete")?;
        Ok(t.while_held(LIST_HELD).wait(given.raw()).finish(self.queue.raw()))
    }

    fn end(self) -> TestResult {
        self.queue.finish()?;
        self.given.map_or(Ok(()), Event::release)?;
        self.memory.release()
    }
}
