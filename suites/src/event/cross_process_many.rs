//! Signals between more than two processes.

use super::calls::{SIGNAL_HELD, check_complete, check_pending, submit_held_signal, submit_signal, wait};
use super::peers::Importer;
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::ladder::{CONSUMER, EventHandleFixture, UrIpcEventHandleTest};
use ur_ipc_fixtures::objects::create_queue;
use ur_ipc_fixtures::{HeldQueue, Link, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::event::multiple_consumers",
        &["cross_process.event.multiple_consumers"],
        with!(EventHandleFixture, multiple_consumers),
    )
    .roles(&[Role { name: CONSUMER, body: one_of_several }]),
    Test::new(
        "cross_process::event::multiple_consumers_held",
        &["cross_process.event.multiple_consumers"],
        with!(EventHandleFixture, multiple_consumers_held),
    )
    .roles(&[Role { name: CONSUMER, body: one_of_several_held }]),
];

const CONSUMERS: usize = 3;

/// Several processes open one handle, and each sees each signal, whoever makes it.
fn multiple_consumers(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let handle = f.handle();
    let mut peers = (0..CONSUMERS).map(|_| Peer::start(t, CONSUMER)).collect::<TestResult<Vec<_>>>()?;
    for (number, peer) in peers.iter().enumerate() {
        peer.send("handle", &handle)?;
        peer.send("number", &[number as u8])?;
    }
    for peer in &mut peers {
        peer.recv("opened")?;
    }
    for round in 0..=CONSUMERS {
        if round == CONSUMERS {
            f.signal_and_finish(t, f.event())?;
        } else {
            peers[round].send("signal", &[])?;
            peers[round].recv("signalled")?;
        }
        for peer in &peers {
            peer.send("wait", &[])?;
        }
        for peer in &mut peers {
            peer.recv("waited")?;
        }
        wait(t, f.event())?;
        check_complete(t, "the source", f.event())?;
    }
    peers.into_iter().try_for_each(|peer| peer.join())
}

fn one_of_several(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let number = link.recv("number")?;
    link.send("opened", &[])?;
    for round in 0..=CONSUMERS {
        if number == [round as u8] {
            link.recv("signal")?;
            submit_signal(t, c.queue().raw(), c.event())?;
            t.ur().queue_finish(c.queue().raw()).ok()?;
            link.send("signalled", &[])?;
        }
        link.recv("wait")?;
        wait(t, c.event())?;
        check_complete(t, "the import", c.event())?;
        link.send("waited", &[])?;
    }
    c.release()
}

/// Several processes see each signal pending while it is held back, and complete when it has come.
fn multiple_consumers_held(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let handle = f.handle();
    let mut peers = (0..CONSUMERS).map(|_| Peer::start(t, CONSUMER)).collect::<TestResult<Vec<_>>>()?;
    for peer in &mut peers {
        peer.send("handle", &handle)?;
    }
    for _ in 0..2 {
        let gate = HeldQueue::hold(t, &queue)?;
        submit_held_signal(t, queue.raw(), f.event())?;
        for peer in &peers {
            peer.send("signalled", &[])?;
        }
        for peer in &mut peers {
            peer.recv("inside")?;
        }
        gate.open()?;
        for peer in &mut peers {
            peer.recv("waited")?;
        }
        t.ur().queue_finish(queue.raw()).ok()?;
    }
    peers.into_iter().try_for_each(|peer| peer.join())
}

fn one_of_several_held(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    for _ in 0..2 {
        link.recv("signalled")?;
        check_pending(t, "the import", c.event())?;
        t.while_held(SIGNAL_HELD).wait(c.event()).until(|| link.send("inside", &[]))?;
        check_complete(t, "the import", c.event())?;
        link.send("waited", &[])?;
    }
    c.release()
}
