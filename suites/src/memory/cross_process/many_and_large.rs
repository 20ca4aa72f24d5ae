//! Many handles at once, interior pointers, parts of pools, and a large allocation.

use super::super::agent::{AGENTS, Agent, Remote};
use super::super::command::Window;
use super::super::fixtures::{PoolFixture, check, fill_in, pattern};
use ur_ipc_fixtures::ladder::{MEM_SIZE, MemFixture, UrContextTest, UrIpcMemTest};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{Pattern, Test, TestContext, TestResult, with};

/// What all tests here check a part of.
const REQUIREMENT: &[&str] = &["cross_process.memory.many_and_large"];

pub(in super::super) const TESTS: &[Test] = &[
    Test::new("cross_process::memory::many_handles", REQUIREMENT, with!(MemFixture, many)).roles(AGENTS),
    Test::new("cross_process::memory::interior_pointers", REQUIREMENT, with!(MemFixture, interior))
        .roles(AGENTS),
    Test::new("cross_process::memory::pool_suballocations", REQUIREMENT, with!(PoolFixture, pool))
        .roles(AGENTS),
    Test::new("cross_process::memory::large_allocation", REQUIREMENT, with!(MemFixture, large)).roles(AGENTS),
];

/// Many allocations are exported and open at the same time; each handle leads to its own.
fn many(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    const MANY: usize = 96;
    let mut sources = Vec::with_capacity(MANY);
    for number in 0..MANY {
        let window = Window::whole(pattern(t, number), 512 + 37 * number);
        let memory = objects::allocate_shareable(t, f.context(), window.size)?;
        fill_in(t, f, memory.raw(), window)?;
        let export = objects::export_memory(t, f.context(), memory.raw())?;
        sources.push((window, export, memory));
    }
    let mut rng = t.rng(0);
    rng.shuffle(&mut sources);
    let mut agent = Agent::start(t)?;
    let mut opened: Vec<(Window, Remote)> = Vec::with_capacity(MANY);
    for (window, export, _) in &sources {
        opened.push((*window, agent.open(&export.bytes())?));
    }
    rng.shuffle(&mut opened);
    for &(window, object) in &opened {
        agent.verify(object, window)?;
    }
    rng.shuffle(&mut opened);
    while let Some((_, object)) = opened.pop() {
        agent.release(object)?;
        if let Some(&(window, left)) = opened.last() {
            agent.verify(left, window)?;
        }
    }
    agent.end()?;
    // Handles are put and memory is freed in the order of the shuffle.
    for (_, export, memory) in sources {
        export.release()?;
        memory.release()?;
    }
    Ok(())
}

/// Interior pointers of one allocation, all exported and open at once, lead to the matching bytes.
fn interior(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let mut rng = t.rng(0);
    let mut offsets = vec![0, 1, 64, 4096, MEM_SIZE - 1];
    offsets.extend((0..11).map(|_| rng.below(MEM_SIZE)));
    let mut exports = Vec::new();
    for &offset in &offsets {
        exports.push((offset, objects::export_memory(t, f.context(), f.mem().at(offset))?));
    }
    let mut agent = Agent::start(t)?;
    let mut opened = Vec::new();
    for (offset, export) in &exports {
        opened.push((*offset, agent.open(&export.bytes())?));
    }
    for &(offset, object) in &opened {
        agent.verify(object, Window::behind(f.pattern(), offset, MEM_SIZE - offset))?;
    }
    // What is written through one of them arrives behind it, and nowhere else.
    let (offset, object) = opened[3];
    agent.write(object, Window::behind(pattern(t, 0), offset, 1024))?;
    check(t, f, f.mem(), Window::part(f.pattern(), 0, offset))?;
    check(t, f, f.mem(), Window::part(pattern(t, 0), offset, 1024))?;
    check(t, f, f.mem(), Window::part(f.pattern(), offset + 1024, MEM_SIZE - offset - 1024))?;
    agent.end()
}

/// Allocations of one pool open each to its own memory, and writing to one leaves its neighbours alone.
fn pool<'t>(t: &'t TestContext<'t>, f: &PoolFixture<'t>) -> TestResult {
    let mut sources = Vec::new();
    for number in 0..24 {
        let window = Window::whole(pattern(t, number), 64 + 129 * number);
        let memory = objects::allocate_from_pool(t, f.pool(), window.size)?;
        fill_in(t, f, memory.raw(), window)?;
        let export = objects::export_memory(t, f.context(), memory.raw())?;
        sources.push((window, export, memory));
    }
    let mut agent = Agent::start(t)?;
    let mut opened = Vec::new();
    for (window, export, _) in &sources {
        opened.push((*window, agent.open(&export.bytes())?));
    }
    for &(window, object) in &opened {
        agent.verify(object, window)?;
    }
    for number in [0, 9, 23] {
        let (window, object) = opened[number];
        agent.write(object, Window { pattern: Pattern(!window.pattern.0), ..window })?;
    }
    for (number, (window, _, memory)) in sources.iter().enumerate() {
        let written = [0, 9, 23].contains(&number);
        let pattern = if written { Pattern(!window.pattern.0) } else { window.pattern };
        check(t, f, memory.raw(), Window { pattern, ..*window })?;
    }
    agent.end()
}

/// An allocation of several hundred MiB opens whole: around each multiple of 2 MiB, the usual large page, and at both
/// ends lies what was written there; and what is written back at its ends and at random places arrives there. To look
/// at every byte would take more time than all other tests together, and on a busy machine all that a test has.
fn large(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    const LARGE: usize = 256 << 20;
    const STEP: usize = 2 << 20;
    const HALF: usize = 32 << 10;
    const WINDOW: usize = 4096;
    let memory = objects::allocate_shareable(t, f.context(), LARGE)?;
    let pieces = || {
        (0..=LARGE).step_by(STEP).map(|middle| {
            let (begin, end) = (middle.saturating_sub(HALF), (middle + HALF).min(LARGE));
            Window::part(pattern(t, 0), begin, end - begin)
        })
    };
    for piece in pieces() {
        fill_in(t, f, memory.raw(), piece)?;
    }
    let export = objects::export_memory(t, f.context(), memory.raw())?;
    let mut agent = Agent::start(t)?;
    let opened = agent.open(&export.bytes())?;
    for piece in pieces() {
        agent.verify(opened, piece)?;
    }
    let mut rng = t.rng(0);
    // Whole windows, so that they do not overlap in part.
    let mut places: Vec<usize> = (0..32).map(|_| rng.below(LARGE / WINDOW) * WINDOW).collect();
    places.extend([0, LARGE - WINDOW]);
    for &at in &places {
        agent.write(opened, Window::part(pattern(t, 1), at, WINDOW))?;
    }
    for &at in &places {
        check(t, f, memory.raw(), Window::part(pattern(t, 1), at, WINDOW))?;
    }
    agent.end()?;
    export.release()?;
    memory.release()
}
