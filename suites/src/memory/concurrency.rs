//! All calls of the family at once, on the same and on different allocations.

use super::agent::{AGENTS, Agent};
use super::command::Window;
use super::fixtures::{fill_in, join_all, pattern};
use std::collections::BTreeSet;
use std::sync::Barrier;
use ur_ipc_api::{ContextHandle, QueueFlags, QueueHandle};
use ur_ipc_fixtures::ladder::{
    CONSUMER, ContextFixture, Fixture, MEM_SIZE, MemFixture, UrContextTest, UrIpcMemTest,
};
use ur_ipc_fixtures::objects::{self, DeviceMemory, Exported, Queue};
use ur_ipc_fixtures::{DevicePtr, Failure, Link, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new("memory::concurrent::get_put", &["memory.concurrent"], with!(MemFixture, get_put))
        .roles(AGENTS),
    Test::new("memory::concurrent::open_close", &["memory.concurrent"], with!(MemFixture, open_close))
        .roles(&[Role { name: CONSUMER, body: open_and_close }]),
    Test::new("memory::concurrent::all_calls", &["memory.concurrent"], with!(MemFixture, all_calls))
        .roles(AGENTS),
];

const THREADS: usize = 6;
const ROUNDS: usize = 24;

/// Threads export the same allocation and their own; every handle is one of its own while it lives, and the
/// last ones all open to the right memory.
fn get_put(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let (context, shared) = (f.context(), f.mem());
    let own = sources(t, f)?;
    let start = Barrier::new(THREADS);
    let kept = std::thread::scope(|scope| {
        let threads =
            own.iter().map(|own| scope.spawn(|| export_repeatedly(t, context, shared, own, &start)));
        join_all(threads.collect())
    })?;
    let places: BTreeSet<DevicePtr> = kept.iter().flatten().map(|export| export.raw().at).collect();
    t.check_eq("different buffers among the handles left", places.len(), 2 * THREADS)?;
    let mut agent = Agent::start(t)?;
    for (number, [of_shared, of_own]) in kept.iter().enumerate() {
        agent.verify_once(&of_shared.bytes(), Window::whole(f.pattern(), MEM_SIZE))?;
        agent.verify_once(&of_own.bytes(), Window::whole(pattern(t, number), MEM_SIZE))?;
    }
    agent.end()
}

/// One allocation for each thread, with a pattern of its number.
fn sources<'t>(t: &'t TestContext<'t>, f: &impl UrIpcMemTest) -> TestResult<Vec<DeviceMemory<'t>>> {
    (0..THREADS)
        .map(|number| {
            let memory = objects::allocate_shareable(t, f.context(), MEM_SIZE)?;
            fill_in(t, f, memory.raw(), Window::whole(pattern(t, number), MEM_SIZE))?;
            Ok(memory)
        })
        .collect()
}

/// Gets and puts, and gives one handle of each allocation.
fn export_repeatedly<'t>(
    t: &'t TestContext<'t>,
    context: ContextHandle,
    shared: DevicePtr,
    own: &DeviceMemory<'t>,
    start: &Barrier,
) -> TestResult<[Exported<'t>; 2]> {
    let export = |mem| objects::export_memory(t, context, mem);
    start.wait();
    for _ in 0..ROUNDS {
        let (of_shared, of_own) = (export(shared)?, export(own.raw())?);
        let bytes = of_shared.bytes();
        of_own.release()?;
        t.check(bytes == of_shared.bytes(), "the bytes of a handle changed while it was not put")?;
        of_shared.release()?;
    }
    Ok([export(shared)?, export(own.raw())?])
}

/// Exports several allocations for a process that opens them on several threads.
fn open_close(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let own = sources(t, f)?;
    let exports = own
        .iter()
        .map(|memory| objects::export_memory(t, f.context(), memory.raw()))
        .collect::<TestResult<Vec<_>>>()?;
    let peer = Peer::start(t, CONSUMER)?;
    for export in &exports {
        peer.send("handle", &export.bytes())?;
    }
    peer.join()
}

/// Threads open, read and close the first handle and one of their own; each pointer works until its Close,
/// whatever the others close meanwhile.
fn open_and_close(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = ContextFixture::set_up(t)?;
    let queues = queues(t, f.context())?;
    let handles = (0..THREADS).map(|_| link.recv("handle")).collect::<TestResult<Vec<_>>>()?;
    let start = Barrier::new(THREADS);
    let (context, shared, start) = (f.context(), &handles[0], &start);
    std::thread::scope(|scope| {
        let threads = handles.iter().zip(&queues).enumerate().map(|(number, (own, queue))| {
            let place = (context, queue.raw());
            scope.spawn(move || open_repeatedly(t, place, shared, (number, own), start))
        });
        join_all(threads.collect())
    })
    .map(drop)
}

/// One queue for each thread, made beforehand: what is tested at once are the calls of this family alone.
fn queues<'t>(t: &'t TestContext<'t>, context: ContextHandle) -> TestResult<Vec<Queue<'t>>> {
    (0..THREADS).map(|_| objects::create_queue(t, context, QueueFlags::NONE_SET)).collect()
}

fn open_repeatedly(
    t: &TestContext<'_>,
    (context, queue): (ContextHandle, QueueHandle),
    shared: &[u8],
    (number, own): (usize, &[u8]),
    start: &Barrier,
) -> TestResult {
    start.wait();
    let verify = |at, number, round| -> TestResult {
        let from = round * 1024 % MEM_SIZE;
        let bytes = objects::read(t, queue, DevicePtr::at(at, from), 1024)?;
        pattern(t, number).verify(from, &bytes).map_err(|wrong| {
            Failure::new(format!("in round {round} of thread {number}: {}", wrong.message)).into()
        })
    };
    for round in 0..ROUNDS {
        let of_shared = objects::open_memory(t, context, shared)?;
        let of_own = objects::open_memory(t, context, own)?;
        verify(of_shared.raw(), 0, round)?;
        verify(of_own.raw(), number, round)?;
        of_shared.release()?;
        verify(of_own.raw(), number, round)?;
        of_own.release()?;
    }
    Ok(())
}

/// Half of the threads export memory of this process while the other half open and close that of another one.
fn all_calls(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let (context, shared) = (f.context(), f.mem());
    let own = sources(t, f)?;
    let queues = queues(t, context)?;
    let mut agent = Agent::start(t)?;
    let mut handles = Vec::with_capacity(THREADS);
    for number in 0..THREADS {
        let memory = agent.allocate(MEM_SIZE)?;
        agent.write(memory, Window::whole(pattern(t, number), MEM_SIZE))?;
        handles.push(agent.export(memory)?.handle);
    }
    let start = Barrier::new(THREADS);
    let (start, handles) = (&start, &handles);
    let kept: Vec<Option<[Exported<'_>; 2]>> = std::thread::scope(|scope| {
        let threads = own.iter().zip(&queues).enumerate().map(|(number, (own, queue))| {
            let place = (context, queue.raw());
            scope.spawn(move || {
                if number % 2 == 0 {
                    return export_repeatedly(t, context, shared, own, start).map(Some);
                }
                open_repeatedly(t, place, &handles[0], (number, &handles[number]), start).map(|()| None)
            })
        });
        join_all(threads.collect())
    })?;
    for (number, exports) in kept.iter().enumerate() {
        let Some([of_shared, of_own]) = exports else { continue };
        agent.verify_once(&of_shared.bytes(), Window::whole(f.pattern(), MEM_SIZE))?;
        agent.verify_once(&of_own.bytes(), Window::whole(pattern(t, number), MEM_SIZE))?;
    }
    agent.end()
}
