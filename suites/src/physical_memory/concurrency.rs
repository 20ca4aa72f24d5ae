//! Several threads on the same and on different objects.

use crate::threads::on_threads;
use ur_ipc_fixtures::hierarchy::{UrIpcOpenedPhysMemTest, UrIpcPhysMemTest};
use ur_ipc_fixtures::objects::PhysicalMemory;
use ur_ipc_fixtures::{Group, OWN_PHYSICAL_HANDLES, TestContext, TestResult, Tests, measure_growth};

const THREADS: usize = 4;
const ROUNDS: usize = 8;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::concurrent");

    // Threads export and put objects of their own; every handle opens what it was made for.
    group.test("get_put").checks("physical_memory.concurrent").needs(&[OWN_PHYSICAL_HANDLES]).on(
        |t, f: &UrIpcPhysMemTest| {
            let own = own_objects(f)?;
            together(t, |thread| {
                let handles = [own[thread].export()?, own[thread].export()?];
                for handle in handles {
                    let opened = f.in_context().open_physical(&handle.bytes())?;
                    t.check_eq("size of the import", opened.size()?, (thread + 1) * f.granule())?;
                    opened.release()?;
                    handle.release()?;
                }
                Ok(())
            })?;
            for object in &own {
                t.check_eq("references of a thread's object", object.references()?, 1)?;
            }
            Ok(())
        },
    );

    // Threads open and close handles of their own; an import of another one stays as it is.
    group.test("open_close").checks("physical_memory.concurrent").on(|t, f: &UrIpcOpenedPhysMemTest| {
        let content = t.pattern(0);
        f.fill(content)?;
        let own = own_objects(f)?;
        let handles = own.iter().map(PhysicalMemory::export).collect::<TestResult<Vec<_>>>()?;
        together(t, |thread| {
            let handle = handles[thread].bytes();
            let (one, two) = (f.in_context().open_physical(&handle)?, f.in_context().open_physical(&handle)?);
            one.release()?;
            t.check_eq("size of the other import", two.size()?, (thread + 1) * f.granule())?;
            two.release()
        })?;
        f.verify_physical(f.opened().raw(), f.size(), content)
    });

    same_object(&mut group);
}

/// Tests in which all threads use one object, which INTRO.rst calls unsafe.
fn same_object(group: &mut Group<'_>) {
    // Threads export and put one object, and open and close one handle of it; each gets an object of its own.
    group.test("one_source").checks("physical_memory.concurrent_same_object").on(
        |t, f: &UrIpcOpenedPhysMemTest| {
            let content = t.pattern(0);
            f.fill(content)?;
            let handle = f.handle();
            together(t, |_| {
                let export = f.export()?;
                let one = f.in_context().open_physical(&handle)?;
                let two = f.in_context().open_physical(&export.bytes())?;
                t.check(one.raw() != two.raw(), "two imports have one handle")?;
                t.check_eq("references of a fresh import", one.references()?, 1)?;
                one.release()?;
                export.release()?;
                t.check_eq("size of the other import", two.size()?, f.size())?;
                two.release()
            })?;
            t.check_eq("references of the source", f.physical().references()?, 1)?;
            f.verify_physical(f.opened().raw(), f.size(), content)?;
            f.verify_handle(&f.export()?.bytes(), content)
        },
    );

    // Threads retain and release one import; none is lost, and none too many.
    let draft = group.test("one_import").checks("physical_memory.concurrent_same_object");
    draft.on(|t, f: &UrIpcOpenedPhysMemTest| {
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

/// An object for each thread, of a size of its own.
fn own_objects(f: &UrIpcPhysMemTest) -> TestResult<Vec<PhysicalMemory>> {
    (1..=THREADS).map(|granules| f.in_context().shareable_physical(granules * f.granule())).collect()
}

/// Runs the work in several threads, over and over, and checks that no descriptor stays behind.
fn together(t: &TestContext, work: impl Fn(usize) -> TestResult + Sync) -> TestResult {
    let work = &work;
    measure_growth(t, 4, |_| {
        on_threads((0..THREADS).map(|thread| move || (0..ROUNDS).try_for_each(|_| work(thread))))
    })?
    .no_descriptors(t)
}
