//! What is left of an object when one of its processes dies.

use super::common::{Import, Mapped, leaves_nothing, pattern, refused, verify_handle, write_object};
use ur_ipc_fixtures::ladder::{Fixture, UrIpcPhysMemHandleTest, UrIpcPhysMemTest, UrQueueTest};
use ur_ipc_fixtures::{At, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "cross_process::physical_memory");

    // Consumers killed with the object mapped leave the producer, its object and its handle as they were.
    let draft = group.test("consumer_death").checks("cross_process.physical_memory.peer_death");
    draft.across(|s, f: &At<UrIpcPhysMemHandleTest>| {
        let source = s.here(|_| Mapped::new(f, f.physical().raw(), f.size()))?;
        let (size, handle) = s.tell(|_| Ok((f.size(), f.handle())))?;
        for round in [1, 2] {
            s.here(|t| source.write(f, pattern(t, 0)))?;
            let consumer = s.peer("consumer")?;
            let there = s.at(&consumer, UrQueueTest::set_up)?;
            let import = s.at(&consumer, |_| Import::open(&there, &handle, size))?;
            s.at(&consumer, |t| {
                import.verify(&there, pattern(t, 0))?;
                import.write(&there, pattern(t, 1))
            })?;
            s.kill(consumer)?;
            s.here(|t| {
                source.verify(f, pattern(t, 1))?;
                let content = pattern(t, 1 + round);
                source.write(f, content)?;
                source.verify(f, content)?;
                t.check_eq("references of the source", f.physical().references()?, 1)?;
                verify_handle(f, &f.handle(), f.size(), content)
            })?;
        }
        s.here(|t| verify_handle(f, &f.export()?.bytes(), f.size(), pattern(t, 3))).map(drop)
    });

    // An import outlives the producer, mapped and closable; the handle of a dead producer opens nothing.
    let draft = group.test("producer_death").checks("cross_process.physical_memory.peer_death");
    draft.across(|s, f: &At<UrIpcPhysMemTest>| {
        let producer = s.peer("producer")?;
        let theirs = s.at(&producer, UrIpcPhysMemHandleTest::set_up)?;
        let (size, handle) = s.ask(&producer, |t| {
            write_object(&theirs, theirs.physical().raw(), theirs.size(), pattern(t, 0))?;
            Ok((theirs.size(), theirs.handle()))
        })?;
        let import = s.here(|_| Import::open(f, &handle, size))?;
        s.here(|t| import.verify(f, pattern(t, 0)))?;
        s.kill(producer)?;
        s.here(|t| {
            import.verify(f, pattern(t, 0))?;
            import.write(f, pattern(t, 1))?;
            import.verify(f, pattern(t, 1))?;
            let second = Mapped::new(f, import.raw(), size)?;
            second.verify(f, pattern(t, 1))?;
            second.release()?;
            leaves_nothing(t, || refused(f, &handle).map(drop))?;
            t.observe("a handle of a dead producer is refused with", refused(f, &handle)?);
            import.take().close()?;
            refused(f, &handle).map(drop)
        })
        .map(drop)
    });
}
