//! Wait lists of events that the process has signalled itself, before another process signals one of them.

use super::{Consumer, PATH};
use crate::event::calls::hold_signal;
use crate::event::list_takers::{check_done, submit_all};
use ur_ipc_fixtures::hierarchy::UrIpcEventHandleTest;
use ur_ipc_fixtures::{At, HOST_TASKS, InCase, Scenario, TestResult, Tests};

/// Completes the sentence "urEventWait returned while ...".
const ONE_HELD: &str = "the signal of one event in the list was held back in another process";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    let draft = group.test("wait_list_after_own_signals").checks("cross_process.event.wait_list");
    draft.needs(&[HOST_TASKS]).across(after_own_signals);
}

/// One queue of the consumer signals two imports, one after the other, and the first process then signals either of the two
/// anew. Waits for both, on the host and in wait lists, wait for that, whatever the order of the consumer's own signals says.
fn after_own_signals(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult {
    let queue = s.here(|_| f.in_context().queue())?;
    let second = s.here(|_| {
        let event = f.in_context().shareable_event()?;
        f.signal_and_finish(&event)?;
        Ok(event)
    })?;
    let handle = s.here(|_| second.export())?;
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let bytes = s.give(peer, |_| Ok(handle.bytes()))?;
    let other = s.at(peer, |_| c.in_context().open_event(&bytes))?;
    let memory = s.at(peer, |_| c.in_context().memory(128))?;
    for (case, of_second) in
        [("the first event signalled again", false), ("the second event signalled again", true)]
    {
        s.at(peer, |_| {
            let (early, late) = if of_second { (&*other, c.object()) } else { (c.object(), &*other) };
            c.queue().signal(early)?;
            c.queue().signal(late)?;
            c.queue().finish()
        })?;
        let gate = s.here(|t| hold_signal(t, &queue, if of_second { &second } else { f.event() }))?;
        let submitted = s.at(peer, |t| {
            let list = [c.object().raw(), other.raw()];
            submit_all(t, c.in_context(), memory.raw(), &list).in_case(case)
        })?;
        s.while_held(
            peer.process(),
            |t| {
                let waits = t.while_held(ONE_HELD).wait_all(&[c.object().raw(), other.raw()]);
                Ok(submitted.iter().fold(waits, |waits, (_, _, queue)| waits.finish(queue.raw())))
            },
            |s| s.here(|_| gate.open()).map(drop),
        )
        .in_case(case)?;
        s.at(peer, |_| check_done(&submitted).in_case(case))?;
        s.here(|_| queue.finish())?;
    }
    s.at(peer, |_| {
        memory.take().release()?;
        other.take().release()
    })?;
    s.leave(consumer.peer)
}
