//! Wait lists of all lengths, in which one event is held back in another process.

use super::queue_kinds::{KINDS, offered};
use super::{Consumer, PATH};
use crate::event::calls::{SIGNAL_HELD, finished, hold_signal};
use crate::event::work::LIST_HELD;
use crate::import::Import;
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::ladder::{Events, UrIpcEventHandleTest};
use ur_ipc_fixtures::objects::{DeviceMemory, Event, Queue, listed};
use ur_ipc_fixtures::situations::{Class, WAIT_LIST, pairwise};
use ur_ipc_fixtures::{At, HOST_TASKS, InCase, Scenario, TestContext, TestResult, Tests, WhileHeld};

/// What takes the list: the host, or a command.
const TAKERS: usize = 4;

/// A test for each class of lengths from two on.
pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    for class in WAIT_LIST.classes.iter().filter(|class| class.least > 1) {
        let name = class.name.replace('-', "_to_");
        let name = format!("list_of_{}", name.strip_suffix("_to_").unwrap_or(&name));
        let draft = group.test(&name).checks("cross_process.event.wait_list").needs(&[HOST_TASKS]).thorough();
        draft.across(move |s, f: &At<UrIpcEventHandleTest>| of_class(s, f, class));
    }
}

/// The import stands first, last and in the middle, among events that are complete: host, barrier, copy and signal wait for it.
fn of_class(s: &Scenario, f: &At<UrIpcEventHandleTest>, class: &Class) -> TestResult {
    let queue = s.here(|_| f.in_context().queue())?;
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let most = class.samples.iter().max().copied().unwrap_or_default();
    let complete = s.at(peer, |_| (1..most).map(|_| finished(c.queue())).collect::<TestResult<Vec<_>>>())?;
    let kinds = offered(s, f)?;
    for row in pairwise(&[class.samples.len(), 3, TAKERS, kinds.len()]) {
        let (length, kind) = (class.samples[row[0]] as usize, &KINDS[kinds[row[3]]]);
        let place = [0, length / 2, length - 1][row[1]];
        let gate = s.here(|t| hold_signal(t, &queue, f.event()))?;
        // Kept until the wait has ended.
        let taker = s.at(peer, |_| {
            let mut list: Vec<EventHandle> = complete.iter().map(Event::raw).take(length - 1).collect();
            list.insert(place, c.object().raw());
            Taker::new(c, list, kind.flags, row[2])
        })?;
        s.while_held(peer.process(), |t| taker.waits(t), |s| s.here(|_| gate.open()).map(drop))
            .in_case(format!("by a queue {}, with event {place} of {length} held back", kind.name))?;
        s.at(peer, |_| taker.take().end())?;
        s.here(|_| queue.finish())?;
    }
    Ok(())
}

/// What waits for a list.
struct Taker {
    // Fields drop in this order.
    given: Option<Event>,
    queue: Queue,
    memory: DeviceMemory,
    list: Vec<EventHandle>,
}

impl Taker {
    fn new(c: &Import<Events>, list: Vec<EventHandle>, flags: QueueFlags, which: usize) -> TestResult<Self> {
        let (queue, memory) = (c.in_context().queue_with(flags)?, c.in_context().memory(128)?);
        let given = match which {
            0 => None,
            1 => Some(queue.barrier(&list)?),
            2 => {
                let ((count, events), mut event) = (listed(&list), EventHandle::NULL);
                let (to, from) = (memory.raw().raw(), memory.raw().at(64).raw());
                let (ur, raw) = (c.t().ur(), queue.raw());
                ur.enqueue_usm_memcpy(raw, false, to, from, 64, count, events, &raw mut event).ok()?;
                Some(queue.event_of_command(event)?)
            }
            _ => {
                let event = c.in_context().shareable_event()?;
                queue.signal_behind(&event, &list)?;
                Some(event)
            }
        };
        queue.flush()?;
        Ok(Self { given, queue, memory, list })
    }

    fn waits(&self, t: &TestContext) -> TestResult<WhileHeld<'static>> {
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
