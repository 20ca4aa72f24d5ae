//! Exported memory.

use crate::support::{Bed, Kind, Memory, PAGE, open_at};
use ur_ipc_api::sycl::Errc;
use ur_ipc_fixtures::{At, IPC_MEMORY, InCase, Tests};

/// Distances from the start of an allocation.
const OFFSETS: [usize; 5] = [1, 64, 4096, 4096 + 8, Memory::SIZE - PAGE];

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::get");
    group.test("no_aspect").checks("sycl.memory.get.no_aspect").needs(&[IPC_MEMORY.lacking()]).on(
        |_, f: &Bed| {
            let memory = f.malloc(Memory::SIZE)?;
            f.sycl().memory_get(memory.raw(), Some(f.context())).expect(Errc::FEATURE_NOT_SUPPORTED)?;
            memory.end()
        },
    );

    // A handle of a byte inside opens there, or at the first byte, beside one of the first byte.
    group.test("inside").checks("sycl.memory.get.inside").needs(&[IPC_MEMORY]).across(|s, f: &At<Bed>| {
        let memory = s.here(|t| {
            let memory = f.malloc(Memory::SIZE)?;
            Memory::write(f, memory.raw(), t.pattern(0))?;
            Ok(memory)
        })?;
        let start = s.here(|_| f.export::<Memory>(memory.raw()))?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let first = open_at(s, &consumer, &there, &start)?;
        for offset in OFFSETS {
            let handle = s.here(|_| f.export::<Memory>(memory.raw() + offset))?;
            let opened = open_at(s, &consumer, &there, &handle)?;
            s.at(&consumer, |t| {
                let (pattern, read) =
                    (t.pattern(0), there.read(opened.raw(), PAGE.min(Memory::SIZE - offset))?);
                let at_start = pattern.holds(0, &read);
                t.observe(
                    "a handle of a pointer into an allocation",
                    if at_start { "opens at its start" } else { "opens at that byte" },
                );
                let at = if at_start { 0 } else { offset };
                pattern.verify(t, at, &read).in_case(format!("opened at byte {offset}"))?;
                opened.take().end()?;
                Memory::verify(&there, first.raw(), t.pattern(0))
            })?;
            s.here(|_| handle.take().put(f))?;
        }
        s.leave(consumer)
    });

    let mut group = tests.group("memory", "memory::open");
    group.test("pointers_differ").checks("sycl.memory.open.pointers_differ").needs(&[IPC_MEMORY]).across(
        |s, f: &At<Bed>| {
            let memory = s.here(|_| f.malloc(Memory::SIZE))?;
            let handle = s.here(|_| f.export::<Memory>(memory.raw()))?;
            let (consumer, there) = s.peer_with::<Bed>("consumer")?;
            let first = open_at(s, &consumer, &there, &handle)?;
            let second = open_at(s, &consumer, &there, &handle)?;
            s.at(&consumer, |t| {
                let same = first.raw() == second.raw();
                t.observe(
                    "opening a handle twice",
                    if same { "gives one pointer" } else { "gives two pointers" },
                );
                Ok(())
            })?;
            s.leave(consumer)
        },
    );
}
