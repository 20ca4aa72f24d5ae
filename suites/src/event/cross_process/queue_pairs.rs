//! Each kind of queue that signals with each kind that waits, in two processes.

use super::PATH;
use super::pair::{PageCopy, Pair, Side};
use super::queue_kinds::{KINDS, QueueKind, offered};
use crate::event::work::{Reader, Work};
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::hierarchy::UrIpcEventHandleTest;
use ur_ipc_fixtures::{At, IPC_MEMORY, InCase, Scenario, TestResult, Tests};

/// A test for each kind that signals.
pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    for QueueKind { name, flags, needs } in &KINDS {
        let draft = group.test(&format!("signals_of_{name}_queues")).checks("event.imported.queue_kinds");
        let draft = draft.needs(needs).needs(&[IPC_MEMORY]).thorough();
        draft.across(|s, f: &At<UrIpcEventHandleTest>| signals_of(s, f, *flags));
    }
}

/// Each side writes by such a queue, then signals. Behind the signal the other side copies the written bytes, by a
/// queue of each kind.
fn signals_of(s: &Scenario, f: &At<UrIpcEventHandleTest>, flags: QueueFlags) -> TestResult {
    let ours = s.here(|t| Work::by_queue(t, f.in_context(), flags))?;
    let shared = s.here(|_| ours.memory().export())?;
    let pair = Pair::new(s, f)?;
    let (c, peer) = (&pair.consumer.import, &pair.consumer.peer);
    let bytes = s.give(peer, |_| Ok(shared.bytes()))?;
    let theirs =
        s.at(peer, |t| Work::over_by(t, c.in_context(), c.in_context().open_memory(&bytes)?, flags))?;
    let mut value = 0x40;
    for kind in offered(s, f)?.into_iter().map(|number| &KINDS[number]) {
        for from in [Side::Source, Side::Import] {
            value += 1;
            let (work, seen) = if from == Side::Source { (&ours, &theirs) } else { (&theirs, &ours) };
            let reader = pair.at(from.other(), |t| {
                let own = if from == Side::Source { c.in_context() } else { f.in_context() };
                Reader::by_queue(t, own, kind.flags)
            })?;
            let copy = PageCopy { reader: &reader, page: &|| seen.last_page(), content: value };
            pair.copy_behind_work(from, work, value, &copy)
                .in_case(format!("with a queue that waits of the kind {}", kind.name))?;
            pair.at(from.other(), |_| Ok(reader.take()))?;
        }
    }
    Ok(())
}
