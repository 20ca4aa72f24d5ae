//! Bytes written on one side arrive on the other.

use crate::memory::support::{WHOLE, check, filled, open_at, opens_to, write};
use ur_ipc_fixtures::hierarchy::{MEM_SIZE, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::{At, DevicePtr, IPC_MEMORY, Pattern, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "cross_process::memory");
    // Another process reads what was written before the export: from the host, by a copy on the device, and by a fill.
    group.test("read").checks("cross_process.memory.read").across(|s, f: &At<UrIpcMemTest>| {
        let copied = s.here(|_| f.in_context().memory(MEM_SIZE))?;
        let refilled = s.here(|t| {
            f.queue().copy(copied.raw(), f.mem(), MEM_SIZE, &[])?;
            f.queue().finish()?;
            let memory = filled(f, MEM_SIZE, t.pattern(0))?;
            f.queue().fill(memory.raw(), t.pattern(1).byte(0), 1)?;
            Ok(memory)
        })?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        for copy in [false, true] {
            let handle =
                s.here(|_| f.in_context().export_memory(if copy { copied.raw() } else { f.mem() }))?;
            let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
            for _ in 0..2 {
                s.at(&consumer, |t| opens_to(&there, &bytes, t.source_pattern(), WHOLE))?;
            }
            s.here(|_| handle.take().release())?;
        }
        let handle = s.here(|_| refilled.export())?;
        let import = open_at(s, &consumer, &there, &handle)?;
        s.at(&consumer, |t| {
            check(&there, import.raw(), t.pattern(1), 0..1)?;
            check(&there, import.raw(), t.pattern(0), 1..MEM_SIZE)
        })?;
        s.leave(consumer)
    });

    // Allocations that live at the same time are opened one after the other. Each handle is put before the next is made, so
    // that what tells the one may tell the other. None is so small that a driver has it in one piece with others.
    group.test("read_in_turn").checks("cross_process.memory.read").needs(&[IPC_MEMORY]).across(
        |s, f: &At<UrQueueTest>| {
            const SIZES: [usize; 3] = [8 << 20, 4 << 20, 4 << 20];
            let sources = s.here(|t| {
                let sources = SIZES.into_iter().enumerate().map(|(number, size)| {
                    let memory = f.in_context().memory(size)?;
                    write(f, memory.raw(), t.pattern(number), WHOLE)?;
                    Ok(memory)
                });
                sources.collect::<TestResult<Vec<_>>>()
            })?;
            let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
            for number in 0..SIZES.len() {
                let export = s.here(|_| sources[number].export())?;
                let handle = s.give(&consumer, |_| Ok(export.bytes()))?;
                s.at(&consumer, |t| opens_to(&there, &handle, t.pattern(number), WHOLE))?;
                s.here(|_| export.take().release())?;
            }
            s.leave(consumer)
        },
    );

    // What another process writes through the opened pointer is read here once its queue is finished, and the bytes
    // around it stay.
    group.test("write_back").checks("cross_process.memory.write_back").across(|s, f: &At<UrIpcMemTest>| {
        const PART: std::ops::Range<usize> = 4095..4095 + 8194;
        let handle = s.here(|_| f.export())?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let import = open_at(s, &consumer, &there, &handle)?;
        s.at(&consumer, |t| write(&there, import.raw(), t.pattern(0), PART))?;
        s.here(|t| {
            check(f, f.mem(), f.pattern(), 0..PART.start)?;
            check(f, f.mem(), t.pattern(0), PART)?;
            check(f, f.mem(), f.pattern(), PART.end..MEM_SIZE)
        })?;
        for round in 1..4 {
            s.at(&consumer, |t| copy_to(&there, import.raw(), t.pattern(round)))?;
            s.here(|t| check(f, f.mem(), t.pattern(round), WHOLE))?;
        }
        s.at(&consumer, |t| {
            copy_to(&there, import.raw(), t.pattern(4))?;
            import.take().release()
        })?;
        s.here(|t| check(f, f.mem(), t.pattern(4), WHOLE))?;
        s.leave(consumer)
    });
}

/// Writes by a copy from other memory of the device; only the queue's end is waited for.
#[track_caller]
fn copy_to(f: &UrQueueTest, to: DevicePtr, pattern: Pattern) -> TestResult {
    let source = filled(f, MEM_SIZE, pattern)?;
    f.queue().copy(to, source.raw(), MEM_SIZE, &[])?;
    f.queue().finish()?;
    source.release()
}
