//! Calls that fail leave nothing behind.

use super::open_verify_close;
use super::process::marks;
use crate::call_checks::get;
use crate::open_calls::{Opening, open_and_close};
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceHandle, EventHandle, ExpEventDesc, ExpEventFlags, PhysicalMemFlags,
    PhysicalMemHandle, PhysicalMemProperties, UsmPoolHandle,
};
use ur_ipc_fixtures::hierarchy::{Events, Fixture, Memory, Physical, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, Called, DevicePtr, Growth, TestContext, TestResult, Tests, measure_growth};

/// Cycles of each of the two measured batches; a cycle is a few to a dozen failing calls.
pub(super) const CYCLES: usize = 150;
/// Growth of memory that is put down to the allocator, in bytes a cycle.
const TOLERATED: usize = 512;

/// Failing creations, Gets and Puts here, and failing Opens and Closes in another process, leave descriptors, mappings and memory unchanged.
pub(super) fn tests<F: Unexportable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::failed_calls");
    group.test(F::NAME).checks("lifetime.fd.failed_calls").across(|s, source: &At<Source<F>>| {
        s.here(|t| F::with_unexportable(source, |objects| failed_gets::<F>(t, source, objects)))?;

        let stale = s.tell(|_| {
            let stale = source.export()?;
            let bytes = stale.bytes();
            stale.release()?;
            Ok(bytes)
        })?;
        // When this process has been killed, its process id means nobody.
        let (gone, owner) = s.peer_with::<Source<F>>("orphan")?;
        let owned = s.at(&gone, |_| owner.export())?;
        let orphan = s.ask(&gone, |_| Ok(owned.bytes()))?;
        s.kill(gone)?;

        let handle = s.here(|_| source.export())?;
        let bytes = s.tell(|_| Ok(handle.bytes()))?;
        let consumer = s.peer("consumer")?;
        s.at(&consumer, |t| {
            let f = UrQueueTest::set_up(t)?;
            failed_opens::<F>(t, &f, &bytes, &[stale, orphan])?;
            open_verify_close::<F>(&f, &bytes)
        })?;
        s.leave(consumer)?;
        s.here(|_| {
            handle.take().release()?;
            source.verify()
        })
    });
}

/// Gets of what cannot be exported, creations with wrong arguments, and Puts without a context or a handle.
fn failed_gets<F: Unexportable>(t: &TestContext, f: &UrQueueTest, objects: &[F::Raw]) -> TestResult {
    let growth = measure_growth(t, CYCLES, |_| {
        objects.iter().try_for_each(|&object| get::<F>(t, f.context(), object).0.expect_error().map(drop))?;
        if !t.env().validates_arguments() {
            return Ok(());
        }
        F::wrong_creations(f).into_iter().try_for_each(|called| called.expect_error().map(drop))?;
        // What it says to that is for other tests.
        let _ = F::put_call(t.ur(), f.context(), DevicePtr::NULL).result;
        Ok(())
    })?;
    nothing_left(t, &growth)
}

/// Opens what cannot be opened, over and over. A handle whose source is gone may open nevertheless, and is closed then; a
/// wrong size must fail.
fn failed_opens<F: Unexportable>(
    t: &TestContext,
    f: &UrQueueTest,
    handle: &[u8],
    gone: &[Vec<u8>],
) -> TestResult {
    // Room for one byte more, so that no implementation reads what is not ours.
    let roomy = [handle, &[0; 8]].concat();
    let marked = || marks(&["SigBlk", "Umask"]);
    let before = marked()?;
    let growth = measure_growth(t, CYCLES, |_| {
        for size in [0, handle.len() - 1, handle.len() + 1] {
            Opening { size, ..Opening::of(f, &roomy) }.make::<F>(t).0.expect_error()?;
        }
        for bytes in gone {
            open_and_close::<F>(f, bytes)?;
        }
        if t.env().validates_arguments() {
            // The handle is right, and another argument is not.
            let right = Opening::of(f, handle);
            Opening { context: ContextHandle::NULL, ..right }.make::<F>(t).0.expect_error()?;
            F::open_nowhere(f, handle).expect_error()?;
            let _ = F::close_call(t.ur(), f.context(), F::raw(0)).result;
        }
        Ok(())
    })?;
    if !t.env().validates_arguments() {
        t.note_less("no calls with wrong arguments, which this backend does not claim to refuse");
    }
    t.check_eq("what the thread blocks of signals, and the mask of modes", marked()?, before)?;
    nothing_left(t, &growth)
}

#[track_caller]
pub(super) fn nothing_left(t: &TestContext, growth: &Growth) -> TestResult {
    growth.nothing_open(t)?;
    growth.no_memory(t, TOLERATED)
}

/// A family of which there are objects that cannot be exported.
pub(super) trait Unexportable: Shareable {
    /// Runs `body` with such objects.
    fn with_unexportable(f: &UrQueueTest, body: impl FnOnce(&[Self::Raw]) -> TestResult) -> TestResult;

    /// Calls that create nothing.
    fn wrong_creations(f: &UrQueueTest) -> Vec<Called<'_>>;

    /// Opens a handle without a place for what it opens.
    fn open_nowhere<'f>(f: &'f UrQueueTest, handle: &[u8]) -> Called<'f>;
}

impl Unexportable for Memory {
    fn with_unexportable(_: &UrQueueTest, body: impl FnOnce(&[DevicePtr]) -> TestResult) -> TestResult {
        let mut on_the_heap = vec![0u8; 4096];
        let mut on_the_stack = 0u64;
        let heap = DevicePtr::from(on_the_heap.as_mut_ptr().cast::<c_void>());
        let stack = DevicePtr::from((&raw mut on_the_stack).cast::<c_void>());
        body(&[heap, stack, DevicePtr::NULL])
    }

    fn wrong_creations(f: &UrQueueTest) -> Vec<Called<'_>> {
        let (ur, device, pool) = (f.t().ur(), f.t().device(), UsmPoolHandle::NULL);
        let mut mem = null_mut();
        vec![
            ur.usm_device_alloc(f.context(), device, null(), pool, 4096, null_mut()),
            ur.usm_device_alloc(f.context(), DeviceHandle::NULL, null(), pool, 4096, &raw mut mem),
            ur.usm_device_alloc(ContextHandle::NULL, device, null(), pool, 4096, &raw mut mem),
        ]
    }

    fn open_nowhere<'f>(f: &'f UrQueueTest, handle: &[u8]) -> Called<'f> {
        let (data, device) = (DevicePtr::from(handle).raw(), f.t().device());
        f.t().ur().ipc_open_mem_handle_exp(f.context(), device, data, handle.len(), null_mut())
    }
}

impl Unexportable for Physical {
    fn with_unexportable(f: &UrQueueTest, body: impl FnOnce(&[Self::Raw]) -> TestResult) -> TestResult {
        let object = f.in_context().physical(f.in_context().granularity()?, None)?;
        body(&[object.raw()])?;
        object.release()
    }

    fn wrong_creations(f: &UrQueueTest) -> Vec<Called<'_>> {
        let (ur, device) = (f.t().ur(), f.t().device());
        let good = PhysicalMemProperties::new(PhysicalMemFlags::ENABLE_IPC);
        let bad = PhysicalMemProperties::new(PhysicalMemFlags(u32::MAX));
        let (mut object, size) = (PhysicalMemHandle::NULL, 4 << 20);
        vec![
            ur.physical_mem_create(f.context(), device, size, &raw const bad, &raw mut object),
            ur.physical_mem_create(f.context(), device, size, &raw const good, null_mut()),
            ur.physical_mem_create(f.context(), DeviceHandle::NULL, size, &raw const good, &raw mut object),
        ]
    }

    fn open_nowhere<'f>(f: &'f UrQueueTest, handle: &[u8]) -> Called<'f> {
        let (data, device) = (DevicePtr::from(handle).raw(), f.t().device());
        f.t().ur().ipc_open_phys_mem_handle_exp(f.context(), device, data, handle.len(), null_mut())
    }
}

impl Unexportable for Events {
    fn with_unexportable(f: &UrQueueTest, body: impl FnOnce(&[Self::Raw]) -> TestResult) -> TestResult {
        let reusable = f.in_context().event(ExpEventFlags::NONE_SET)?;
        let ordinary = f.queue().barrier(&[])?;
        f.queue().finish()?;
        body(&[reusable.raw(), ordinary.raw()])?;
        ordinary.release()?;
        reusable.release()
    }

    fn wrong_creations(f: &UrQueueTest) -> Vec<Called<'_>> {
        let (ur, device) = (f.t().ur(), f.t().device());
        let (good, bad) =
            (ExpEventDesc::new(ExpEventFlags::IPC_EXP), ExpEventDesc::new(ExpEventFlags(u32::MAX)));
        let mut event = EventHandle::NULL;
        vec![
            ur.event_create_exp(f.context(), device, &raw const bad, &raw mut event),
            ur.event_create_exp(f.context(), device, &raw const good, null_mut()),
            ur.event_create_exp(f.context(), DeviceHandle::NULL, &raw const good, &raw mut event),
        ]
    }

    fn open_nowhere<'f>(f: &'f UrQueueTest, handle: &[u8]) -> Called<'f> {
        let data = DevicePtr::from(handle).raw();
        f.t().ur().ipc_open_event_handle_exp(f.context(), data, handle.len(), null_mut())
    }
}
