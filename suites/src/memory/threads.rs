//! All calls of the family at once: of allocations and handles of the threads' own, and of one that they have in common.

use super::support::{WHOLE, filled, opens_to};
use crate::threads::on_threads;
use ur_ipc_fixtures::hierarchy::{Fixture, MEM_SIZE, UrContextTest, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::{DeviceMemory, Exported, Queue};
use ur_ipc_fixtures::{At, DevicePtr, Peer, Scenario, TestContext, TestResult, Tests, case};

/// Threads of the concurrent tests, and how often each makes its calls.
const THREADS: usize = 6;
const ROUNDS: usize = 24;

/// The index of the allocation that a thread takes.
type Taken = fn(usize) -> usize;
const OWN: (&str, Taken) = ("memory.concurrent", |thread| thread);
/// Use of one object by several threads, which INTRO.rst calls unsafe for objects with a handle.
const ONE: (&str, Taken) = ("memory.concurrent_same_object", |_| 0);

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::concurrent");
    let cases = |own, one| [case::<Taken>(own, OWN.0, OWN.1), case::<Taken>(one, ONE.0, ONE.1)];
    group.table(cases("get_put", "get_put_of_one")).across(get_put);
    group.table(cases("open_close", "open_close_of_one")).across(open_close);
    group.table(cases("all_calls", "all_calls_of_one")).across(all_calls);
}

/// Threads export an allocation again and again; the bytes of a handle stay while it lives, and the last ones all open to
/// the right memory.
fn get_put(s: &Scenario, f: &At<UrIpcMemTest>, taken: &Taken) -> TestResult {
    let sources = s.here(|_| sources(f))?;
    let kept = s.here(|t| {
        let threads = (0..THREADS).map(|thread| {
            let source = &sources[taken(thread)];
            move || export_repeatedly(t, source).map(|export| (taken(thread), export))
        });
        on_threads(threads)
    })?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    open_kept(s, &consumer, &there, &kept)?;
    s.leave(consumer)
}

/// Half of the threads export memory of this process while the other half open and close that of another one.
fn all_calls(s: &Scenario, f: &At<UrIpcMemTest>, taken: &Taken) -> TestResult {
    let own = s.here(|_| sources(f))?;
    let queues = s.here(|_| queues(f))?;
    let (other, there) = s.peer_with::<UrQueueTest>("other")?;
    let theirs = s.at(&other, |_| sources(&there))?;
    let exports =
        s.at(&other, |_| theirs.iter().map(DeviceMemory::export).collect::<TestResult<Vec<_>>>())?;
    let handles: Vec<Vec<u8>> = s.ask(&other, |_| Ok(exports.iter().map(Exported::bytes).collect()))?;
    let kept = s.here(|t| {
        let threads = queues.iter().enumerate().map(|(thread, queue)| {
            let (number, own, handles) = (taken(thread), &own, &handles);
            move || {
                if thread % 2 == 0 {
                    return export_repeatedly(t, &own[number]).map(|export| Some((number, export)));
                }
                open_repeatedly(f, queue, &handles[number], number).map(|()| None)
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

/// Gets and puts two handles at a time, and gives a last one.
fn export_repeatedly(t: &TestContext, source: &DeviceMemory) -> TestResult<Exported> {
    for _ in 0..ROUNDS {
        let (first, second) = (source.export()?, source.export()?);
        let bytes = first.bytes();
        second.release()?;
        t.check(bytes == first.bytes(), "the bytes of a handle changed while it was not put")?;
        first.release()?;
    }
    source.export()
}

/// Handles, each with the number of its allocation.
type KeptHandles = Vec<(usize, Exported)>;

/// Each of the handles opens elsewhere to its memory.
fn open_kept(
    s: &Scenario,
    peer: &Peer,
    there: &At<UrQueueTest>,
    kept: &At<KeptHandles>,
) -> TestResult<At<()>> {
    let handles = s.give(peer, |_| {
        Ok(kept.iter().map(|(number, export)| (*number, export.bytes())).collect::<Vec<_>>())
    })?;
    s.at(peer, |t| {
        handles.iter().try_for_each(|(number, handle)| opens_to(there, handle, t.pattern(*number), WHOLE))
    })
}

/// Exports several allocations for a process whose threads open, read and close a handle each; each pointer works until its
/// Close, whatever the others close meanwhile.
fn open_close(s: &Scenario, f: &At<UrIpcMemTest>, taken: &Taken) -> TestResult {
    let own = s.here(|_| sources(f))?;
    let exports = s.here(|_| own.iter().map(DeviceMemory::export).collect::<TestResult<Vec<_>>>())?;
    let consumer = s.peer("consumer")?;
    let handles = s.give(&consumer, |_| Ok(exports.iter().map(Exported::bytes).collect::<Vec<_>>()))?;
    s.at(&consumer, |t| {
        let f = UrContextTest::set_up(t)?;
        let (f, queues) = (&f, queues(&f)?);
        let threads = queues.iter().enumerate().map(|(thread, queue)| {
            let (number, handles) = (taken(thread), &handles);
            move || open_repeatedly(f, queue, &handles[number], number)
        });
        on_threads(threads).map(drop)
    })?;
    s.leave(consumer)
}

/// One queue for each thread, made beforehand: what is tested at once are the calls of this family alone.
fn queues(f: &UrContextTest) -> TestResult<Vec<Queue>> {
    (0..THREADS).map(|_| f.in_context().queue()).collect()
}

/// Opens a handle twice at a time, and looks at what it opens to.
fn open_repeatedly(f: &UrContextTest, queue: &Queue, handle: &[u8], number: usize) -> TestResult {
    for round in 0..ROUNDS {
        let verify = |at: DevicePtr| -> TestResult {
            let from = round * 1024 % MEM_SIZE;
            let bytes = queue.read(at.at(from), 1024)?;
            let found = f.t().pattern(number).verify(f.t(), from, &bytes);
            found.map_err(|stop| stop.in_case(format!("in round {round}, of allocation {number}")))
        };
        let first = f.in_context().open_memory(handle)?;
        let second = f.in_context().open_memory(handle)?;
        verify(first.raw())?;
        verify(second.raw())?;
        first.release()?;
        verify(second.raw())?;
        second.release()?;
    }
    Ok(())
}
