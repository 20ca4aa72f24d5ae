//! Several consumers of one handle, and processes that export to each other.

use super::super::agent::{AGENTS, Agent};
use super::super::command::Window;
use super::super::fixtures::{check, fill_in, pattern};
use ur_ipc_fixtures::ladder::{MEM_SIZE, MemFixture, UrIpcMemTest};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{Test, TestContext, TestResult, with};

pub(in super::super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::memory::multiple_consumers",
        &["cross_process.memory.multiple_consumers"],
        with!(MemFixture, multiple_consumers),
    )
    .roles(AGENTS),
    Test::new(
        "cross_process::memory::mutual_export",
        &["cross_process.memory.multiple_consumers"],
        with!(MemFixture, mutual_export),
    )
    .roles(AGENTS),
];

/// Three processes hold one handle open at the same time; what one of them writes, all see.
fn multiple_consumers(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    const CONSUMERS: usize = 3;
    let export = f.export(t)?;
    let mut agents = (0..CONSUMERS).map(|_| Agent::start(t)).collect::<TestResult<Vec<_>>>()?;
    let mut opened = Vec::new();
    for agent in &mut agents {
        opened.push(agent.open(&export.bytes())?);
    }
    let see = |agents: &mut Vec<Agent<'_>>, window: Window| -> TestResult {
        for (agent, &object) in agents.iter_mut().zip(&opened) {
            agent.verify(object, window)?;
        }
        check(t, f, f.mem(), window)
    };
    see(&mut agents, Window::whole(f.pattern(), MEM_SIZE))?;
    for writer in 0..CONSUMERS {
        let window = Window::whole(pattern(t, writer), MEM_SIZE);
        agents[writer].write(opened[writer], window)?;
        see(&mut agents, window)?;
    }
    let window = Window::whole(pattern(t, CONSUMERS), MEM_SIZE);
    fill_in(t, f, f.mem(), window)?;
    see(&mut agents, window)?;
    // One closes; the others go on.
    while let (Some(mut agent), Some(object)) = (agents.pop(), opened.pop()) {
        agent.release(object)?;
        agent.end()?;
        for (agent, &object) in agents.iter_mut().zip(&opened) {
            agent.verify(object, window)?;
        }
    }
    Ok(())
}

/// Two other processes and this one each export to both others; all see the same bytes.
fn mutual_export(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let own = f.export(t)?;
    let (mut one, mut two) = (Agent::start(t)?, Agent::start(t)?);
    let (of_one, of_two) = (one.allocate(MEM_SIZE)?, two.allocate(2 * MEM_SIZE)?);
    one.write(of_one, Window::whole(pattern(t, 1), MEM_SIZE))?;
    two.write(of_two, Window::whole(pattern(t, 2), 2 * MEM_SIZE))?;
    let (from_one, from_two) = (one.export(of_one)?, two.export(of_two)?);

    let (one_opened, two_opened) = (one.open(&from_two.handle)?, two.open(&from_one.handle)?);
    one.verify(one_opened, Window::whole(pattern(t, 2), 2 * MEM_SIZE))?;
    two.verify(two_opened, Window::whole(pattern(t, 1), MEM_SIZE))?;
    for agent in [&mut one, &mut two] {
        agent.verify_once(&own.bytes(), Window::whole(f.pattern(), MEM_SIZE))?;
    }
    let here_one = objects::open_memory(t, f.context(), &from_one.handle)?;
    let here_two = objects::open_memory(t, f.context(), &from_two.handle)?;
    check(t, f, here_one.raw(), Window::whole(pattern(t, 1), MEM_SIZE))?;
    check(t, f, here_two.raw(), Window::whole(pattern(t, 2), 2 * MEM_SIZE))?;

    let (to_two, to_one) = (Window::part(pattern(t, 3), 100, 9000), Window::part(pattern(t, 4), 5000, 9000));
    one.write(one_opened, to_two)?;
    two.write(two_opened, to_one)?;
    one.verify(of_one, to_one)?;
    two.verify(of_two, to_two)?;
    check(t, f, here_one.raw(), to_one)?;
    check(t, f, here_two.raw(), to_two)?;

    here_one.release()?;
    here_two.release()?;
    one.release(one_opened)?;
    two.release(two_opened)?;
    one.put(&from_one)?;
    two.put(&from_two)?;
    one.end()?;
    two.end()?;
    f.verify_intact(t)
}
