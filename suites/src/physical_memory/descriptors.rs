//! Descriptors over many cycles.

use crate::threads::put_elsewhere;
use ur_ipc_fixtures::hierarchy::{Consumer, Physical, UrIpcPhysMemHandleTest, UrIpcPhysMemTest};
use ur_ipc_fixtures::{Tests, measure_growth};

const CYCLES: usize = 200;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "lifetime::fd");

    // Getting and putting keeps no descriptor.
    group.test("physical_get_put").checks("lifetime.fd.physical_get_put").on(|t, f: &UrIpcPhysMemTest| {
        measure_growth(t, CYCLES, |i| {
            let first = f.export()?;
            if i % 4 == 0 {
                f.export()?.release()?;
            }
            first.release()
        })?
        .no_descriptors(t)?;
        put_elsewhere(t, || f.export())
    });

    // Opening and closing in the exporting process keeps no descriptor.
    let draft = group.test("physical_open_close").checks("lifetime.fd.physical_open_close");
    draft.on(|t, f: &UrIpcPhysMemHandleTest| {
        let content = t.pattern(0);
        f.fill(content)?;
        measure_growth(t, CYCLES, |i| {
            let opened = f.open()?;
            if i % 32 == 0 {
                f.verify_physical(opened.raw(), f.size(), content)?;
            }
            opened.release()
        })?
        .no_descriptors(t)
    });

    // Opening and closing in another process keeps no descriptor there.
    let draft = group.test("physical_open_close_elsewhere").checks("lifetime.fd.physical_open_close");
    draft.in_consumer(|t, f: &Consumer<Physical>| {
        measure_growth(t, CYCLES, |i| {
            let opened = f.open()?;
            if i % 32 == 0 {
                f.verify(opened.raw())?;
                f.queue().finish()?;
            }
            opened.release()
        })?
        .no_descriptors(t)
    });
}
