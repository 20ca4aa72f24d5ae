//! What is left of an object when one of its processes dies.

use super::support::{Import, Mapped, leaves_nothing, number, pattern, refused, verify_handle, write_object};
use ur_ipc_fixtures::ladder::{
    CONSUMER, Fixture, PhysMemFixture, PhysMemHandleFixture, QueueFixture, UrContextTest,
    UrIpcPhysMemHandleTest, UrIpcPhysMemTest,
};
use ur_ipc_fixtures::objects::physical_refcount;
use ur_ipc_fixtures::{Link, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::physical_memory::consumer_death",
        &["cross_process.physical_memory.peer_death"],
        with!(PhysMemHandleFixture, consumer_death),
    )
    .roles(&[Role { name: CONSUMER, body: dying_consumer }]),
    Test::new(
        "cross_process::physical_memory::producer_death",
        &["cross_process.physical_memory.peer_death"],
        with!(PhysMemFixture, producer_death),
    )
    .roles(&[Role { name: PRODUCER, body: dying_producer }]),
];

const PRODUCER: &str = "producer";

/// Consumers killed with the object mapped leave the producer, its object and its handle as they were.
fn consumer_death(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let source = Mapped::new(t, f.context(), f.physical(), f.size())?;
    for round in [1, 2] {
        source.write(t, f, pattern(t, 0))?;
        let mut peer = Peer::start(t, CONSUMER)?;
        peer.send("size", &f.size().to_le_bytes())?;
        peer.send("handle", &f.handle())?;
        peer.recv("written")?;
        peer.kill();
        source.verify(t, f, pattern(t, 1))?;
        source.write(t, f, pattern(t, 1 + round))?;
        source.verify(t, f, pattern(t, 1 + round))?;
        t.check_eq("references of the source", physical_refcount(t, f.physical())?, 1)?;
        verify_handle(t, f, &f.handle(), f.size(), pattern(t, 1 + round))?;
    }
    let again = f.export(t)?;
    verify_handle(t, f, &again.bytes(), f.size(), pattern(t, 3))
}

fn dying_consumer(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let size = number(&link.recv("size")?)?;
    let import = Import::open(t, f.context(), &link.recv("handle")?, size)?;
    import.mapped().verify(t, &f, pattern(t, 0))?;
    import.mapped().write(t, &f, pattern(t, 1))?;
    link.send("written", &[])?;
    link.recv("nothing, but the end").map(drop)
}

/// An import outlives the producer, mapped and closable; the handle of a dead producer opens nothing.
fn producer_death(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let mut peer = Peer::start(t, PRODUCER)?;
    let size = number(&peer.recv("size")?)?;
    let handle = peer.recv("handle")?;
    let import = Import::open(t, f.context(), &handle, size)?;
    import.mapped().verify(t, f, pattern(t, 0))?;
    peer.kill();

    import.mapped().verify(t, f, pattern(t, 0))?;
    import.mapped().write(t, f, pattern(t, 1))?;
    import.mapped().verify(t, f, pattern(t, 1))?;
    let second = Mapped::new(t, f.context(), import.raw(), size)?;
    second.verify(t, f, pattern(t, 1))?;
    second.release()?;
    leaves_nothing(t, || refused(t, f.context(), &handle).map(drop))?;
    let code = refused(t, f.context(), &handle)?;
    t.observe("a handle of a dead producer is refused with", code);
    import.close()?;
    refused(t, f.context(), &handle).map(drop)
}

fn dying_producer(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = PhysMemHandleFixture::set_up(t)?;
    write_object(t, &f, f.physical(), f.size(), pattern(t, 0))?;
    link.send("size", &f.size().to_le_bytes())?;
    link.send("handle", &f.handle())?;
    link.recv("nothing, but the end").map(drop)
}
