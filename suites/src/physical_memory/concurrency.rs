//! Several threads on the same and on different objects.

use super::support::{pattern, size_info, verify_handle, verify_object, write_object};
use std::thread;
use ur_ipc_fixtures::ladder::{
    OpenedPhysMemFixture, PhysMemFixture, UrIpcOpenedPhysMemTest, UrIpcPhysMemTest,
};
use ur_ipc_fixtures::objects::{
    Owned, create_shareable_physical, export_physical, open_physical, physical_refcount,
};
use ur_ipc_fixtures::{Failure, Test, TestContext, TestResult, measure_growth, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::concurrent::get_put",
        &["physical_memory.concurrent"],
        with!(PhysMemFixture, get_put),
    ),
    Test::new(
        "physical_memory::concurrent::open_close",
        &["physical_memory.concurrent"],
        with!(OpenedPhysMemFixture, open_close),
    ),
    Test::new(
        "physical_memory::concurrent::retain_release",
        &["physical_memory.concurrent"],
        with!(OpenedPhysMemFixture, retain_release),
    ),
];

const THREADS: usize = 4;
const ROUNDS: usize = 8;

/// Runs the work in several threads, over and over, and checks that no descriptor stays behind.
fn together(t: &TestContext<'_>, work: impl Fn(usize, usize) -> TestResult + Sync) -> TestResult {
    let burst = || -> TestResult {
        thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = (0..THREADS)
                .map(|thread| scope.spawn(move || (0..ROUNDS).try_for_each(|round| work(thread, round))))
                .collect();
            let results = threads.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|_| Err(Failure::new("a thread panicked").into()))
            });
            results.collect::<Vec<_>>().into_iter().collect()
        })
    };
    measure_growth(t, 4, |_| burst())?.no_descriptors(t)
}

/// Threads export and put one object, and each an object of its own; every handle opens what it was made for.
fn get_put(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    let (context, common, granule) = (f.context(), f.physical(), f.granule());
    let objects: Vec<_> = (1..=THREADS)
        .map(|granules| create_shareable_physical(t, context, granules * granule))
        .collect::<TestResult<_>>()?;
    let own: Vec<_> = objects.iter().map(Owned::raw).collect();
    together(t, |thread, _| {
        let one = export_physical(t, context, common)?;
        let two = export_physical(t, context, own[thread])?;
        t.check(one.raw().at != two.raw().at, "two handles have one buffer")?;
        let opened = open_physical(t, context, &two.bytes())?;
        t.check_eq("size of the import", size_info(t, opened.raw())?, (thread + 1) * granule)?;
        one.release()?;
        opened.release()?;
        two.release()
    })?;
    t.check_eq("references of the common object", physical_refcount(t, common)?, 1)?;
    let handle = f.export(t)?;
    verify_handle(t, f, &handle.bytes(), f.size(), content)
}

/// Threads open and close one handle; each gets an object of its own.
fn open_close(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    let (context, handle, size) = (f.context(), f.handle(), f.size());
    together(t, |_, _| {
        let one = open_physical(t, context, &handle)?;
        let two = open_physical(t, context, &handle)?;
        t.check(one.raw() != two.raw(), "two imports have one handle")?;
        t.check_eq("references of a fresh import", physical_refcount(t, one.raw())?, 1)?;
        one.release()?;
        t.check_eq("size of the other import", size_info(t, two.raw())?, size)?;
        two.release()
    })?;
    t.check_eq("references of the source", physical_refcount(t, f.physical())?, 1)?;
    verify_object(t, f, f.opened(), f.size(), content)
}

/// Threads retain and release one import; none is lost, and none too many.
fn retain_release(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    let opened = f.opened();
    together(t, |_, _| {
        for _ in 0..50 {
            t.ur().physical_mem_retain(opened).ok()?;
            t.ur().physical_mem_retain(opened).ok()?;
            t.ur().physical_mem_release(opened).ok()?;
            t.ur().physical_mem_release(opened).ok()?;
        }
        Ok(())
    })?;
    t.check_eq("references of the import", physical_refcount(t, opened)?, 1)?;
    verify_object(t, f, opened, f.size(), content)
}
