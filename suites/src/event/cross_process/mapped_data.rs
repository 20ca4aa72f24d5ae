//! Data that is written through virtual memory before a signal.

use super::{Consumer, PATH};
use ur_ipc_fixtures::hierarchy::{Fixture, UrIpcEventHandleTest, UrIpcPhysMemHandleTest};
use ur_ipc_fixtures::objects::check_bytes;
use ur_ipc_fixtures::{At, IPC_PHYSICAL_MEMORY, Scenario, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    let draft = group.test("orders_mapped_data").checks("cross_process.physical_memory.orders_data");
    draft.needs(&[IPC_PHYSICAL_MEMORY]).across(share_mapped);
}

/// Each side by turns fills shared physical memory through a mapping and signals behind that; the other one, which has
/// waited on the host, reads all of it through its own mapping.
fn share_mapped(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult {
    let memory = s.here(UrIpcPhysMemHandleTest::set_up)?;
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let given = s.give(peer, |_| Ok((memory.handle(), memory.size())))?;
    let ours = s.here(|_| memory.physical().map(memory.size()))?;
    let object = s.at(peer, |_| c.in_context().open_physical(&given.0))?;
    let theirs = s.at(peer, |_| object.map(given.1))?;
    let check = |t: &TestContext, bytes: &[u8], value: u8| {
        check_bytes(t, "what the other process wrote before its signal", bytes, value)
    };
    for value in [0x21, 0x43, 0x65] {
        s.here(|_| {
            memory.queue().start_fill(ours.at(), value, ours.size())?;
            memory.queue().signal(f.event())?;
            memory.queue().flush()
        })?;
        s.at(peer, |t| {
            c.object().wait()?;
            check(t, &c.queue().read(theirs.at(), theirs.size())?, value)?;
            c.queue().start_fill(theirs.at(), !value, theirs.size())?;
            c.queue().signal(c.object())?;
            c.queue().flush()
        })?;
        s.here(|t| {
            f.event().wait()?;
            check(t, &memory.queue().read(ours.at(), ours.size())?, !value)
        })?;
    }
    s.at(peer, |_| {
        theirs.take().release()?;
        object.take().release()
    })?;
    s.leave(consumer.peer)?;
    s.here(|_| ours.take().release()).map(drop)
}
