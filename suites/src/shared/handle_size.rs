//! The size of a handle is a property of its family.

use ur_ipc_fixtures::hierarchy::{Events, MEM_SIZE, Memory, Physical, Shareable, Source};
use ur_ipc_fixtures::objects::{Context, Owned};
use ur_ipc_fixtures::{At, Need, TestContext, TestResult, Tests};

const GROUP: &str = "cross_process::constant_handle_size";

/// Handles have the same size: of all objects, large and small, at all times, from all contexts and processes.
pub(super) fn tests<F: Various>(tests: &mut Tests) {
    tests.group(F::NAME, GROUP).test(F::NAME).checks(F::REQUIREMENT).across(|s, source: &At<Source<F>>| {
        let expected = s.tell(|t| {
            let expected = size_of_handle::<F>(source.in_context(), source.raw())?;
            let other = Context::on_device(t)?;
            same_of_various::<F>(t, source.in_context(), expected)?;
            same_of_various::<F>(t, &other, expected)?;
            let mut held = Vec::new();
            for i in 0..8 {
                let handle = source.export()?;
                same(t, &format!("of the same object, {i} handles being held"), handle.raw().size, expected)?;
                held.push(handle);
            }
            drop(held);
            source.verify()?;
            let now = size_of_handle::<F>(source.in_context(), source.raw())?;
            same(t, "after the object was used", now, expected)?;
            Ok(expected)
        })?;
        for exporter in s.peers("exporter", 2)? {
            s.at(&exporter, |t| same_of_various::<F>(t, &Context::on_device(t)?, expected))?;
            s.leave(exporter)?;
        }
        Ok(())
    });
}

/// Handles of memory from a pool have the same size as those of other memory.
pub(super) fn pooled(tests: &mut Tests) {
    let mut group = tests.group(Memory::NAME, GROUP);
    group.test("pooled_memory").checks(Memory::REQUIREMENT).needs(&[Need::Pools]).on(
        |t, f: &Source<Memory>| {
            let pool = f.in_context().pool()?;
            let expected = size_of_handle::<Memory>(f.in_context(), f.raw())?;
            for size in [64, 4096, MEM_SIZE, 4 << 20] {
                let mem = pool.memory(size)?;
                let found = size_of_handle::<Memory>(f.in_context(), mem.raw())?;
                same(t, &format!("of {size} bytes from a pool"), found, expected)?;
                mem.release()?;
            }
            Ok(())
        },
    );
}

#[track_caller]
fn same(t: &TestContext, which: &str, size: usize, expected: usize) -> TestResult {
    t.check_eq(&format!("the size of a handle {which}"), size, expected)
}

#[track_caller]
fn same_of_various<F: Various>(t: &TestContext, context: &Context, expected: usize) -> TestResult {
    for (i, object) in F::various(context)?.into_iter().enumerate() {
        same(t, &format!("of object {i}"), size_of_handle::<F>(context, object.raw())?, expected)?;
    }
    Ok(())
}

fn size_of_handle<F: Shareable>(context: &Context, object: F::Raw) -> TestResult<usize> {
    let handle = F::export(context, object)?;
    let size = handle.raw().size;
    handle.release()?;
    Ok(size)
}

/// A family with its most different objects.
pub(super) trait Various: Shareable {
    const REQUIREMENT: &'static str = "cross_process.constant_handle_size";

    /// Makes them.
    fn various(context: &Context) -> TestResult<Vec<Owned<Self::Raw>>>;
}

impl Various for Memory {
    const REQUIREMENT: &'static str = "cross_process.constant_memory_handle_size";

    fn various(context: &Context) -> TestResult<Vec<Owned<Self::Raw>>> {
        let sizes = [1, 100, 4096, MEM_SIZE, (1 << 20) + 1, 16 << 20];
        sizes.into_iter().map(|size| context.memory(size)).collect()
    }
}

impl Various for Physical {
    fn various(context: &Context) -> TestResult<Vec<Owned<Self::Raw>>> {
        let granule = context.granularity()?;
        [1, 2, 3, 8].into_iter().map(|granules| context.shareable_physical(granules * granule)).collect()
    }
}

impl Various for Events {
    fn various(context: &Context) -> TestResult<Vec<Owned<Self::Raw>>> {
        let events: Vec<_> =
            (0..4).map(|variant| Self::create(context, variant)).collect::<TestResult<_>>()?;
        // Whether an event can be exported before its first signal is for other tests.
        let queue = context.queue()?;
        events.iter().try_for_each(|event| queue.signal(event))?;
        queue.finish()?;
        Ok(events)
    }
}
