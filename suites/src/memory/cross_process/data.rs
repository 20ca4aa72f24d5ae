//! Bytes written on one side arrive on the other.

use super::super::agent::{AGENTS, Agent};
use super::super::command::Window;
use super::super::fixtures::{check, fill_in, pattern};
use ur_ipc_fixtures::ladder::{MEM_SIZE, MemFixture, UrIpcMemTest};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{Test, TestContext, TestResult, with};

pub(in super::super) const TESTS: &[Test] = &[
    Test::new("cross_process::memory::read", &["cross_process.memory.read"], with!(MemFixture, read))
        .roles(AGENTS),
    Test::new(
        "cross_process::memory::write_back",
        &["cross_process.memory.write_back"],
        with!(MemFixture, write_back),
    )
    .roles(AGENTS),
];

/// Another process reads what was written before the export: from the host, by a copy on the device, and by a
/// fill.
fn read(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let copied = objects::allocate_shareable(t, f.context(), MEM_SIZE)?;
    let filled = objects::allocate_shareable(t, f.context(), MEM_SIZE)?;
    objects::submit_copy(t, f.queue(), copied.raw(), f.mem(), MEM_SIZE, &[])?;
    t.ur().queue_finish(f.queue()).ok()?;
    fill_in(t, f, filled.raw(), Window::whole(pattern(t, 0), MEM_SIZE))?;
    // The byte that a pattern has at a place, so that the agent can check a fill as a window of one byte.
    objects::fill(t, f.queue(), filled.raw(), pattern(t, 1).byte(0), 1)?;
    let mut agent = Agent::start(t)?;
    for source in [f.mem(), copied.raw()] {
        let export = objects::export_memory(t, f.context(), source)?;
        agent.verify_once(&export.bytes(), Window::whole(f.pattern(), MEM_SIZE))?;
        agent.verify_once(&export.bytes(), Window::whole(f.pattern(), MEM_SIZE))?;
        export.release()?;
    }
    let export = objects::export_memory(t, f.context(), filled.raw())?;
    let opened = agent.open(&export.bytes())?;
    agent.verify(opened, Window::whole(pattern(t, 1), 1))?;
    agent.verify(opened, Window::part(pattern(t, 0), 1, MEM_SIZE - 1))?;
    agent.end()
}

/// What another process writes through the opened pointer is read here once its queue is finished, and the
/// bytes around it stay.
fn write_back(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let export = f.export(t)?;
    let mut agent = Agent::start(t)?;
    let opened = agent.open(&export.bytes())?;
    let (from, size) = (4095, 8194);
    agent.write(opened, Window::part(pattern(t, 0), from, size))?;
    check(t, f, f.mem(), Window::part(f.pattern(), 0, from))?;
    check(t, f, f.mem(), Window::part(pattern(t, 0), from, size))?;
    check(t, f, f.mem(), Window::part(f.pattern(), from + size, MEM_SIZE - from - size))?;
    for round in 1..4 {
        let whole = Window::whole(pattern(t, round), MEM_SIZE);
        agent.copy(opened, whole)?;
        check(t, f, f.mem(), whole)?;
    }
    let last = Window::whole(pattern(t, 4), MEM_SIZE);
    agent.copy(opened, last)?;
    agent.release(opened)?;
    check(t, f, f.mem(), last)?;
    agent.end()
}
