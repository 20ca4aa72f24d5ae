//! Copies that come behind a barrier, and not behind a wait list of their own.

use super::queue_kinds::{KINDS, QueueKind};
use super::{Consumer, PATH};
use crate::event::calls::submit_signal;
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::hierarchy::UrIpcEventHandleTest;
use ur_ipc_fixtures::objects::{Event, Queue, check_bytes};
use ur_ipc_fixtures::{
    At, DevicePtr, HOST_TASKS, IPC_MEMORY, InCase, Scenario, TestContext, TestResult, Tests,
};

/// Bytes of a copy: so few that a processor may be faster than a device.
const FEW: usize = 64;
/// Completes the sentence "urEnqueueUSMMemcpy returned while ...".
const BARRIER_HELD: &str = "a barrier before it waited for a signal that was held back";

/// A barrier that waits for one event, and may signal another one.
type Barrier = fn(&TestContext, &Queue, EventHandle, &Event) -> TestResult;

const BARRIERS: [(&str, Barrier); 3] = [
    ("a barrier", |t, queue, list, _| {
        t.ur().enqueue_events_wait_with_barrier(queue.raw(), 1, &raw const list, null_mut()).ok()
    }),
    ("an extended barrier", |t, queue, list, _| {
        let ur = t.ur();
        ur.enqueue_events_wait_with_barrier_ext(queue.raw(), null(), 1, &raw const list, null_mut()).ok()
    }),
    ("a barrier that signals an event", |_, queue, list, event| queue.signal_behind(event, &[list])),
];

/// A test for queues in order, and one for queues out of order.
pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    let ordered = [QueueFlags::NONE_SET, QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE];
    for QueueKind { name, flags, needs } in KINDS.iter().filter(|kind| ordered.contains(&kind.flags)) {
        let draft = group.test(&format!("copy_behind_barrier_of_{name}_queue"));
        let draft = draft.checks("cross_process.event.wait_list").needs(&[HOST_TASKS, IPC_MEMORY]);
        draft.needs(needs).across(|s, f: &At<UrIpcEventHandleTest>| copy_behind_barrier(s, f, *flags));
    }
}

/// The consumer waits on its queue for a signal behind a write of the first process, and then copies what is written to the
/// host: the call does not return before the signal, and gets what was written before that.
fn copy_behind_barrier(s: &Scenario, f: &At<UrIpcEventHandleTest>, flags: QueueFlags) -> TestResult {
    let queue = s.here(|_| f.in_context().queue())?;
    let memory = s.here(|_| f.in_context().memory(FEW))?;
    let shared = s.here(|_| memory.export())?;
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let bytes = s.give(peer, |_| Ok(shared.bytes()))?;
    let opened = s.at(peer, |_| c.in_context().open_memory(&bytes))?;
    let signalled = s.at(peer, |_| c.in_context().shareable_event())?;
    let mut target = s.at(peer, |_| Ok(vec![0; FEW]))?;
    for ((name, barrier), value) in BARRIERS.into_iter().zip(0x41..) {
        let gate = s.here(|t| {
            let gate = queue.hold()?;
            queue.start_fill(memory.raw(), value, FEW)?;
            submit_signal(&queue, f.event())?;
            t.let_threads_run();
            Ok(gate)
        })?;
        let waiting = s.at(peer, |t| {
            let waiting = c.in_context().queue_with(flags)?;
            barrier(t, &waiting, c.object().raw(), &signalled).in_case(name)?;
            Ok(waiting)
        })?;
        s.while_held(
            peer.process(),
            |t| {
                let (queue, from, to) =
                    (waiting.raw(), opened.raw(), DevicePtr::from(target.as_mut_ptr().cast()));
                Ok(t.while_held(BARRIER_HELD).call(move |ur| {
                    ur.enqueue_usm_memcpy(queue, true, to.raw(), from.raw(), FEW, 0, null(), null_mut())
                }))
            },
            |s| s.here(|_| gate.open()).map(drop),
        )
        .in_case(name)?;
        s.at(peer, |t| {
            check_bytes(t, "a copy behind a barrier", &target, value).in_case(name)?;
            waiting.finish()?;
            waiting.take().release()
        })?;
        s.here(|_| queue.finish())?;
    }
    s.at(peer, |_| {
        signalled.take().release()?;
        opened.take().release()
    })?;
    s.leave(consumer.peer)
}
