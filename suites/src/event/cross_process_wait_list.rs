//! Device work in one process that waits for a signal from another.

use super::calls::submit_signal;
use super::peers::Importer;
use super::work::{Reader, Work};
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::ladder::{CONSUMER, EventHandleFixture, UrIpcEventHandleTest};
use ur_ipc_fixtures::objects::{allocate, create_queue, fill};
use ur_ipc_fixtures::{HeldQueue, Link, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::event::wait_list",
        &["cross_process.event.wait_list"],
        with!(EventHandleFixture, wait_list),
    )
    .roles(&[Role { name: CONSUMER, body: copies_after_signal }]),
    Test::new(
        "cross_process::event::wait_list_held",
        &["cross_process.event.wait_list"],
        with!(EventHandleFixture, wait_list_held),
    )
    .roles(&[Role { name: CONSUMER, body: copies_after_held_signal }]),
];

/// What the consumer copies when it has waited.
const COPIED: u8 = 0x9c;

/// Device work of the consumer that waits for the import is accepted and done.
fn wait_list(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let memory = allocate(t, f.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, f.context(), memory.raw())?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.recv("opened")?;
    work.start(0x31, f.event())?;
    peer.send("signalled", &[])?;
    peer.recv("copied")?;
    // The consumer's work came after the signal, and the signal after this.
    work.check(0x31)?;
    peer.join()
}

fn copies_after_signal(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let source = allocate(t, c.context(), t.env().device(), Work::SIZE)?;
    fill(t, c.queue().raw(), source.raw(), COPIED, Work::SIZE)?;
    let reader = Reader::new(t, c.context(), QueueFlags::NONE_SET)?;
    link.send("opened", &[])?;
    link.recv("signalled")?;
    let copy = reader.submit(source.raw(), c.event())?;
    let made = reader.finish(&copy, COPIED);
    link.send("copied", &[])?;
    made
}

/// Device work of the consumer is not done before the producer's signal, and is done after it.
fn wait_list_held(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.recv("opened")?;
    for _ in 0..2 {
        let gate = HeldQueue::hold(t, &queue)?;
        submit_signal(t, queue.raw(), f.event())?;
        peer.send("signalled", &[])?;
        peer.recv("looked")?;
        gate.open();
        peer.recv("copied")?;
        t.ur().queue_finish(queue.raw()).ok()?;
    }
    peer.join()
}

fn copies_after_held_signal(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let source = allocate(t, c.context(), t.env().device(), Work::SIZE)?;
    fill(t, c.queue().raw(), source.raw(), COPIED, Work::SIZE)?;
    let reader = Reader::new(t, c.context(), QueueFlags::NONE_SET)?;
    link.send("opened", &[])?;
    for _ in 0..2 {
        reader.reset()?;
        link.recv("signalled")?;
        let copy = reader.submit(source.raw(), c.event())?;
        let too_early = reader.check_not_made(&copy);
        // The other side opens its gate now; what was seen before is judged after.
        link.send("looked", &[])?;
        let made = reader.finish(&copy, COPIED);
        link.send("copied", &[])?;
        too_early?;
        made?;
    }
    Ok(())
}
