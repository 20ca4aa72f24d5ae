//! An object after the death of one of its processes, or after its release by its maker.

use crate::open_calls::refused;
use ur_ipc_fixtures::hierarchy::{Physical, UrIpcPhysMemHandleTest, UrIpcPhysMemTest, UrQueueTest};
use ur_ipc_fixtures::{At, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "cross_process::physical_memory");

    // Consumers killed with the object mapped leave the producer, its object and its handle as they were.
    let draft = group.test("consumer_death").checks("cross_process.physical_memory.peer_death");
    draft.across(|s, f: &At<UrIpcPhysMemHandleTest>| {
        let source = s.here(|_| f.physical().map(f.size()))?;
        let (size, handle) = s.tell(|_| Ok((f.size(), f.handle())))?;
        for round in [1, 2] {
            s.here(|t| source.write(f.queue(), t.pattern(0)))?;
            let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
            let import = s.at(&consumer, |_| there.in_context().open_physical(&handle))?;
            let mapping = s.at(&consumer, |_| import.map(size))?;
            s.at(&consumer, |t| {
                mapping.verify(there.queue(), t.pattern(0))?;
                mapping.write(there.queue(), t.pattern(1))
            })?;
            s.kill(consumer)?;
            s.here(|t| {
                source.verify(f.queue(), t.pattern(1))?;
                let content = t.pattern(1 + round);
                source.write(f.queue(), content)?;
                source.verify(f.queue(), content)
            })?;
        }
        let export = s.here(|_| f.export())?;
        let handles = s.tell(|_| Ok([f.handle(), export.bytes()]))?;
        let (last, there) = s.peer_with::<UrQueueTest>("last consumer")?;
        s.at(&last, |t| {
            handles.iter().try_for_each(|handle| there.verify_physical_handle(handle, size, t.pattern(3)))
        })?;
        s.leave(last)
    });

    // Imports outlive the producer, one that was mapped before and one that was not: both are usable and closable.
    let draft = group.test("producer_death").checks("cross_process.physical_memory.peer_death");
    draft.across(|s, f: &At<UrIpcPhysMemTest>| {
        let (producer, theirs) = s.peer_with::<UrIpcPhysMemHandleTest>("producer")?;
        let (size, handle) = s.ask(&producer, |t| {
            theirs.fill(t.pattern(0))?;
            Ok((theirs.size(), theirs.handle()))
        })?;
        let import = s.here(|_| f.in_context().open_physical(&handle))?;
        let unmapped = s.here(|_| f.in_context().open_physical(&handle))?;
        let mapping = s.here(|_| import.map(size))?;
        s.here(|t| mapping.verify(f.queue(), t.pattern(0)))?;
        s.kill(producer)?;
        s.here(|t| {
            mapping.verify(f.queue(), t.pattern(0))?;
            mapping.write(f.queue(), t.pattern(1))?;
            mapping.verify(f.queue(), t.pattern(1))?;
            mapping.take().release()?;
            f.verify_physical(import.raw(), size, t.pattern(1))?;
            f.verify_physical(unmapped.raw(), size, t.pattern(1))?;
            import.take().release()?;
            unmapped.take().release()
        })
    });

    // The handle of a dead producer opens nothing, and nothing is left behind, with what it led to open here and without.
    let draft = group
        .test("open_after_producer_death")
        .checks("cross_process.physical_memory.open_after_producer_exit");
    draft.across(|s, f: &At<UrIpcPhysMemTest>| {
        let (producer, theirs) = s.peer_with::<UrIpcPhysMemHandleTest>("producer")?;
        let handle = s.ask(&producer, |_| Ok(theirs.handle()))?;
        let import = s.here(|_| f.in_context().open_physical(&handle))?;
        s.kill(producer)?;
        s.here(|t| {
            t.leaves_nothing(|| refused::<Physical>(f, &handle))?;
            t.observe("a handle of a dead producer is refused with", refused::<Physical>(f, &handle)?);
            import.take().release()?;
            refused::<Physical>(f, &handle).map(drop)
        })
    });

    // An import outlives the source, which is released and whose handle is put: it stays mapped, keeps what it holds beside
    // new objects, and can be mapped again and closed.
    let draft = group.test("released_while_open").checks("cross_process.physical_memory.released_while_open");
    draft.across(|s, f: &At<UrIpcPhysMemTest>| {
        let size = s.tell(|_| Ok(f.size()))?;
        let source = s.here(|t| {
            let source = f.in_context().shareable_physical(size)?;
            f.write_physical(source.raw(), size, t.pattern(0))?;
            Ok((source.export()?, source))
        })?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let handle = s.give(&consumer, |_| Ok(source.0.bytes()))?;
        let import = s.at(&consumer, |_| there.in_context().open_physical(&handle))?;
        let mapping = s.at(&consumer, |_| import.map(size))?;
        s.at(&consumer, |t| mapping.verify(there.queue(), t.pattern(0)))?;
        s.here(|t| {
            let (export, source) = source.take();
            f.queue().finish()?;
            export.release()?;
            source.release()?;
            f.fill(t.pattern(1))
        })?;
        s.at(&consumer, |t| {
            mapping.verify(there.queue(), t.pattern(0))?;
            mapping.write(there.queue(), t.pattern(2))?;
            mapping.take().release()?;
            there.verify_physical(import.raw(), size, t.pattern(2))?;
            import.take().release()
        })?;
        s.leave(consumer)?;
        s.here(|t| f.verify(t.pattern(1)))
    });
}
