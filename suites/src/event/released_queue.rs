//! Events whose last signal came from a queue that has been released.

use super::calls::submit_signal;
use super::cross_process::KINDS;
use ur_ipc_fixtures::hierarchy::UrQueueTest;
use ur_ipc_fixtures::objects::Event;
use ur_ipc_fixtures::{IPC_EVENTS, InCase, TestResult, Tests};

/// The first call with an event after the release of its queue.
type Ask = fn(&UrQueueTest, &Event) -> TestResult;

const ASKS: [(&str, Ask); 3] = [
    ("a wait", |_, event| event.wait_complete("an event whose queue was released")),
    ("a barrier that waits for it", |f, event| f.queue().barrier(&[event.raw()])?.release()),
    ("an export", |_, event| event.export()?.release()),
];

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "lifetime::event");
    for kind in &KINDS {
        let draft =
            group.test(&format!("queue_released_{}", kind.name)).checks("lifetime.event.queue_released");
        draft.needs(&[IPC_EVENTS]).needs(kind.needs).on(|_, f: &UrQueueTest| {
            let context = f.in_context();
            let event = context.shareable_event()?;
            // Another queue may have the place of the one that is gone.
            for replaced in [false, true] {
                for (first, ask) in ASKS {
                    let queue = context.queue_with(kind.flags)?;
                    submit_signal(&queue, &event)?;
                    queue.finish()?;
                    queue.release()?;
                    let _other = replaced.then(|| context.queue_with(kind.flags)).transpose()?;
                    ask(f, &event).in_case(format!("first {first}, another queue made: {replaced}"))?;
                    f.queue().finish()?;
                }
            }
            f.signal_and_finish(&event)?;
            event.wait_complete("an event that was signalled anew")?;
            event.release()
        });
    }
}
