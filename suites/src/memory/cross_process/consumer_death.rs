//! Consumers that end without closing.

use super::super::agent::{AGENTS, Agent};
use super::super::command::Window;
use super::super::fixtures::{check, fill_in, pattern};
use ur_ipc_fixtures::ladder::{MEM_SIZE, MemFixture, UrIpcMemTest};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{Test, TestContext, TestResult, with};

/// What all tests here check, each for one way to end.
const REQUIREMENT: &[&str] = &["cross_process.memory.consumer_killed"];

pub(in super::super) const TESTS: &[Test] = &[
    Test::new("cross_process::memory::consumer_killed", REQUIREMENT, with!(MemFixture, killed)).roles(AGENTS),
    Test::new(
        "cross_process::memory::consumer_killed_while_opening",
        REQUIREMENT,
        with!(MemFixture, churning),
    )
    .roles(AGENTS),
    Test::new("cross_process::memory::consumer_exits", REQUIREMENT, with!(MemFixture, exits)).roles(AGENTS),
];

/// A consumer is killed while it has the memory open.
fn killed(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    survives(t, f, |mut agent, handle| {
        let opened = agent.open(handle)?;
        agent.verify(opened, Window::whole(pattern(t, 0), MEM_SIZE))?;
        agent.kill();
        Ok(())
    })
}

/// A consumer is killed somewhere between opening and closing.
fn churning(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    survives(t, f, |mut agent, handle| {
        agent.churn(handle)?;
        agent.kill();
        Ok(())
    })
}

/// A consumer exits while it has the memory open.
fn exits(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    survives(t, f, |mut agent, handle| {
        let opened = agent.open(handle)?;
        agent.verify(opened, Window::whole(pattern(t, 0), MEM_SIZE))?;
        let status = agent.exit()?;
        t.check(
            status.is_some_and(|status| status.code() == Some(0)),
            format!("the consumer was to exit with code 0, and: {status:?}"),
        )
    })
}

/// Lets a consumer end by `end` beside another one, and checks that this one, the memory, later handles and the
/// release of everything are as if it had closed.
fn survives<'t>(
    t: &'t TestContext<'t>,
    f: &impl UrIpcMemTest,
    end: impl FnOnce(Agent<'t>, &[u8]) -> TestResult,
) -> TestResult {
    let memory = objects::allocate_shareable(t, f.context(), MEM_SIZE)?;
    let window = Window::whole(pattern(t, 0), MEM_SIZE);
    fill_in(t, f, memory.raw(), window)?;
    let export = objects::export_memory(t, f.context(), memory.raw())?;
    let mut other = Agent::start(t)?;
    let opened = other.open(&export.bytes())?;

    end(Agent::start(t)?, &export.bytes())?;

    check(t, f, memory.raw(), window)?;
    other.verify(opened, window)?;
    let next = Window::whole(pattern(t, 1), MEM_SIZE);
    other.write(opened, next)?;
    check(t, f, memory.raw(), next)?;
    other.verify_once(&export.bytes(), next)?;
    let later = objects::export_memory(t, f.context(), memory.raw())?;
    other.verify_once(&later.bytes(), next)?;
    let mut third = Agent::start(t)?;
    third.verify_once(&later.bytes(), next)?;
    third.end()?;
    later.release()?;
    other.release(opened)?;
    other.end()?;
    export.release()?;
    memory.release()?;
    f.verify_intact(t)
}
