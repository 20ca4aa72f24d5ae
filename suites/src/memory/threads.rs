//! All calls of the family at once, on the same and on different allocations.

use super::support::{WHOLE, filled, opens_to};
use crate::threads::on_threads;
use ur_ipc_fixtures::ladder::{Fixture, MEM_SIZE, UrContextTest, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::{DeviceMemory, Exported, Queue};
use ur_ipc_fixtures::{At, DevicePtr, Peer, Scenario, TestResult, Tests};

/// Threads of the concurrent tests, and how often each makes its calls.
const THREADS: usize = 6;
const ROUNDS: usize = 24;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::concurrent");
    group.test("get_put").checks("memory.concurrent").across(get_put);
    group.test("open_close").checks("memory.concurrent").across(open_close);
    group.test("all_calls").checks("memory.concurrent").across(all_calls);
}

/// Threads export the same allocation and their own; the bytes of each stay while it lives, and the last ones all
/// open to the right memory.
fn get_put(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult {
    let own = s.here(|_| sources(f))?;
    let kept = s.here(|_| {
        let kept = on_threads(own.iter().map(|own| || export_repeatedly(f, own)))?;
        Ok(kept.into_iter().enumerate().collect())
    })?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    open_kept(s, &consumer, &there, &kept)?;
    s.leave(consumer)
}

/// Half of the threads export memory of this process while the other half open and close that of another one.
fn all_calls(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult {
    let own = s.here(|_| sources(f))?;
    let queues = s.here(|_| queues(f))?;
    let (other, there) = s.peer_with::<UrQueueTest>("other")?;
    let theirs = s.at(&other, |_| sources(&there))?;
    let exports =
        s.at(&other, |_| theirs.iter().map(DeviceMemory::export).collect::<TestResult<Vec<_>>>())?;
    let handles: Vec<Vec<u8>> = s.ask(&other, |_| Ok(exports.iter().map(Exported::bytes).collect()))?;
    let kept = s.here(|_| {
        let threads = own.iter().zip(&*queues).enumerate().map(|(number, (own, queue))| {
            let handles = &handles;
            move || {
                if number % 2 == 0 {
                    return export_repeatedly(f, own).map(|exports| Some((number, exports)));
                }
                open_repeatedly(f, queue, handles, number).map(|()| None)
            }
        });
        Ok(on_threads(threads)?.into_iter().flatten().collect())
    })?;
    open_kept(s, &other, &there, &kept)?;
    s.leave(other)
}

/// One allocation for each thread, with a pattern of its number.
fn sources(f: &UrQueueTest) -> TestResult<Vec<DeviceMemory>> {
    let source = |number| filled(f, MEM_SIZE, f.t().pattern(number));
    (0..THREADS).map(source).collect()
}

/// Gets and puts, and gives one handle of each allocation.
fn export_repeatedly(f: &UrIpcMemTest, own: &DeviceMemory) -> TestResult<[Exported; 2]> {
    for _ in 0..ROUNDS {
        let (of_shared, of_own) = (f.export()?, own.export()?);
        let bytes = of_shared.bytes();
        of_own.release()?;
        f.t().check(bytes == of_shared.bytes(), "the bytes of a handle changed while it was not put")?;
        of_shared.release()?;
    }
    Ok([f.export()?, own.export()?])
}

/// Handles of the fixture's allocation and of a thread's own, with the thread's number.
type Kept = Vec<(usize, [Exported; 2])>;

/// Each of the handles opens elsewhere to its memory.
fn open_kept(s: &Scenario, peer: &Peer, there: &At<UrQueueTest>, kept: &At<Kept>) -> TestResult<At<()>> {
    let handles = s.give(peer, |_| {
        let bytes = kept.iter().map(|(number, exports)| (*number, exports.each_ref().map(Exported::bytes)));
        Ok(bytes.collect::<Vec<_>>())
    })?;
    s.at(peer, |t| {
        for (number, [of_shared, of_own]) in &*handles {
            opens_to(there, of_shared, t.source_pattern(), WHOLE)?;
            opens_to(there, of_own, t.pattern(*number), WHOLE)?;
        }
        Ok(())
    })
}

/// Exports several allocations for a process whose threads open, read and close the first handle and one of their own;
/// each pointer works until its Close, whatever the others close meanwhile.
fn open_close(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult {
    let own = s.here(|_| sources(f))?;
    let exports = s.here(|_| own.iter().map(DeviceMemory::export).collect::<TestResult<Vec<_>>>())?;
    let consumer = s.peer("consumer")?;
    let handles = s.give(&consumer, |_| Ok(exports.iter().map(Exported::bytes).collect::<Vec<_>>()))?;
    s.at(&consumer, |t| {
        let f = UrContextTest::set_up(t)?;
        let (f, queues) = (&f, queues(&f)?);
        let threads = queues.iter().enumerate().map(|(number, queue)| {
            let handles = &handles;
            move || open_repeatedly(f, queue, handles, number)
        });
        on_threads(threads).map(drop)
    })?;
    s.leave(consumer)
}

/// One queue for each thread, made beforehand: what is tested at once are the calls of this family alone.
fn queues(f: &UrContextTest) -> TestResult<Vec<Queue>> {
    (0..THREADS).map(|_| f.in_context().queue()).collect()
}

fn open_repeatedly(f: &UrContextTest, queue: &Queue, handles: &[Vec<u8>], own: usize) -> TestResult {
    for round in 0..ROUNDS {
        let verify = |at: DevicePtr, number| -> TestResult {
            let from = round * 1024 % MEM_SIZE;
            let bytes = queue.read(at.at(from), 1024)?;
            let found = f.t().pattern(number).verify(f.t(), from, &bytes);
            found.map_err(|stop| stop.in_case(format!("in round {round} of thread {number}")))
        };
        let of_shared = f.in_context().open_memory(&handles[0])?;
        let of_own = f.in_context().open_memory(&handles[own])?;
        verify(of_shared.raw(), 0)?;
        verify(of_own.raw(), own)?;
        of_shared.release()?;
        verify(of_own.raw(), own)?;
        of_own.release()?;
    }
    Ok(())
}
