//! Opened physical memory.

use crate::support::{Bed, Kind, Physical, open_at, source};
use ur_ipc_api::sycl::Device;
use ur_ipc_fixtures::{At, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::open");
    let draft = group.test("size").checks("sycl.physical_memory.open.size");
    let draft = draft.twin_of(&["e2e::ipc_physical_memory", "IPCPhysMemTests.IPCOpenClose"]);
    draft.needs(Physical::NEEDS).across(|s, f: &At<Bed>| {
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        for variant in 0..3 {
            let memory = s.here(|_| Physical::create(f, variant, false))?;
            let size = s.tell(|_| f.sycl().physical_size(memory.raw()).ok())?;
            let handle = s.here(|_| f.export::<Physical>(memory.raw()))?;
            let opened = open_at(s, &consumer, &there, &handle)?;
            s.at(&consumer, |t| {
                let found = there.sycl().physical_size(opened.raw()).ok()?;
                t.check_eq("the size of opened memory", found, size)?;
                opened.take().end()
            })?;
        }
        s.leave(consumer)
    });

    let draft = group.test("context_and_device").checks("sycl.physical_memory.open.context_and_device");
    draft.needs(Physical::NEEDS).across(|s, f: &At<Bed>| {
        let memory = s.here(|_| Physical::create(f, 0, false))?;
        let handle = s.here(|_| f.export::<Physical>(memory.raw()))?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let opened = open_at(s, &consumer, &there, &handle)?;
        s.at(&consumer, |t| {
            let of = there.sycl().physical_is_of(opened.raw(), there.context(), there.device()).ok()?;
            t.check(of, "opened memory is not of the context and the device that were passed")?;
            let elsewhere = Bed::in_default_context(t, Device(there.device().0))?;
            let of =
                elsewhere.sycl().physical_is_of(opened.raw(), elsewhere.context(), there.device()).ok()?;
            t.check(!of, "opened memory is of another context than the one that was passed")?;
            opened.take().end()
        })?;
        s.leave(consumer)
    });

    // Whether opened memory keeps its contents when the exporter has ended its object.
    let draft = group.test("outlives_source").checks("sycl.physical_memory.open.outlives_source");
    draft.needs(Physical::NEEDS).across(|s, f: &At<Bed>| {
        let (memory, handle) = source::<Physical>(s, f)?;
        let (consumer, there) = s.fresh_peer_with::<Bed>("consumer")?;
        let opened = open_at(s, &consumer, &there, &handle)?;
        s.here(|_| {
            handle.take().put(f)?;
            memory.take().end()
        })?;
        let end = s.try_at(consumer, |t| Physical::verify(&there, opened.raw(), t.source_pattern()))?;
        s.here(|t| {
            end.observe(t, "opened memory whose source has ended");
            // The exporting process goes on.
            f.physical(f.granularity()?, Some(true))?.end()
        })
    });
}
