//! What the death of one process leaves to the other.

use super::calls::{SIGNAL_HELD, check_complete, check_pending, submit_held_signal, submit_signal, wait};
use super::fixtures::ShareableFixture;
use super::peers::Importer;
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::ladder::{
    CONSUMER, EventHandleFixture, Fixture, QueueFixture, UrContextTest, UrIpcEventHandleTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{
    create_queue, create_shareable_event, event_status, export_event, open_event,
};
use ur_ipc_fixtures::{HeldQueue, Link, Peer, Role, Test, TestContext, TestResult, with};

/// The role that owns the event in the tests of its death.
const PRODUCER: &str = "producer";
/// The role of a consumer that is there after another one's death.
const NEXT: &str = "next consumer";

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::event::consumer_death",
        &["cross_process.event.consumer_death"],
        with!(EventHandleFixture, consumer_death),
    )
    .roles(&[Role { name: CONSUMER, body: holds_import }, Role { name: NEXT, body: sees_signal }]),
    Test::new(
        "cross_process::event::consumer_death_after_signal",
        &["cross_process.event.consumer_death"],
        with!(EventHandleFixture, consumer_death_after_signal),
    )
    .roles(&[Role { name: CONSUMER, body: holds_after_signal }, Role { name: NEXT, body: sees_signal }]),
    Test::new(
        "cross_process::event::consumer_death_in_wait",
        &["cross_process.event.consumer_death"],
        with!(EventHandleFixture, consumer_death_in_wait),
    )
    .roles(&[Role { name: CONSUMER, body: waits_in_vain }, Role { name: NEXT, body: sees_signal }]),
    Test::new(
        "cross_process::event::producer_death",
        &["cross_process.event.producer_death"],
        with!(ShareableFixture, producer_death),
    )
    .roles(&[Role { name: PRODUCER, body: signals_and_stays }]),
    Test::new(
        "cross_process::event::producer_death_while_pending",
        &["cross_process.event.producer_death"],
        with!(ShareableFixture, producer_death_while_pending),
    )
    .roles(&[
        Role { name: PRODUCER, body: holds_back_signal },
        Role { name: CONSUMER, body: outlives_signaller },
    ]),
];

/// The event signals, waits, exports and opens here, and a new process sees its signal.
fn check_usable<'t>(t: &'t TestContext<'t>, f: &impl UrIpcEventHandleTest) -> TestResult {
    f.signal_and_finish(t, f.event())?;
    wait(t, f.event())?;
    check_complete(t, "the source after the death of a consumer", f.event())?;
    f.open(t)?.release()?;
    let handle = f.export(t)?;
    let mut next = Peer::start(t, NEXT)?;
    next.send("handle", &handle.bytes())?;
    next.recv("opened")?;
    f.signal_and_finish(t, f.event())?;
    next.send("signalled", &[])?;
    next.join()?;
    handle.release()
}

fn sees_signal(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    link.send("opened", &[])?;
    link.recv("signalled")?;
    wait(t, c.event())?;
    check_complete(t, "the import of a later consumer", c.event())?;
    c.release()
}

/// A consumer dies that holds an import, several times over.
fn consumer_death(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    for _ in 0..2 {
        let mut peer = Peer::start(t, CONSUMER)?;
        peer.send("handle", &f.handle())?;
        peer.recv("opened")?;
        peer.kill();
        f.signal_and_finish(t, f.event())?;
        check_complete(t, "the source after the death of a consumer", f.event())?;
    }
    check_usable(t, f)
}

fn holds_import(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    wait(t, c.event())?;
    link.send("opened", &[])?;
    link.recv("never sent").map(drop)
}

/// A consumer dies that has signalled its import.
fn consumer_death_after_signal(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.recv("signalled")?;
    peer.kill();
    wait(t, f.event())?;
    check_complete(t, "the source after a signal of a consumer that died", f.event())?;
    check_usable(t, f)
}

fn holds_after_signal(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    submit_signal(t, c.queue().raw(), c.event())?;
    t.ur().queue_finish(c.queue().raw()).ok()?;
    link.send("signalled", &[])?;
    link.recv("never sent").map(drop)
}

/// A consumer dies while it waits for a signal that is still to come; the signal comes all the same.
fn consumer_death_in_wait(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    let gate = HeldQueue::hold(t, &queue)?;
    submit_held_signal(t, queue.raw(), f.event())?;
    peer.send("signalled", &[])?;
    peer.recv("inside")?;
    peer.kill();
    t.give_fair_time();
    check_pending(t, "the source after the death of a consumer that waited", f.event())?;
    t.while_held(SIGNAL_HELD).wait(f.event()).finish(queue.raw()).until(|| gate.open())?;
    check_complete(t, "the source after the death of a consumer that waited", f.event())?;
    check_usable(t, f)
}

fn waits_in_vain(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    link.recv("signalled")?;
    t.while_held("its signal was held back in another process").wait(c.event()).until_told(
        |early| match early {
            Some(early) => Err(early.clone().into()),
            None => {
                link.send("inside", &[])?;
                link.recv("never sent").map(drop)
            }
        },
    )
}

/// Is inside a wait when the process dies that would have signalled. The wait may end then; this process lives.
fn outlives_signaller(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    link.recv("signalled")?;
    t.while_held("its signal was held back in another process").wait(c.event()).until_told(|early| {
        if let Some(early) = early {
            return Err(early.clone().into());
        }
        link.send("inside", &[])?;
        link.recv("died")?;
        t.give_fair_time();
        link.send("alive", &[])?;
        link.recv("never sent").map(drop)
    })
}

/// After the death of the producer a signal that has come stays seen, and the import can be released.
fn producer_death(t: &TestContext<'_>, f: &ShareableFixture<'_>) -> TestResult {
    let mut peer = Peer::start(t, PRODUCER)?;
    let handle = peer.recv("handle")?;
    let import = open_event(t, f.context(), &handle)?;
    let second = open_event(t, f.context(), &handle)?;
    peer.meet("signal")?;
    peer.kill();
    for event in [import.raw(), second.raw()] {
        wait(t, event)?;
        check_complete(t, "an import after the death of the producer", event)?;
    }
    second.release()?;
    wait(t, import.raw())?;
    import.release()?;
    // Nothing else here suffered.
    let own = create_shareable_event(t, f.context())?;
    submit_signal(t, f.queue(), own.raw())?;
    wait(t, own.raw())?;
    own.release()
}

fn signals_and_stays(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let event = create_shareable_event(t, f.context())?;
    submit_signal(t, f.queue(), event.raw())?;
    t.ur().queue_finish(f.queue()).ok()?;
    let handle = export_event(t, f.context(), event.raw())?;
    link.send("handle", &handle.bytes())?;
    submit_signal(t, f.queue(), event.raw())?;
    t.ur().queue_finish(f.queue()).ok()?;
    link.meet("signal")?;
    link.recv("never sent").map(drop)
}

/// After the death of the producer an import whose signal will not come answers and is released; a wait on it
/// may block, but its process lives.
fn producer_death_while_pending(t: &TestContext<'_>, f: &ShareableFixture<'_>) -> TestResult {
    let mut producer = Peer::start(t, PRODUCER)?;
    let handle = producer.recv("handle")?;
    let import = open_event(t, f.context(), &handle)?;
    let mut waiter = Peer::start(t, CONSUMER)?;
    waiter.send("handle", &handle)?;
    producer.meet("signal")?;
    waiter.send("signalled", &[])?;
    waiter.recv("inside")?;
    producer.kill();
    // Nothing says that the query must succeed now; it must come back.
    let status =
        event_status(t, import.raw()).map_or("cannot be told".to_owned(), |status| status.to_string());
    t.observe("the status of a signal whose process died", status);
    waiter.send("died", &[])?;
    waiter.recv("alive")?;
    waiter.kill();
    import.release()
}

fn holds_back_signal(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let event = create_shareable_event(t, f.context())?;
    submit_signal(t, f.queue(), event.raw())?;
    t.ur().queue_finish(f.queue()).ok()?;
    let handle = export_event(t, f.context(), event.raw())?;
    let _gate = HeldQueue::hold(t, &queue)?;
    link.send("handle", &handle.bytes())?;
    submit_held_signal(t, queue.raw(), event.raw())?;
    link.meet("signal")?;
    link.recv("never sent").map(drop)
}
