//! One object in two processes.

use super::info::{context_of, device_of, properties_of};
use ur_ipc_fixtures::api::PhysicalMemFlags;
use ur_ipc_fixtures::hierarchy::{UrIpcPhysMemHandleTest, UrIpcPhysMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::PhysicalMemory;
use ur_ipc_fixtures::{At, InCase, TestResult, Tests};

/// The number of changes of the content while both sides have it mapped.
const ROUNDS: usize = 3;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "cross_process::physical_memory");

    // The consumer sees what the producer wrote, before the Open and after it.
    let draft = group.test("read").checks("cross_process.physical_memory.read");
    draft.across(|s, f: &At<UrIpcPhysMemHandleTest>| {
        let source = s.here(|_| f.physical().map(f.size()))?;
        s.here(|t| source.write(f.queue(), t.pattern(0)))?;
        let (size, handle) = s.tell(|_| Ok((f.size(), f.handle())))?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let import = s.at(&consumer, |_| there.in_context().open_physical(&handle))?;
        let mapping = s.at(&consumer, |_| import.map(size))?;
        s.at(&consumer, |t| mapping.verify(there.queue(), t.pattern(0)))?;
        for round in 1..ROUNDS {
            s.here(|t| source.write(f.queue(), t.pattern(round)))?;
            s.at(&consumer, |t| mapping.verify(there.queue(), t.pattern(round)))?;
        }
        s.at(&consumer, |_| mapping.take().release())?;
        s.at(&consumer, |_| import.take().release())?;
        s.leave(consumer)?;
        s.here(|t| source.verify(f.queue(), t.pattern(ROUNDS - 1)))
    });

    // The producer sees, through the mapping that it had before, what the consumer writes.
    let draft = group.test("write_back").checks("cross_process.physical_memory.write_back");
    draft.across(|s, f: &At<UrIpcPhysMemHandleTest>| {
        let source = s.here(|_| f.physical().map(f.size()))?;
        s.here(|t| source.write(f.queue(), t.pattern(99)))?;
        let (size, handle) = s.tell(|_| Ok((f.size(), f.handle())))?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let import = s.at(&consumer, |_| there.in_context().open_physical(&handle))?;
        let mapping = s.at(&consumer, |_| import.map(size))?;
        for round in 0..ROUNDS {
            s.at(&consumer, |t| mapping.write(there.queue(), t.pattern(round)))?;
            s.here(|t| source.verify(f.queue(), t.pattern(round)))?;
        }
        s.at(&consumer, |_| mapping.take().release())?;
        s.at(&consumer, |_| import.take().release())?;
        s.leave(consumer)?;
        // The content stays when the import has gone.
        s.here(|t| source.verify(f.queue(), t.pattern(ROUNDS - 1)))
    });

    // The consumer's import has the size of the source, and the other queries answer there.
    let draft = group.test("size_and_info").checks("cross_process.physical_memory.size_and_info");
    draft.across(|s, f: &At<UrIpcPhysMemTest>| {
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        for granules in [1, 2, 3, 7] {
            let object = s.here(|_| f.in_context().shareable_physical(granules * f.granule()))?;
            let handle = s.here(|_| object.export())?;
            let given = s.give(&consumer, |_| Ok((object.size()?, handle.bytes())))?;
            s.at(&consumer, |_| {
                let (size, bytes) = &*given;
                let opened = there.in_context().open_physical(bytes)?;
                check_info(&there, &opened, *size).in_case(format!("{granules} granules"))?;
                opened.release()
            })?;
        }
        s.leave(consumer)
    });
}

/// All queries of an import answer, and with its own context and device.
fn check_info(f: &UrQueueTest, import: &PhysicalMemory, size: usize) -> TestResult {
    let t = f.t();
    t.check_eq("size", import.size()?, size)?;
    t.check_eq("context", context_of(t, import.raw())?, f.context())?;
    t.check_eq("device", device_of(t, import.raw())?, t.device())?;
    t.check(import.references()? > 0, "an open import says that it has no references")?;
    properties_of(t, import.raw(), PhysicalMemFlags(u32::MAX)).map(drop)
}
