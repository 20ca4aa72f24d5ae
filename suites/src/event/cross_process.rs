//! Signals between two processes.

use super::calls::{check_complete, wait};
use super::peers::{Importer, Partner, observe_signal, send_held_signal};
use super::work::{Elsewhere, Work};
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::ladder::{CONSUMER, EventHandleFixture, UrIpcEventHandleTest};
use ur_ipc_fixtures::objects::{allocate, create_queue};
use ur_ipc_fixtures::{Link, Peer, Role, Test, TestContext, TestResult, with};

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
];

/// A wait in another process, on an event opened before the signal, ends with the signal.
fn producer_signal(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let memory = allocate(t, f.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, f.context(), memory.raw())?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.recv("opened")?;
    for value in [0x11, 0x12] {
        work.start(value, f.event())?;
        peer.meet("signalled")?;
        peer.recv("waited")?;
        work.check(value)?;
    }
    peer.join()
}

fn waits_twice(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    link.send("opened", &[])?;
    for _ in 0..2 {
        link.meet("signalled")?;
        wait(t, c.event())?;
        let complete = check_complete(t, "the import after the wait", c.event());
        link.send("waited", &[])?;
        complete?;
    }
    c.release()
}

/// The import is pending until the producer's signal, which ends the wait, and complete from then on.
fn producer_signal_held(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let elsewhere = Elsewhere::new(t, f.context())?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.recv("opened")?;
    send_held_signal(t, &mut peer, &queue, f.event(), &elsewhere)?;
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
        peer.recv("signalled")?;
        wait(t, f.event())?;
        check_complete(t, "the source after the wait", f.event())?;
        peer.send("waited", &[])?;
    }
    peer.join()?;
    // The signal outlives the process's import.
    wait(t, f.event())?;
    f.signal_and_finish(t, f.event())
}

fn signals_twice(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let memory = allocate(t, c.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, c.context(), memory.raw())?;
    for value in [0x21, 0x22] {
        work.start(value, c.event())?;
        link.send("signalled", &[])?;
        // The producer goes on only after the work that precedes the signal.
        link.recv("waited")?;
        work.check(value)?;
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
    let elsewhere = Elsewhere::new(t, c.context())?;
    send_held_signal(t, &mut link, c.queue(), c.event(), &elsewhere)?;
    drop(elsewhere);
    c.release()
}

const ROUNDS: u8 = 6;

/// The side that signals in a round without a gate: when the other side has waited, the round's work is done.
#[track_caller]
fn send_signal(partner: &mut impl Partner, work: &Work<'_>, event: EventHandle, round: u8) -> TestResult {
    work.start(0xa1 + round, event)?;
    partner.tell("signalled")?;
    partner.hear("waited")?;
    work.check(0xa1 + round)
}

/// The side that waits in a round without a gate.
#[track_caller]
fn await_signal(t: &TestContext<'_>, partner: &mut impl Partner, event: EventHandle) -> TestResult {
    partner.hear("signalled")?;
    wait(t, event)?;
    let complete = check_complete(t, "the event on the side that has waited", event);
    partner.tell("waited")?;
    complete
}

/// One Open, many signals, by turns: each wait ends after that round's work.
fn repeated_signals(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let memory = allocate(t, f.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, f.context(), memory.raw())?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    for round in 0..ROUNDS {
        if round % 2 == 0 {
            send_signal(&mut peer, &work, f.event(), round)?;
        } else {
            await_signal(t, &mut peer, f.event())?;
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
            await_signal(t, &mut link, c.event())?;
        } else {
            send_signal(&mut link, &work, c.event(), round)?;
        }
    }
    drop((work, memory));
    c.release()
}

/// One Open, many signals, by turns: each turns the other side pending, and complete when it comes.
fn repeated_signals_held(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let elsewhere = Elsewhere::new(t, f.context())?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    for round in 0..ROUNDS {
        if round % 2 == 0 {
            send_held_signal(t, &mut peer, &queue, f.event(), &elsewhere)?;
        } else {
            observe_signal(t, &mut peer, f.event())?;
        }
    }
    peer.join()
}

fn takes_held_turns(t: &TestContext<'_>, mut link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let elsewhere = Elsewhere::new(t, c.context())?;
    for round in 0..ROUNDS {
        if round % 2 == 0 {
            observe_signal(t, &mut link, c.event())?;
        } else {
            send_held_signal(t, &mut link, c.queue(), c.event(), &elsewhere)?;
        }
    }
    drop(elsewhere);
    c.release()
}
