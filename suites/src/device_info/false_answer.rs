//! The promise of a "no": Get and Open answer that they are unsupported, and do nothing. Put and
//! Close have no argument then, as nothing was exported or opened.

use crate::open_calls::Opening;
use crate::untouched::{UNTOUCHED, check_untouched};
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{DeviceInfo, EventHandle, ExpEventDesc, ExpEventFlags, UrResult};
use ur_ipc_fixtures::hierarchy::{Events, MEM_SIZE, Memory, Physical, Shareable, UrQueueTest};
use ur_ipc_fixtures::objects::Event;
use ur_ipc_fixtures::{IPC_EVENTS, IPC_MEMORY, IPC_PHYSICAL_MEMORY, InCase, TestContext, TestResult, Tests};

/// No handle has more bytes than this.
const LARGEST: usize = 512;

/// The results of Get that are allowed for an event of such a device. UR lists INVALID_EVENT beside
/// UNSUPPORTED_FEATURE, for an event that was not made for sharing, and orders them nowhere.
pub(super) const NOT_EXPORTED: [UrResult; 2] =
    [UrResult::ERROR_UNSUPPORTED_FEATURE, UrResult::ERROR_INVALID_EVENT];

pub(super) fn tests(tests: &mut Tests) {
    memory_and_physical_memory(tests);
    events(tests);
}

fn memory_and_physical_memory(tests: &mut Tests) {
    // Get and Open of USM memory are unsupported, and leave the memory and the out-parameters alone.
    let mut group = tests.group("device_info", "device_info::memory_false");
    group
        .test("means_unsupported")
        .checks("device_info.memory_false_means_unsupported")
        .needs(&[IPC_MEMORY.lacking()])
        .on(|t, f: &UrQueueTest| {
            let mem = f.in_context().memory(MEM_SIZE)?;
            let pattern = t.source_pattern();
            f.write(mem.raw(), &pattern.bytes(0, MEM_SIZE))?;
            get::<Memory>(t, f, mem.raw(), &[UrResult::ERROR_UNSUPPORTED_FEATURE])?;
            open::<Memory>(t, f)?;
            pattern.verify(t, 0, &f.read(mem.raw(), MEM_SIZE)?)?;
            mem.release()
        });

    // The same of physical memory. Where there is none at all, Get has nothing to be called with either.
    let mut group = tests.group("device_info", "device_info::physical_false");
    group
        .test("means_unsupported")
        .checks("device_info.physical_false_means_unsupported")
        .needs(&[IPC_PHYSICAL_MEMORY.lacking()])
        .on(|t, f: &UrQueueTest| {
            open::<Physical>(t, f)?;
            if !t.device_supports(DeviceInfo::VIRTUAL_MEMORY_SUPPORT)? {
                t.note_less("the device has no virtual memory: only Open was called");
                return Ok(());
            }
            let object = f.in_context().physical(f.in_context().granularity()?, None)?;
            get::<Physical>(t, f, object.raw(), &[UrResult::ERROR_UNSUPPORTED_FEATURE])?;
            object.release()
        });
}

fn events(tests: &mut Tests) {
    let mut group = tests.group("device_info", "device_info::event_false");
    // Get of an event of the device is unsupported, and leaves the event usable.
    group
        .test("get_unsupported")
        .checks("device_info.event_false_get_unsupported")
        .needs(&[IPC_EVENTS.lacking()])
        .on(|t, f: &UrQueueTest| {
            let event = any_event(t, f)?;
            get::<Events>(t, f, event.raw(), &NOT_EXPORTED)?;
            event.wait()
        });

    // Open in a context with such a device is unsupported.
    group
        .test("open_unsupported")
        .checks("device_info.event_false_open_unsupported")
        .needs(&[IPC_EVENTS.lacking()])
        .on(|t, f: &UrQueueTest| open::<Events>(t, f));
}

/// An event that can be waited for: one made for sharing if the device makes such a one nevertheless, that of an
/// ordinary command otherwise.
pub(super) fn any_event(t: &TestContext, f: &UrQueueTest) -> TestResult<Event> {
    let mut event = EventHandle::NULL;
    let desc = ExpEventDesc::new(ExpEventFlags::IPC_EXP);
    let created = t.ur().event_create_exp(f.context(), t.device(), &raw const desc, &raw mut event);
    if created.result.is_success() {
        t.note("a shareable event can be created although the device does not report events");
        let event = f.queue().event_of_command(event)?;
        f.signal_and_finish(&event)?;
        return Ok(event);
    }
    let event = f.queue().barrier(&[])?;
    f.queue().finish()?;
    Ok(event)
}

/// Get answers one of these codes, and exports nothing.
pub(super) fn get<F: Shareable>(
    t: &TestContext,
    f: &UrQueueTest,
    object: F::Raw,
    codes: &[UrResult],
) -> TestResult {
    let (mut data, mut size) = (null_mut(), UNTOUCHED);
    F::get_call(t.ur(), f.context(), object, &raw mut data, &raw mut size).expect_any(codes)?;
    t.check(data.is_null(), format!("Get returned an error and gave data at {data:?}"))?;
    check_untouched(t, "the place for the buffer's size", size)
}

/// Open is unsupported, and opens nothing. Nobody can know the right size of a handle here, and whether a wrong size is
/// noticed first is not specified: both answers are accepted, but among all sizes the right one is, which must be
/// unsupported.
fn open<F: Shareable>(t: &TestContext, f: &UrQueueTest) -> TestResult {
    let mut bytes = vec![0u8; LARGEST];
    t.rng(0).fill(&mut bytes);
    let before = bytes.clone();
    let mut unsupported = 0;
    for size in 1..=LARGEST {
        let (called, out) = Opening { size, ..Opening::of(f, &bytes) }.make::<F>(t);
        check_untouched(t, "the place for what Open opens", out).in_case(format!("{size} bytes"))?;
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
