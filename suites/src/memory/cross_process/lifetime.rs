//! An import after the producer's Put, free and new allocation.

use crate::memory::support::{WHOLE, check, open_at, opens_to, write};
use ur_ipc_fixtures::hierarchy::{MEM_SIZE, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::DeviceMemory;
use ur_ipc_fixtures::{At, DevicePtr, Group, Need, Scenario, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "cross_process::memory");
    survives_put(&mut group);
    new_allocation(&mut group);
    larger_allocations(&mut group);
}

/// A pointer that was opened before the Put works as before: what either side writes the other one reads.
fn survives_put(group: &mut Group<'_>) {
    let draft = group.test("opened_survives_put").checks("cross_process.memory.opened_survives_put");
    draft.across(|s, f: &At<UrIpcMemTest>| {
        let handle = s.here(|_| f.export())?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let import = open_at(s, &consumer, &there, &handle)?;
        s.here(|_| handle.take().release())?;
        s.at(&consumer, |t| {
            check(&there, import.raw(), t.source_pattern(), WHOLE)?;
            write(&there, import.raw(), t.pattern(0), WHOLE)
        })?;
        s.here(|t| {
            check(f, f.mem(), t.pattern(0), WHOLE)?;
            write(f, f.mem(), t.pattern(1), WHOLE)
        })?;
        s.at(&consumer, |t| check(&there, import.raw(), t.pattern(1), WHOLE))?;
        // Handles that come and go do not matter either.
        let next = s.here(|_| f.export())?;
        let bytes = s.give(&consumer, |_| Ok(next.bytes()))?;
        s.at(&consumer, |t| opens_to(&there, &bytes, t.pattern(1), WHOLE))?;
        s.here(|_| next.take().release())?;
        s.at(&consumer, |t| {
            check(&there, import.raw(), t.pattern(1), WHOLE)?;
            import.take().release()
        })?;
        s.leave(consumer)
    });
}

/// After the memory is freed and allocated anew, at the same address where that can be had, a new handle opens to the
/// new contents.
fn new_allocation(group: &mut Group<'_>) {
    const ROUNDS: usize = 12;
    let draft = group.test("reopen_new_allocation").checks("cross_process.memory.reopen_new_allocation");
    draft.across(|s, f: &At<UrIpcMemTest>| {
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        for size in [MEM_SIZE, 8 << 20] {
            let (mut last, mut same_address) = (DevicePtr::NULL, 0);
            for round in 0..ROUNDS {
                let memory = s.here(|t| {
                    let memory = f.in_context().memory(size)?;
                    same_address += usize::from(memory.raw() == last);
                    last = memory.raw();
                    write(f, memory.raw(), t.pattern(round), WHOLE)?;
                    Ok(memory)
                })?;
                let handle = s.here(|_| memory.export())?;
                let import = open_at(s, &consumer, &there, &handle)?;
                // The memory is the new one in the other direction too.
                s.at(&consumer, |t| {
                    check(&there, import.raw(), t.pattern(round), WHOLE)?;
                    write(&there, import.raw(), t.pattern(ROUNDS + round), WHOLE)
                })?;
                s.here(|t| check(f, memory.raw(), t.pattern(ROUNDS + round), WHOLE))?;
                s.at(&consumer, |_| import.take().release())?;
                s.here(|_| {
                    handle.take().release()?;
                    memory.take().release()
                })?;
            }
            s.here(|t| {
                let all = ROUNDS - 1;
                t.note(format!(
                    "{same_address} of {all} allocations of {size} bytes came back at the same address"
                ));
                Ok(())
            })?;
        }
        s.leave(consumer)
    });
}

/// The sizes of memory of the device, and of a pool, each of which may come to lie where the one before was.
const LARGER: [usize; 4] = [3 << 20, 6 << 20, 9 << 20, 12 << 20];
const LARGER_IN_POOL: [usize; 4] = [4 << 10, 8 << 10, 16 << 10, 64 << 10];

fn larger_allocations(group: &mut Group<'_>) {
    let requirement = "cross_process.memory.reopen_new_allocation";
    group
        .test("reopen_larger_allocation")
        .checks(requirement)
        .across(|s, f: &At<UrIpcMemTest>| opened_by_turns(s, f, LARGER, |size| f.in_context().memory(size)));

    // The same at one place of a pool, which other memory keeps where it is.
    let draft = group.test("reopen_larger_allocation_of_pool").checks(requirement).needs(&[Need::Pools]);
    draft.across(|s, f: &At<UrIpcMemTest>| {
        let pool = s.here(|_| f.in_context().pool())?;
        let kept = s.here(|_| pool.memory(LARGER_IN_POOL[0]))?;
        opened_by_turns(s, f, LARGER_IN_POOL, |size| pool.memory(size))?;
        s.here(|_| {
            kept.take().release()?;
            pool.take().release()
        })
    });
}

/// Memory that takes the place of smaller memory opens to its own contents and has its own size, whatever the two have in
/// common: drivers that use freed memory again for its size give descriptors, addresses and handles anew here.
fn opened_by_turns(
    s: &Scenario,
    f: &At<UrIpcMemTest>,
    sizes: [usize; 4],
    allocate: impl Fn(usize) -> TestResult<DeviceMemory>,
) -> TestResult {
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    for (round, size) in sizes.into_iter().enumerate() {
        let end = MEM_SIZE.min(size);
        let ends = [0..end, size - end..size];
        let memory = s.here(|t| {
            let memory = allocate(size)?;
            ends.iter().try_for_each(|part| write(f, memory.raw(), t.pattern(round), part.clone()))?;
            Ok(memory)
        })?;
        let handle = s.here(|_| memory.export())?;
        let import = open_at(s, &consumer, &there, &handle)?;
        s.at(&consumer, |t| {
            ends.iter().try_for_each(|part| check(&there, import.raw(), t.pattern(round), part.clone()))?;
            import.take().release()
        })?;
        s.here(|_| {
            handle.take().release()?;
            memory.take().release()
        })?;
    }
    s.leave(consumer)
}
