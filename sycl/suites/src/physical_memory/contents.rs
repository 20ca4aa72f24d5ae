//! Bytes written on one side arrive on the other.

use crate::support::{Bed, Kind, Physical, open_at};
use ur_ipc_fixtures::{At, InCase, Tests};

const TWIN: &[&str] = &["e2e::ipc_physical_memory"];
/// Bytes of memory, in granules.
const GRANULES: usize = 3;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::contents");
    let draft = group.test("read").checks("sycl.physical_memory.open.same_memory").twin_of(TWIN);
    // Each byte, by mappings on both sides that stay.
    draft.needs(Physical::NEEDS).across(|s, f: &At<Bed>| {
        let memory = s.here(|_| f.physical(GRANULES * f.granularity()?, Some(true)))?;
        let mapping = s.here(|_| f.map(memory.raw()))?;
        let size = s.tell(|_| f.sycl().physical_size(memory.raw()).ok())?;
        s.here(|t| f.write(mapping.at(), &t.pattern(0).bytes(0, size)))?;
        let handle = s.here(|_| f.export::<Physical>(memory.raw()))?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let opened = open_at(s, &consumer, &there, &handle)?;
        let there_mapped = s.at(&consumer, |_| there.map(opened.raw()))?;
        for round in 0..3 {
            s.at(&consumer, |t| {
                let found = there.read(there_mapped.at(), size)?;
                t.pattern(round).verify(t, 0, &found).in_case(format!("round {round}"))
            })?;
            s.here(|t| f.write(mapping.at(), &t.pattern(round + 1).bytes(0, size)))?;
        }
        s.at(&consumer, |_| there_mapped.take().end())?;
        s.at(&consumer, |_| opened.take().end())?;
        s.leave(consumer)
    });

    // What is written through an import is here after the import, its mapping and its process have ended.
    let draft = group.test("write_back").checks("sycl.physical_memory.open.write_back").twin_of(TWIN);
    draft.needs(Physical::NEEDS).across(|s, f: &At<Bed>| {
        let memory = s.here(|t| {
            let memory = Physical::create(f, 1, false)?;
            Physical::write(f, memory.raw(), t.pattern(0))?;
            Ok(memory)
        })?;
        let handle = s.here(|_| f.export::<Physical>(memory.raw()))?;
        for round in 0..2 {
            let (consumer, there) = s.peer_with::<Bed>("consumer")?;
            let opened = open_at(s, &consumer, &there, &handle)?;
            s.at(&consumer, |t| {
                Physical::verify(&there, opened.raw(), t.pattern(round))?;
                Physical::write(&there, opened.raw(), t.pattern(round + 1))?;
                opened.take().end()
            })?;
            s.leave(consumer)?;
            s.here(|t| Physical::verify(f, memory.raw(), t.pattern(round + 1)))?;
        }
        s.here(|_| handle.take().put(f))
    });
}
