//! Several threads on the same and on different objects.

use crate::threads::on_threads;
use ur_ipc_fixtures::ladder::{UrIpcOpenedPhysMemTest, UrIpcPhysMemTest};
use ur_ipc_fixtures::objects::PhysicalMemory;
use ur_ipc_fixtures::{TestContext, TestResult, Tests, measure_growth};

const THREADS: usize = 4;
const ROUNDS: usize = 8;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::concurrent");

    // Threads export and put one object, and each an object of its own; every handle opens what it was made for.
    group.test("get_put").checks("physical_memory.concurrent").on(|t, f: &UrIpcPhysMemTest| {
        let content = t.pattern(0);
        f.fill(content)?;
        let own: Vec<PhysicalMemory> = (1..=THREADS)
            .map(|granules| f.in_context().shareable_physical(granules * f.granule()))
            .collect::<TestResult<_>>()?;
        together(t, |thread| {
            let one = f.export()?;
            let two = own[thread].export()?;
            let opened = f.in_context().open_physical(&two.bytes())?;
            t.check_eq("size of the import", opened.size()?, (thread + 1) * f.granule())?;
            one.release()?;
            opened.release()?;
            two.release()
        })?;
        t.check_eq("references of the common object", f.physical().references()?, 1)?;
        f.verify_handle(&f.export()?.bytes(), content)
    });

    // Threads open and close one handle; each gets an object of its own.
    group.test("open_close").checks("physical_memory.concurrent").on(|t, f: &UrIpcOpenedPhysMemTest| {
        let content = t.pattern(0);
        f.fill(content)?;
        let handle = f.handle();
        together(t, |_| {
            let one = f.in_context().open_physical(&handle)?;
            let two = f.in_context().open_physical(&handle)?;
            t.check(one.raw() != two.raw(), "two imports have one handle")?;
            t.check_eq("references of a fresh import", one.references()?, 1)?;
            one.release()?;
            t.check_eq("size of the other import", two.size()?, f.size())?;
            two.release()
        })?;
        t.check_eq("references of the source", f.physical().references()?, 1)?;
        f.verify_physical(f.opened().raw(), f.size(), content)
    });

    // Threads retain and release one import; none is lost, and none too many.
    group.test("retain_release").checks("physical_memory.concurrent").on(|t, f: &UrIpcOpenedPhysMemTest| {
        let content = t.pattern(0);
        f.fill(content)?;
        let opened = f.opened().raw();
        together(t, |_| {
            for _ in 0..50 {
                t.ur().physical_mem_retain(opened).ok()?;
                t.ur().physical_mem_retain(opened).ok()?;
                t.ur().physical_mem_release(opened).ok()?;
                t.ur().physical_mem_release(opened).ok()?;
            }
            Ok(())
        })?;
        t.check_eq("references of the import", f.opened().references()?, 1)?;
        f.verify_physical(opened, f.size(), content)
    });
}

/// Runs the work in several threads, over and over, and checks that no descriptor stays behind.
fn together(t: &TestContext, work: impl Fn(usize) -> TestResult + Sync) -> TestResult {
    let work = &work;
    measure_growth(t, 4, |_| {
        on_threads((0..THREADS).map(|thread| move || (0..ROUNDS).try_for_each(|_| work(thread))))
    })?
    .no_descriptors(t)
}
