//! What a device promises by answering "no": the entry points say that they are unsupported, and do nothing.

use super::fixtures::Unsupported;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{DeviceInfo, EventHandle, UrResult};
use ur_ipc_fixtures::ladder::{Events, Family, Memory, Physical, UrContextTest, UrQueueTest};
use ur_ipc_fixtures::objects::{PhysicalMemory, allocate, create_physical, granularity};
use ur_ipc_fixtures::{DevicePtr, Pattern, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "device_info::memory_false::means_unsupported",
        &["device_info.memory_false_means_unsupported"],
        with!(Unsupported<Memory>, memory_is_unsupported),
    ),
    Test::new(
        "device_info::physical_false::means_unsupported",
        &["device_info.physical_false_means_unsupported"],
        with!(Unsupported<Physical>, physical_memory_is_unsupported),
    ),
    Test::new(
        "device_info::event_false::get_unsupported",
        &["device_info.event_false_get_unsupported"],
        with!(Unsupported<Events>, event_get_is_unsupported),
    ),
    Test::new(
        "device_info::event_false::open_unsupported",
        &["device_info.event_false_open_unsupported"],
        with!(Unsupported<Events>, event_open_is_unsupported),
    ),
];

const SIZE: usize = 64 << 10;
/// A value that no call gives: an out-parameter that still holds it was not written to.
const UNTOUCHED: usize = 0xdead_0000;

/// All four entry points of USM memory are unsupported, and leave the memory and the out-parameters alone.
fn memory_is_unsupported(t: &TestContext<'_>, f: &Unsupported<'_, Memory>) -> TestResult {
    let mem = allocate(t, f.context(), t.env().device(), SIZE)?;
    let pattern = Pattern(t.seed());
    f.write(t, mem.raw(), &pattern.bytes(0, SIZE))?;
    get::<Memory>(t, f, mem.raw())?;
    open::<Memory>(t, f)?;
    put::<Memory>(t, f)?;
    Memory::close(t.ur(), f.context(), mem.raw()).expect(UrResult::ERROR_UNSUPPORTED_FEATURE)?;
    pattern.verify(0, &f.read(t, mem.raw(), SIZE)?)?;
    mem.release()
}

/// All four entry points of physical memory are unsupported. Where there is no physical memory at all, Get
/// and Close have nothing to be called with.
fn physical_memory_is_unsupported(t: &TestContext<'_>, f: &Unsupported<'_, Physical>) -> TestResult {
    open::<Physical>(t, f)?;
    put::<Physical>(t, f)?;
    let Some(object) = ordinary_physical(t, f)? else { return Ok(()) };
    get::<Physical>(t, f, object.raw())?;
    Physical::close(t.ur(), f.context(), object.raw()).expect(UrResult::ERROR_UNSUPPORTED_FEATURE)?;
    // Close has taken no reference: the object's own is still there to be released.
    object.release()
}

/// Physical memory that is not meant for sharing; none where the device has no virtual memory.
fn ordinary_physical<'t>(
    t: &'t TestContext<'t>,
    f: &Unsupported<'_, Physical>,
) -> TestResult<Option<PhysicalMemory<'t>>> {
    if !t.device_supports(DeviceInfo::VIRTUAL_MEMORY_SUPPORT)? {
        t.note("the device has no virtual memory: only Put and Open were called");
        return Ok(None);
    }
    let granule = granularity(t, f.context())?;
    create_physical(t, f.context(), granule, None).map(Some)
}

/// Get of an event of the device is unsupported, and leaves the event usable.
fn event_get_is_unsupported(t: &TestContext<'_>, f: &Unsupported<'_, Events>) -> TestResult {
    let event = any_event(t, f)?;
    let ended = get::<Events>(t, f, event).and_then(|()| t.ur().event_wait(1, &raw const event).ok());
    t.ur().event_release(event).ok()?;
    ended
}

/// An event that can be waited for: one made for sharing if the device makes such a one nevertheless, that of
/// an ordinary command otherwise.
fn any_event(t: &TestContext<'_>, f: &Unsupported<'_, Events>) -> TestResult<EventHandle> {
    let mut event = EventHandle::NULL;
    if t.ur().hook_create_shareable_event(f.context(), t.env().device(), &mut event).result.is_success() {
        t.note("a shareable event can be created although the device does not report events");
        let mut in_out = event;
        t.ur().hook_signal_event(f.queue(), &mut in_out).ok()?;
    } else {
        event = EventHandle::NULL;
        t.ur().enqueue_events_wait_with_barrier(f.queue(), 0, null(), &raw mut event).ok()?;
    }
    t.ur().queue_finish(f.queue()).ok()?;
    Ok(event)
}

/// Open in a context with such a device is unsupported, and Put is refused.
fn event_open_is_unsupported(t: &TestContext<'_>, f: &Unsupported<'_, Events>) -> TestResult {
    open::<Events>(t, f)?;
    let bytes = [0u8; LARGEST];
    Events::put(t.ur(), f.context(), bytes[..].into()).expect_error().map(drop)
}

/// Get is unsupported, and exports nothing.
fn get<F: Family>(t: &TestContext<'_>, f: &Unsupported<'_, F>, object: F::Raw) -> TestResult {
    let (mut data, mut size) = (null_mut(), UNTOUCHED);
    F::get(t.ur(), f.context(), object, &raw mut data, &raw mut size)
        .expect(UrResult::ERROR_UNSUPPORTED_FEATURE)?;
    t.check(data.is_null(), format!("Get returned an error and gave data at {data:?}"))?;
    t.check(size == UNTOUCHED || size == 0, format!("Get returned an error and gave the size {size}"))
}

/// No handle has more bytes than this.
const LARGEST: usize = 512;

/// Open is unsupported, and opens nothing. Nobody can know the right size of a handle here, and whether a wrong
/// size is noticed first is not specified: both answers are accepted, but among all sizes the right one is,
/// which must be unsupported.
fn open<F: Family>(t: &TestContext<'_>, f: &Unsupported<'_, F>) -> TestResult {
    let mut bytes = vec![0u8; LARGEST];
    t.rng(0).fill(&mut bytes);
    let before = bytes.clone();
    let mut unsupported = 0;
    for size in 1..=LARGEST {
        let mut out = UNTOUCHED;
        let data = DevicePtr::from(bytes.as_mut_ptr().cast::<c_void>());
        let called = F::open(t.ur(), f.context(), t.env().device(), data, size, &mut out);
        t.check(out == UNTOUCHED || out == 0, format!("Open with {size} bytes gave {out:#x}"))?;
        unsupported += usize::from(called.result == UrResult::ERROR_UNSUPPORTED_FEATURE);
        called.expect_any(&[UrResult::ERROR_UNSUPPORTED_FEATURE, UrResult::ERROR_INVALID_VALUE])?;
    }
    t.check(
        unsupported > 0,
        format!("no size up to {LARGEST} is unsupported: the size is all that is checked"),
    )?;
    t.check(bytes == before, "an unsupported call wrote into the handle's bytes")?;
    t.note(format!("UNSUPPORTED_FEATURE for {unsupported} of {LARGEST} sizes"));
    Ok(())
}

/// Put is unsupported, whatever it is given: this device can have made no handle.
fn put<F: Family>(t: &TestContext<'_>, f: &Unsupported<'_, F>) -> TestResult {
    let bytes = [0x5au8; LARGEST];
    F::put(t.ur(), f.context(), bytes[..].into()).expect(UrResult::ERROR_UNSUPPORTED_FEATURE)?;
    t.check(bytes == [0x5a; LARGEST], "an unsupported Put wrote into the handle's bytes")
}
