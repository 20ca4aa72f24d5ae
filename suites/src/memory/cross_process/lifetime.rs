//! What becomes of an import when the producer puts, frees and allocates again.

use super::super::agent::{AGENTS, Agent};
use super::super::command::Window;
use super::super::fixtures::{check, fill_in, pattern};
use ur_ipc_fixtures::ladder::{MEM_SIZE, MemFixture, UrIpcMemTest};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{DevicePtr, Test, TestContext, TestResult, with};

pub(in super::super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::memory::opened_survives_put",
        &["cross_process.memory.opened_survives_put"],
        with!(MemFixture, opened_survives_put),
    )
    .roles(AGENTS),
    Test::new(
        "cross_process::memory::reopen_new_allocation",
        &["cross_process.memory.reopen_new_allocation"],
        with!(MemFixture, reopen_new_allocation),
    )
    .roles(AGENTS),
];

/// A pointer that was opened before the Put works as before: what either side writes the other one reads.
fn opened_survives_put(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let export = f.export(t)?;
    let mut agent = Agent::start(t)?;
    let opened = agent.open(&export.bytes())?;
    export.release()?;
    agent.verify(opened, Window::whole(f.pattern(), MEM_SIZE))?;
    let theirs = Window::whole(pattern(t, 0), MEM_SIZE);
    agent.write(opened, theirs)?;
    check(t, f, f.mem(), theirs)?;
    let ours = Window::whole(pattern(t, 1), MEM_SIZE);
    fill_in(t, f, f.mem(), ours)?;
    agent.verify(opened, ours)?;
    // Handles that come and go do not matter either.
    let next = f.export(t)?;
    agent.verify_once(&next.bytes(), ours)?;
    next.release()?;
    agent.verify(opened, ours)?;
    agent.release(opened)?;
    agent.end()
}

/// After the memory is freed and allocated anew, at the same address where that can be had, a new handle opens
/// to the new contents.
fn reopen_new_allocation(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    const ROUNDS: usize = 12;
    let mut agent = Agent::start(t)?;
    for size in [MEM_SIZE, 8 << 20] {
        let mut last = DevicePtr::NULL;
        let mut same_address = 0;
        for round in 0..ROUNDS {
            let memory = objects::allocate_shareable(t, f.context(), size)?;
            same_address += usize::from(memory.raw() == last);
            last = memory.raw();
            let window = Window::whole(pattern(t, round), MEM_SIZE);
            fill_in(t, f, memory.raw(), window)?;
            let export = objects::export_memory(t, f.context(), memory.raw())?;
            let opened = agent.open(&export.bytes())?;
            agent.verify(opened, window)?;
            // The memory is the new one in the other direction too.
            let reply = Window::whole(pattern(t, ROUNDS + round), MEM_SIZE);
            agent.write(opened, reply)?;
            check(t, f, memory.raw(), reply)?;
            agent.release(opened)?;
            export.release()?;
            memory.release()?;
        }
        t.note(format!(
            "{same_address} of {} allocations of {size} bytes came back at the same address",
            ROUNDS - 1
        ));
    }
    agent.end()
}
