//! Signals between two processes.

use super::calls::{SIGNAL_HELD, flush, submit_held_signal, wait};
use super::peers::{Importer, Partner, await_work, observe_signal, send_held_signal, signal_after_work};
use super::waits::PATIENCE;
use super::work::Work;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::ladder::{CONSUMER, EventHandleFixture, UrIpcEventHandleTest};
use ur_ipc_fixtures::objects::{
    Queue, allocate, create_queue, create_shareable_event, export_event, open_event,
};
use ur_ipc_fixtures::{HeldQueue, Link, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::event::producer_signal",
        &["cross_process.event.producer_signal"],
        with!(EventHandleFixture, producer_signal),
    )
    .roles(&[Role { name: CONSUMER, body: waits_twice }]),
    Test::new(
        "cross_process::event::producer_signal_held",
        &["cross_process.event.producer_signal"],
        with!(EventHandleFixture, producer_signal_held),
    )
    .roles(&[Role { name: CONSUMER, body: observes_held_signal }]),
    Test::new(
        "cross_process::event::consumer_signal",
        &["cross_process.event.consumer_signal"],
        with!(EventHandleFixture, consumer_signal),
    )
    .roles(&[Role { name: CONSUMER, body: signals_twice }]),
    Test::new(
        "cross_process::event::consumer_signal_held",
        &["cross_process.event.consumer_signal"],
        with!(EventHandleFixture, consumer_signal_held),
    )
    .roles(&[Role { name: CONSUMER, body: sends_held_signal }]),
    Test::new(
        "cross_process::event::repeated_signals",
        &["cross_process.event.repeated_signals"],
        with!(EventHandleFixture, repeated_signals),
    )
    .roles(&[Role { name: CONSUMER, body: takes_turns }]),
    Test::new(
        "cross_process::event::repeated_signals_held",
        &["cross_process.event.repeated_signals"],
        with!(EventHandleFixture, repeated_signals_held),
    )
    .roles(&[Role { name: CONSUMER, body: takes_held_turns }]),
    Test::new(
        "cross_process::event::wait_lasts",
        &["cross_process.event.wait_lasts"],
        with!(EventHandleFixture, wait_lasts),
    )
    .roles(&[Role { name: CONSUMER, body: waits_and_lets_wait }]),
];

/// A wait in another process, on an event opened before the signal, ends with the signal.
fn producer_signal(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let memory = allocate(t, f.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, f.context(), memory.raw())?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.recv("opened")?;
    for value in [0x11, 0x12] {
        signal_after_work(t, &mut peer, &work, f.event(), value)?;
    }
    peer.join()
}

fn waits_twice(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    link.send("opened", &[])?;
    for _ in 0..2 {
        await_work(t, &mut link, c.event())?;
    }
    c.release()
}

/// The import is pending until the producer's signal, which ends the wait, and complete from then on.
fn producer_signal_held(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.recv("opened")?;
    send_held_signal(t, &mut peer, &queue, f.event())?;
    peer.join()
}

fn observes_held_signal(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    link.send("opened", &[])?;
    observe_signal(t, &mut link, c.event())?;
    c.release()
}

/// A wait on the source ends with the signal of another process.
fn consumer_signal(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    for _ in 0..2 {
        await_work(t, &mut peer, f.event())?;
    }
    peer.join()?;
    // The signal outlives the process's import.
    wait(t, f.event())?;
    f.signal_and_finish(t, f.event())
}

fn signals_twice(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let memory = allocate(t, c.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, c.context(), memory.raw())?;
    for value in [0x21, 0x22] {
        signal_after_work(t, &mut link, &work, c.event(), value)?;
    }
    drop((work, memory));
    c.release()
}

/// The source is pending until the consumer's signal, which ends the wait, and complete from then on.
fn consumer_signal_held(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    observe_signal(t, &mut peer, f.event())?;
    peer.join()
}

fn sends_held_signal(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    send_held_signal(t, &mut link, c.queue(), c.event())?;
    c.release()
}

const ROUNDS: u8 = 6;

/// One Open, many signals, by turns: each wait ends after that round's work.
fn repeated_signals(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let memory = allocate(t, f.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, f.context(), memory.raw())?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    for round in 0..ROUNDS {
        if round % 2 == 0 {
            signal_after_work(t, &mut peer, &work, f.event(), 0xa1 + round)?;
        } else {
            await_work(t, &mut peer, f.event())?;
        }
    }
    peer.join()
}

fn takes_turns(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let memory = allocate(t, c.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, c.context(), memory.raw())?;
    for round in 0..ROUNDS {
        if round % 2 == 0 {
            await_work(t, &mut link, c.event())?;
        } else {
            signal_after_work(t, &mut link, &work, c.event(), 0xa1 + round)?;
        }
    }
    drop((work, memory));
    c.release()
}

/// One Open, many signals, by turns: each turns the other side pending, and complete when it comes.
fn repeated_signals_held(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    for round in 0..ROUNDS {
        if round % 2 == 0 {
            send_held_signal(t, &mut peer, &queue, f.event())?;
        } else {
            observe_signal(t, &mut peer, f.event())?;
        }
    }
    peer.join()
}

fn takes_held_turns(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    for round in 0..ROUNDS {
        if round % 2 == 0 {
            observe_signal(t, &mut link, c.event())?;
        } else {
            send_held_signal(t, &mut link, c.queue(), c.event())?;
        }
    }
    c.release()
}

/// However long each process holds its signal back, a wait of the other one, on the host or in a wait list, does not give
/// up.
fn wait_lasts(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let theirs = create_shareable_event(t, f.context())?;
    f.signal_and_finish(t, theirs.raw())?;
    let handle = export_event(t, f.context(), theirs.raw())?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.send("theirs", &handle.bytes())?;
    let side = Side { signals: f.event(), queue: &queue, awaits: theirs.raw(), behind: None };
    let seen = side.wait_for_each_other(t, &mut peer);
    peer.join()?;
    seen
}

fn waits_and_lets_wait(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let own = open_event(t, c.context(), &link.recv("theirs")?)?;
    let listed = c.open_again(t)?;
    let behind = create_queue(t, c.context(), QueueFlags::NONE_SET)?;
    let side = Side {
        signals: own.raw(),
        queue: c.queue(),
        awaits: c.event(),
        behind: Some((&behind, listed.raw())),
    };
    side.wait_for_each_other(t, &mut link)
}

/// One side of two that wait for each other.
struct Side<'a, 't> {
    signals: EventHandle,
    queue: &'a Queue<'t>,
    awaits: EventHandle,
    /// A queue for a command that waits for an event.
    behind: Option<(&'a Queue<'t>, EventHandle)>,
}

impl Side<'_, '_> {
    /// Signals behind a gate, which opens when both sides have been seen inside their waits.
    #[track_caller]
    fn wait_for_each_other(&self, t: &TestContext<'_>, partner: &mut impl Partner) -> TestResult {
        let gate = HeldQueue::hold(t, self.queue)?;
        submit_held_signal(t, self.queue.raw(), self.signals)?;
        partner.tell("signalled")?;
        partner.hear("signalled")?;
        let mut waits = t.while_held(SIGNAL_HELD).wait(self.awaits).patiently(PATIENCE);
        if let Some((queue, event)) = self.behind {
            t.ur().enqueue_events_wait(queue.raw(), 1, &raw const event, null_mut()).ok()?;
            flush(t, queue.raw())?;
            waits = waits.finish(queue.raw());
        }
        waits.until(|| {
            partner.tell("inside")?;
            partner.hear("inside")?;
            gate.open()
        })?;
        t.ur().queue_finish(self.queue.raw()).ok()
    }
}
