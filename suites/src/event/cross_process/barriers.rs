//! Copies that come behind another command, and not behind a wait list of their own.

use super::queue_kinds::{KINDS, QueueKind};
use super::{Consumer, PATH};
use crate::event::calls::submit_signal;
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::hierarchy::UrIpcEventHandleTest;
use ur_ipc_fixtures::objects::{Event, Owned, Queue, check_bytes};
use ur_ipc_fixtures::{
    At, DevicePtr, HOST_TASKS, IPC_MEMORY, InCase, Scenario, TestContext, TestResult, Tests,
};

/// Bytes of a copy: so few that a processor may be faster than a device.
const FEW: usize = 64;
/// Where it goes.
const TARGETS: [&str; 2] = ["memory of the process", "USM memory of the host"];
/// Completes the sentence "urEnqueueUSMMemcpy returned while ...".
const FRONT_HELD: &str = "a command in front of it waited for a signal that was held back";

/// What is enqueued in front of a copy, and waits for an event.
struct Front {
    name: &'static str,
    /// Whether it holds back what comes behind it in a queue in order only.
    in_order: bool,
    enqueue: fn(&TestContext, &Queue, EventHandle, &Used<'_>) -> TestResult,
}

/// What it may use: an event of its process, the import, and memory beside that.
struct Used<'u> {
    event: &'u Event,
    import: DevicePtr,
    beside: DevicePtr,
}

const FRONTS: [Front; 5] = [
    Front {
        name: "a barrier",
        in_order: false,
        enqueue: |t, queue, list, _| {
            t.ur().enqueue_events_wait_with_barrier(queue.raw(), 1, &raw const list, null_mut()).ok()
        },
    },
    Front {
        name: "an extended barrier",
        in_order: false,
        enqueue: |t, queue, list, _| {
            let (ur, queue, none) = (t.ur(), queue.raw(), null());
            ur.enqueue_events_wait_with_barrier_ext(queue, none, 1, &raw const list, null_mut()).ok()
        },
    },
    Front {
        name: "a barrier that signals an event",
        in_order: false,
        enqueue: |_, queue, list, used| queue.signal_behind(used.event, &[list]),
    },
    Front {
        name: "a fill",
        in_order: true,
        enqueue: |_, queue, list, used| queue.start_fill_behind(used.beside, 0x11, FEW, &[list]),
    },
    Front {
        name: "a copy",
        in_order: true,
        enqueue: |_, queue, list, used| queue.copy(used.beside, used.import, FEW, &[list]),
    },
];

/// A test for queues in order, and one for queues out of order.
pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    let ordered = [QueueFlags::NONE_SET, QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE];
    for QueueKind { name, flags, needs } in KINDS.iter().filter(|kind| ordered.contains(&kind.flags)) {
        let draft = group.test(&format!("copy_behind_barrier_of_{name}_queue"));
        let draft = draft.checks("cross_process.event.wait_list").needs(&[HOST_TASKS, IPC_MEMORY]);
        draft.needs(needs).across(|s, f: &At<UrIpcEventHandleTest>| copy_behind(s, f, *flags));
    }
}

/// The consumer waits on its queue for a signal behind a write of the first process, and then copies what is written to the
/// host: the call does not return before the signal, and gets what was written before that.
fn copy_behind(s: &Scenario, f: &At<UrIpcEventHandleTest>, flags: QueueFlags) -> TestResult {
    let queue = s.here(|_| f.in_context().queue())?;
    let memory = s.here(|_| f.in_context().memory(FEW))?;
    let shared = s.here(|_| memory.export())?;
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let bytes = s.give(peer, |_| Ok(shared.bytes()))?;
    let opened = s.at(peer, |_| c.in_context().open_memory(&bytes))?;
    let signalled = s.at(peer, |_| c.in_context().shareable_event())?;
    let beside = s.at(peer, |_| c.in_context().memory(FEW))?;
    let mut own = s.at(peer, |_| Ok(vec![0; FEW]))?;
    let host = s.at(peer, |_| c.in_context().host_memory(FEW))?;
    let has_host_memory = s.ask(peer, |_| Ok(host.is_some()))?;
    let targets = if has_host_memory { &[false, true][..] } else { &[false] };
    let is_in_order = !flags.contains(QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE);
    let fronts = FRONTS.iter().filter(|front| is_in_order || !front.in_order);
    let rows = fronts.flat_map(|front| targets.iter().map(move |&to_host_memory| (front, to_host_memory)));
    for ((front, to_host_memory), value) in rows.zip(0x41..) {
        let case = format!("behind {}, to {}", front.name, TARGETS[usize::from(to_host_memory)]);
        let gate = s.here(|t| {
            let gate = queue.hold()?;
            queue.start_fill(memory.raw(), value, FEW)?;
            submit_signal(&queue, f.event())?;
            t.let_threads_run();
            Ok(gate)
        })?;
        let waiting = s.at(peer, |t| {
            let waiting = c.in_context().queue_with(flags)?;
            let used = Used { event: &signalled, import: opened.raw(), beside: beside.raw() };
            (front.enqueue)(t, &waiting, c.object().raw(), &used).in_case(&case)?;
            Ok(waiting)
        })?;
        let target = s.at(peer, |_| {
            let own = DevicePtr::from(own.as_mut_ptr().cast());
            Ok(if to_host_memory { host.as_ref().map_or(own, Owned::raw) } else { own })
        })?;
        s.while_held(
            peer.process(),
            |t| {
                let (queue, from, to) = (waiting.raw(), opened.raw(), *target);
                Ok(t.while_held(FRONT_HELD).call(move |ur| {
                    ur.enqueue_usm_memcpy(queue, true, to.raw(), from.raw(), FEW, 0, null(), null_mut())
                }))
            },
            |s| s.here(|_| gate.open()).map(drop),
        )
        .in_case(&case)?;
        s.at(peer, |t| {
            let found = if to_host_memory { &c.read(*target, FEW)? } else { &*own };
            check_bytes(t, "a small copy", found, value).in_case(&case)?;
            waiting.finish()?;
            waiting.take().release()
        })?;
        s.here(|_| queue.finish())?;
    }
    s.at(peer, |_| {
        host.take().map_or(Ok(()), Owned::release)?;
        beside.take().release()?;
        signalled.take().release()?;
        opened.take().release()
    })?;
    s.leave(consumer.peer)
}
