//! Many handles at once, interior pointers, parts of pools, and a large allocation.

use crate::memory::support::{check, filled, open_at, write};
use std::ops::Range;
use ur_ipc_fixtures::hierarchy::{MEM_SIZE, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::Imported;
use ur_ipc_fixtures::{At, Group, IPC_MEMORY, Need, Pattern, TestContext, TestResult, Tests};

/// The requirement of all tests here; each checks a part of it.
const REQUIREMENT: &str = "cross_process.memory.many_and_large";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "cross_process::memory");
    many(&mut group);
    interior(&mut group);
    pool(&mut group);
    large(&mut group);
}

/// The bytes of a handle, with a number that tells what it leads to.
type Numbered = (usize, Vec<u8>);

/// Opens many handles.
fn open_all(f: &UrQueueTest, handles: &[Numbered]) -> TestResult<Vec<(usize, Imported)>> {
    handles.iter().map(|(number, bytes)| Ok((*number, f.in_context().open_memory(bytes)?))).collect()
}

/// Many allocations are exported and open at the same time; each handle leads to its own.
fn many(group: &mut Group<'_>) {
    const MANY: usize = 96;
    const fn all(number: usize) -> Range<usize> {
        0..512 + 37 * number
    }
    group.test("many_handles").checks(REQUIREMENT).across(|s, f: &At<UrIpcMemTest>| {
        let sources = s.here(|t| {
            let mut sources = Vec::with_capacity(MANY);
            for number in 0..MANY {
                let memory = filled(f, all(number).len(), t.pattern(number))?;
                sources.push((number, memory.export()?, memory));
            }
            t.rng(0).shuffle(&mut sources);
            Ok(sources)
        })?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let handles = s.give(&consumer, |_| {
            Ok(sources.iter().map(|(number, handle, _)| (*number, handle.bytes())).collect::<Vec<_>>())
        })?;
        s.at(&consumer, |t| {
            let verify = |(number, import): &(usize, Imported)| {
                check(&there, import.raw(), t.pattern(*number), all(*number))
            };
            let mut rng = t.rng(1);
            let mut opened = open_all(&there, &handles)?;
            rng.shuffle(&mut opened);
            opened.iter().try_for_each(verify)?;
            rng.shuffle(&mut opened);
            while let Some((_, import)) = opened.pop() {
                import.release()?;
                opened.last().map_or(Ok(()), verify)?;
            }
            Ok(())
        })?;
        s.leave(consumer)?;
        // Handles are put and memory is freed in the order of the shuffle.
        s.here(|_| {
            sources.take().into_iter().try_for_each(|(_, handle, memory)| {
                handle.release()?;
                memory.release()
            })
        })
    });
}

/// Interior pointers of one allocation, all exported and open at once, lead to the matching bytes.
fn interior(group: &mut Group<'_>) {
    const OFFSETS: [usize; 5] = [0, 1, 64, 4096, MEM_SIZE - 1];
    const WRITTEN: Range<usize> = OFFSETS[3]..OFFSETS[3] + 1024;
    group.test("interior_pointers").checks(REQUIREMENT).across(|s, f: &At<UrIpcMemTest>| {
        let exports = s.here(|t| {
            let mut rng = t.rng(0);
            let offsets = OFFSETS.into_iter().chain((0..11).map(|_| rng.below(MEM_SIZE)));
            let export = |offset| Ok((offset, f.in_context().export_memory(f.mem().at(offset))?));
            offsets.map(export).collect::<TestResult<Vec<_>>>()
        })?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let handles = s.give(&consumer, |_| {
            Ok(exports.iter().map(|(offset, handle)| (*offset, handle.bytes())).collect::<Vec<_>>())
        })?;
        let opened = s.at(&consumer, |t| {
            let opened = open_all(&there, &handles)?;
            for (offset, import) in &opened {
                let found = there.read(import.raw(), MEM_SIZE - offset)?;
                t.source_pattern().verify(t, *offset, &found)?;
            }
            there.write(opened[3].1.raw(), &t.pattern(0).bytes(WRITTEN.start, WRITTEN.len()))?;
            Ok(opened)
        })?;
        // What is written through one of them arrives behind it, and nowhere else.
        s.here(|t| {
            check(f, f.mem(), f.pattern(), 0..WRITTEN.start)?;
            check(f, f.mem(), t.pattern(0), WRITTEN)?;
            check(f, f.mem(), f.pattern(), WRITTEN.end..MEM_SIZE)
        })?;
        // One is closed after the other, and those that are left stay what they are.
        s.at(&consumer, |t| {
            let mut opened = opened.take();
            t.rng(1).shuffle(&mut opened);
            while let Some((_, goes)) = opened.pop() {
                there.queue().finish()?;
                goes.release()?;
                for (offset, stays) in &opened {
                    let written = WRITTEN.contains(offset);
                    let pattern = if written { t.pattern(0) } else { t.source_pattern() };
                    pattern.verify(t, *offset, &there.read(stays.raw(), 1)?)?;
                }
            }
            Ok(())
        })?;
        s.leave(consumer)
    });
}

/// Allocations of one pool open each to its own memory, and writing to one leaves its neighbours alone.
fn pool(group: &mut Group<'_>) {
    const WRITTEN: [usize; 3] = [0, 9, 23];
    const fn all(number: usize) -> Range<usize> {
        0..64 + 129 * number
    }
    let other = |t: &TestContext, number| Pattern(!t.pattern(number).0);
    let draft = group.test("pool_suballocations").checks(REQUIREMENT).needs(&[IPC_MEMORY, Need::Pools]);
    draft.across(move |s, f: &At<UrQueueTest>| {
        let pool = s.here(|_| f.in_context().pool())?;
        let sources = s.here(|t| {
            let source = |number| {
                let memory = pool.memory(all(number).len())?;
                write(f, memory.raw(), t.pattern(number), all(number))?;
                Ok((number, memory.export()?, memory))
            };
            (0..24).map(source).collect::<TestResult<Vec<_>>>()
        })?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let handles = s.give(&consumer, |_| {
            Ok(sources.iter().map(|(number, handle, _)| (*number, handle.bytes())).collect::<Vec<_>>())
        })?;
        let opened = s.at(&consumer, |t| {
            let opened = open_all(&there, &handles)?;
            for (number, import) in &opened {
                check(&there, import.raw(), t.pattern(*number), all(*number))?;
            }
            for number in WRITTEN {
                write(&there, opened[number].1.raw(), other(t, number), all(number))?;
            }
            Ok(opened)
        })?;
        s.here(|t| {
            sources.iter().try_for_each(|&(number, _, ref memory)| {
                let written = WRITTEN.contains(&number);
                let expected = if written { other(t, number) } else { t.pattern(number) };
                check(f, memory.raw(), expected, all(number))
            })
        })?;
        // One is closed after the other, and those that are left stay what they are.
        s.at(&consumer, |t| {
            let mut opened = opened.take();
            while !opened.is_empty() {
                there.queue().finish()?;
                opened.remove(0).1.release()?;
                for (number, stays) in &opened {
                    let written = WRITTEN.contains(number);
                    let expected = if written { other(t, *number) } else { t.pattern(*number) };
                    check(&there, stays.raw(), expected, 0..64)?;
                }
            }
            Ok(())
        })?;
        s.leave(consumer)
    });
}

/// An allocation of several hundred MiB opens whole: around each multiple of 2 MiB, the usual large page, and at both
/// ends lies what was written there; and what is written back at its ends and at random places arrives there. To look
/// at every byte would take more time than all other tests together, and on a busy machine all that a test has.
fn large(group: &mut Group<'_>) {
    const LARGE: usize = 256 << 20;
    const STEP: usize = 2 << 20;
    const HALF: usize = 32 << 10;
    const WINDOW: usize = 4096;
    fn pieces() -> impl Iterator<Item = Range<usize>> {
        (0..=LARGE).step_by(STEP).map(|middle| middle.saturating_sub(HALF)..(middle + HALF).min(LARGE))
    }
    /// Whole windows, so that they do not overlap in part.
    fn places(t: &TestContext) -> impl Iterator<Item = Range<usize>> {
        let mut rng = t.rng(0);
        let random = (0..32).map(move |_| rng.below(LARGE / WINDOW) * WINDOW);
        random.chain([0, LARGE - WINDOW]).map(|at| at..at + WINDOW)
    }
    group.test("large_allocation").checks(REQUIREMENT).across(|s, f: &At<UrIpcMemTest>| {
        let memory = s.here(|_| f.in_context().memory(LARGE))?;
        s.here(|t| pieces().try_for_each(|piece| write(f, memory.raw(), t.pattern(0), piece)))?;
        let handle = s.here(|_| memory.export())?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let import = open_at(s, &consumer, &there, &handle)?;
        s.at(&consumer, |t| {
            pieces().try_for_each(|piece| check(&there, import.raw(), t.pattern(0), piece))?;
            places(t).try_for_each(|place| write(&there, import.raw(), t.pattern(1), place))
        })?;
        s.here(|t| places(t).try_for_each(|place| check(f, memory.raw(), t.pattern(1), place)))?;
        s.leave(consumer)?;
        s.here(|_| {
            handle.take().release()?;
            memory.take().release()
        })
    });
}
