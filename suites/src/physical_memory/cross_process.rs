//! One object in two processes.

use super::common::{Import, Mapped, pattern};
use crate::untouched::{UNTOUCHED, UNTOUCHED_POINTER};
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemInfo, PhysicalMemProperties,
    StructureType,
};
use ur_ipc_fixtures::ladder::{Fixture, UrIpcPhysMemHandleTest, UrIpcPhysMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::physical_info;
use ur_ipc_fixtures::{At, TestResult, Tests};

/// How often the content changes while both sides have it mapped.
const ROUNDS: u64 = 3;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "cross_process::physical_memory");

    // The consumer sees what the producer wrote, before the Open and after it.
    let draft = group.test("read").checks("cross_process.physical_memory.read");
    draft.across(|s, f: &At<UrIpcPhysMemHandleTest>| {
        let source = s.here(|_| Mapped::new(f, f.physical().raw(), f.size()))?;
        s.here(|t| source.write(f, pattern(t, 0)))?;
        let (size, handle) = s.tell(|_| Ok((f.size(), f.handle())))?;
        let consumer = s.peer("consumer")?;
        let there = s.at(&consumer, UrQueueTest::set_up)?;
        let import = s.at(&consumer, |_| Import::open(&there, &handle, size))?;
        s.at(&consumer, |t| import.verify(&there, pattern(t, 0)))?;
        for round in 1..ROUNDS {
            s.here(|t| source.write(f, pattern(t, round)))?;
            s.at(&consumer, |t| import.verify(&there, pattern(t, round)))?;
        }
        s.at(&consumer, |_| import.take().close())?;
        s.leave(consumer)?;
        s.here(|t| source.verify(f, pattern(t, ROUNDS - 1))).map(drop)
    });

    // The producer sees, through the mapping that it had before, what the consumer writes.
    let draft = group.test("write_back").checks("cross_process.physical_memory.write_back");
    draft.across(|s, f: &At<UrIpcPhysMemHandleTest>| {
        let source = s.here(|_| Mapped::new(f, f.physical().raw(), f.size()))?;
        s.here(|t| source.write(f, pattern(t, 99)))?;
        let (size, handle) = s.tell(|_| Ok((f.size(), f.handle())))?;
        let consumer = s.peer("consumer")?;
        let there = s.at(&consumer, UrQueueTest::set_up)?;
        let import = s.at(&consumer, |_| Import::open(&there, &handle, size))?;
        for round in 0..ROUNDS {
            s.at(&consumer, |t| import.write(&there, pattern(t, round)))?;
            s.here(|t| source.verify(f, pattern(t, round)))?;
        }
        s.at(&consumer, |_| import.take().close())?;
        s.leave(consumer)?;
        // The content stays when the import has gone.
        s.here(|t| source.verify(f, pattern(t, ROUNDS - 1))).map(drop)
    });

    // The consumer's import has the size of the source, and the other queries answer there.
    let draft = group.test("size_and_info").checks("cross_process.physical_memory.size_and_info");
    draft.across(|s, f: &At<UrIpcPhysMemTest>| {
        let consumer = s.peer("consumer")?;
        let there = s.at(&consumer, UrQueueTest::set_up)?;
        for granules in [1, 2, 3, 7] {
            let object = s.here(|_| f.in_context().shareable_physical(granules * f.granule()))?;
            let handle = s.here(|_| object.export())?;
            let given = s.give(&consumer, |_| Ok((object.size()?, handle.bytes())))?;
            s.at(&consumer, |_| {
                let (size, bytes) = &*given;
                let opened = there.in_context().open_physical(bytes)?;
                let described = check_info(&there, opened.raw(), *size);
                described.map_err(|stop| stop.in_case(format!("{granules} granules")))?;
                opened.release()
            })?;
            s.here(|t| t.check_eq("references of the source", object.references()?, 1))?;
        }
        s.leave(consumer)
    });
}

/// All queries of an import answer, and with its own context and device.
fn check_info(f: &UrQueueTest, object: PhysicalMemHandle, size: usize) -> TestResult {
    let t = f.t();
    t.check_eq("size", physical_info(t, object, PhysicalMemInfo::SIZE, UNTOUCHED)?, size)?;
    let before = ContextHandle::from_address(UNTOUCHED);
    t.check_eq("context", physical_info(t, object, PhysicalMemInfo::CONTEXT, before)?, f.context())?;
    let before = DeviceHandle::from_address(UNTOUCHED);
    t.check_eq("device", physical_info(t, object, PhysicalMemInfo::DEVICE, before)?, t.device())?;
    t.check_eq("references", physical_info(t, object, PhysicalMemInfo::REFERENCE_COUNT, u32::MAX)?, 1)?;
    let before = PhysicalMemProperties {
        stype: StructureType(u32::MAX),
        p_next: UNTOUCHED_POINTER.raw(),
        flags: PhysicalMemFlags(u32::MAX),
    };
    let properties = physical_info(t, object, PhysicalMemInfo::PROPERTIES, before)?;
    t.check_eq("descriptor", properties.stype, StructureType::PHYSICAL_MEM_PROPERTIES)
}
