//! Producers that end while others have, or want, their memory.

use super::super::agent::{AGENTS, Agent, RemoteExport};
use super::super::command::Window;
use super::super::fixtures::{check, pattern};
use ur_ipc_api::QueueFlags;
use ur_ipc_fixtures::ladder::{Family, MEM_SIZE, MemFixture, Memory, UrIpcMemTest};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{Test, TestContext, TestResult, with};

/// What the tests of an end while the memory is open check.
const WHILE_OPEN: &[&str] = &["cross_process.memory.producer_exit_while_open"];
/// What the tests of an Open after the end check.
const AFTERWARDS: &[&str] = &["cross_process.memory.open_after_producer_exit"];

pub(in super::super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::memory::producer_killed_while_open",
        WHILE_OPEN,
        with!(MemFixture, killed_while_open),
    )
    .roles(AGENTS),
    Test::new(
        "cross_process::memory::producer_exit_while_open",
        WHILE_OPEN,
        with!(MemFixture, exit_while_open),
    )
    .roles(AGENTS),
    Test::new(
        "cross_process::memory::consumer_exits_after_producer",
        WHILE_OPEN,
        with!(MemFixture, both_exit),
    )
    .roles(AGENTS),
    Test::new(
        "cross_process::memory::open_after_producer_killed",
        AFTERWARDS,
        with!(MemFixture, open_after_kill),
    )
    .roles(AGENTS),
    Test::new(
        "cross_process::memory::open_after_producer_exit",
        AFTERWARDS,
        with!(MemFixture, open_after_exit),
    )
    .roles(AGENTS),
];

/// Ends a producer by SIGKILL.
fn kill(_: &TestContext<'_>, producer: Agent<'_>) -> TestResult {
    producer.kill();
    Ok(())
}

/// Lets a producer exit without releasing anything.
fn exit(t: &TestContext<'_>, producer: Agent<'_>) -> TestResult {
    let status = producer.exit()?;
    t.check(
        status.is_some_and(|status| status.code() == Some(0)),
        format!("the producer was to exit with code 0, and: {status:?}"),
    )
}

/// A producer with exported memory that holds pattern number 0.
fn producer<'t>(t: &'t TestContext<'t>) -> TestResult<(Agent<'t>, RemoteExport)> {
    let mut agent = Agent::start(t)?;
    let memory = agent.allocate(MEM_SIZE)?;
    agent.write(memory, Window::whole(pattern(t, 0), MEM_SIZE))?;
    let export = agent.export(memory)?;
    Ok((agent, export))
}

/// The producer is killed while its memory is open here.
fn killed_while_open(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    while_open(t, f, kill)
}

/// The producer exits while its memory is open here.
fn exit_while_open(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    while_open(t, f, exit)
}

/// Opens in a context of its own; once the producer is gone, closing and releasing work, and everything else
/// goes on.
fn while_open<'t>(
    t: &'t TestContext<'t>,
    f: &impl UrIpcMemTest,
    end: fn(&TestContext<'_>, Agent<'_>) -> TestResult,
) -> TestResult {
    let context = objects::create_context(t, &[t.env().device()])?;
    let queue = objects::create_queue(t, context.raw(), QueueFlags::NONE_SET)?;
    let (agent, export) = producer(t)?;
    let first = objects::open_memory(t, context.raw(), &export.handle)?;
    let second = objects::open_memory(t, context.raw(), &export.handle)?;
    pattern(t, 0).verify(0, &objects::read(t, queue.raw(), first.raw(), MEM_SIZE)?)?;
    end(t, agent)?;
    second.release()?;
    first.release()?;
    queue.release()?;
    context.release()?;
    f.verify_intact(t)?;
    let (agent, export) = producer(t)?;
    let opened = objects::open_memory(t, f.context(), &export.handle)?;
    check(t, f, opened.raw(), Window::whole(pattern(t, 0), MEM_SIZE))?;
    opened.release()?;
    agent.end()
}

/// A consumer whose producer was killed closes, releases its context and exits in good order.
fn both_exit(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let mut consumer = Agent::start(t)?;
    let (agent, export) = producer(t)?;
    let opened = consumer.open(&export.handle)?;
    consumer.verify(opened, Window::whole(pattern(t, 0), MEM_SIZE))?;
    kill(t, agent)?;
    let status = consumer.release_and_exit()?;
    t.check(
        status.is_some_and(|status| status.code() == Some(0)),
        format!("the consumer was to release everything and exit with code 0, and: {status:?}"),
    )?;
    f.verify_intact(t)
}

/// A handle of a killed producer is refused.
fn open_after_kill(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    afterwards(t, f, kill)
}

/// A handle of a producer that has exited is refused.
fn open_after_exit(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    afterwards(t, f, exit)
}

/// Lets a producer end, opens its handle, and then that of a living one.
fn afterwards<'t>(
    t: &'t TestContext<'t>,
    f: &impl UrIpcMemTest,
    end: fn(&TestContext<'_>, Agent<'_>) -> TestResult,
) -> TestResult {
    let (agent, export) = producer(t)?;
    end(t, agent)?;
    for _ in 0..2 {
        let mut mem = 0;
        let data = export.handle.as_slice().into();
        let code = Memory::open(t.ur(), f.context(), t.env().device(), data, export.handle.len(), &mut mem)
            .expect_error()?;
        t.observe("Open of a handle whose producer is gone", code);
    }
    let (agent, export) = producer(t)?;
    let opened = objects::open_memory(t, f.context(), &export.handle)?;
    check(t, f, opened.raw(), Window::whole(pattern(t, 0), MEM_SIZE))?;
    opened.release()?;
    agent.end()
}
