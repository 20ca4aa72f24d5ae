//! Device work in one process that waits for a signal from another.

use super::peers::{Importer, copy_behind_work, send_held_signal, signal_after_work};
use super::work::{Reader, Work};
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::ladder::{CONSUMER, EventHandleFixture, UrIpcEventHandleTest};
use ur_ipc_fixtures::objects::{allocate, create_queue, fill};
use ur_ipc_fixtures::{Link, Peer, Role, Test, TestContext, TestResult, with};

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
    signal_after_work(t, &mut peer, &work, f.event(), 0x31)?;
    peer.join()
}

fn copies_after_signal(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let source = allocate(t, c.context(), t.env().device(), Work::SIZE)?;
    fill(t, c.queue().raw(), source.raw(), COPIED, Work::SIZE)?;
    let reader = Reader::new(t, c.context(), QueueFlags::NONE_SET)?;
    link.send("opened", &[])?;
    copy_behind_work(t, &mut link, &reader, source.raw(), c.event(), COPIED)
}

/// Device work of the consumer is not done before the producer's signal, and is done after it.
fn wait_list_held(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.recv("opened")?;
    for _ in 0..2 {
        send_held_signal(t, &mut peer, &queue, f.event())?;
    }
    peer.join()
}

fn copies_after_held_signal(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let source = allocate(t, c.context(), t.env().device(), Work::SIZE)?;
    fill(t, c.queue().raw(), source.raw(), COPIED, Work::SIZE)?;
    let reader = Reader::new(t, c.context(), QueueFlags::NONE_SET)?;
    link.send("opened", &[])?;
    (0..2).try_for_each(|_| copy_behind_work(t, &mut link, &reader, source.raw(), c.event(), COPIED))
}
