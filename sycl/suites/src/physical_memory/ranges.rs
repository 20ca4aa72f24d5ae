//! Several objects side by side.

use crate::support::{Bed, Export, Guard, Kind, PAGE, Physical};
use ur_ipc_api::sycl::{Overload, PhysicalMem};
use ur_ipc_fixtures::{At, InCase, TestResult, Tests};

const RANGES: usize = 3;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::ranges");
    for (name, overload) in [("side_by_side", Overload::Data), ("side_by_side_by_view", Overload::View)] {
        let draft = group.test(name).checks("sycl.physical_memory.several_ranges");
        let draft = draft.twin_of(&["e2e::ipc_physical_memory_multi_range"]).needs(Physical::NEEDS);
        draft.across(move |s, f: &At<Bed>| {
            let memories = s.here(|_| {
                (0..RANGES)
                    .map(|_| Physical::create(f, 0, false))
                    .collect::<TestResult<Vec<Guard<PhysicalMem>>>>()
            })?;
            let handles = s.here(|_| {
                memories
                    .iter()
                    .map(|memory| f.export(memory.raw()))
                    .collect::<TestResult<Vec<Export<Physical>>>>()
            })?;
            let (consumer, there) = s.peer_with::<Bed>("consumer")?;
            let bytes = s.give(&consumer, |_| {
                Ok(handles.iter().map(|handle| handle.bytes().to_vec()).collect::<Vec<_>>())
            })?;
            s.at(&consumer, |t| {
                let mut opened = Vec::new();
                for bytes in bytes.iter() {
                    opened.push(there.open_by::<Physical>(bytes, overload)?);
                }
                let size = there.sycl().physical_size(opened[0].raw()).ok()?;
                let addresses = there.reserve(RANGES * size)?;
                let mut mapped = Vec::new();
                for (number, memory) in opened.iter().enumerate() {
                    mapped.push(there.map_at(memory.raw(), addresses.raw().0 + number * size, size)?);
                }
                for (number, mapping) in mapped.iter().enumerate() {
                    there.write(mapping.raw().0, &t.pattern(0).bytes(number * size, size))?;
                }
                for (number, mapping) in mapped.iter().enumerate() {
                    let found = there.read(mapping.raw().0, size)?;
                    t.pattern(0).verify(t, number * size, &found).in_case(format!("range {number}"))?;
                }
                mapped.into_iter().try_for_each(Guard::end)?;
                addresses.end()?;
                opened.into_iter().try_for_each(Guard::end)
            })?;
            s.leave(consumer)?;
            s.here(|t| {
                handles.take().into_iter().try_for_each(|handle| handle.put(f))?;
                for (number, memory) in memories.iter().enumerate() {
                    let size = f.sycl().physical_size(memory.raw()).ok()?;
                    let mapping = f.map(memory.raw())?;
                    for at in [0, size - PAGE] {
                        let found = f.read(mapping.at() + at, PAGE)?;
                        t.pattern(0)
                            .verify(t, number * size + at, &found)
                            .in_case(format!("range {number}"))?;
                    }
                    mapping.end()?;
                }
                Ok(())
            })
        });
    }
}
